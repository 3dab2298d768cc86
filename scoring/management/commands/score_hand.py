"""`score_hand [FILE|-]`: judge and score hands (docs/interchange.md §4).

The input is one JSON object, or one per line; each has an answer. An unreadable hand is answered with `error`.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.api.hand_json import answer_hand, parse_json
from scoring.engine.violations import InvalidNotation

LEGAL, ILLEGAL, UNREADABLE = range(3)
"""The command's exit status: that of the worst hand."""


class Command(BaseCommand):
    help = "Judge and score hands given as JSON. Exit status: 0 all legal, 1 some not, 2 something could not be read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="-", metavar="FILE|-")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        status = LEGAL
        for place, text in hands_in(read_text(file)):
            try:
                answer = answer_hand(parse_json(text))
                status = max(status, LEGAL if answer["legal"] else ILLEGAL)
            except (InvalidNotation, RecursionError) as error:
                answer = {"error": f"{place}{error}"}
                self.stderr.write(answer["error"])
                status = UNREADABLE
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        if status:
            sys.exit(status)


def read_text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=UNREADABLE) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{file}: expected UTF-8", returncode=UNREADABLE) from error
    if not text.strip():
        raise CommandError(f"{file}: expected a hand, got nothing", returncode=UNREADABLE)
    return text


def hands_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield each hand and its place: line by line if some line is a whole object, otherwise one hand."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) > 1 and any(line.startswith("{") and line.endswith("}") for _number, line in lines):
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            yield from ((f"line {number}: ", line) for number, line in lines)
            return
    yield "", text
