"""What was made of rows of the database, kept in memory for as long as the same rows are read.

The rows are read each time and compared, so nothing here is ever stale, whoever wrote and however, in this process or
another. A round that was played is compared in a fiftieth of the time that its tables take to be made anew, and what is
computed from them finds that they are the same (`tournaments/ranking/kept_sums.py`).
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from .prepared_queries import RawRow

Made = TypeVar("Made")


class KeptRows(Generic[Made]):
    """The rows last read for each key, and what was made of them; of the keys used last, up to a number of rows."""

    def __init__(self, most_rows: int) -> None:
        self._most_rows, self._rows = most_rows, 0
        self._kept: OrderedDict[Hashable, tuple[Sequence[RawRow], Made]] = OrderedDict()
        self._lock = Lock()

    def made(self, key: Hashable, rows: Sequence[RawRow], make: Callable[[Iterable[RawRow]], Made]) -> Made:
        """Return what `make` makes of the rows, made anew unless they equal those last read for the key.

        All that `make` reads besides the rows belongs into the key.
        """
        with self._lock:
            rows_then, made = self._kept.get(key, (None, None))
        if made is None or rows_then != rows:
            made = make(rows)
        with self._lock:
            self._rows += len(rows) - len(self._kept.pop(key, ((), None))[0])
            self._kept[key] = rows, made
            while self._rows > self._most_rows:
                _key, (gone, _made) = self._kept.popitem(last=False)
                self._rows -= len(gone)
        return made
