"""What a test stages is played once: another test that stages the same gets the rows of the first.

A function that is marked `staged` fills the database through the services. What it writes follows from what has been
staged before in the same test, from its arguments, from the language and from the day. The first test with the same
steps plays them; from then on, the statements are executed as they were, and the function's objects come back as they
were.

It is played again wherever that is not certain: after any other write to the tables of the tournaments and games, on
another database than SQLite, whose numbers go on after a rollback, outside a test's own transaction, where queries are
counted or watched, and where a test has patched something or changed a setting. `BURRACO_STAGING=play` plays everything
again, for tools that ask what a test calls.
"""

import io
import os
import pickle
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

from django.conf import UserSettingsHolder, settings
from django.db import connection
from django.db.models import Manager, Model, QuerySet
from django.utils import timezone, translation

P = ParamSpec("P")
R = TypeVar("R")
Statement = tuple[str, Any, bool]
"""A statement, its parameters, and whether they are many."""

HARMLESS = re.compile(r"\s*(?:BEGIN|SELECT|SAVEPOINT|RELEASE|PRAGMA)\b", re.IGNORECASE)
OF_ACCOUNTS = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(?:accounts|auth|django_session)\w*"')
"""Who logs in changes nothing that is staged."""
NUMBERS = "SELECT name, seq FROM sqlite_sequence WHERE name LIKE 'tournaments%' OR name LIKE 'scoring%' ORDER BY name"


class NotCertain(Exception):
    """An argument does not say what it stands for."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a step wrote, the database that it left, and its objects."""

    statements: Sequence[Statement]
    state: bytes
    objects: bytes


class Stage:
    """The database of the test that runs: `state` stands for all that is in it, or is None if that is not known."""

    def __init__(self) -> None:
        self.scenes: dict[bytes, Scene] = {}
        self.state: bytes | None = None
        self.is_patched: Callable[[], bool] = lambda: False
        self.written: list[Statement] | None = None
        """The statements of the step that is played."""

    def open(self, is_patched: Callable[[], bool] = lambda: False) -> None:
        """Begin a test, in whose database nothing is staged, and which may patch something."""
        self.state, self.is_patched = b"", is_patched

    def close(self) -> None:
        self.state = None

    def watch(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Note each statement that changes the database, as a wrapper of Django's for all statements."""
        if not HARMLESS.match(sql):
            if sql.startswith("ROLLBACK") or self.written is None and not OF_ACCOUNTS.match(sql):
                self.state = None
            elif self.written is not None:
                self.written.append((sql, params, many))
        return execute(sql, params, many, context)

    def step(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        if self.written is not None:
            return function(*args, **kwargs)
        given = models_in((args, kwargs)) if self._is_certain() else []
        try:
            key = self._key((function.__qualname__, args, kwargs), given)
        except NotCertain:
            key = None
        if key in self.scenes:
            return self._put_again(self.scenes[key], given)
        before, self.written = self.state, []
        try:
            result = function(*args, **kwargs)
            if key and self.state == before:
                self.state = key
                objects = pickled(([vars(model) for model in given], result), given)
                self.scenes[key] = Scene([in_sqlite(*statement) for statement in self.written], key, objects)
            return result
        except NotCertain:
            self.state = None
            return result
        finally:
            if key is None or self.state == before:
                self.state = None
            self.written = None

    def _is_certain(self) -> bool:
        if self.state is None or not connection.in_atomic_block or connection.force_debug_cursor:
            return False
        return connection.execute_wrappers == [self.watch] and not self.is_patched()

    def _key(self, call: object, given: Sequence[Model]) -> bytes | None:
        """Return what the database will be after a call."""
        if not self._is_certain() or isinstance(settings._wrapped, UserSettingsHolder):
            return None
        if self.state == b"":
            with connection.cursor() as cursor:
                cursor.execute(NUMBERS)
                self.state = sha256(repr(cursor.fetchall()).encode()).digest()
        around = translation.get_language(), timezone.localdate()
        arguments = pickled((call, [vars(model) for model in given], around), given, plain=True)
        assert self.state is not None
        return sha256(self.state + arguments).digest()

    def _put_again(self, scene: Scene, given: Sequence[Model]) -> Any:
        for sql, params, many in scene.statements:
            (connection.connection.executemany if many else connection.connection.execute)(sql, params).fetchall()
        self.state = scene.state
        states, result = _Unpickler(io.BytesIO(scene.objects), given).load()
        for model, state in zip(given, states, strict=True):
            vars(model).clear()
            vars(model).update(state)
        return result


STAGE = Stage()


def staged(function: Callable[P, R]) -> Callable[P, R]:
    """Play a function once for all tests that stage the same."""

    @wraps(function)
    def step(*args: P.args, **kwargs: P.kwargs) -> R:
        return STAGE.step(function, *args, **kwargs)

    return step


def watch_database() -> None:
    """Let everything that is staged from now on be put again, where that is certain."""
    if connection.vendor == "sqlite" and os.environ.get("BURRACO_STAGING") != "play":
        connection.execute_wrappers.append(STAGE.watch)


def models_in(call: tuple[Sequence[Any], dict[str, Any]]) -> list[Model]:
    """Return the models among the arguments, with those that they hold, each once."""
    found: dict[int, Model] = {}

    def visit(value: object) -> None:
        if isinstance(value, Model) and id(value) not in found:
            found[id(value)] = value
            for held in value._state.fields_cache.values():
                visit(held)
        elif isinstance(value, list | tuple):
            for one in value:
                visit(one)

    visit([*call[0], *call[1].values()])
    return list(found.values())


def in_sqlite(sql: str, params: Any, many: bool) -> Statement:
    """Return a statement with the placeholders of SQLite."""
    if params is None:
        return sql, (), many
    rows = [tuple(row) for row in params] if many else tuple(params)
    length = len(rows[0]) if many and rows else len(rows)
    return sql % (("?",) * length), rows, many


def pickled(value: object, given: Sequence[Model], *, plain: bool = False) -> bytes:
    """Return a value as bytes in which a given model is its number; `plain`: the same for whatever is equal."""
    file = io.BytesIO()
    pickler = _Pickler(file, given)
    pickler.fast = plain
    try:
        pickler.dump(value)
    except (AttributeError, TypeError, ValueError, RecursionError, pickle.PicklingError) as error:
        raise NotCertain from error
    return file.getvalue()


def _fill(model: Model, held: dict[str, object]) -> None:
    vars(model).update(held)


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, given: Sequence[Model]) -> None:
        super().__init__(file)
        self._places = {id(model): place for place, model in enumerate(given)}

    def persistent_id(self, value: object) -> int | None:
        if isinstance(value, Manager) or isinstance(value, QuerySet) and value._result_cache is None:
            raise NotCertain
        return self._places.get(id(value)) if isinstance(value, Model) else None

    def reducer_override(self, value: object) -> Any:
        """Leave Django's version out, which a model that was pickled would hold from then on."""
        if isinstance(value, Model):
            return object.__new__, (type(value),), vars(value), None, None, _fill
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, given: Sequence[Model]) -> None:
        super().__init__(file)
        self._given = given

    def persistent_load(self, place: int) -> Model:
        return self._given[place]
