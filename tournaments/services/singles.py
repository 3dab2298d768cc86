"""The list of players who look for a partner: added, removed, paired, and a pair split into two of them."""

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Pair, Player, Single, Tournament
from tournaments.selectors.entrants import seated_players

from .entry_places import entries_of_single_refused
from .locking import count_revision_up, lock_tournament
from .pairs import pair_add, pair_delete, refuse_latecomers
from .singles_list import single_enter


@transaction.atomic
def single_add(*, tournament: Tournament, player: Player | str) -> Single:
    """Put a member, or a name that becomes one, on the list."""
    tournament = lock_tournament(tournament.pk)
    refuse_latecomers(tournament)
    single = single_enter(tournament, player, seated_players(tournament))
    count_revision_up(tournament)
    return single


@transaction.atomic
def single_remove(*, single: Single) -> None:
    """Remove a player from the list; the member stays."""
    tournament = lock_tournament(single.tournament_id)
    # Somebody else may have been quicker.
    for stored in tournament.singles.filter(pk=single.pk):
        entries_of_single_refused(stored)
        stored.delete()
    count_revision_up(tournament)


@transaction.atomic
def singles_pair(*, one: Single, other: Single, here: bool = False) -> Pair:
    """Enter two players who look for a partner as a pair, and remove them from the list."""
    tournament = lock_tournament(one.tournament_id)
    if one.pk == other.pk or tournament.singles.filter(pk__in=(one.pk, other.pk)).count() < 2:
        raise Refused(_("Both players must be on the list: choose again."))
    return pair_add(tournament=tournament, players=(one.player, other.player), here=here)


@transaction.atomic
def pair_part(*, pair: Pair) -> tuple[Single, ...]:
    """Split a pair that nothing depends on: both look for a partner again."""
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.select_related("player1", "player2").get(pk=pair.pk)
    pair_delete(pair=pair)
    return tuple(single_enter(tournament, player, {}) for player in pair.players)
