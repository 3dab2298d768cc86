"""Strict reading of JSON: every value is taken by its path, so that an error can name it."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NoReturn

from django.utils.text import slugify
from django.utils.translation import gettext as _

UNWRITABLE = re.compile("[\0\ud800-\udfff]")
"""The characters that JSON can hold and a database cannot: NUL, and half of a surrogate pair."""
LONGEST_TEXT = 400
"""The longest path, and the longest description of a fault, in characters; both may quote the file."""


class InterchangeError(ValueError):
    """A file that cannot be imported. The message has the path of the first fault, and nothing was imported."""

    def __init__(self, path: str, message: str) -> None:
        path, message = _printable(path), _printable(message)
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


def _printable(text: str) -> str:
    """Return a text that is short and that every terminal can print."""
    printable = text.encode("utf-8", "backslashreplace").decode()
    return printable if len(printable) <= LONGEST_TEXT else f"{printable[:LONGEST_TEXT]}…"


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value and its path: `rounds[2].tables[5].hands[0].ns.base`."""

    value: object
    path: str = ""

    def fail(self, message: str) -> InterchangeError:
        return InterchangeError(self.path, message)

    def expected(self, what: str) -> InterchangeError:
        return self.fail(_("expected %(what)s, got %(got)r") % {"what": what, "got": self.value})

    def members(self, *, required: Collection[str], optional: Collection[str] = ()) -> dict[str, "Node"]:
        """Return the members of an object. A missing or an unknown key is refused by name."""
        for key in self.object():
            if key not in required and key not in optional:
                raise InterchangeError(self._below(key), _("unknown key"))
        for key in required:
            if key not in self.object():
                raise InterchangeError(self._below(key), _("this key is missing"))
        return self.all_members()

    def all_members(self) -> dict[str, "Node"]:
        """Return the members of an object with any keys."""
        return {key: Node(value, self._below(key)) for key, value in self.object().items()}

    def object(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.expected(_("an object"))
        return self.value

    def items(self) -> Iterator["Node"]:
        if not isinstance(self.value, list):
            raise self.expected(_("a list"))
        return (Node(value, f"{self.path}[{index}]") for index, value in enumerate(self.value))

    def text(self, *, empty: bool = True, longest: int = 200) -> str:
        if not isinstance(self.value, str) or UNWRITABLE.search(self.value):
            raise self.expected(_("a text"))
        if not empty and not self.value.strip():
            raise self.fail(_("must not be empty"))
        if len(self.value) > longest:
            raise self.fail(_("longer than %(longest)s characters") % {"longest": longest})
        return self.value

    def slug(self, wanted: str | None) -> str:
        """Return a part of an address: the one `wanted`, or else the file's own."""
        slug = self.text(empty=False, longest=140) if wanted is None else wanted
        if slug != slugify(slug) or not slug:
            raise self.fail(_("a slug has lower-case letters, digits and hyphens only"))
        return slug

    def integer(self, *, least: int = -1_000_000, most: int = 1_000_000) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.expected(_("a whole number"))
        if not least <= self.value <= most:
            raise self.expected(_("a number from %(least)s to %(most)s") % {"least": least, "most": most})
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.expected(_("true or false"))
        return self.value

    def choice(self, *choices: str) -> str:
        value = self.value
        if not isinstance(value, str) or value not in choices:  # equivalent `value not in choices`: all are texts
            raise self.expected(_("one of %(choices)s") % {"choices": ", ".join(choices)})
        return value

    def day(self) -> date:
        """Return a date in the one form that every program reads; Python knows others, `2026-W47-5`."""
        text = self.text()
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        if day is None or day.isoformat() != text:
            raise self.expected(_("a date such as 2026-11-20"))
        return day

    def moment(self) -> datetime:
        """Return a moment with its offset from UTC."""
        try:
            moment = datetime.fromisoformat(self.text())
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            raise self.expected(_("a moment such as 2026-11-20T21:15:00+01:00"))
        return moment

    def _below(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def check_version(top: Mapping[str, Node], *, of: str, known: int) -> None:
    """Check what a file is of and its version, before anything else: a newer file may have unknown keys."""
    if "format" in top and top["format"].value != of:
        raise top["format"].expected(of)
    version = top["version"].integer() if "version" in top else known
    if version > known:
        raise top["version"].fail(
            _("a newer program wrote this file, in version %(version)s; this one reads version %(known)s")
            % {"version": version, "known": known}
        )
    if version != known:
        raise top["version"].expected(str(known))


def parse_json(text: str) -> object:
    """Return the value of a text. A key that occurs twice in an object is refused; JSON itself would allow it."""

    def once(members: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(members)
        if len(found) < len(members):
            keys = [key for key, _value in members]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise InterchangeError(twice, _("this key is given twice in one object"))
        return found

    def no_number(word: str) -> NoReturn:
        raise ValueError(word)

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=no_number)
    except InterchangeError:
        raise
    # Python refuses a number of 5,000 digits, and deeply nested lists.
    except (ValueError, RecursionError) as error:
        raise InterchangeError("", _("this is not JSON: %(error)s") % {"error": error}) from error
