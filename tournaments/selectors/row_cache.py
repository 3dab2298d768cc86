"""Values computed from rows of the database, and given again for as long as the same rows are read.

The rows are read each time and compared, so nothing here is ever stale, whoever wrote and however, in this process or
another. To compare a round that was played takes a fiftieth of the time of making its tables again, and what is
computed from them is found to be the same (`tournaments/ranking/ranking_cache.py`).
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from pages.prepared_queries import RawRow

Value = TypeVar("Value")


class RowCache(Generic[Value]):
    """The rows last read for each key, and the value made of them; of the keys used last, up to a number of rows."""

    def __init__(self, most_rows: int) -> None:
        self._most_rows, self._rows = most_rows, 0
        self._items: OrderedDict[Hashable, tuple[Sequence[RawRow], Value]] = OrderedDict()
        self._lock = Lock()

    def get_or_make(self, key: Hashable, rows: Sequence[RawRow], make: Callable[[Iterable[RawRow]], Value]) -> Value:
        """Return the value of these rows, made by `make` unless they equal those last read for the key.

        All that `make` reads besides the rows belongs into the key.
        """
        with self._lock:
            rows_then, value = self._items.get(key, (None, None))
        if value is None or rows_then != rows:  # equivalent `rows_then != rows`: without a value, there are no rows
            value = make(rows)
        with self._lock:
            self._rows += len(rows) - len(self._items.pop(key, ((), None))[0])
            self._items[key] = rows, value
            while self._rows > self._most_rows:
                _key, (dropped, _value) = self._items.popitem(last=False)
                self._rows -= len(dropped)
        return value
