"""A slip from a program: the hands of a table, as in a tournament's JSON (docs/interchange.md §5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.hand import HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Doubt, InvalidNotation, Violation
from scoring.messages import doubt_sentence, violation_sentence
from scoring.services import read_entry
from tournaments.interchange.json_node import InterchangeError, Node, parse_json
from tournaments.records import Line
from tournaments.services import HandEntry

MOST_BYTES = 30_000
"""All cards of both sides, hand by hand, take far fewer."""

Fault = dict[str, str]
"""`path` in the body, and `message`, the fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentResult:
    """The result of a table, as a program sends it."""

    hands: Sequence[HandEntry]
    confirmed: bool
    """Whether somebody has confirmed what is unusual in it."""


def read_json(body: bytes) -> object:
    """Return the value that was sent. Raise InterchangeError if it is not JSON."""
    try:
        return parse_json(body.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InterchangeError("", _("this is not UTF-8")) from error


def read_slip(value: object, rules: RuleSet, *, hands: int) -> SentResult:
    """Return the slip of that many hands. Raise InterchangeError with the path of the first fault."""
    given = Node(value).members(required=("hands",), optional=("confirmed",))
    nodes = list(given["hands"].items())
    if len(nodes) != hands:
        expected = ngettext("expected %(hands)s hand, got %(got)s", "expected %(hands)s hands, got %(got)s", hands)
        raise given["hands"].fail(expected % {"hands": hands, "got": len(nodes)})
    confirmed = given["confirmed"].flag() if "confirmed" in given else False
    return SentResult(hands=[_read_hand(node, rules) for node in nodes], confirmed=confirmed)


def faults_of(error: InterchangeError) -> list[Fault]:
    return [{"path": error.path, "message": error.message}]


def faults_in(found: Iterable[tuple[int, Violation | Doubt]]) -> list[Fault]:
    """Return the engine's faults of some hands, by their numbers."""
    return [{"path": _path(number, finding.side), "message": _sentence(number, finding)} for number, finding in found]


def _read_hand(node: Node, rules: RuleSet) -> HandEntry:
    given = node.members(required=("end", "ns", "ew"))
    end = HandEnd(given["end"].choice(*HandEnd))
    ns, ew = (given[line] for line in ("ns", "ew"))
    try:
        return HandEntry(end, read_entry(ns.value, ns.path, rules), read_entry(ew.value, ew.path, rules))
    except InvalidNotation as error:
        path, _colon, sentence = str(error).partition(": ")
        raise InterchangeError(path, sentence) from error


def _path(number: int, side: int | None) -> str:
    return f"hands[{number - 1}]" + ("" if side is None else f".{list(Line)[side]}")


def _sentence(number: int, found: Violation | Doubt) -> str:
    say = violation_sentence if isinstance(found, Violation) else doubt_sentence
    return say(found, hand_number=number)  # type: ignore[arg-type]
