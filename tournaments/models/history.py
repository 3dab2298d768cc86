"""The manager of a model's history, which every write uses."""

from functools import cache
from typing import Any

from simple_history.manager import HistoryManager


class LastingHistoryManager(HistoryManager):  # type: ignore[misc]
    """A manager class made once; simple_history makes a new one at each access."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: type, class_name: str | None = None) -> Any:
        return super().from_queryset(queryset_class, class_name)
