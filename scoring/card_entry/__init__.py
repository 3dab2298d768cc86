"""Entering what lies on the table, card by card: what was typed, judged field by field, and as it is drawn.

`judge_typed` takes the fields (`scoring.forms.cards`) to a `JudgedHand`, which the templates of `scoring/cards/`
show; `keypad_for` gives the keys. docs/interface.md tells how a page embeds them.
"""

from .judged import CardField, JudgedHand, JudgedSide, NumberField, Remark, RemarkKind, State
from .judging import judge_typed
from .keypad import Keypad, keypad_for

__all__ = [
    "CardField",
    "JudgedHand",
    "JudgedSide",
    "Keypad",
    "NumberField",
    "Remark",
    "RemarkKind",
    "State",
    "judge_typed",
    "keypad_for",
]
