"""Everything that the club keeps of one person, in parts: a table each, for paper and for a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

Value = str | int | date | datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DataColumn:
    """A column of a part. `key` is the name in a file, the same in every language."""

    key: str
    label: str
    is_money: bool = False
    """Whether its values are cents."""
    is_named: bool = False
    """Whether its values say nothing without the label beside them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataPart:
    """One kind of data: its rows, in the order of the columns."""

    key: str
    title: str
    columns: Sequence[DataColumn]
    rows: Sequence[Sequence[Value]]
