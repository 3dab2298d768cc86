"""Queries that hundreds of phones ask again and again: their SQL is worked out once, and only its values change.

Django works a query out anew each time that it is asked. For a join that takes ten times what the database takes to
answer, and a hall's phones ask every few seconds.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet

Value = str | int | datetime
Row = dict[str, Any]
Rows = QuerySet[Any, Any]
"""A query whose rows are dicts, as `values(…)` makes it."""

LARGEST = 2**63 - 1

STAND_INS: Mapping[type, Callable[[int], Value]] = {
    str: lambda at: f"\x1f{at}",
    int: lambda at: 32_000 + at,
    datetime: lambda at: datetime(1900, 1, 1 + at, tzinfo=UTC),
}
"""What stands for a value while the SQL is worked out, by type and place: nothing that a query says by itself."""


class Prepared:
    """A query asked with other values each time.

    `Prepared(lambda number: Pair.objects.filter(number=number).values("pk", "status"), int)` asks for the pairs of a
    number, and `rows(7)` of it is `[{"pk": 7, "status": "active"}]`.

    `build` gives the query for such values, as `values(…)`, and leaves nothing to chance: the same SQL for all of them.
    None is not among the values, because `= NULL` is not `IS NULL`.
    """

    def __init__(self, build: Callable[..., Rows], *types: type) -> None:
        self._build, self._types = build, types
        self._by_vendor: dict[str, _Compiled] = {}

    def rows(self, *values: Value) -> list[Row]:
        """The rows for these values; none for an integer that no database holds. One query."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        compiled = self._by_vendor.get(connection.vendor)
        if compiled is None:
            compiled = self._by_vendor[connection.vendor] = _Compiled(self._build, self._types)
        return compiled.rows(values)


class _Compiled:
    """The query as one database wants it."""

    def __init__(self, build: Callable[..., Rows], types: tuple[type, ...]) -> None:
        stand_ins = [STAND_INS[each](at) for at, each in enumerate(types)]
        query = build(*stand_ins).query
        compiler = query.get_compiler(connection=connection)
        self.sql, values = compiler.as_sql()
        wanted = [_adapted(each) for each in stand_ins]
        # Where a value of the caller's goes, its place among them; otherwise the value that the query says by itself.
        self.values = [(wanted.index(value) if value in wanted else None, value) for value in values]
        if unused := set(range(len(types))) - {place for place, _value in self.values}:
            raise ValueError(f"expected that the query uses every value, got none for {sorted(unused)}")
        selected = [each[0] for each in compiler.select[: compiler.col_count]]
        self.converters = compiler.get_converters(selected)
        self.names = list(query.selected or (*query.values_select, *query.annotation_select))

    def rows(self, values: tuple[Value, ...]) -> list[Row]:
        adapted = [_adapted(value) for value in values]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [own if place is None else adapted[place] for place, own in self.values])
            found = [list(row) for row in cursor.fetchall()]
        for at, (convert, expression) in self.converters.items():
            for row in found:
                for step in convert:
                    row[at] = step(row[at], expression, connection)
        return [dict(zip(self.names, row, strict=True)) for row in found]


def _adapted(value: Value) -> Any:
    """A value as it is given to the database."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
