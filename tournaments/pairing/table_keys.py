"""The key of a draft's table in a form: what the referee saw, so that nothing else is changed by mistake."""

import re

from tournaments.records import DraftTable, EntrantId

_NUMBER = r"([1-9]\d{0,5})"
_KEY = re.compile(rf"{_NUMBER}:{_NUMBER}(?:\+{_NUMBER})?-(?:{_NUMBER}(?:\+{_NUMBER})?)?", re.ASCII)


def table_key(table: DraftTable) -> str:
    """Return the key of a table: its number and its entrants.

    >>> table_key(DraftTable(number=4, ns=EntrantId(7), ew=EntrantId(12)))
    '4:7-12'
    >>> table_key(DraftTable(number=9, ns=EntrantId(3), ew=None))
    '9:3-'
    """
    ns, ew = str(table.ns), str(table.ew or "")
    if table.ns_partner is not None:
        ns, ew = f"{ns}+{table.ns_partner}", f"{ew}+{table.ew_partner}"
    return f"{table.number}:{ns}-{ew}"


def table_from_key(key: str) -> DraftTable:
    """Return the table of a key. Raise ValueError if it is not a key."""
    match = _KEY.fullmatch(key)
    if match is None:
        raise ValueError(f"expected a table as 4:7-12, got {key[:40]!r}")
    number, ns, ns_partner, ew, ew_partner = (
        None if group is None else EntrantId(int(group)) for group in match.groups()
    )
    if number is None or ns is None or (ns_partner is None) != (ew_partner is None):
        raise ValueError(f"expected a table of two pairs or of four players, got {key[:40]!r}")
    return DraftTable(number=number, ns=ns, ew=ew, ns_partner=ns_partner, ew_partner=ew_partner)
