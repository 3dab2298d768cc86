"""Entering the cards on the table: the input, its judgement field by field, and its display.

`judge_typed` turns the fields (`scoring.forms.cards`) into a `JudgedHand`, which the templates of `scoring/cards/`
show; `keypad_for` returns the keys. docs/interface.md describes how a page embeds them.
"""

from .hand_judgement import judge_typed
from .keypad import Keypad, keypad_for
from .typed_hand import CardField, JudgedHand, JudgedSide, NumberField, Remark, RemarkKind, State

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
