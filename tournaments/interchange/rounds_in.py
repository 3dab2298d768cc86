"""Rounds, their tables and the hands played there, from JSON; everything that is wrong is named by its path."""

from collections.abc import Collection, Mapping
from dataclasses import fields
from itertools import pairwise

from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from scoring.engine.hand import HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import InvalidNotation
from scoring.messages import violation_sentence
from scoring.services import read_entry
from tournaments.models import Hand, Pair, Round, Table, Tournament
from tournaments.phone_slips.codes import new_secret
from tournaments.records import ABSENCES, EntrantId, Outcome, RoundSettings, System
from tournaments.records.settings_json import settings_to_json
from tournaments.services.draft_undo import settled_since
from tournaments.services.results import HandEntry, judge_slip, make_hands

from .adjustments_in import read_arbitral, read_set
from .reading import InterchangeError, Node
from .settings_in import Seating, read_settings

HAND = ("end", "ns", "ew")
SETTINGS = tuple(field.name for field in fields(RoundSettings))


def import_rounds(node: Node, tournament: Tournament, pairs: Mapping[int, Pair], rules: RuleSet) -> dict[int, Round]:
    read = [_read_round(item, tournament, pairs, position) for position, item in enumerate(node.items(), start=1)]
    for (round_, tables_node), (following, _tables) in pairwise(read):
        if round_.state == Round.State.DRAFT or following.state == Round.State.CLOSED != round_.state:
            raise tables_node.fail(_("closed rounds come first, then those under way, and at most the last is a draft"))
    _check_state(node, tournament, [round_ for round_, _tables in read])
    bulk_create_with_history([round_ for round_, _tables in read], Round)
    tables: list[tuple[Table, Node]] = []
    for round_, tables_node in read:
        tables += _read_tables(tables_node, round_, pairs)
    bulk_create_with_history([table for table, _hands in tables], Table)
    hands: list[Hand] = []
    for table, hands_node in tables:
        hands += _read_hands(hands_node, table, tournament, rules)
    bulk_create_with_history(hands, Hand)
    return {round_.number: round_ for round_, _tables in read}


def _check_state(node: Node, tournament: Tournament, rounds: Collection[Round]) -> None:
    states = {round_.state for round_ in rounds}
    if tournament.state == Tournament.State.REGISTRATION and states - {Round.State.DRAFT}:
        raise InterchangeError("tournament.state", _("rounds have been played, so registration is over"))
    over = tournament.state in (Tournament.State.CHECKING, Tournament.State.FINAL)
    if over and states != {Round.State.CLOSED}:
        raise node.fail(_("play is over, so every round must be closed"))


def _read_round(node: Node, tournament: Tournament, pairs: Mapping[int, Pair], position: int) -> tuple[Round, Node]:
    given = node.members(
        required=("number", "system", "seed", "state", "tables"), optional=(*SETTINGS, "drawn", "order")
    )
    if given["number"].integer() != position:
        raise given["number"].expected(str(position))
    individual = tournament.kind == Tournament.Kind.INDIVIDUAL
    round_ = Round(
        tournament=tournament,
        number=position,
        system=given["system"].choice(*System),
        settings=settings_to_json(read_settings(given, pairs.keys(), individual=individual)),
        seed=given["seed"].integer(least=0, most=2**31 - 1),
        order=_read_order(given["order"], pairs) if "order" in given else [],
        undo=_read_drawn(given["drawn"], given["tables"], tournament, pairs) if "drawn" in given else [],
        state=given["state"].choice(*Round.State.values),
        secret=new_secret(),
    )
    return round_, given["tables"]


def _read_drawn(node: Node, tables: Node, tournament: Tournament, pairs: Mapping[int, Pair]) -> list[dict[str, object]]:
    """The settings that the round was drawn by, where more was settled afterwards."""
    individual = tournament.kind == Tournament.Kind.INDIVIDUAL
    drawn = read_settings(node.members(required=(), optional=SETTINGS), pairs.keys(), individual=individual)
    return settled_since(drawn, tables=len(list(tables.items())))


def _read_order(node: Node, pairs: Mapping[int, Pair]) -> list[list[int]]:
    """Who was to be seated when the round was drawn, best first: `[number, VP]` of each."""
    seating = Seating(pairs.keys(), individual=False)
    order = []
    for item in node.items():
        members = list(item.items())
        if len(members) != 2:
            raise item.expected(_("a number and its VP"))
        order.append([seating.take(members[0]), members[1].integer()])
    return order


def _read_tables(node: Node, round_: Round, pairs: Mapping[int, Pair]) -> list[tuple[Table, Node]]:
    tables: list[tuple[Table, Node]] = []
    individual = round_.tournament.kind == Tournament.Kind.INDIVIDUAL
    seating = Seating(pairs.keys(), individual=individual)
    for position, item in enumerate(node.items(), start=1):
        given = item.members(required=("number", "ns", "ew", "outcome", "hands"), optional=("arbitral",))
        if given["number"].integer() != position:
            raise given["number"].expected(str(position))
        seated = seating.table(position, given["ns"], given["ew"])
        outcome = given["outcome"].choice(*Outcome)
        if (seated.ew is None) != (outcome == Outcome.REST):
            raise given["outcome"].fail(_("a pair alone at its table, written as ns, rests; nobody else does"))
        if outcome == Outcome.OPEN and round_.state == Round.State.CLOSED:
            raise given["outcome"].fail(_("the round is closed, so every table needs its result"))
        table = Table(
            round=round_,
            number=position,
            ns=pairs[seated.ns],
            ew=_pair(seated.ew, pairs),
            ns_partner=_pair(seated.ns_partner, pairs),
            ew_partner=_pair(seated.ew_partner, pairs),
            outcome=outcome,
        )
        read_arbitral(given.get("arbitral"), table, given["outcome"])
        tables.append((table, given["hands"]))
    if round_.order and (missing := _without_a_place(round_, seating.taken)):
        raise node.fail(
            _("pair %(pair)s is seated, but does not stand in the order of the round") % {"pair": min(missing)}
        )
    return tables


def _without_a_place(round_: Round, seated: set[EntrantId]) -> set[EntrantId]:
    """Who is seated and was not there when the round was drawn; while it is played one may sit in for another."""
    drawn = {EntrantId(number) for number, _vp in round_.order}
    missing, left = seated - drawn, drawn - seated
    return missing if round_.state == Round.State.DRAFT or len(missing) > len(left) else set()


def _pair(number: EntrantId | None, pairs: Mapping[int, Pair]) -> Pair | None:
    return None if number is None else pairs[number]


def _read_hands(node: Node, table: Table, tournament: Tournament, rules: RuleSet) -> list[Hand]:
    items = list(node.items())
    entries = [_read_hand(item, rules) for item in items]
    expected = tournament.hands_per_round if table.outcome == Outcome.PLAYED else 0
    if table.outcome in ABSENCES:
        expected = min(len(entries), tournament.hands_per_round - 1)
    elif table.outcome == Outcome.ARBITRAL:
        expected = min(len(entries), tournament.hands_per_round)
    if len(entries) != expected:
        raise node.fail(_("expected %(hands)s hands, got %(got)s") % {"hands": expected, "got": len(entries)})
    judgement = judge_slip(rules, entries)
    if judgement.faults:
        number, violation = judgement.faults[0]
        raise items[number - 1].fail(violation_sentence(violation, hand_number=number))
    hands = make_hands(table, entries, judgement)
    for item, hand in zip(items, hands, strict=True):
        read_set(item.members(required=HAND, optional=("set",)).get("set"), hand)
    return hands


def _read_hand(node: Node, rules: RuleSet) -> HandEntry:
    given = node.members(required=HAND, optional=("set",))
    try:
        return HandEntry(
            HandEnd(given["end"].choice(*HandEnd)),
            read_entry(given["ns"].value, given["ns"].path, rules),
            read_entry(given["ew"].value, given["ew"].path, rules),
        )
    except InvalidNotation as error:  # its message begins with the path
        raise InterchangeError("", str(error)) from error
