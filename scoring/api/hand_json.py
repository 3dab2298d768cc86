"""A hand and its judgement as JSON (docs/interchange.md §2, §3): the request and response of `score_hand`."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.melds import Meld
from scoring.engine.notation import format_cards
from scoring.engine.score import HandScore
from scoring.engine.violations import Doubt, InvalidNotation, Violation
from scoring.messages import doubt_sentence, violation_sentence
from scoring.services import judge, read_hand


def parse_json(text: str) -> object:
    """Return the parsed JSON. Raise InvalidNotation for invalid JSON and for an object with a repeated key."""

    def once(members: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(members)
        if len(found) < len(members):
            keys = [key for key, _value in members]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise InvalidNotation(f"{_encodable_key(twice)}: twice in one object")
        return {_encodable_key(key): value for key, value in members}

    try:
        parsed: object = json.loads(text, object_pairs_hook=once)
    except InvalidNotation:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"not JSON: {error}") from error
    return parsed


def _encodable_key(key: str) -> str:
    """Return a key that can be encoded: JSON may contain half of a surrogate pair, UTF-8 cannot."""
    return key.encode("utf-8", "backslashreplace").decode()


def answer_hand(raw: object) -> dict[str, Any]:
    """Return the answer to one hand. Raise InvalidNotation for an unreadable one."""
    rules, hand = read_hand(raw)
    judgement = judge(rules, hand)
    names = [_("side %(number)s") % {"number": number} for number, _side in enumerate(hand.sides, start=1)]
    answer = {
        "legal": judgement.legal,
        "violations": [_write_violation(fault, names) for fault in judgement.violations],
        "sides": [_write_score(score) for score in judgement.scores or ()],
    }
    doubts = [_write_doubt(doubt, names) for doubt in judgement.doubts]
    return answer | ({"doubts": doubts} if doubts else {})


def _write_doubt(doubt: Doubt, names: Sequence[str]) -> dict[str, Any]:
    return {"code": doubt.code.value, "side": doubt.side, "message": doubt_sentence(doubt, side_names=names)}


def _write_violation(fault: Violation, names: Sequence[str]) -> dict[str, Any]:
    return {
        "code": fault.code.value,
        "side": fault.side,
        "meld": fault.meld,
        "cards": format_cards(fault.cards),
        "message": violation_sentence(fault, side_names=names),
    }


def _write_score(score: HandScore) -> dict[str, Any]:
    slip = score.slip
    return {
        "total": score.total,
        "base": None if slip is None else slip.base,
        "points": None if slip is None else slip.points,
        "melds": [_write_meld(meld) for meld in score.melds],
        "lines": [line.as_json() for line in score.lines],
    }


def _write_meld(meld: Meld) -> dict[str, Any]:
    read = {
        "cards": format_cards(meld.cards),
        "kind": meld.kind.value,
        "grade": meld.grade,
        "value": meld.value,
        "bonus": meld.bonus,
    }
    # A burraco's grade tells whether it has a wild; for a smaller meld it is stated.
    return read | ({"wild": bool(meld.wilds_at)} if meld.row is None else {})
