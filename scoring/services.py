"""From what a person typed, or a file holds, to a score: the only door from Django into `engine/`.

Nothing is coerced: `"300"`, `300.0` and `true` are not the number 300. What cannot be read raises
InvalidNotation with the path of the value; what is read but against the rules is a judgement.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.engine.hand import Hand, SideEntry, SlipEntry, TotalEntry, doubts, violations
from scoring.engine.rulebooks import rulebook
from scoring.engine.ruleset import RuleSet, with_options
from scoring.engine.score import HandScore, score_hand
from scoring.engine.violations import Doubt, InvalidNotation, Violation

ACCEPTED_DEPTHS = "base and points, or total"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the engine says of a hand. Doubts and scores are those of a legal hand only."""

    violations: tuple[Violation, ...]
    doubts: tuple[Doubt, ...]
    scores: tuple[HandScore, ...] | None

    @property
    def legal(self) -> bool:
        return not self.violations


def ruleset_for(key: str, options: Mapping[str, object]) -> RuleSet:
    """The preset of that key with a club's options, as a tournament stores them."""
    try:
        return with_options(rulebook(key), options)
    except ValueError as error:
        raise InvalidNotation(str(error)) from error


def judge(rules: RuleSet, hand: Hand) -> Judgement:
    """Everything there is to say about a hand, without raising."""
    if faults := violations(rules, hand):
        return Judgement(violations=faults, doubts=(), scores=None)
    return Judgement(violations=(), doubts=doubts(rules, hand), scores=score_hand(rules, hand))


def read_side(raw: object, path: str) -> SideEntry:
    """One side as JSON has it (interchange.md): `{"base": 300, "points": 120}` or `{"total": 420}`.

    A slip may say `"closed"`: true, false, or null where it does not. Errors name the place, beginning with
    `path` (`rounds[2].tables[5].hands[0].ns.base`).
    """
    if not isinstance(raw, Mapping):
        raise InvalidNotation(f"{path}: expected an object with {ACCEPTED_DEPTHS}, got {raw!r}")
    accepted = ("total",) if "total" in raw else ("base", "points", "closed")
    for name in raw:
        if name not in accepted:
            raise InvalidNotation(f"{path}.{name}: unknown here, expected {ACCEPTED_DEPTHS}")
    if "total" in raw:
        return TotalEntry(_whole(raw, path, "total"))
    return SlipEntry(
        base=_whole(raw, path, "base"), points=_whole(raw, path, "points"), closed=_yes_no_unsaid(raw, path, "closed")
    )


def write_side(entry: SideEntry) -> dict[str, int | bool]:
    """The entry as JSON has it; reading it again gives the same entry."""
    match entry:
        case TotalEntry(total=total):
            return {"total": total}
        case SlipEntry(base=base, points=points, closed=closed):
            said = {} if closed is None else {"closed": closed}
            return {"base": base, "points": points} | said


def _whole(raw: Mapping[str, object], path: str, name: str) -> int:
    if name not in raw:
        raise InvalidNotation(f"{path}.{name}: missing, expected {ACCEPTED_DEPTHS}")
    value = raw[name]
    if type(value) is not int:
        raise InvalidNotation(f"{path}.{name}: expected a whole number, got {value!r}")
    return value


def _yes_no_unsaid(raw: Mapping[str, object], path: str, name: str) -> bool | None:
    value = raw.get(name)
    if value is not None and type(value) is not bool:
        raise InvalidNotation(f"{path}.{name}: expected true, false or null, got {value!r}")
    return value
