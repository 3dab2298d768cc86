"""The readings of a base: every way in which burracos, closing and pozzetto add up to it (docs/rules.md §4).

A slip shows only the sum. It is legal if at least one combination of its sides' readings holds, so every check of a
slip uses this module, and nothing depends on the bonuses of a particular preset.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseReading:
    """One way in which a side's base can have come about."""

    base: int
    closed: bool
    """It includes the closing bonus."""
    took: bool
    """The side took its pozzetto."""
    unlooked: bool
    """The side has not looked at its pozzetto yet; known only if the ruleset has a fixed amount for that."""
    waived: bool
    """The side did not take its pozzetto, and had no penalty because no other side did either."""
    burraco: bool
    """It includes at least one burraco."""
    clean: bool
    """It includes at least one clean burraco."""
    cards: int
    """The fewest cards of which its burracos can be made."""


@dataclass(frozen=True, slots=True)
class _Burracos:
    """The properties of a side's burracos that matter for closing and for counting against it."""

    number: int
    """No more of them are counted than closing asks for."""
    clean: bool

    @property
    def any(self) -> bool:
        return self.number > 0


@lru_cache
def _fewest_cards(rules: RuleSet) -> Mapping[_Burracos, Mapping[int, int]]:
    """Return, for each sum of bonuses that the deck allows, the fewest cards that give it.

    The search goes grade by grade, with each grade as often as the deck has cards for it.
    """
    sums: dict[_Burracos, dict[int, int]] = {_Burracos(number=0, clean=False): {0: 0}}
    for row in rules.grades:
        more: dict[_Burracos, dict[int, int]] = defaultdict(dict)
        most = row.most_in(rules.deck, rules.most_wilds(rules.deck.cards))
        for (burracos, known), count in product(sums.items(), range(most + 1)):
            number = min(burracos.number + count, rules.closing_needs_burracos)
            clean = burracos.clean or (count > 0 and not row.has_wild)
            found = more[_Burracos(number=number, clean=clean)]
            for bonus, cards in known.items():
                held, total = cards + count * row.least, bonus + count * row.bonus
                if held <= rules.deck.cards:
                    found[total] = min(held, found.get(total, held))
        sums = more
    return _with_red_threes(rules, sums)


_Sums = dict[_Burracos, dict[int, int]]


def _with_red_threes(rules: RuleSet, sums: _Sums) -> _Sums:
    """Return the sums with any number of red threes, which a side without a burraco, or without a meld, loses."""
    if rules.red_threes is None:
        return sums
    found: _Sums = {burracos: {} for burracos in sums}
    for burracos, known in sums.items():
        # A base does not show whether a side without a burraco has any meld.
        signs = (1,) if burracos.any else (-1,) if rules.red_threes_need_burraco else (-1, 1)
        for bonus, cards in known.items():
            for count, sign in product(range(rules.deck.red_threes + 1), signs):
                total = bonus + sign * rules.red_three_points(count)
                found[burracos][total] = min(cards + count, found[burracos].get(total, rules.deck.cards))
    return found


class _Pozzetto(NamedTuple):
    took: bool
    unlooked: bool
    waived: bool
    amount: int


def _pozzetto_states(rules: RuleSet) -> Iterator[_Pozzetto]:
    """Yield the possible states of a pozzetto. An unlooked one is taken: its cards are in the points (000)."""
    if not rules.has_pozzetto:
        yield _Pozzetto(took=False, unlooked=False, waived=False, amount=0)
        return
    yield _Pozzetto(took=True, unlooked=False, waived=False, amount=rules.pozzetto_taken)
    if rules.pozzetto_unlooked is not None:
        amount = rules.pozzetto_taken + rules.pozzetto_unlooked
        yield _Pozzetto(took=True, unlooked=True, waived=False, amount=amount)
    yield _Pozzetto(took=False, unlooked=False, waived=False, amount=rules.pozzetto_not_taken)
    if rules.waived_when_neither_took:
        yield _Pozzetto(took=False, unlooked=False, waived=True, amount=0)


def _may_close(rules: RuleSet, burracos: _Burracos, took: bool) -> bool:
    """Return whether the side may close: with enough burracos, a clean one if need be, and a taken pozzetto."""
    enough = burracos.number >= rules.closing_needs_burracos and (burracos.clean or not rules.closing_needs_clean)
    return enough and (took or not rules.closing_needs_pozzetto or not rules.has_pozzetto)


@lru_cache
def all_readings(rules: RuleSet) -> tuple[BaseReading, ...]:
    """Return every possible reading of a side, those with the fewest cards first."""
    found: list[BaseReading] = []
    for burracos, sums in _fewest_cards(rules).items():
        for pozzetto, closed in product(_pozzetto_states(rules), (False, True)):
            if closed and not _may_close(rules, burracos, pozzetto.took):
                continue
            amount = pozzetto.amount + (rules.closing if closed else 0)
            found += (
                BaseReading(
                    base=bonus + amount,
                    closed=closed,
                    took=pozzetto.took,
                    unlooked=pozzetto.unlooked,
                    waived=pozzetto.waived,
                    burraco=burracos.any,
                    clean=burracos.clean,
                    cards=cards,
                )
                for bonus, cards in sums.items()
            )
    return tuple(sorted(found, key=lambda reading: reading.cards))


@lru_cache
def readings_by_base(rules: RuleSet) -> Mapping[int, tuple[BaseReading, ...]]:
    """Return the readings of every possible base."""
    by_base: dict[int, list[BaseReading]] = defaultdict(list)
    for reading in all_readings(rules):
        by_base[reading.base].append(reading)
    return {base: tuple(found) for base, found in by_base.items()}
