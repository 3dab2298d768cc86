"""The cut of the ranking into gironi, its undoing, and the move of a pair to another girone."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from simple_history.utils import bulk_update_with_history

from pages.refusals import Refused
from tournaments.models import Pair, Round, Tournament
from tournaments.ranking.gironi import dealt
from tournaments.records import Carry, Cut, Kind
from tournaments.selectors.gironi import members_of, ranking_to_cut
from tournaments.wording.gironi import girone_name

from .locking import count_revision_up, latest_round, lock_tournament

FEWEST_IN_A_GIRONE = 2


def refuse_cut(tournament: Tournament) -> Round:
    """Return the closed round after which the ranking can be cut. Raise Refused if it cannot be cut now."""
    if tournament.kind != Kind.PAIRS:
        raise Refused(_("Only a tournament of pairs can be cut into gironi."))
    if tournament.state == Tournament.State.CHECKING:
        raise Refused(_("It is checking time: go back to playing before you cut the ranking."))
    if tournament.cut is not None:
        raise Refused(
            _("The ranking was cut after round %(round)s: undo that first.") % {"round": tournament.cut.after_round}
        )
    last = latest_round(tournament)
    if last is None or last.state != Round.State.CLOSED:
        raise Refused(_("The ranking can be cut once a round is closed, and before the next one is drawn."))
    if last.has_bracket:
        raise Refused(_("The last round was a knockout: gironi are cut from a ranking by points."))
    return last


@transaction.atomic
def tournament_cut(
    *, tournament: Tournament, sizes: Sequence[int], carry: Carry, own_tables: bool = False
) -> Tournament:
    """Cut the ranking into gironi of these sizes, which count those who are here, the best in girone A.

    If `own_tables` is true, the tables of each are numbered from 1; otherwise on from girone to girone.
    """
    tournament = lock_tournament(tournament.pk)
    last = refuse_cut(tournament)
    standings = ranking_to_cut(tournament)
    here = sum(row.entrant.active for row in standings)
    if len(sizes) < 2 or min(sizes) < FEWEST_IN_A_GIRONE:
        raise Refused(_("A cut makes two gironi or more, each of at least two pairs."))
    if sum(sizes) != here:
        sentence = ngettext(
            "The sizes add up to %(sum)s, but %(here)s pair is here.",
            "The sizes add up to %(sum)s, but %(here)s pairs are here.",
            here,
        )
        raise Refused(sentence % {"sum": sum(sizes), "here": here})
    gironi = dealt(standings, sizes)
    tournament.cut_after, tournament.carry, tournament.own_tables = last.number, carry.value, own_tables
    tournament.save()
    _put(tournament, {int(number): girone for number, girone in gironi.items()})
    count_revision_up(tournament)
    return tournament


@transaction.atomic
def tournament_uncut(*, tournament: Tournament) -> Tournament:
    """Undo the cut, as long as no round has been drawn in gironi."""
    tournament = lock_tournament(tournament.pk)
    cut = _cut_of(tournament)
    if tournament.rounds.filter(number__gt=cut.after_round).exists():
        raise Refused(
            _("Round %(round)s has been drawn in gironi: the cut can be undone only before that.")
            % {"round": cut.after_round + 1}
        )
    tournament.cut_after, tournament.carry, tournament.own_tables = None, "", False
    tournament.save()
    _put(tournament, {})
    count_revision_up(tournament)
    return tournament


@transaction.atomic
def pair_move_girone(*, pair: Pair, girone: int) -> Pair:
    """Put a pair into another girone. It takes its points along, and rounds already drawn keep their seats."""
    tournament = lock_tournament(pair.tournament_id)
    pair = tournament.pairs.get(pk=pair.pk)
    _cut_of(tournament)
    members = members_of(tournament)
    if girone not in members:
        raise Refused(_("There is no girone of that letter."))
    if any(entrant.id == pair.number for entrant in members[girone]):
        raise Refused(
            _("%(number)s is already in %(girone)s.") % {"number": pair.number, "girone": girone_name(girone)}
        )
    pair.girone = girone
    pair.save()
    count_revision_up(tournament)
    return pair


def _cut_of(tournament: Tournament) -> Cut:
    """Return the cut. Raise Refused if there is none."""
    if tournament.cut is None:
        raise Refused(_("The ranking has not been cut into gironi."))
    return tournament.cut


def _put(tournament: Tournament, gironi: dict[int, int]) -> None:
    """Write the girone of each pair by its number; none for whoever is not named."""
    changed = []
    for pair in tournament.pairs.order_by("number"):
        if pair.girone != gironi.get(pair.number):
            pair.girone = gironi.get(pair.number)
            changed.append(pair)
    bulk_update_with_history(changed, Pair, ["girone"])
