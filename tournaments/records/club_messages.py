"""The club's words for a message: a text with fields in braces, as `We play on {date}.`

`{{` and `}}` stand for a brace. A line whose fields are all empty is left out, so that a club without a fee has no line
about it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

LONGEST_MESSAGE = 1500
"""The characters of a text with its fields: more than people read on a phone."""


class MessageKind(StrEnum):
    """What a message is about."""

    INVITATION = "invitation"
    ENTERED = "entered"
    CONFIRMATION = "confirmation"
    MOVED_UP = "moved_up"
    CALLED_OFF = "called_off"
    RANKING = "ranking"


class MessageField(StrEnum):
    """What a field of a message is replaced with."""

    TOURNAMENT = "tournament"
    CLUB = "club"
    DATE = "date"
    TIME = "time"
    PLACE = "place"
    FEE = "fee"
    PRIZES = "prizes"
    LINK = "link"
    FREE = "free"
    CLOSES = "closes"
    COUNT = "count"
    LIST = "list"
    NAMES = "names"
    RANKING = "ranking"
    ROUND = "round"


EVERYWHERE = tuple(MessageField)[: tuple(MessageField).index(MessageField.LINK) + 1]
FIELDS: Mapping[MessageKind, tuple[MessageField, ...]] = {
    MessageKind.INVITATION: (*EVERYWHERE, MessageField.FREE, MessageField.CLOSES),
    MessageKind.ENTERED: (*EVERYWHERE, MessageField.COUNT, MessageField.LIST, MessageField.FREE),
    MessageKind.CONFIRMATION: (*EVERYWHERE, MessageField.NAMES),
    MessageKind.MOVED_UP: (*EVERYWHERE, MessageField.NAMES),
    MessageKind.CALLED_OFF: EVERYWHERE,
    MessageKind.RANKING: (*EVERYWHERE, MessageField.RANKING, MessageField.ROUND),
}
"""The fields that each kind may use."""


class MessageFault(StrEnum):
    """What is wrong in a text."""

    UNKNOWN = "unknown"
    """A field that this kind does not have."""
    NOT_CLOSED = "not_closed"
    """An opening brace without its closing one on the same line."""
    NOT_OPENED = "not_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultPlace:
    """A fault, with its line and its character in the line, both from 1, and what stands there."""

    fault: MessageFault
    line: int
    at: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePart:
    """A piece of a line: a field, or plain text."""

    at: int
    """The character in the line, from 1."""
    text: str
    """The name between braces, or the plain text with single braces."""
    is_field: bool = False
    fault: MessageFault | None = None


_PIECES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+")


def parts_of(line: str) -> list[MessagePart]:
    """Return the pieces of a line.

    >>> [part.text for part in parts_of("On {date}, {{sic}}")]
    ['On ', 'date', ', ', '{', 'sic', '}']
    """
    parts = []
    for piece in _PIECES.finditer(line):
        at, text = piece.start() + 1, piece[0]
        if piece[1] is not None:
            parts.append(MessagePart(at=at, text=piece[1].strip(), is_field=True))
        elif text in "{}":
            fault = MessageFault.NOT_CLOSED if text == "{" else MessageFault.NOT_OPENED
            parts.append(MessagePart(at=at, text=text, fault=fault))
        else:
            parts.append(MessagePart(at=at, text={"{{": "{", "}}": "}"}.get(text, text)))
    return parts


def faults_of(text: str, names: Mapping[str, MessageField]) -> list[FaultPlace]:
    """Return every fault of a text; `names` has the fields by each of their names, in small letters."""
    faults = []
    for number, line in enumerate(text.splitlines(), start=1):
        for part in parts_of(line):
            is_unknown = part.is_field and part.text.lower() not in names
            if fault := MessageFault.UNKNOWN if is_unknown else part.fault:
                faults.append(FaultPlace(fault=fault, line=number, at=part.at, text=part.text))
    return faults


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return the text with its fields under other names; a field that `names` lacks keeps its own."""
    written = []
    for line in text.split("\n"):
        pieces = (
            "{" + names.get(part.text.lower(), part.text) + "}" if part.is_field else _doubled(part)
            for part in parts_of(line)
        )
        written.append("".join(pieces))
    return "\n".join(written)


def filled(text: str, facts: Mapping[str, str]) -> str:
    """Return the message, its fields replaced with `facts`, without lines that have only empty fields.

    >>> filled("Come!\\nFee: {fee}\\n{place}", {"fee": "", "place": "Bar Sport"})
    'Come!\\nBar Sport'
    >>> filled("Come!\\n\\n{fee}\\n\\n{place}", {"fee": "", "place": "Bar Sport"})
    'Come!\\n\\nBar Sport'
    """
    lines = []
    for line in text.splitlines():
        parts = parts_of(line)
        fields = [facts.get(part.text, "") for part in parts if part.is_field]
        if not fields or any(fields):
            lines.append("".join(facts.get(part.text, "") if part.is_field else part.text for part in parts).rstrip())
    return "\n".join(_without_gaps(lines)).strip()


def _doubled(part: MessagePart) -> str:
    return part.text if part.fault else part.text.replace("{", "{{").replace("}", "}}")


def _without_gaps(lines: Sequence[str]) -> list[str]:
    """Return the lines with one empty line where several were left."""
    kept: list[str] = []
    for is_empty, run in groupby(lines, key=lambda line: not line):
        kept += [""] if is_empty else run
    return kept
