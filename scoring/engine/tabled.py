"""What the sides show on the table when the hand ends, and what is wrong with it (docs/rules.md §4).

Cards and counts come to the same thing: burracos of each grade, values, the pozzetto, the closing. Cards are also
read meld by meld and counted against the deck; of counts, what no cards could give is refused.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.engine.cards import Card
from scoring.engine.deck_faults import deck_faults, worth_faults
from scoring.engine.hand import AnyHand, CardsEntry, CountsEntry, HandEnd, Pozzetto, PozzettoState, TableEntry
from scoring.engine.melds import Meld, read_meld
from scoring.engine.possible_values import can_be_left, can_be_melded, can_be_pozzetto, cards_needed, wilds_needed
from scoring.engine.ruleset import RuleSet
from scoring.engine.slips import not_a_multiple
from scoring.engine.violations import Fact, IllegalMeld, Violation, ViolationCode


@dataclass(frozen=True, slots=True, kw_only=True)
class SideOnTable:
    """One side's table. Values in points; numbers of cards are None where only the values are known."""

    burracos: Mapping[str, int]
    melds: tuple[Meld, ...]
    melded: int
    melded_cards: int | None
    left: int
    left_cards: int | None
    pozzetto: Pozzetto
    unlooked: int
    """Of the cards of a pozzetto not yet looked at."""
    closed: bool

    @property
    def has_burraco(self) -> bool:
        return any(self.burracos.values())

    def has_clean_burraco(self, rules: RuleSet) -> bool:
        """At least one burraco without a wild."""
        return any(count for key, count in self.burracos.items() if key in rules.rows and not rules.rows[key].has_wild)


@dataclass(frozen=True, slots=True)
class Examined:
    """The sides as they can be read, and every fault; with a fault they are not to be scored."""

    sides: tuple[SideOnTable, ...]
    faults: tuple[Violation, ...]


def examine(rules: RuleSet, hand: AnyHand, entries: Sequence[TableEntry]) -> Examined:
    """Read what every side shows, and find all that is wrong with it."""
    faults: list[Violation] = []
    sides: list[SideOnTable] = []
    for index, entry in enumerate(entries):
        if isinstance(entry, CardsEntry):
            melds, unread = _read_melds(rules, index, entry)
            sides.append(_from_cards(rules, entry, melds))
            faults += unread
        else:
            sides.append(_from_counts(rules, entry))
    unread_sides = {fault.side for fault in faults}
    for index, (entry, side) in enumerate(zip(entries, sides, strict=True)):
        faults += _pozzetto_faults(rules, hand, index, side.pozzetto)
        if isinstance(entry, CountsEntry):
            faults += _count_faults(rules, index, entry)
        if side.closed:
            # What is no meld may have been meant as the burraco that the closing needs.
            faults += _closer_faults(rules, hand, index, side, burracos_known=index not in unread_sides)
        if hand.is_of_one(index):
            faults += _lone_faults(index, entry)
    faults += _closing_faults(hand, sides)
    faults += _seat_faults(hand, sides)
    shown = [card for entry in entries for cards in _shown(entry) for card in cards]
    faults += deck_faults(rules.deck, shown)
    faults += worth_faults(rules.deck, shown, [_by_value(entry) for entry in entries])
    faults += _sum_faults(rules, sides)
    faults += _number_faults(rules, hand, entries)
    return Examined(tuple(sides), tuple(faults))


def _read_melds(rules: RuleSet, index: int, entry: CardsEntry) -> tuple[list[Meld], list[Violation]]:
    """The melds of a side that can be read, and the faults of the others."""
    melds: list[Meld] = []
    faults: list[Violation] = []
    for at, cards in enumerate(entry.melds):
        try:
            melds.append(read_meld(rules, cards))
        except IllegalMeld as illegal:
            faults += (replace(fault, side=index, meld=at) for fault in illegal.violations)
    return melds, faults


def _from_cards(rules: RuleSet, entry: CardsEntry, melds: Sequence[Meld]) -> SideOnTable:
    burracos: dict[str, int] = {}
    for meld in melds:
        if meld.row is not None:
            burracos[meld.row.key] = burracos.get(meld.row.key, 0) + 1
    return SideOnTable(
        burracos=burracos,
        melds=tuple(melds),
        melded=sum(meld.value for meld in melds),
        melded_cards=sum(len(meld.cards) for meld in melds),
        left=_worth(rules, entry.left, entry.left_by_value),
        left_cards=entry.cards_left,
        pozzetto=entry.pozzetto,
        unlooked=_unlooked(rules, entry.pozzetto),
        closed=entry.closed,
    )


def _from_counts(rules: RuleSet, entry: CountsEntry) -> SideOnTable:
    return SideOnTable(
        burracos=entry.burracos,
        melds=(),
        melded=entry.melded,
        melded_cards=None,
        left=entry.left_value,
        left_cards=None,
        pozzetto=entry.pozzetto,
        unlooked=_unlooked(rules, entry.pozzetto),
        closed=entry.closed,
    )


def _worth(rules: RuleSet, cards: Sequence[Card], by_value: Mapping[int, int]) -> int:
    return rules.deck.worth_of(cards) + sum(value * number for value, number in by_value.items())


def _unlooked(rules: RuleSet, pozzetto: Pozzetto) -> int:
    if pozzetto.shown is not None:
        return _worth(rules, pozzetto.cards or (), pozzetto.by_value)
    # It counts by its cards, unless the ruleset has an amount for it.
    if pozzetto.value is None and pozzetto.state is PozzettoState.UNLOOKED and rules.pozzetto_unlooked is None:
        raise ValueError("pozzetto: expected cards or a value of an unlooked one, got neither")
    return pozzetto.value or 0


def _fault(code: ViolationCode, side: int | None = None, shown: Sequence[Card] = (), **facts: Fact) -> Violation:
    return Violation(code=code, side=side, cards=tuple(shown), facts=facts)


def _pozzetto_faults(rules: RuleSet, hand: AnyHand, index: int, pozzetto: Pozzetto) -> Iterator[Violation]:
    size = hand.pozzetto_cards(index)
    # A pozzetto has 11 cards; that of the player who plays alone against two has 18.
    if pozzetto.shown is not None and pozzetto.shown != size:
        yield _fault(ViolationCode.POZZETTO_SIZE, index, pozzetto.cards or (), cards=pozzetto.shown, size=size)
    if pozzetto.value is None:
        return
    # Its value is that of its cards, or at least of some cards of the deck.
    worth = None if pozzetto.shown is None else _unlooked(rules, pozzetto)
    if pozzetto.value % rules.unit:
        yield from not_a_multiple(rules, index, "pozzetto_value", pozzetto.value)
    elif worth is not None and pozzetto.value != worth:
        yield _fault(ViolationCode.POZZETTO_WORTH, index, value=pozzetto.value, worth=worth)
    elif worth is None and not can_be_pozzetto(rules.deck, pozzetto.value, size):
        yield _fault(ViolationCode.POZZETTO_IMPOSSIBLE, index, value=pozzetto.value, size=size)


def _count_faults(rules: RuleSet, index: int, entry: CountsEntry) -> Iterator[Violation]:
    """What no cards could give of one side's counts."""
    faults = [*_grade_faults(rules, index, entry.burracos)]
    yield from faults
    # The cards left in hand are worth what some cards of the deck are.
    left = [*_value_faults(rules, index, "left_value", entry.left_value)]
    if not left and not can_be_left(rules.deck, entry.left_value):
        left.append(_fault(ViolationCode.LEFT_IMPOSSIBLE, index, value=entry.left_value))
    yield from left
    # The cards melded are worth what melds with these burracos can be.
    melded = [*_value_faults(rules, index, "melded", entry.melded)]
    countable = not faults and not melded and _is_countable(rules, entry.burracos)
    if countable and not can_be_melded(rules, entry.burracos, entry.melded):
        melded.append(_fault(ViolationCode.MELDED_IMPOSSIBLE, index, value=entry.melded))
    yield from melded


def _grade_faults(rules: RuleSet, index: int, burracos: Mapping[str, int]) -> Iterator[Violation]:
    for grade, count in burracos.items():
        # Only burracos that the ruleset knows can be counted, and no fewer than none.
        if count < 0:
            yield _fault(ViolationCode.NEGATIVE, index, column=grade, value=count)
        elif count and grade not in rules.rows:
            yield _fault(ViolationCode.GRADE_UNKNOWN, index, grade=grade)


def _value_faults(rules: RuleSet, index: int, column: str, value: int) -> Iterator[Violation]:
    # The value of cards is a multiple of the ruleset's unit, and never negative.
    if value < 0:
        yield _fault(ViolationCode.NEGATIVE, index, column=column, value=value)
    yield from not_a_multiple(rules, index, column, value)


def _is_countable(rules: RuleSet, burracos: Mapping[str, int]) -> bool:
    """Whether the deck has the cards for them; if not, that is the fault, and their value is none."""
    return cards_needed(rules, burracos) <= rules.deck.cards and wilds_needed(rules, burracos) <= rules.deck.wilds


def _closer_faults(
    rules: RuleSet, hand: AnyHand, index: int, side: SideOnTable, *, burracos_known: bool
) -> Iterator[Violation]:
    # Nobody closes a hand that ended otherwise.
    if hand.end is not HandEnd.CLOSED:
        yield _fault(ViolationCode.CLOSED_AGAINST_END, index, end=hand.end.value)
    # Who closes has a burraco on the table; a clean one, where the ruleset says so.
    if burracos_known and not side.has_burraco:
        yield _fault(ViolationCode.CLOSED_WITHOUT_BURRACO, index)
    elif burracos_known and rules.closing_needs_clean and not side.has_clean_burraco(rules):
        yield _fault(ViolationCode.CLOSED_WITHOUT_CLEAN, index)
    # Who closes has taken the pozzetto.
    if rules.closing_needs_pozzetto and not side.pozzetto.taken:
        yield _fault(ViolationCode.CLOSED_WITHOUT_POZZETTO, index)


def _lone_faults(index: int, entry: TableEntry) -> Iterator[Violation]:
    """What a single player cannot have, and a pair can: the other of the two has it."""
    left = entry.left if isinstance(entry, CardsEntry) else ()
    has_cards = (entry.cards_left if isinstance(entry, CardsEntry) else entry.left_value) > 0
    unlooked = entry.pozzetto.state is PozzettoState.UNLOOKED
    # The closer has no card left.
    if entry.closed and has_cards:
        yield _fault(ViolationCode.CLOSED_WITH_CARDS, index, left)
    # Nor a pozzetto to look at: its cards are played before the closing.
    if entry.closed and unlooked:
        yield _fault(ViolationCode.CLOSED_WITH_UNLOOKED, index)
    # A pozzetto is taken when the last card in hand is gone.
    elif unlooked and has_cards:
        yield _fault(ViolationCode.UNLOOKED_WITH_CARDS, index, left)


def _closing_faults(hand: AnyHand, sides: Sequence[SideOnTable]) -> Iterator[Violation]:
    closers = sum(side.closed for side in sides)
    # At most one side closes.
    if closers > 1:
        yield _fault(ViolationCode.BOTH_CLOSED)
    # A hand that ended with a closing was closed by somebody.
    if not closers and hand.end is HandEnd.CLOSED:
        yield _fault(ViolationCode.NOBODY_CLOSED)


def _seat_faults(hand: AnyHand, sides: Sequence[SideOnTable]) -> Iterator[Violation]:
    for index, side in enumerate(sides):
        # Of three players, who plays alone is the one who took the first pozzetto (000).
        if index == hand.solo and not side.pozzetto.taken:
            yield _fault(ViolationCode.SOLO_WITHOUT_POZZETTO, index)
        # Three sides of one are a hand in which nobody took a pozzetto.
        if hand.each_alone and side.pozzetto.taken:
            yield _fault(ViolationCode.POZZETTO_WITHOUT_PARTNERS, index)


def _shown(entry: TableEntry) -> Sequence[Sequence[Card]]:
    """Every card that is known of a side: unlooked pozzetto, hands, melds."""
    pozzetto = entry.pozzetto.cards or ()
    return (pozzetto, entry.left, *entry.melds) if isinstance(entry, CardsEntry) else (pozzetto,)


def _by_value(entry: TableEntry) -> Mapping[int, int]:
    """How many cards of each value a side has, in hand or in its pozzetto, of which nothing else is known."""
    left = entry.left_by_value if isinstance(entry, CardsEntry) else {}
    pozzetto = entry.pozzetto.by_value
    return Counter(left) + Counter(pozzetto) if left and pozzetto else left or pozzetto


def _number_faults(rules: RuleSet, hand: AnyHand, entries: Sequence[TableEntry]) -> Iterator[Violation]:
    # All cards shown, and those of the pozzetti that nobody took, are cards of one deck; of burracos it is said.
    took = [entry.pozzetto.taken for entry in entries]
    untaken = 0 if rules.pozzetto_refills_stock else hand.untaken_cards(took)
    cards = untaken + sum(_fewest_shown(rules, hand, index, entry) for index, entry in enumerate(entries))
    counted = [entry.burracos for entry in entries if isinstance(entry, CountsEntry)]
    if cards > rules.deck.cards >= sum(cards_needed(rules, burracos) for burracos in counted):
        yield _fault(ViolationCode.CARDS_BEYOND_DECK, cards=cards, deck=rules.deck.cards)


def _fewest_shown(rules: RuleSet, hand: AnyHand, index: int, entry: TableEntry) -> int:
    """How many cards a side shows, or at least must have; so many are in a pozzetto whose cards are not known."""
    blind = entry.pozzetto.state is PozzettoState.UNLOOKED and entry.pozzetto.shown is None
    melded = max(cards_needed(rules, entry.burracos), 0) if isinstance(entry, CountsEntry) else 0
    shown = sum(map(len, _shown(entry))) + sum(_by_value(entry).values())
    return melded + shown + (hand.pozzetto_cards(index) if blind else 0)


def _sum_faults(rules: RuleSet, sides: Sequence[SideOnTable]) -> Iterator[Violation]:
    """What one deck cannot give to all sides together."""
    deck = rules.deck
    # All cards shown, melded or not, are worth no more than the deck.
    values = sum(side.melded + side.left + side.unlooked for side in sides)
    if values > deck.worth:
        yield _fault(ViolationCode.VALUES_BEYOND_DECK, values=values, worth=deck.worth)
    # The burracos of all sides are made of one deck, and so are the wilds in them.
    cards = sum(cards_needed(rules, side.burracos) for side in sides)
    if cards > deck.cards:
        yield _fault(ViolationCode.BURRACOS_BEYOND_DECK, cards=cards, deck=deck.cards)
    wilds = sum(wilds_needed(rules, side.burracos) for side in sides)
    if wilds > deck.wilds:
        yield _fault(ViolationCode.WILDS_BEYOND_DECK, wilds=wilds, deck=deck.wilds)
