"""Rounds, their tables and their hands from JSON; every fault is named by its path."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from simple_history.utils import bulk_create_with_history

from scoring.engine.hand import HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import InvalidNotation
from scoring.messages import violation_sentence
from scoring.services import read_entry
from tournaments.models import Hand, Pair, Round, Table, Tournament
from tournaments.records import ABSENCES, DraftTable, EntrantId, Outcome, RoundSettings, System
from tournaments.records.defaults import HIGHEST_SEED
from tournaments.records.settings_json import settings_to_json
from tournaments.services.draft_memory import settled_since
from tournaments.services.results import judge_slip, make_hands
from tournaments.slips.codes import new_secret
from tournaments.slips.typed_slip import HandEntry
from tournaments.wording.lines import both_line_names

from .adjustments_in import read_assigned_score, read_set
from .json_node import InterchangeError, Node
from .round_draw import DRAWING, read_drawing, read_seats_then
from .settings_in import Seating, read_settings

HAND = ("end", "ns", "ew")
SETTINGS = tuple(field.name for field in fields(RoundSettings))


def import_rounds(node: Node, tournament: Tournament, pairs: Mapping[int, Pair], rules: RuleSet) -> dict[int, Round]:
    """Save the rounds of a file, and return them by number. Raise InterchangeError where they contradict themselves."""
    read = [_read_round(item, tournament, pairs, position) for position, item in enumerate(node.items(), start=1)]
    for (round_, tables_node), (following, _tables) in pairwise(read):
        if round_.state == Round.State.DRAFT or following.state == Round.State.CLOSED != round_.state:
            raise tables_node.fail(_("closed rounds come first, then those under way, and at most the last is a draft"))
    _check_state(node, tournament, [round_ for round_, _tables in read])
    bulk_create_with_history([round_ for round_, _tables in read], Round)
    tables: list[tuple[Table, Node]] = []
    for (round_, tables_node), item in zip(read, node.items(), strict=True):
        read_tables = _read_tables(tables_node, round_, pairs)
        round_.as_drawn = read_drawing(item, round_, [seats for _table, seats, _hands in read_tables], pairs.keys())
        if not round_.as_drawn:
            _check_order(tables_node, round_, [seats for _table, seats, _hands in read_tables])
        tables += [(table, hands) for table, _seats, hands in read_tables]
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
        required=("number", "system", "seed", "state", "tables"),
        optional=(*SETTINGS, *DRAWING, "drawn", "order", "redrawn", "by_rating"),
    )
    if given["number"].integer() != position:
        raise given["number"].expected(str(position))
    individual = tournament.kind == Tournament.Kind.INDIVIDUAL
    round_ = Round(
        tournament=tournament,
        number=position,
        system=given["system"].choice(*System),
        settings=settings_to_json(read_settings(given, pairs.keys(), individual=individual)),
        seed=given["seed"].integer(least=0, most=HIGHEST_SEED),
        order=_read_order(given["order"], pairs) if "order" in given else [],
        redrawn=given["redrawn"].integer(least=0, most=10_000) if "redrawn" in given else 0,
        by_rating=given["by_rating"].flag() if "by_rating" in given else False,
        undo=_read_drawn(given["drawn"], given["tables"], tournament, pairs) if "drawn" in given else [],
        state=given["state"].choice(*Round.State.values),
        secret=new_secret(),
    )
    if round_.chosen.by_girone and not tournament.is_in_gironi(position):
        raise given["by_girone"].fail(_("there were no gironi yet when this round was drawn"))
    if "seats_then" in given:
        round_.seats_then = read_seats_then(given["seats_then"], round_, pairs.keys())
    return round_, given["tables"]


def _read_drawn(node: Node, tables: Node, tournament: Tournament, pairs: Mapping[int, Pair]) -> list[dict[str, object]]:
    """Return the settings of the draw, if some were changed afterwards."""
    individual = tournament.kind == Tournament.Kind.INDIVIDUAL
    drawn = read_settings(node.members(required=(), optional=SETTINGS), pairs.keys(), individual=individual)
    return settled_since(drawn, tables=len(list(tables.items())))


def _read_order(node: Node, pairs: Mapping[int, Pair]) -> list[list[int]]:
    """Return the entrants at the draw, best first: `[number, VP]` of each."""
    seating = Seating(pairs.keys(), individual=False)
    order = []
    for item in node.items():
        members = list(item.items())
        if len(members) != 2:
            raise item.expected(_("a number and its VP"))
        order.append([seating.take(members[0]), members[1].integer()])
    return order


def _read_tables(node: Node, round_: Round, pairs: Mapping[int, Pair]) -> list[tuple[Table, DraftTable, Node]]:
    """Return each table with its entrants by number, and its hands, still unread."""
    tables: list[tuple[Table, DraftTable, Node]] = []
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
        read_assigned_score(given.get("arbitral"), table, given["outcome"])
        tables.append((table, seated, given["hands"]))
    return tables


def _check_order(node: Node, round_: Round, tables: Iterable[DraftTable]) -> None:
    """Check a round with only the order of its draw: the entrants seated must be in it."""
    seated = {entrant for table in tables for entrant in table.seated}
    if round_.order and (missing := _without_a_place(round_, seated)):
        raise node.fail(
            _("pair %(pair)s is seated, but is not listed in the order of the round") % {"pair": min(missing)}
        )


def _without_a_place(round_: Round, seated: set[EntrantId]) -> set[EntrantId]:
    """Return the entrants seated who were not in the draw; during play somebody may replace another."""
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
        sentence = ngettext("expected %(hands)s hand, got %(got)s", "expected %(hands)s hands, got %(got)s", expected)
        raise node.fail(sentence % {"hands": expected, "got": len(entries)})
    judgement = judge_slip(rules, entries, recorded=None)
    if judgement.faults:
        number, violation = judgement.faults[0]
        sentence = violation_sentence(violation, side_names=both_line_names(), hand_number=number)
        raise items[number - 1].fail(sentence)
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
