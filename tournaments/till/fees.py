"""What each one who is entered owes, and what of it is won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Per(StrEnum):
    PAIR = "pair"
    PLAYER = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """The fee in cents, for two partners together or for each player; a player of a category may pay another one."""

    fee: int
    per: Per
    reductions: Mapping[str, int]
    """What a player pays, in cents, by category."""


def fee_of(fees: Fees, categories: Sequence[str]) -> int:
    """What those owe together whose categories these are, one for each player, empty where there is none.

    Of a fee per pair each partner's part is half; of cents that cannot be halved the first pays one more.

    >>> fee_of(Fees(fee=2001, per=Per.PAIR, reductions={"Juniores": 500}), ["", "juniores"])
    1501
    """
    count = len(categories)
    parts = [fees.fee // count + (at < fees.fee % count) for at in range(count)]
    if fees.per is Per.PLAYER:
        parts = [fees.fee] * count
    reduced = {_key(category): cents for category, cents in fees.reductions.items()}
    return sum(reduced.get(_key(category), part) for category, part in zip(categories, parts, strict=True))


def fund_of(income: int, *, percent: int | None, amount: int | None) -> int:
    """The prize fund: so many per cent of what came in, whole cents, or the amount that was set."""
    if percent is not None:
        return income * percent // 100
    return amount or 0


def _key(category: str) -> str:
    return " ".join(category.split()).casefold()
