"""The body of a request: one hand, a list of hands, or one on each line; the response has the same form."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.api.hand_json import answer_hand, parse_json
from scoring.engine.violations import InvalidNotation

MOST_BYTES = 100_000
MOST_HANDS = 100
"""More hands than these in one request would keep the club's computer from the players' phones."""

OK, BAD_REQUEST, TOO_LARGE, OTHER_TYPE, UNPROCESSABLE = 200, 400, 413, 415, 422
TYPES = ("application/json", "application/x-ndjson")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An HTTP status and its JSON; with `as_lines`, one value per line."""

    status: int
    body: Any
    as_lines: bool = False


def reply_to(data: bytes) -> Reply:
    """Return the answer to any request's body.

    Every hand of a batch is answered, an unreadable one with its `error`; the status is then 422.
    """
    if len(data) > MOST_BYTES:
        return too_large()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _refusal(BAD_REQUEST, "expected UTF-8")
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        return _refusal(BAD_REQUEST, "expected a hand, got nothing")
    try:
        given = parse_json(text)
    except InvalidNotation as error:
        return _lines(lines) if len(lines) > 1 and _is_json(lines[0]) else _refusal(BAD_REQUEST, str(error))
    if not isinstance(given, list):
        return _reply([_answer(given)], alone=True)
    if len(given) > MOST_HANDS:
        return _too_many()
    return _reply([_answer(hand, f"[{index}]") for index, hand in enumerate(given)])


def too_large() -> Reply:
    return _refusal(TOO_LARGE, f"expected at most {MOST_BYTES} bytes")


def of_another_type(content_type: str) -> Reply:
    return _refusal(OTHER_TYPE, f"expected Content-Type {' or '.join(TYPES)}, got {content_type[:100]!r}")


def _too_many() -> Reply:
    return _refusal(TOO_LARGE, f"expected at most {MOST_HANDS} hands")


def _refusal(status: int, error: str) -> Reply:
    return Reply(status=status, body={"error": error})


def _lines(lines: Sequence[str]) -> Reply:
    if len(lines) > MOST_HANDS:
        return _too_many()
    return _reply([_answer_line(line, f"line {number}") for number, line in enumerate(lines, start=1)], as_lines=True)


def _reply(answers: list[dict[str, Any]], *, alone: bool = False, as_lines: bool = False) -> Reply:
    status = UNPROCESSABLE if any("error" in answer for answer in answers) else OK
    return Reply(status=status, body=answers[0] if alone else answers, as_lines=as_lines)


def _is_json(line: str) -> bool:
    try:
        parse_json(line)
    except InvalidNotation:
        return False
    return True


def _answer_line(line: str, place: str) -> dict[str, Any]:
    try:
        return _answer(parse_json(line), place)
    except InvalidNotation as error:
        return {"error": f"{place}: {error}"}


def _answer(given: object, place: str = "") -> dict[str, Any]:
    """Return the judgement of one hand or, if it is unreadable, the reason with its place in front."""
    try:
        return answer_hand(given)
    except InvalidNotation as error:
        return {"error": f"{place}: {error}" if place else str(error)}
    except RecursionError:
        return {"error": f"{place}: nested too deeply" if place else "nested too deeply"}
