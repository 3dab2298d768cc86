"""The codes typed at tables, and the waiting times after wrong ones.

A wrong code counts against its phone, then its address, then the hall. A phone that a table knows only waits for wrong
codes of its own line, so strangers cannot keep it from its table.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import ip_address
from itertools import groupby

from tournaments.records import Line

WITHIN = timedelta(minutes=10)
"""The time for which a wrong code counts."""

WRONG_CODES = 5
"""So many by strangers who have read the slip's QR code lock their table for strangers: of a million codes nobody
finds one. So many by one phone, or by the phones of one line, and they wait."""

WRONG_FROM_AN_ADDRESS = 15
WRONG_IN_THE_HALL = 60


class Bound(StrEnum):
    """The limit that was reached."""

    LINE = "line"
    """The phones of one line, at their own table."""
    PHONE = "phone"
    ADDRESS = "address"
    TABLE = "table"
    """This table, for phones that did not come by the QR code of its slip."""
    HALL = "hall"
    """Every table, for the same phones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The origin of a code."""

    device: str
    """The phone's key; a phone without cookies has a new one each time."""
    address: str = ""
    scanned: bool = False
    """Whether it came by the table's own address, from the QR code of its slip."""
    line: Line | None = None
    """The line of the phone's ticket for this table; None if the table does not know it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """A code typed at a table."""

    table: int
    origin: Origin
    opened: Line | None = None
    """The line whose code it is; None for a wrong code."""
    at: datetime


@dataclass(frozen=True, slots=True)
class HoldUp:
    """A waiting time: its limit and its end."""

    bound: Bound
    until: datetime


def hold_up(tries: Sequence[Try], table: int, origin: Origin, at: datetime) -> HoldUp | None:
    """Return why a code from there is not checked now; None if it is. `tries` are those of all tables, in any order."""
    wrong = [code_try for code_try in tries if code_try.opened is None and code_try.at > at - WITHIN]
    if origin.line is not None:
        own = [code_try for code_try in wrong if (code_try.table, code_try.origin.line) == (table, origin.line)]
        return _bound(Bound.LINE, own, WRONG_CODES)
    strangers = [code_try for code_try in wrong if code_try.origin.line is None]
    found = _bound(Bound.PHONE, _with(strangers, lambda code_try: code_try.origin.device == origin.device), WRONG_CODES)
    if found is None and not is_the_halls(tries, origin.address):
        here = _with(strangers, lambda code_try: code_try.origin.address == origin.address)
        found = _bound(Bound.ADDRESS, here, WRONG_FROM_AN_ADDRESS)
    if found is None and not origin.scanned:
        unscanned = _with(strangers, lambda code_try: code_try.table == table and not code_try.origin.scanned)
        found = _bound(Bound.TABLE, unscanned, WRONG_CODES) or _bound(Bound.HALL, strangers, WRONG_IN_THE_HALL)
    return found


def lock(tries: Iterable[Try], table: int, at: datetime) -> bool:
    """Return whether strangers with its QR code have typed enough wrong codes to lock the table for strangers."""
    counted = (
        code_try.table == table and code_try.origin.line is None and code_try.origin.scanned and code_try.opened is None
        for code_try in tries
        if code_try.at > at - WITHIN
    )
    return sum(counted) >= WRONG_CODES


def is_the_halls(tries: Iterable[Try], address: str) -> bool:
    """Return whether many phones may share the address, as those of a hall behind one router. Then it is not limited.

    It is the hall's if phones of two tables have come from it, or if it is public and no phone has come from another.
    """
    right = [code_try for code_try in tries if code_try.opened is not None]
    if len({code_try.table for code_try in right if code_try.origin.address == address}) > 1:
        return True
    return not _is_private(address) and all(code_try.origin.address == address for code_try in right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """An address from which wrong codes have come."""

    address: str
    codes: int
    phones: int
    tables: tuple[int, ...]
    """The tables at which they were typed."""
    last: datetime
    at_home: tuple[tuple[int, Line], ...]
    """The tables and lines whose right codes came from the same address or phone."""


def sources(tries: Sequence[Try]) -> list[Source]:
    """Return the addresses of wrong codes, those with the most first."""
    wrong = sorted(
        (code_try for code_try in tries if code_try.opened is None), key=lambda code_try: code_try.origin.address
    )
    found = [
        _source(address, list(of), tries) for address, of in groupby(wrong, lambda code_try: code_try.origin.address)
    ]
    return sorted(found, key=lambda source: -source.codes)


def _source(address: str, wrong: Sequence[Try], tries: Sequence[Try]) -> Source:
    devices = {code_try.origin.device for code_try in wrong}
    at_home = {
        (code_try.table, code_try.opened)
        for code_try in tries
        if code_try.opened is not None and (code_try.origin.address == address or code_try.origin.device in devices)
    }
    return Source(
        address=address,
        codes=len(wrong),
        phones=len(devices),
        tables=tuple(sorted({code_try.table for code_try in wrong})),
        last=max(code_try.at for code_try in wrong),
        at_home=tuple(sorted(at_home)),
    )


def _with(tries: Iterable[Try], is_meant: Callable[[Try], bool]) -> list[Try]:
    return [code_try for code_try in tries if is_meant(code_try)]


def _bound(bound: Bound, wrong: Sequence[Try], most: int) -> HoldUp | None:
    """Return the limit until fewer than `most` of them count; None if it is not reached."""
    if len(wrong) < most:
        return None
    return HoldUp(bound, sorted(code_try.at for code_try in wrong)[-most] + WITHIN)


def _is_private(address: str) -> bool:
    """Return whether the address is private; a text that is not an address is a local socket."""
    try:
        return ip_address(address).is_private
    except ValueError:
        return False
