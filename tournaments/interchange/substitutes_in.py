"""Substitutes from JSON, with the check that nobody has two seats in a round."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.models import Pair, Player, Substitute
from tournaments.records import Rounds

from .json_node import Node

NOBODY_KNOWS = Rounds(None, None)
"""The rounds of a substitute if the file does not name them."""
LAST = 100


class ImportedSeats:
    """The seats taken so far: nobody is entered twice, nor has two seats in a round."""

    def __init__(self, players: Mapping[int, Player]) -> None:
        self.players = players
        self.taken: dict[int, int] = {}
        self.lent: dict[int, list[tuple[int, Rounds]]] = {}

    def take(self, node: Node, pair: int) -> Player:
        """Add an entrant's player."""
        player = self._player(node)
        if player in self.taken or player in self.lent:
            raise self._plays(node, player, self.taken.get(player) or self.lent[player][0][0])
        self.taken[player] = pair
        return self.players[player]

    def lend(self, node: Node, pair: int, rounds: Rounds) -> Player:
        """Add a substitute for these rounds."""
        player = self._player(node)
        others = [number for number, then in self.lent.get(player, ()) if then.meet(rounds)]
        if player in self.taken or others:
            raise self._plays(node, player, self.taken.get(player) or others[0])
        self.lent.setdefault(player, []).append((pair, rounds))
        return self.players[player]

    def _player(self, node: Node) -> int:
        player = node.integer()
        if player not in self.players:
            raise node.fail(_("no player has the id %(id)s") % {"id": player})
        return player

    def _plays(self, node: Node, player: int, pair: int) -> Exception:
        facts = {"player": self.players[player], "number": pair}
        return node.fail(_("%(player)s is already playing in pair %(number)s") % facts)


def read_substitutes(given: Mapping[str, Node], pair: Pair, seats: ImportedSeats) -> list[Substitute]:
    """Return a pair's substitutes: `substitutions` with their rounds, or `substitutes` without."""
    latest = _latest(given.get("substitutes"), pair)
    if "substitutions" not in given:
        return [
            Substitute(pair=pair, seat=seat, player=seats.lend(node, pair.number, NOBODY_KNOWS))
            for seat, node in latest.items()
        ]
    substitutes: list[Substitute] = []
    for item in given["substitutions"].items():
        substitute = _substitution(item, pair, seats)
        if any(other.seat == substitute.seat and other.rounds.meet(substitute.rounds) for other in substitutes):
            raise item.fail(_("somebody else has this place in one of these rounds"))
        substitutes.append(substitute)
    _check_latest(given, latest, substitutes, seats)
    return substitutes


def _substitution(node: Node, pair: Pair, seats: ImportedSeats) -> Substitute:
    given = node.members(required=("player", "for"), optional=("from", "to"))
    first, last = (given[name].integer(least=1, most=LAST) if name in given else None for name in ("from", "to"))
    if first is not None and last is not None and last < first:
        raise given["to"].fail(_("the last round comes before the first one"))
    places = [seats.players.get(given["for"].integer()) == player for player in pair.players]
    if True not in places:
        raise given["for"].fail(_("nobody of pair %(pair)s has this id") % {"pair": pair.number})
    player = seats.lend(given["player"], pair.number, Rounds(first, last))
    return Substitute(pair=pair, seat=places.index(True) + 1, player=player, first_round=first, last_round=last)


def _latest(node: Node | None, pair: Pair) -> dict[int, Node]:
    """Return the last substitute of each seat; null for a seat without one."""
    if node is None:
        return {}
    items = list(node.items())
    if len(items) != len(pair.players):
        raise node.expected(_("one entry for each player, null where nobody took over"))
    return {seat: item for seat, item in enumerate(items, start=1) if item.value is not None}


def _check_latest(
    given: Mapping[str, Node], latest: Mapping[int, Node], substitutes: list[Substitute], seats: ImportedSeats
) -> None:
    """Check that `substitutes` beside `substitutions` names the last substitute of each seat."""
    if "substitutes" not in given:
        return
    ordered = sorted(substitutes, key=lambda substitute: substitute.first_round or 0)
    last = {substitute.seat: substitute.player for substitute in ordered}
    for seat, node in latest.items():
        if seats.players.get(node.integer()) != last.get(seat):
            raise node.fail(_("not the last of “substitutions” in this place"))
    if missing := last.keys() - latest.keys():
        raise given["substitutes"].fail(_("place %(seat)s is taken over in “substitutions”") % {"seat": min(missing)})
