"""From what a person typed, or a file holds, to a score: the only door from Django into `engine/`.

Nothing is coerced: `"300"`, `300.0` and `true` are not the number 300. What cannot be read raises
InvalidNotation with the path of the value; what is read but against the rules is a judgement.
"""

from scoring.engine.draw import draw_result
from scoring.engine.free_game import dealer_of, game_state, hand_shares

from .judging import Judgement, MeldJudgement, judge, judge_meld, read_typed_cards, ruleset_for
from .reading import read_entry, read_hand, read_side
from .writing import write_entry, write_hand, write_side

__all__ = [
    "Judgement",
    "MeldJudgement",
    "dealer_of",
    "draw_result",
    "game_state",
    "hand_shares",
    "judge",
    "judge_meld",
    "read_entry",
    "read_hand",
    "read_side",
    "read_typed_cards",
    "ruleset_for",
    "write_entry",
    "write_hand",
    "write_side",
]
