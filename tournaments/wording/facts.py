"""The facts of a reason or a refusal in readable form."""

from collections.abc import Mapping

from django.utils.translation import pgettext

from tournaments.records import EntrantId
from tournaments.records.sections import table_name

Names = Mapping[EntrantId, str]
Facts = Mapping[str, int | str | list[int]]

PAIR_FACTS = frozenset(
    {"pair", "other", "others", "left", "left_other", "passed_over", "pairs", "barred", "resting", "staying"}
)
"""The facts that are pairs, one or several, not figures."""


def number_of(fact: int | str | list[int]) -> int:
    assert isinstance(fact, int)
    return fact


def list_of(fact: int | str | list[int]) -> list[int]:
    assert isinstance(fact, list)
    return fact


def readable(facts: Facts, names: Names | None) -> dict[str, str]:
    """Return the facts as text: lists with commas, pairs by name or otherwise by a number marked as such."""

    def text(key: str, value: int | str) -> str:
        if key not in PAIR_FACTS or not isinstance(value, int):
            return table_name(value) if isinstance(value, int) else value
        if names:
            return names.get(EntrantId(value), str(value))
        return pgettext("pair", "no. %(number)s") % {"number": value}

    return {
        key: ", ".join(text(key, number) for number in fact) if isinstance(fact, list) else text(key, fact)
        for key, fact in facts.items()
    }
