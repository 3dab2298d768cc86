"""What each pair, or player, takes home from a final tournament."""

from collections.abc import Iterable, Mapping

from django.db.models import Q

from tournaments.models import Pair, Player, Tournament
from tournaments.ranking.goodbye import Goodbye, OwnHand, goodbye_of
from tournaments.records import EntrantId
from tournaments.selectors.ranking import StoredHand, seen_from

from .hall import Hall


def goodbye_in(hall: Hall, entrant: EntrantId, hands: Iterable[StoredHand]) -> Goodbye | None:
    """Return the evening of an entrant with its hands; None before the ranking is final, or if it never played."""
    standing = hall.standing(entrant)
    if hall.tournament.state != Tournament.State.FINAL or standing is None or not standing.rounds:
        return None
    lines = {score.round: score.line for score in standing.rounds}
    own = [
        OwnHand(hand.round, hand.number, seen_from(lines[hand.round], hand).own)
        for hand in hands
        if hand.round in lines
    ]
    return goodbye_of(standing, hall.standings, hall.course, own)


def numbers_of(player: Player, tournaments: Iterable[int]) -> Mapping[int, EntrantId]:
    """Return the number with which a player is entered in each of these tournaments. One query."""
    entered = Pair.objects.filter(Q(player1=player) | Q(player2=player), tournament__in=tournaments)
    return {key: EntrantId(number) for key, number in entered.values_list("tournament", "number")}
