"""A hand from JSON (docs/interchange.md §2), at any of its four depths. Errors name the place of the value."""

import re
from collections.abc import Collection, Mapping

from scoring.engine.cards import Card
from scoring.engine.grades import USUAL_GRADES
from scoring.engine.hand import (
    NOT_TAKEN,
    AnyEntry,
    AnyHand,
    CardsEntry,
    CountsEntry,
    HandEnd,
    Pozzetto,
    PozzettoState,
    SideEntry,
    SlipEntry,
    TotalEntry,
)
from scoring.engine.notation import UnreadableCard, parse_cards
from scoring.engine.ruleset import PLAYERS, RuleSet
from scoring.engine.violations import InvalidNotation

from .judgements import ruleset_for

SLIP_DEPTHS = "base and points, or total"
ALL_DEPTHS = f"melds, counts, {SLIP_DEPTHS}"

TABLE_KEYS = ("pozzetto", "pozzetto_cards", "pozzetto_by_value", "pozzetto_value", "closed")
CARDS_KEYS = ("melds", "left", "left_by_value", *TABLE_KEYS)
COUNTS_KEYS = ("melded", "left_value", *TABLE_KEYS)

POINTS = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
"""The value of a card as a key in JSON. Six digits are more than any card needs."""


def read_hand(raw: object) -> tuple[RuleSet, AnyHand]:
    """Return one hand, given as for `score_hand`."""
    given = _object(raw, "hand", "with ruleset, end and sides")
    _only(given, "", ("ruleset", "options", "end", "players", "partners", "sides"))
    rules = ruleset_for(_text(given, "", "ruleset"), _object(given.get("options", {}), "options", "of options"))
    players = given.get("players", 4)
    if type(players) is not int or players not in PLAYERS:
        *others, last = map(str, PLAYERS)
        raise InvalidNotation(f"players: expected {', '.join(others)} or {last}, got {players!r}")
    partners = _yes_no(given, "", "partners", default=True)
    sides = _list(given, "", "sides")
    entries, solos = [], []
    for index, side in enumerate(sides):
        path = f"sides[{index}]"
        members = dict(_object(side, path, f"with {ALL_DEPTHS}"))
        # One of three players may play alone; the key is not read for other numbers of players.
        if players == 3 and _yes_no(members, path, "solo", default=False):
            solos.append(index)
        if players == 3:
            members.pop("solo", None)
        entries.append(read_entry(members, path, rules))
    if len(solos) > 1:
        raise InvalidNotation(f"sides[{solos[1]}].solo: expected one side only, got another at sides[{solos[0]}]")
    end = HandEnd(_one_of(given, "", "end", [end.value for end in HandEnd]))
    solo = solos[0] if solos else None
    try:
        hand = AnyHand(end=end, sides=tuple(entries), players=players, solo=solo, partners=partners)
    except ValueError as error:
        raise InvalidNotation(str(error)) from error
    return rules, hand


def read_side(raw: object, path: str) -> SideEntry:
    """Return one side of a slip: `{"base": 300, "points": 120}` or `{"total": 420}`.

    A slip may have `"closed"`: true, false, or null if it does not say. Errors name the place, beginning with `path`
    (`rounds[2].tables[5].hands[0].ns.base`).
    """
    return _read_slip(raw, path, SLIP_DEPTHS)


def read_entry(raw: object, path: str, rules: RuleSet) -> AnyEntry:
    """Return one side at any depth: cards, counts with the grades of these rules, or a slip."""
    grades = tuple(dict.fromkeys([*map(str, USUAL_GRADES), *rules.rows]))
    given = _object(raw, path, f"with {ALL_DEPTHS}")
    if "melds" in given:
        return _read_cards(given, path, rules)
    if "melded" in given or any(grade in given for grade in grades):
        return _read_counts(given, path, rules, grades)
    return _read_slip(given, path, ALL_DEPTHS)


def _read_slip(raw: object, path: str, depths: str) -> SideEntry:
    given = _object(raw, path, f"with {depths}")
    _only(given, path, ("total",) if "total" in given else ("base", "points", "closed"), depths)
    if "total" in given:
        return TotalEntry(_whole(given, path, "total", depths))
    closed = None if given.get("closed") is None else _yes_no(given, path, "closed", expected="true, false or null")
    return SlipEntry(
        base=_whole(given, path, "base", depths), points=_whole(given, path, "points", depths), closed=closed
    )


def _read_cards(given: Mapping[str, object], path: str, rules: RuleSet) -> CardsEntry:
    _only(given, path, CARDS_KEYS)
    melds = _list(given, path, "melds")
    return CardsEntry(
        melds=tuple(_cards(meld, f"{path}.melds[{index}]") for index, meld in enumerate(melds)),
        left=_cards(_member(given, path, "left"), f"{path}.left"),
        left_by_value=_by_value(given.get("left_by_value", {}), f"{path}.left_by_value"),
        pozzetto=_pozzetto(given, path, rules),
        closed=_yes_no(given, path, "closed"),
    )


def _read_counts(given: Mapping[str, object], path: str, rules: RuleSet, grades: Collection[str]) -> CountsEntry:
    _only(given, path, (*grades, *COUNTS_KEYS))
    return CountsEntry(
        burracos={grade: _whole({grade: 0} | dict(given), path, grade) for grade in grades},
        melded=_whole(given, path, "melded"),
        left_value=_whole(given, path, "left_value"),
        pozzetto=_pozzetto(given, path, rules),
        closed=_yes_no(given, path, "closed"),
    )


def _pozzetto(given: Mapping[str, object], path: str, rules: RuleSet) -> Pozzetto:
    if not rules.has_pozzetto and "pozzetto" not in given:
        return NOT_TAKEN
    state = PozzettoState(_one_of(given, path, "pozzetto", [state.value for state in PozzettoState]))
    known = [name for name in ("pozzetto_cards", "pozzetto_by_value", "pozzetto_value") if name in given]
    # Cards or a value are known of an unlooked pozzetto only.
    if known and state is not PozzettoState.UNLOOKED:
        raise InvalidNotation(f"{path}.{known[0]}: expected only with an unlooked pozzetto")
    if not known and state is PozzettoState.UNLOOKED and rules.pozzetto_unlooked is None:
        raise InvalidNotation(f"{path}.pozzetto_cards: missing, expected them or pozzetto_value")
    return Pozzetto(
        state=state,
        cards=_cards(given["pozzetto_cards"], f"{path}.pozzetto_cards") if "pozzetto_cards" in known else None,
        by_value=_by_value(given.get("pozzetto_by_value", {}), f"{path}.pozzetto_by_value"),
        value=_whole(given, path, "pozzetto_value") if "pozzetto_value" in known else None,
    )


def _by_value(raw: object, path: str) -> dict[int, int]:
    """Read `{"5": 3, "20": 1}` as three cards of 5 points and one of 20."""
    given = _object(raw, path, "of numbers of cards by their points")
    for name in given:
        if not POINTS.fullmatch(name):
            raise InvalidNotation(f"{path}: expected points, got {name!r}")
        if _whole(given, path, name) < 1:
            raise InvalidNotation(f"{path}.{name}: expected 1 or more, got {given[name]!r}")
    return {int(name): _whole(given, path, name) for name in given}


def _cards(raw: object, path: str) -> tuple[Card, ...]:
    if not isinstance(raw, str):
        raise InvalidNotation(f"{path}: expected cards in a text, got {raw!r}")
    try:
        return parse_cards(raw)
    except UnreadableCard as error:
        raise InvalidNotation(f"{path}: {error}") from error


def _object(raw: object, path: str, kind: str) -> Mapping[str, object]:
    if not isinstance(raw, Mapping):
        raise InvalidNotation(f"{path}: expected an object {kind}, got {raw!r}")
    return raw


def _list(given: Mapping[str, object], path: str, name: str) -> list[object]:
    value = _member(given, path, name)
    if not isinstance(value, list):
        raise InvalidNotation(f"{_join(path, name)}: expected a list, got {value!r}")
    return value


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _only(given: Mapping[str, object], path: str, accepted: Collection[str], expected: str = "") -> None:
    for name in given:
        if name not in accepted:
            raise InvalidNotation(f"{_join(path, name)}: unknown here, expected {expected or ', '.join(accepted)}")


def _member(given: Mapping[str, object], path: str, name: str, expected: str = "") -> object:
    if name not in given:
        raise InvalidNotation(f"{_join(path, name)}: missing" + (f", expected {expected}" if expected else ""))
    return given[name]


def _whole(given: Mapping[str, object], path: str, name: str, expected: str = "") -> int:
    value = _member(given, path, name, expected)
    if type(value) is not int:
        raise InvalidNotation(f"{_join(path, name)}: expected a whole number, got {value!r}")
    return value


def _text(given: Mapping[str, object], path: str, name: str) -> str:
    value = _member(given, path, name)
    if not isinstance(value, str):
        raise InvalidNotation(f"{_join(path, name)}: expected a text, got {value!r}")
    return value


def _one_of(given: Mapping[str, object], path: str, name: str, choices: Collection[str]) -> str:
    value = _member(given, path, name)
    if not isinstance(value, str) or value not in choices:  # equivalent `value not in choices`: all are texts
        raise InvalidNotation(f"{_join(path, name)}: expected one of {', '.join(choices)}, got {value!r}")
    return value


def _yes_no(
    given: Mapping[str, object], path: str, name: str, *, default: bool | None = None, expected: str = "true or false"
) -> bool:
    value = default if default is not None and name not in given else _member(given, path, name)
    if type(value) is not bool:
        raise InvalidNotation(f"{_join(path, name)}: expected {expected}, got {value!r}")
    return value
