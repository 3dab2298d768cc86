"""The money of an evening, without the database: amounts read, fees worked out, prizes shared. Money is in cents."""

from .amounts import MOST_CENTS, UnreadableAmount, plain_amount, read_amount
from .fees import Fees, Per, fee_of, fund_of
from .prizes import USUAL_SHARES, Prize, PrizeFor, lot_drawn, share_out

__all__ = [
    "MOST_CENTS",
    "USUAL_SHARES",
    "Fees",
    "Per",
    "Prize",
    "PrizeFor",
    "UnreadableAmount",
    "fee_of",
    "fund_of",
    "lot_drawn",
    "plain_amount",
    "read_amount",
    "share_out",
]
