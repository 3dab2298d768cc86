"""What a base can mean: every way in which burracos, closing and pozzetto add up to it (rules.md §4).

A slip shows only the sum. It is legal when at least one reading of its two sides holds for both together,
so everything that judges a slip asks here, and nothing depends on what a preset's bonuses happen to be.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from scoring.engine.ruleset import CLEAN_GRADES, FEWEST_CARDS, RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way a side's base can have come about."""

    base: int
    closed: bool
    """The closing bonus is in it."""
    took: bool
    """The side took its pozzetto."""
    waived: bool
    """It did not, and was spared the penalty because the other side did not either."""
    burraco: bool
    """At least one burraco is in it."""
    cards: int
    """The fewest cards that its burracos can be made of."""


@dataclass(frozen=True, slots=True)
class _Burracos:
    """What the burracos of a side show to the rules about closing and counting against."""

    any: bool
    clean: bool


@lru_cache
def _fewest_cards(rules: RuleSet) -> Mapping[_Burracos, Mapping[int, int]]:
    """For each sum of bonuses that the deck allows, the fewest cards that give it.

    The enumeration is of all counts of each grade, up to the deck's size.
    """
    grades = tuple(rules.bonuses)
    sums: dict[_Burracos, dict[int, int]] = defaultdict(dict)
    for counts in product(*(range(rules.deck.cards // FEWEST_CARDS[grade] + 1) for grade in grades)):
        held = dict(zip(grades, counts, strict=True))
        cards = sum(count * FEWEST_CARDS[grade] for grade, count in held.items())
        if cards > rules.deck.cards:
            continue
        shown = _Burracos(any(counts), any(held.get(grade, 0) for grade in CLEAN_GRADES))
        bonus = sum(count * rules.bonuses[grade] for grade, count in held.items())
        sums[shown][bonus] = min(cards, sums[shown].get(bonus, cards))
    return sums


def _pozzetto_states(rules: RuleSet) -> Iterator[tuple[bool, bool, int]]:
    """(took, waived, fixed amount). An unlooked pozzetto is a taken one: its cards are in the points (000)."""
    yield True, False, rules.pozzetto_taken
    yield False, False, rules.pozzetto_not_taken
    if rules.waived_when_neither_took:
        yield False, True, 0


def _may_close(rules: RuleSet, shown: _Burracos, took: bool) -> bool:
    """To close, a side has a burraco (a clean one, where the ruleset says so) and has taken its pozzetto."""
    burraco = shown.clean if rules.closing_needs_clean else shown.any
    return burraco and (took or not rules.closing_needs_pozzetto)


@lru_cache
def all_readings(rules: RuleSet) -> tuple[Reading, ...]:
    """Every reading that a side can have, those of the fewest cards first."""
    found: list[Reading] = []
    for shown, sums in _fewest_cards(rules).items():
        for (took, waived, fixed), closed in product(_pozzetto_states(rules), (False, True)):
            if closed and not _may_close(rules, shown, took):
                continue
            amount = fixed + (rules.closing if closed else 0)
            found += (
                Reading(base=bonus + amount, closed=closed, took=took, waived=waived, burraco=shown.any, cards=cards)
                for bonus, cards in sums.items()
            )
    return tuple(sorted(found, key=lambda reading: reading.cards))


@lru_cache
def readings_by_base(rules: RuleSet) -> Mapping[int, tuple[Reading, ...]]:
    """The readings of each base that is possible at all."""
    by_base: dict[int, list[Reading]] = defaultdict(list)
    for reading in all_readings(rules):
        by_base[reading.base].append(reading)
    return {base: tuple(found) for base, found in by_base.items()}


def points_fit(rules: RuleSet, reading: Reading, points: int) -> bool:
    """Without a burraco, all of a side's cards may count against it, so none can be in its favour (001)."""
    return points <= 0 or reading.burraco or not rules.no_burraco_counts_against


def agree(rules: RuleSet, readings: Sequence[Reading], *, closed: bool) -> bool:
    """Whether the readings of all sides can belong to one hand, whose end was a closing or not."""
    # The hand is closed by exactly one side, or by none.
    if sum(reading.closed for reading in readings) != closed:
        return False
    # The penalty is waived on all sides or on none, and always when none took its pozzetto.
    waived = sum(reading.waived for reading in readings)
    must_be = rules.waived_when_neither_took and not any(reading.took for reading in readings)
    return waived == (len(readings) if must_be else 0)
