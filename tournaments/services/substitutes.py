"""Who takes a player's place for the rest of a tournament (docs/tournaments.md §3)."""

from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import Pair, Player, Tournament
from tournaments.selectors.entrants import seated_players
from tournaments.wording.entrants import words_of

from .locking import count_revision_up, lock_tournament
from .members import player_meant
from .single_players import singles_found

Seat = Literal[1, 2]
"""Of the two seats of a pair the first player's or the second's; an individual player has the first only."""


@transaction.atomic
def pair_substitute(*, pair: Pair, seat: Seat, player: Player | str | None) -> Pair:
    """Somebody takes the place of a pair's player, instead of whoever took it before; None: the player plays again."""
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.select_related("player1", "player2").get(pk=pair.pk)
    field = f"substitute{seat}"
    before: int | None = getattr(pair, f"{field}_id")
    setattr(pair, field, None if player is None else _newcomer(tournament, pair, seat, player))
    if getattr(pair, f"{field}_id") != before:
        pair.save()
        count_revision_up(tournament)
    return pair


def _newcomer(tournament: Tournament, pair: Pair, seat: Seat, player: Player | str) -> Player:
    """The substitute as a member; refused where no substitute can come, and for somebody who plays already."""
    if not tournament.substitutes_allowed:
        raise Refused(_("This tournament has no substitutes: allow them in its settings."))
    if tournament.state == Tournament.State.REGISTRATION:
        raise Refused(_("Nobody has played yet: correct the names instead."))
    if seat == 2 and pair.player2 is None:
        raise Refused(_("There is no second player here."))
    seated = seated_players(tournament)
    # Who has this place already may be named again.
    seated.pop(getattr(pair, f"substitute{seat}_id"), None)
    newcomer = player_meant(player, not_among=seated.keys())
    if other := seated.get(newcomer.pk):
        facts = {"player": newcomer, "number": other.number, "pair": other}
        raise Refused(words_of(tournament.kind).plays_already % facts)
    singles_found(tournament, [newcomer.pk])
    return newcomer
