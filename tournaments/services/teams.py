"""The teams of a team event: created with the first pair that names them, and deleted with the last."""

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Team, TeamMatch, Tournament
from tournaments.people.names import team_key, tidy
from tournaments.slips.codes import new_team_code

from .locking import count_revision_up, lock_tournament


def team_find_or_create(tournament: Tournament, name: str) -> Team | None:
    """Return the team with this name, or a new one under the next free number; None for an empty name.

    Run this inside a service's transaction.
    """
    if not team_key(name):
        return None
    if not tournament.has_teams:
        raise Refused(_("This is not a team event: the pairs have no team."))
    teams = tournament.teams.all()
    known = next((team for team in teams if team_key(team.name) == team_key(name)), None)
    if known:
        return known
    highest = tournament.teams.aggregate(Max("number"))["number__max"] or 0
    code = new_team_code() if tournament.plays_matches else ""
    return _saved(Team(tournament=tournament, number=highest + 1, name=tidy(name), code=code))


@transaction.atomic
def team_rename(*, team: Team, name: str) -> Team:
    """Rename a team; the name must be unique in the tournament."""
    tournament = lock_tournament(team.tournament_id)
    team = tournament.teams.get(pk=team.pk)
    if not team_key(name):
        raise Refused(_("Give the team a name."))
    for other in tournament.teams.exclude(pk=team.pk):
        if team_key(other.name) == team_key(name):
            raise Refused(
                _("Team %(number)s is already called %(team)s.") % {"number": other.number, "team": other.name}
            )
    team.name = tidy(name)
    _saved(team)
    count_revision_up(tournament)
    return team


@transaction.atomic
def team_delete(*, team: Team) -> None:
    """Delete a team without pairs."""
    tournament = lock_tournament(team.tournament_id)
    team = tournament.teams.get(pk=team.pk)
    if team.pairs.exists():
        raise Refused(_("Team %(team)s has pairs: remove them first.") % {"team": team.name})
    if TeamMatch.objects.filter(Q(home=team) | Q(away=team)).exists():
        raise Refused(_("Team %(team)s has been drawn for a match: it stays.") % {"team": team.name})
    team.delete()
    count_revision_up(tournament)


def _saved(team: Team) -> Team:
    team.full_clean(validate_unique=False, validate_constraints=False)
    team.save()
    return team
