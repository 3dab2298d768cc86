"""What a base can mean: every way in which burracos, closing and pozzetto add up to it (docs/rules.md §4).

A slip shows only the sum. It is legal when at least one reading of its two sides holds for both together,
so everything that judges a slip asks here, and nothing depends on what a preset's bonuses happen to be.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way a side's base can have come about."""

    base: int
    closed: bool
    """The closing bonus is in it."""
    took: bool
    """The side took its pozzetto."""
    unlooked: bool
    """It has not looked at it yet; known only where that has a fixed amount."""
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

    Grade by grade, each as often as the deck has the cards for it.
    """
    sums: dict[_Burracos, dict[int, int]] = {_Burracos(any=False, clean=False): {0: 0}}
    for row in rules.grades:
        more: dict[_Burracos, dict[int, int]] = defaultdict(dict)
        for shown, known in sums.items():
            with_row = _Burracos(any=True, clean=shown.clean or not row.has_wild)
            for bonus, cards in known.items():
                for count in range(row.most_in(rules.deck) + 1):
                    held = cards + count * row.least
                    if held > rules.deck.cards:
                        break
                    found = more[with_row if count else shown]
                    total = bonus + count * row.bonus
                    found[total] = min(held, found.get(total, held))
        sums = more
    return sums


class _Pozzetto(NamedTuple):
    took: bool
    unlooked: bool
    waived: bool
    amount: int


def _pozzetto_states(rules: RuleSet) -> Iterator[_Pozzetto]:
    """What can have become of it. An unlooked pozzetto is a taken one: its cards are in the points (000)."""
    yield _Pozzetto(took=True, unlooked=False, waived=False, amount=rules.pozzetto_taken)
    if rules.pozzetto_unlooked is not None:
        amount = rules.pozzetto_taken + rules.pozzetto_unlooked
        yield _Pozzetto(took=True, unlooked=True, waived=False, amount=amount)
    yield _Pozzetto(took=False, unlooked=False, waived=False, amount=rules.pozzetto_not_taken)
    if rules.waived_when_neither_took:
        yield _Pozzetto(took=False, unlooked=False, waived=True, amount=0)


def _may_close(rules: RuleSet, shown: _Burracos, took: bool) -> bool:
    """To close, a side has a burraco (a clean one, where the ruleset says so) and has taken its pozzetto."""
    burraco = shown.clean if rules.closing_needs_clean else shown.any
    return burraco and (took or not rules.closing_needs_pozzetto)


@lru_cache
def all_readings(rules: RuleSet) -> tuple[Reading, ...]:
    """Every reading that a side can have, those of the fewest cards first."""
    found: list[Reading] = []
    for shown, sums in _fewest_cards(rules).items():
        for pozzetto, closed in product(_pozzetto_states(rules), (False, True)):
            if closed and not _may_close(rules, shown, pozzetto.took):
                continue
            amount = pozzetto.amount + (rules.closing if closed else 0)
            found += (
                Reading(
                    base=bonus + amount,
                    closed=closed,
                    took=pozzetto.took,
                    unlooked=pozzetto.unlooked,
                    waived=pozzetto.waived,
                    burraco=shown.any,
                    cards=cards,
                )
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
