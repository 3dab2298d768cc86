"""The options that a club may change in any preset, by name and with JSON values (docs/rules.md §6)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

from scoring.engine.cards import RANKS, Rank, Suit
from scoring.engine.conventions import Pile, PlayOnly, Rounding, Stall, TargetIs, Tie, WildShare
from scoring.engine.deck import CARD_VALUES
from scoring.engine.grades import GradeRow, MeldKind, SemiClean, WildPlace
from scoring.engine.ruleset import RuleSet


def _whole(name: str, value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"{name}: expected a whole number, got {value!r}")
    return value


def _whole_or_none(name: str, value: object) -> int | None:
    return None if value is None else _whole(name, value)


def _yes_no(name: str, value: object) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{name}: expected true or false, got {value!r}")
    return value


def _one_of(choices: type[StrEnum], name: str, value: object) -> StrEnum:
    if not isinstance(value, str) or value not in {choice.value for choice in choices}:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")
    return choices(value)


def _names(name: str, value: object, known: Sequence[str]) -> list[str]:
    """Return a list of different known names."""
    if not isinstance(value, list) or len(set(map(str, value))) < len(value) or any(one not in known for one in value):
        raise ValueError(f"{name}: expected a list of {', '.join(known)}, each once, got {value!r}")
    return value


def _ranks(name: str, value: object) -> tuple[Rank, ...]:
    """Return ranks from their letters, in any order."""
    given = _names(name, value, RANK_LETTERS)
    return tuple(rank for rank, letter in zip(RANKS, RANK_LETTERS, strict=True) if letter in given)


def _suits(name: str, value: object) -> tuple[Suit, ...]:
    """Return suits from their letters, from high to low."""
    return tuple(Suit(letter) for letter in _names(name, value, list(Suit)))


def _players(name: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        raise ValueError(f"{name}: expected a list of numbers, got {value!r}")
    return tuple(sorted(value))


def _play_only(name: str, value: object) -> tuple[PlayOnly, ...]:
    given = _names(name, value, list(PlayOnly))
    return tuple(one for one in PlayOnly if one in given)


GRADE_MEMBERS = ("key", "label", "kind", "least", "most", "ranks", "wild", "bonus")
"""The members of a grade in JSON: key, label and bonus always, the others if they are not the default."""


def _grades(name: str, value: object) -> tuple[GradeRow, ...]:
    """Return a club's own grades, each given as an object. A ValueError names the member: `grades[0].bonus`."""
    if not isinstance(value, list):
        raise ValueError(f"{name}: expected a list of grades, got {value!r}")
    return tuple(_grade(f"{name}[{number}]", row) for number, row in enumerate(value))


def _grade(path: str, given: object) -> GradeRow:
    if not isinstance(given, Mapping):
        raise ValueError(f"{path}: expected an object, got {given!r}")
    for member in given:
        if member not in GRADE_MEMBERS:
            raise ValueError(f"{path}.{member}: unknown here, expected {', '.join(GRADE_MEMBERS)}")
    for member in ("key", "label"):
        if not isinstance(given.get(member), str):
            raise ValueError(f"{path}.{member}: expected a text, got {given.get(member)!r}")
    readers: Mapping[str, Callable[[str, object], object]] = {
        "kind": partial(_one_of, MeldKind),
        "ranks": _ranks,
        "wild": partial(_one_of, WildPlace),
    }
    try:
        read = {member: readers[member](member, given[member]) for member in readers if member in given}
        return GradeRow(**{"bonus": 0} | dict(given) | read)
    except ValueError as error:
        raise ValueError(f"{path}.{error}") from error


RANK_LETTERS = ("A", *(str(int(rank)) for rank in RANKS[1:10]), "J", "Q", "K")
"""The ranks in JSON, ace to king."""


OPTIONS: Mapping[str, Callable[[str, object], object]] = {
    "grades": _grades,
    "semi_clean": _whole_or_none,
    "semi_clean_definition": partial(_one_of, SemiClean),
    "clean": _whole,
    "dirty": _whole,
    "royal": _whole_or_none,
    "ace_to_ace": _whole_or_none,
    "wilds_alone": _whole_or_none,
    "red_threes": _whole_or_none,
    "red_threes_together": _whole_or_none,
    "red_threes_need_burraco": _yes_no,
    "black_threes": _yes_no,
    "closing": _whole,
    "closing_needs_burracos": _whole,
    "closing_needs_clean": _yes_no,
    "closing_needs_pozzetto": _yes_no,
    "pozzetto_taken": _whole,
    "pozzetto_not_taken": _whole,
    "pozzetto_unlooked": _whole_or_none,
    "waived_when_neither_took": _yes_no,
    "no_burraco_counts_against": _yes_no,
    "no_clean_counts_against": _yes_no,
    "wilds": _whole_or_none,
    "wild_share": partial(_one_of, WildShare),
    "melded_wilds_count": _yes_no,
    "sets_allowed": _yes_no,
    "sequences_allowed": _yes_no,
    "set_ranks": _ranks,
    "draw_suits": _suits,
    "pile": partial(_one_of, Pile),
    "stall": partial(_one_of, Stall),
    "players": _players,
    "sides_of_six": _whole,
    **dict.fromkeys(("dealt", "dealt_to_two", "pozzetto_cards", "solo_pozzetto_cards"), _whole),
    "target": _whole_or_none,
    "target_is": partial(_one_of, TargetIs),
    "tie": partial(_one_of, Tie),
    "alone_from": _whole_or_none,
    "three_player_rounding": partial(_one_of, Rounding),
    "play_only": _play_only,
    "exact_cut": _whole_or_none,
    "decks": _whole,
    "jollies": _whole,
    **dict.fromkeys(CARD_VALUES, _whole),
}
"""The options by name, with the functions that read their JSON values (docs/rules.md §6)."""


def option_values(rules: RuleSet) -> dict[str, object]:
    """Return the value of every option in this ruleset, as in JSON, in the order of OPTIONS."""
    deck = dict(zip(CARD_VALUES, (rules.deck.jolly, *rules.deck.ranks), strict=True))
    deck |= {"decks": rules.deck.copies, "jollies": rules.deck.jollies}
    return {
        name: deck[name] if name in deck else _as_json(getattr(rules, "own_grades" if name == "grades" else name))
        for name in OPTIONS
    }


def _as_json(value: object) -> object:
    """Return a tuple as a list, ranks and suits as letters, grades as objects, and anything else unchanged."""
    match value:
        case tuple():
            return [_as_json(one) for one in value]
        case Rank():
            return RANK_LETTERS[value - 1]
        case GradeRow():
            usual = GradeRow(key=value.key, bonus=value.bonus)
            members = {name: getattr(value, name) for name in GRADE_MEMBERS}
            always = ("key", "label", "bonus")
            return {
                name: _as_json(member)
                for name, member in members.items()
                if name in always or member != getattr(usual, name)
            }
        case _:
            return value


def with_options(rules: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """Return `rules` with a club's changes, given as JSON values. A ValueError names the wrong option.

    >>> from scoring.engine.rulebooks import ITALIAN
    >>> with_options(ITALIAN, {"semi_clean": 150, "value_jolly": 50}).deck.worth
    1160
    """
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"{name}: expected an option among {', '.join(OPTIONS)}")
    given = option_values(rules) | dict(options)
    values = {name: read(name, given[name]) for name, read in OPTIONS.items()}
    jolly, *ranks = (values.pop(name) for name in CARD_VALUES)
    copies, jollies, grades = (values.pop(name) for name in ("decks", "jollies", "grades"))
    deck = replace(rules.deck, jolly=jolly, ranks=tuple(ranks), copies=copies, jollies=jollies)  # type: ignore[arg-type]
    return replace(rules, deck=deck, own_grades=grades, **values)  # type: ignore[arg-type]
