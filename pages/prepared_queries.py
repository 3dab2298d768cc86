"""The queries that phones and desks repeat again and again: their SQL is compiled once, and only values change.

Django compiles a query each time, which takes several times as long as the database needs to answer. CPU milliseconds
on SQLite, 500 pairs after eight rounds, compiled each time → once:

* the revision of a tournament, which every poll begins with (`revision_of`): 0.6 → 0.06;
* the revision of a season of 60 tournaments, which each of its readers begins with (`season_revision_of`):
  2.4 → 0.22;
* a phone's table, the whole of a poll that finds nothing new (`table_for_phones`): 4.9 → 0.25;
* the players and the rulings of a table, in a poll that finds something new and after each figure typed (`table_at`,
  `rulings_of`): 16 → 0.4 of 20;
* the hands of a pair, for its own page, which is made after every slip (`hands_of_entrant`): 6.1 → 0.7 of 19;
* the tables and the entrants of a ranking, which every page with one begins with (`results_of`, `entrants_of`):
  28 → 16, with what `row_cache.py` keeps;
* the round of a desk, the table that is saved, what follows it, and the tables that changed, for every slip saved there
  (`open_desk`, `lock_table`, `desk_progress`, `grid_since`): 9.1 → 0.7 of 20;
* the club's settings, for every page (`burraco_club/middleware.py`): 0.2 → 0.03.

Everything else uses Django as usual. `tests/pages/test_prepared_queries.py` names the parts of Django's
compiler that this relies on, which is not a public interface; in any case `list(build(*values))` gives the same rows.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.transaction import TransactionManagementError

Made = TypeVar("Made", bound=Model)
Value = str | int
Row = dict[str, Any]
RawRow = tuple[Any, ...]
"""A row as the database stores it."""
Rows = QuerySet[Any, Any]
"""A query whose rows are dicts, as from `values(…)`."""

LARGEST = 2**63 - 1

STAND_INS: Mapping[type, Callable[[int], Value]] = {str: lambda at: f"\x1f{at}", int: lambda at: 32_000 + at}
"""The placeholders for values during compilation, by type and place: values that no query contains itself."""


class PreparedQuery:
    """A query that is repeated with other values.

    `PreparedQuery(lambda number: Pair.objects.filter(number=number).values("pk", "status"), int)` reads the pairs with
    a number, and `rows(7)` of it is `[{"pk": 7, "status": "active"}]`.

    `build` returns the query for some values, as `values(…)`; its SQL must be the same for all of them. None is not
    allowed, because `= NULL` is not `IS NULL`.
    """

    def __init__(self, build: Callable[..., Rows], *types: type) -> None:
        self._build, self._types = build, types
        self._by_vendor: dict[str, _Compiled] = {}

    def rows(self, *values: Value) -> list[Row]:
        """Return the rows for these values; none for an integer outside the database's range. One query."""
        compiled = self._compiled()
        return [compiled.converted(row) for row in self.raw_rows(*values)]

    def raw_rows(self, *values: Value) -> list[RawRow]:
        """Return the rows as the database stores them, in the order of the fields: to be compared. One query."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        return self._compiled().raw_rows(values)

    def converted(self, raw: RawRow) -> Row:
        """Return a row of `raw_rows` as `rows` returns it."""
        return self._compiled().converted(raw)

    def _compiled(self) -> "_Compiled":
        compiled = self._by_vendor.get(connection.vendor)
        if compiled is None:
            compiled = self._by_vendor[connection.vendor] = _Compiled(self._build, self._types)
        return compiled


class _Compiled:
    """The query compiled for one database."""

    def __init__(self, build: Callable[..., Rows], types: tuple[type, ...]) -> None:
        stand_ins = [STAND_INS[type_](at) for at, type_ in enumerate(types)]
        query = build(*stand_ins).query
        compiler = query.get_compiler(connection=connection)
        self.sql, values = compiler.as_sql()
        # Each parameter is the place of a caller's value, or else a value of the query itself.
        self.values = [(stand_ins.index(value) if value in stand_ins else None, value) for value in values]
        if unused := set(range(len(types))) - {place for place, _value in self.values}:
            raise ValueError(f"expected that the query uses every value, got none for {sorted(unused)}")
        selected = [item[0] for item in compiler.select[: compiler.col_count]]
        self.converters = compiler.get_converters(selected)
        self.names = list(query.selected or ())
        self.locks = query.select_for_update

    def raw_rows(self, values: tuple[Value, ...]) -> list[RawRow]:
        if self.locks and connection.get_autocommit():
            # Django says so while it compiles the query, and only where the database has such locks.
            raise TransactionManagementError("a query that locks its rows needs a transaction, got none")
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [own if place is None else values[place] for place, own in self.values])
            found: list[RawRow] = cursor.fetchall()
        return found

    def converted(self, raw: RawRow) -> Row:
        row = list(raw)
        for at, (convert, expression) in self.converters.items():
            for step in convert:
                row[at] = step(row[at], expression, connection)
        return dict(zip(self.names, row, strict=True))


def instance_of(model: type[Made], row: Row, names: Sequence[str], path: str = "") -> Made:
    """Return the instance of a model of which a row has these fields below a path; others are read when needed."""
    return model.from_db(DEFAULT_DB_ALIAS, names, [row[f"{path}{name}"] for name in names])
