"""The entry fees, and the prize fund that they make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Per(StrEnum):
    """Who pays a fee."""

    PAIR = "pair"
    PLAYER = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """The fee in cents, for a pair or for each player, and the reduced fees by category."""

    fee: int
    per: Per
    reductions: Mapping[str, int]
    """The reduced fees of a player in cents, by category."""


def fee_parts(fees: Fees, categories: Sequence[str]) -> list[int]:
    """Return what each of the players with these categories owes; the category of a player without one is empty.

    Each partner's part of a pair's fee is half of it; if the cents are odd, the first pays one more.

    >>> fee_parts(Fees(fee=2001, per=Per.PAIR, reductions={"Juniores": 500}), ["", "juniores"])
    [1001, 500]
    """
    count = len(categories)
    parts = [fees.fee // count + (at < fees.fee % count) for at in range(count)]
    if fees.per is Per.PLAYER:
        parts = [fees.fee] * count
    reduced = {_key(category): cents for category, cents in fees.reductions.items()}
    return [reduced.get(_key(category), part) for category, part in zip(categories, parts, strict=True)]


def fund_of(income: int, *, percent: int | None, amount: int | None) -> int:
    """Return the prize fund: a percentage of the fees received, in whole cents, or the amount that was set."""
    if percent is not None:
        return income * percent // 100
    return amount or 0


def _key(category: str) -> str:
    return " ".join(category.split()).casefold()
