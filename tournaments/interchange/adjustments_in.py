"""The referee's decisions from JSON: adjustments of pairs, assigned scores, and the MP of single hands."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from tournaments.models import Adjustment, Hand, Pair, Player, Round, Table, Tournament
from tournaments.ranking.victory_points import MP_STEP, parse_scale
from tournaments.records import Line, Outcome

from .json_node import Node


def import_adjustments(
    node: Node,
    tournament: Tournament,
    players: Mapping[int, Player],
    pairs: Mapping[int, Pair],
    rounds: Mapping[int, Round],
) -> None:
    """Import penalties, bonuses and warnings."""
    rows = []
    for item in node.items():
        given = item.members(required=("round", "pair", "mp", "vp", "reason"), optional=("article", "felt", "player"))
        number, pair = given["round"].integer(), given["pair"].integer()
        if number not in rounds:
            raise given["round"].fail(_("there is no round %(round)s") % {"round": number})
        if pair not in pairs:
            raise given["pair"].fail(_("no pair has the number %(pair)s") % {"pair": pair})
        adjustment = Adjustment(
            tournament=tournament,
            round=rounds[number],
            pair=pairs[pair],
            player=_player(given["player"], players, pairs[pair]) if "player" in given else None,
            mp=_mp(given["mp"]),
            vp=given["vp"].integer(),
            felt=given["felt"].flag() if "felt" in given else True,
            reason=given["reason"].text(empty=False),
            article=_article(given),
        )
        if not adjustment.felt and not adjustment.mp:
            raise given["felt"].fail(_("only MP can be set to affect the opponents or not"))
        rows.append(adjustment)
    bulk_create_with_history(rows, Adjustment)


def read_assigned_score(node: Node | None, table: Table, outcome: Node) -> None:
    """Return the assigned score of a table, as its outcome says."""
    if (node is not None) != (table.outcome == Outcome.ARBITRAL):
        raise outcome.fail(_("a score set by the referee has this outcome and “arbitral”; nothing else has either"))
    if node is None:
        return
    given = node.members(required=("ns", "ew", "reason"), optional=("article",))
    total = parse_scale(table.round.tournament.scale).total
    ns, ew = (given[line].members(required=("vp", "mp")) for line in Line)
    table.ns_vp_set, table.ew_vp_set = (side["vp"].integer(least=0, most=total) for side in (ns, ew))
    table.ns_mp_set, table.ew_mp_set = (_mp(side["mp"]) for side in (ns, ew))
    table.ruling, table.ruling_article = given["reason"].text(empty=False), _article(given)


def read_set(node: Node | None, hand: Hand) -> None:
    """Return what the referee set for one line of a hand."""
    if node is None:
        return
    given = node.members(required=("line", "mp", "reason"))
    setattr(hand, f"{given['line'].choice(*Line)}_set", _mp(given["mp"]))
    hand.set_reason = given["reason"].text(empty=False)


def _player(node: Node, players: Mapping[int, Player], pair: Pair) -> Player:
    number = node.integer()
    if number not in players:
        raise node.fail(_("no player has the id %(id)s") % {"id": number})
    if players[number].pk not in pair.player_keys:
        raise node.fail(_("%(player)s is not of pair %(pair)s") % {"player": players[number], "pair": pair.number})
    return players[number]


def _mp(node: Node) -> int:
    mp = node.integer()
    if mp % MP_STEP:
        raise node.fail(_("not a multiple of %(step)s") % {"step": MP_STEP})
    return mp


def _article(given: Mapping[str, Node]) -> str:
    return given["article"].text(longest=40) if "article" in given else ""
