"""The money of an evening: amounts, fees and prizes, without the database. All amounts are in cents."""

from .amounts import MOST_CENTS, UnreadableAmount, plain_amount, read_amount
from .fees import Fees, Per, fee_parts, fund_of
from .prizes import (
    USUAL_SHARES,
    Level,
    Prize,
    PrizeFor,
    Shares,
    left_over,
    levels,
    lot_drawn,
    parts_of_fund,
    share_out,
    shares_by_girone,
    split_alike,
)

__all__ = [
    "MOST_CENTS",
    "USUAL_SHARES",
    "Fees",
    "Level",
    "Per",
    "Prize",
    "PrizeFor",
    "Shares",
    "UnreadableAmount",
    "fee_parts",
    "fund_of",
    "left_over",
    "levels",
    "lot_drawn",
    "parts_of_fund",
    "plain_amount",
    "read_amount",
    "share_out",
    "shares_by_girone",
    "split_alike",
]
