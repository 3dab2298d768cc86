"""From input by a person or a file to a score: the only access from Django to `engine/`.

Nothing is coerced: `"300"`, `300.0` and `true` are not the number 300. Unreadable input raises InvalidNotation with the
path of the value; readable input against the rules leads to a judgement.
"""

from scoring.engine.draw import draw_result, throw_result
from scoring.engine.free_game import all_alone, dealer_of, game_state, hand_shares

from .hand_from_json import read_entry, read_hand, read_side
from .hand_to_json import write_entry, write_hand, write_side
from .judgements import Judgement, MeldJudgement, judge, judge_meld, judge_recorded, read_typed_cards, ruleset_for

__all__ = [
    "Judgement",
    "MeldJudgement",
    "all_alone",
    "dealer_of",
    "draw_result",
    "game_state",
    "hand_shares",
    "judge",
    "judge_meld",
    "judge_recorded",
    "read_entry",
    "read_hand",
    "read_side",
    "read_typed_cards",
    "ruleset_for",
    "throw_result",
    "write_entry",
    "write_hand",
    "write_side",
]
