"""How the history of a model is asked for, which every write does."""

from functools import cache
from typing import Any

from simple_history.manager import HistoryManager


class LastingHistoryManager(HistoryManager):  # type: ignore[misc]
    """simple_history makes a class anew each time that a model's history is asked for; this one, once."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: type, class_name: str | None = None) -> Any:
        return super().from_queryset(queryset_class, class_name)
