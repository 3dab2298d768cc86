"""Many new rows of a table of the database, by one statement that is compiled once.

Django's `bulk_create` prepares each value of each row by itself, the defaults too: of 2,500 tables of a round it
took several times as long as the database.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import AutoField, JSONField, Model
from django.db.models.sql import InsertQuery


def insert_rows(alike: Model, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Insert a row for each of `rows`, the values of the fields named; the other values are those of `alike`.

    A value is as the database stores it (a key, a number, a text), or JSON other than null. As with `bulk_create`, no
    history is written. The keys of the new rows are not known.
    """
    if not rows:
        return
    fields = [field for field in alike._meta.concrete_fields if not isinstance(field, AutoField)]
    query = InsertQuery(type(alike))
    query.insert_values(fields, [alike])
    ((statement, values),) = query.get_compiler(connection=connection).as_sql()
    at = [next(at for at, field in enumerate(fields) if field.name == name) for name in names]
    columns: list[Sequence[Any]] = [[value] * len(rows) for value in values]
    adapt = connection.ops.adapt_json_value
    for index, column in zip(at, zip(*rows, strict=True), strict=True):
        field = fields[index]
        columns[index] = [adapt(value, field.encoder) for value in column] if isinstance(field, JSONField) else column
    with connection.cursor() as cursor:
        cursor.executemany(statement, list(zip(*columns, strict=True)))
