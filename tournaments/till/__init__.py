"""The money of an evening: amounts, fees and prizes, without the database. All amounts are in cents."""

from .amounts import MOST_CENTS, UnreadableAmount, plain_amount, read_amount
from .fees import Fees, Per, fee_of, fund_of
from .prizes import USUAL_SHARES, Level, Prize, PrizeFor, left_over, levels, lot_drawn, share_out, split_alike

__all__ = [
    "MOST_CENTS",
    "USUAL_SHARES",
    "Fees",
    "Level",
    "Per",
    "Prize",
    "PrizeFor",
    "UnreadableAmount",
    "fee_of",
    "fund_of",
    "left_over",
    "levels",
    "lot_drawn",
    "plain_amount",
    "read_amount",
    "share_out",
    "split_alike",
]
