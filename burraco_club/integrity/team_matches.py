"""Match days compared with teams, line-ups and rounds: who is lined up belongs to the team, and sits where it says."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.models import LineUp, Round, Table, TeamMatch, Tournament
from tournaments.records.team_matches import seats_of_match


def match_faults(tournament: Tournament) -> Iterator[str]:
    """Yield the faults of a tournament's matches of teams. Five queries; one where there are none."""
    rows = TeamMatch.objects.filter(day__tournament=tournament).select_related("day", "home", "away")
    matches = list(rows.order_by("day__number", "number"))
    if not matches:
        return
    team_of = dict(tournament.pairs.values_list("pk", "team_id"))
    line_ups: dict[tuple[int, int, int], list[int]] = {}
    for line_up in LineUp.objects.filter(match__in=matches):
        line_ups[line_up.match_id, line_up.session, line_up.team_id] = line_up.pairs
    seated = _seated(tournament)
    for match in matches:
        where = _("%(slug)s, match day %(day)s, match %(match)s: ") % {
            "slug": tournament.slug,
            "day": match.day.number,
            "match": match.number,
        }
        if any(team.tournament_id != tournament.pk for team in match.teams):
            yield where + _("a team of another tournament plays")
        for session in range(1, tournament.match_sessions + 1):
            held = [line_ups.get((match.pk, session, team.pk), []) for team in match.teams]
            members = zip(match.teams, held, strict=True)
            if any(team_of.get(key) != team.pk for team, keys in members for key in keys):
                yield where + _("a pair of another team is in a line-up")
            tables = seated.get(tournament.match_format.round_of(match.day.number, session))
            if tables is None or match.away is None:
                continue
            if len(held[0]) != len(held[1]) or not set(seats_of_match(*held)) <= tables:
                yield where + _("the tables of session %(session)s are not those of the line-ups") % {
                    "session": session
                }


def _seated(tournament: Tournament) -> dict[int, set[tuple[int, int | None]]]:
    """Return NS and EW of each published round's tables, by the keys of the pairs."""
    seated: dict[int, set[tuple[int, int | None]]] = {}
    tables = Table.objects.filter(round__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    for number, ns, ew in tables.values_list("round__number", "ns", "ew"):
        seated.setdefault(number, set()).add((ns, ew))
    return seated
