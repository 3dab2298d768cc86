"""The facts of a reason or a refusal, as people read them."""

from collections.abc import Mapping

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
    """The facts as text: pairs by name, lists with commas."""

    def text(key: str, value: int | str) -> str:
        if names and key in PAIR_FACTS and isinstance(value, int):
            return names.get(EntrantId(value), str(value))
        return str(value)

    return {
        key: ", ".join(text(key, each) for each in fact) if isinstance(fact, list) else text(key, fact)
        for key, fact in facts.items()
    }
