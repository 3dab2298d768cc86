"""The facts of a reason or a refusal, as people read them."""

from collections.abc import Mapping

from django.utils.translation import pgettext

from tournaments.records import EntrantId

Names = Mapping[EntrantId, str]
Facts = Mapping[str, int | str | list[int]]

PAIR_FACTS = frozenset({"pair", "other", "others", "left", "left_other", "passed_over", "pairs"})
"""The facts that are pairs, one or several, and not a figure."""


def number_of(fact: int | str | list[int]) -> int:
    assert isinstance(fact, int)
    return fact


def list_of(fact: int | str | list[int]) -> list[int]:
    assert isinstance(fact, list)
    return fact


def readable(facts: Facts, names: Names | None) -> dict[str, str]:
    """The facts as text: lists with commas, pairs by name, else by a number that no other figure is taken for."""

    def text(key: str, value: int | str) -> str:
        if key not in PAIR_FACTS or not isinstance(value, int):
            return str(value)
        if names:
            return names.get(EntrantId(value), str(value))
        return pgettext("pair", "no. %(number)s") % {"number": value}

    return {
        key: ", ".join(text(key, each) for each in fact) if isinstance(fact, list) else text(key, fact)
        for key, fact in facts.items()
    }
