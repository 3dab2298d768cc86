"""The table at the end of a hand: what its sides have, and its faults (docs/rules.md §4).

Cards and counts are reduced to the same data: burracos of each grade, values, the pozzetto, the closing. Cards are also
read meld by meld and compared with the deck; for counts, impossible values are refused.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.engine.cards import Card
from scoring.engine.deck_faults import deck_faults, worth_faults
from scoring.engine.grades import Grade
from scoring.engine.hand import AnyHand, CardsEntry, CountsEntry, HandEnd, Pozzetto, PozzettoState, TableEntry
from scoring.engine.melds import Meld, meld_reader
from scoring.engine.possible_values import can_be_left, can_be_melded, can_be_pozzetto, cards_needed, wilds_needed
from scoring.engine.ruleset import RuleSet
from scoring.engine.slips import not_a_multiple
from scoring.engine.violations import Fact, IllegalMeld, Violation, ViolationCode


@dataclass(frozen=True, slots=True, kw_only=True)
class SideOnTable:
    """One side's table, with values in points. Numbers of cards are None if only the values are known."""

    burracos: Mapping[str, int]
    melds: tuple[Meld, ...]
    melded: int
    melded_cards: int | None
    left: int
    left_cards: int | None
    pozzetto: Pozzetto
    unlooked: int
    """The value of the cards in an unlooked pozzetto."""
    closed: bool

    @property
    def has_burraco(self) -> bool:
        if Grade.RED_THREES not in self.burracos:
            return any(self.burracos.values())
        return self.burraco_count > 0

    @property
    def burraco_count(self) -> int:
        return sum(count for key, count in self.burracos.items() if key != Grade.RED_THREES)

    def keeps_red_threes(self, rules: RuleSet) -> bool:
        """Return whether red threes count for the side: it has a burraco or, in some rulesets, any meld."""
        return self.has_burraco or (not rules.red_threes_need_burraco and self.melded > 0)

    def has_clean_burraco(self, rules: RuleSet) -> bool:
        """Return whether there is a burraco without a wild."""
        rows = rules.rows
        clean = (key for key in self.burracos if key in rows and not (rows[key].has_wild or rows[key].per_card))
        return any(self.burracos[key] for key in clean)


@dataclass(frozen=True, slots=True)
class Examination:
    """The sides as far as they can be read, and every fault. Sides with faults must not be scored."""

    sides: tuple[SideOnTable, ...]
    faults: tuple[Violation, ...]


def examine(rules: RuleSet, hand: AnyHand, entries: Sequence[TableEntry]) -> Examination:
    """Read what every side shows, and find all its faults."""
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
            # An illegal meld may have been meant as the burraco that the closing needs.
            faults += _closer_faults(rules, hand, index, side, burracos_known=index not in unread_sides)
        if hand.is_of_one(index):
            # A player alone against two took a pozzetto; otherwise that is the fault.
            faults += _lone_faults(index, entry, keeps_a_card=rules.keeps_a_card and index != hand.solo)
    faults += _closing_faults(hand, sides)
    if hand.players == 3:
        faults += _seat_faults(hand, sides)
    left_cards = [card for entry in entries for cards in _known_cards(entry) for card in cards]
    faults += deck_faults(rules.deck, left_cards)
    faults += worth_faults(rules.deck, left_cards, [_by_value(entry) for entry in entries])
    out = hand.cards_out(rules, [entry.pozzetto.taken for entry in entries])
    faults += _sum_faults(rules, sides, out)
    faults += _number_faults(rules, hand, entries, out)
    return Examination(tuple(sides), tuple(faults))


def _read_melds(rules: RuleSet, index: int, entry: CardsEntry) -> tuple[list[Meld], list[Violation]]:
    """Return the melds of a side that can be read, and the faults of the others."""
    melds: list[Meld] = []
    faults: list[Violation] = []
    read = meld_reader(rules)
    for at, cards in enumerate(entry.melds):
        try:
            melds.append(read(cards))
        except IllegalMeld as illegal:
            faults += (replace(fault, side=index, meld=at) for fault in illegal.violations)
    return melds, faults


def _from_cards(rules: RuleSet, entry: CardsEntry, melds: Sequence[Meld]) -> SideOnTable:
    burracos: dict[str, int] = {}
    for meld in melds:
        if meld.row is not None:
            count = len(meld.cards) if meld.row.per_card else 1
            burracos[meld.row.key] = burracos.get(meld.row.key, 0) + count
    laid = 0 if rules.red_threes is None else burracos.get(Grade.RED_THREES, 0)
    return SideOnTable(
        burracos=burracos,
        melds=tuple(melds),
        melded=sum([meld.value for meld in melds]),
        melded_cards=sum([len(meld.cards) for meld in melds]) - laid,
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
    if pozzetto.card_count is not None:
        return _worth(rules, pozzetto.cards or (), pozzetto.by_value)
    # It counts by its cards, unless the ruleset has a fixed amount for it.
    if pozzetto.value is None and pozzetto.state is PozzettoState.UNLOOKED and rules.pozzetto_unlooked is None:
        raise ValueError("pozzetto: expected cards or a value of an unlooked one, got neither")
    return pozzetto.value or 0


def _fault(code: ViolationCode, side: int | None = None, involved: Sequence[Card] = (), **facts: Fact) -> Violation:
    return Violation(code=code, side=side, cards=tuple(involved), facts=facts)


def _pozzetto_faults(rules: RuleSet, hand: AnyHand, index: int, pozzetto: Pozzetto) -> Iterator[Violation]:
    # Some rulesets have no pozzetto.
    if pozzetto.taken and not rules.has_pozzetto:
        yield _fault(ViolationCode.NO_POZZETTO, index)
        return
    size = hand.pozzetto_cards(rules, index)
    # A pozzetto has 11 cards; that of the player who plays alone against two has 18.
    if pozzetto.card_count is not None and pozzetto.card_count != size:
        yield _fault(ViolationCode.POZZETTO_SIZE, index, pozzetto.cards or (), cards=pozzetto.card_count, size=size)
    if pozzetto.value is None:
        return
    # Its value is that of its cards, or at least that of some cards of the deck.
    worth = None if pozzetto.card_count is None else _unlooked(rules, pozzetto)
    if pozzetto.value % rules.unit:
        yield from not_a_multiple(rules, index, "pozzetto_value", pozzetto.value)
    elif worth is not None and pozzetto.value != worth:
        yield _fault(ViolationCode.POZZETTO_WORTH, index, value=pozzetto.value, worth=worth)
    elif worth is None and not can_be_pozzetto(rules.deck, pozzetto.value, size):
        yield _fault(ViolationCode.POZZETTO_IMPOSSIBLE, index, value=pozzetto.value, size=size)


def _count_faults(rules: RuleSet, index: int, entry: CountsEntry) -> Iterator[Violation]:
    """Yield what is impossible in one side's counts."""
    faults = [*_grade_faults(rules, index, entry.burracos)]
    yield from faults
    # The cards left in hand have a possible value of cards in the deck.
    left = [*_value_faults(rules, index, "left_value", entry.left_value)]
    if not left and not can_be_left(rules.deck, entry.left_value):
        left.append(_fault(ViolationCode.LEFT_IMPOSSIBLE, index, value=entry.left_value))
    yield from left
    # The melded cards have a possible value of melds with these burracos.
    melded = [*_value_faults(rules, index, "melded", entry.melded)]
    countable = not faults and not melded and _is_countable(rules, entry.burracos)
    if countable and not can_be_melded(rules, entry.burracos, entry.melded):
        melded.append(_fault(ViolationCode.MELDED_IMPOSSIBLE, index, value=entry.melded))
    yield from melded


def _grade_faults(rules: RuleSet, index: int, burracos: Mapping[str, int]) -> Iterator[Violation]:
    for grade, count in burracos.items():
        # Only the ruleset's grades of burracos can be counted, and never fewer than none.
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
    """Return whether the deck has the cards for them; otherwise that is the fault, and the value is not checked."""
    return cards_needed(rules, burracos) <= rules.deck.cards and wilds_needed(rules, burracos) <= rules.deck.wilds


def _closer_faults(
    rules: RuleSet, hand: AnyHand, index: int, side: SideOnTable, *, burracos_known: bool
) -> Iterator[Violation]:
    # Nobody closes a hand that ended otherwise.
    if hand.end is not HandEnd.CLOSED:
        yield _fault(ViolationCode.CLOSED_AGAINST_END, index, end=hand.end.value)
    # A side that closed has as many burracos on the table as the ruleset asks for, a clean one if it says so.
    if burracos_known and (found := side.burraco_count) < (least := rules.closing_needs_burracos):
        if least == 1:
            yield _fault(ViolationCode.CLOSED_WITHOUT_BURRACO, index)
        else:
            yield _fault(ViolationCode.CLOSED_WITH_FEW_BURRACOS, index, burracos=found, least=least)
    elif burracos_known and rules.closing_needs_clean and not side.has_clean_burraco(rules):
        yield _fault(ViolationCode.CLOSED_WITHOUT_CLEAN, index)
    # A side that closed has taken the pozzetto.
    if rules.closing_needs_pozzetto and rules.has_pozzetto and not side.pozzetto.taken:
        yield _fault(ViolationCode.CLOSED_WITHOUT_POZZETTO, index)


def _lone_faults(index: int, entry: TableEntry, *, keeps_a_card: bool) -> Iterator[Violation]:
    """Yield what a single player cannot have and a pair can, because the partner may have it."""
    left = entry.left if isinstance(entry, CardsEntry) else ()
    has_cards = (entry.cards_left if isinstance(entry, CardsEntry) else entry.left_value) > 0
    unlooked = entry.pozzetto.state is PozzettoState.UNLOOKED
    # The closer has no card left.
    if entry.closed and has_cards:
        yield _fault(ViolationCode.CLOSED_WITH_CARDS, index, left)
    # A player who closes has no unlooked pozzetto either: its cards are played before the closing.
    if entry.closed and unlooked:
        yield _fault(ViolationCode.CLOSED_WITH_UNLOOKED, index)
    # A pozzetto is taken when the last card in hand is gone.
    elif unlooked and has_cards:
        yield _fault(ViolationCode.UNLOOKED_WITH_CARDS, index, left)
    # A player without cards has taken the pozzetto or closed.
    elif keeps_a_card and not (entry.closed or entry.pozzetto.taken or has_cards):
        yield _fault(ViolationCode.EMPTY_WITHOUT_POZZETTO, index)


def _closing_faults(hand: AnyHand, sides: Sequence[SideOnTable]) -> Iterator[Violation]:
    closers = sum(side.closed for side in sides)
    # At most one side closes.
    if closers > 1:
        yield _fault(ViolationCode.BOTH_CLOSED)
    # A hand that ended with a closing was closed by a side.
    if not closers and hand.end is HandEnd.CLOSED:
        yield _fault(ViolationCode.NOBODY_CLOSED)


def _seat_faults(hand: AnyHand, sides: Sequence[SideOnTable]) -> Iterator[Violation]:
    for index, side in enumerate(sides):
        # The player alone against two is the one who took the first pozzetto (000).
        if index == hand.solo and not side.pozzetto.taken:
            yield _fault(ViolationCode.SOLO_WITHOUT_POZZETTO, index)
        # Where two of three would be partners, three sides of one took no pozzetto.
        if hand.nobody_took and side.pozzetto.taken:
            yield _fault(ViolationCode.POZZETTO_WITHOUT_PARTNERS, index)


def _known_cards(entry: TableEntry) -> Sequence[Sequence[Card]]:
    """Return the known cards of a side: unlooked pozzetto, hands, melds."""
    pozzetto = entry.pozzetto.cards or ()
    return (pozzetto, entry.left, *entry.melds) if isinstance(entry, CardsEntry) else (pozzetto,)


def _by_value(entry: TableEntry) -> Mapping[int, int]:
    """Return the number of cards of each value that a side has, in hand or pozzetto, without known faces."""
    left = entry.left_by_value if isinstance(entry, CardsEntry) else {}
    pozzetto = entry.pozzetto.by_value
    return Counter(left) + Counter(pozzetto) if left and pozzetto else left or pozzetto


def _number_faults(rules: RuleSet, hand: AnyHand, entries: Sequence[TableEntry], out: int) -> Iterator[Violation]:
    # All cards shown, and those that nobody can have, come from one deck; if burracos are counted, the message says so.
    cards = out + sum(_fewest_cards(rules, hand, index, entry) for index, entry in enumerate(entries))
    counted = [entry.burracos for entry in entries if isinstance(entry, CountsEntry)]
    if cards > rules.deck.cards >= sum(cards_needed(rules, burracos) for burracos in counted):
        yield _fault(ViolationCode.CARDS_BEYOND_DECK, cards=cards, deck=rules.deck.cards)


def _fewest_cards(rules: RuleSet, hand: AnyHand, index: int, entry: TableEntry) -> int:
    """Return the fewest cards of a side, including a pozzetto whose cards are not known."""
    blind = entry.pozzetto.state is PozzettoState.UNLOOKED and entry.pozzetto.card_count is None
    melded = max(cards_needed(rules, entry.burracos), 0) if isinstance(entry, CountsEntry) else 0
    total = sum(map(len, _known_cards(entry))) + sum(_by_value(entry).values())
    return melded + total + (hand.pozzetto_cards(rules, index) if blind else 0)


def _sum_faults(rules: RuleSet, sides: Sequence[SideOnTable], out: int) -> Iterator[Violation]:
    """Yield what one deck cannot give to all sides together."""
    deck = rules.deck
    # All cards shown are worth no more than the deck without the cheapest cards that nobody can have.
    values = sum(side.melded + side.left + side.unlooked for side in sides)
    worth = deck.worth - deck.least_worth(out)
    if values > worth:
        yield _fault(ViolationCode.VALUES_BEYOND_DECK, values=values, worth=worth)
    # The burracos of all sides are made of one deck, and so are the wilds in them.
    cards = sum(cards_needed(rules, side.burracos) for side in sides)
    if cards > deck.cards:
        yield _fault(ViolationCode.BURRACOS_BEYOND_DECK, cards=cards, deck=deck.cards)
    wilds = sum(wilds_needed(rules, side.burracos) for side in sides)
    if wilds > deck.wilds:
        yield _fault(ViolationCode.WILDS_BEYOND_DECK, wilds=wilds, deck=deck.wilds)
    if rules.red_threes is None:
        return
    red_threes = sum(side.burracos.get(Grade.RED_THREES, 0) for side in sides)
    if red_threes > deck.red_threes:
        yield _fault(ViolationCode.RED_THREES_BEYOND_DECK, cards=red_threes, deck=deck.red_threes)
