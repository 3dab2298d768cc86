"""The log's last lines without anything that a person wrote: what a fault report may contain.

Of a line stay its time, level, logger, request and the sentence as the program's code has it, without what was filled
in; of an error its kind and where in the code it arose. Names, addresses and codes are never among these, so nothing
has to be searched for them.
"""

import logging
import traceback
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from burraco_club.logs import OUTSIDE

LINES = 60
FRAMES = 12
"""At most this many places of an error, the last ones."""
OURS = "burraco_club."
"""The loggers whose sentences are constants even where nothing is filled in; others may have filled theirs in."""
SECURITY = "burraco_club.security"
"""The logger whose first fact is the event, a constant of the program."""
LEFT_OUT = "(left out)"
PROJECT = Path(__file__).resolve().parents[1]

_lines: deque[str] = deque(maxlen=LINES)


class TailHandler(logging.Handler):
    """Keep the lines of this process's last records."""

    def emit(self, record: logging.LogRecord) -> None:
        _lines.extend(lines_of(record))


def last_lines() -> list[str]:
    return list(_lines)


def lines_of(record: logging.LogRecord) -> Iterator[str]:
    """Yield the lines of a record that name nobody."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")
    request = getattr(record, "request_id", OUTSIDE)
    yield f"{at} {record.levelname} {record.name} [{request}]: {_sentence(record)}"
    if record.exc_info and record.exc_info[1] is not None:
        yield from _error(record.exc_info[1])


def _sentence(record: logging.LogRecord) -> str:
    if record.name == SECURITY and isinstance(record.args, tuple) and record.args:
        return str(record.args[0])
    is_constant = bool(record.args) or record.name.startswith(OURS)
    return record.msg if is_constant and isinstance(record.msg, str) else LEFT_OUT


def _error(error: BaseException) -> Iterator[str]:
    yield f"  {type(error).__module__}.{type(error).__qualname__}"
    for frame in traceback.extract_tb(error.__traceback__)[-FRAMES:]:
        yield f"    {_place(Path(frame.filename))}:{frame.lineno} {frame.name}"


def _place(file: Path) -> str:
    """Return a file from the program's folder or the libraries' on: above may stand somebody's name."""
    if "site-packages" in file.parts:
        return "/".join(file.parts[file.parts.index("site-packages") + 1 :])
    return file.relative_to(PROJECT).as_posix() if file.is_relative_to(PROJECT) else file.name
