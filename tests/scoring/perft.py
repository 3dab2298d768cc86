"""Every small bag of cards by class, as the engine and the oracle see it: the table of `docs/perft.md`.

`python -m tests.scoring.perft` writes the page; the tests count again and compare. The suits are equal before the
rules of melds, so of bags that differ only by exchanged suits one is judged, and counted for all: that exchanging
suits changes nothing is a property test of its own.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path

from scoring.engine.cards import JOLLY, RANKS, Card, Rank
from scoring.engine.deck import Deck
from scoring.engine.melds import read_meld
from scoring.engine.notation import format_cards
from scoring.engine.rulebooks import RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import IllegalMeld
from tests.scoring.oracle_melds import Book, Judged, judged

Bag = tuple[Card, ...]


@dataclass(frozen=True)
class Perft:
    """How many bags there are of each class, and those that the oracle judges otherwise."""

    counts: Mapping[Judged, int]
    different: Sequence[str]


BOOKS: Mapping[str, Book] = {
    "fibur_2026": Book(semi="federation"),
    "fibur_internazionale": Book(set_ranks=("A", "3")),
    "italian": Book(),
    "italian_semiclean": Book(semi="club"),
    "argentine": Book(),
    "brazilian_aberto_sujo": Book(royal=True),
    "brazilian_aberto": Book(royal=True, sets=False),
    "brazilian_fechado": Book(royal=True),
    "brazilian_fechado_sujo": Book(royal=True),
    "brazilian_fechado_stbl": Book(royal=True, sets=False),
}
"""The rules of melds of every preset, as its source tells them."""


def alike() -> Mapping[tuple[object, Deck], Sequence[str]]:
    """The presets by what a meld too small for a burraco depends on."""
    found: dict[tuple[object, Deck], list[str]] = defaultdict(list)
    for key, rules in RULEBOOKS.items():
        found[rules.sets_allowed and rules.set_ranks, rules.deck].append(key)
    return found


PAGE = Path(__file__).parents[2] / "docs" / "perft.md"

PAGE_SIZES = (3, 4)


def engine_class(rules: RuleSet, bag: Sequence[Card]) -> Judged:
    """What the engine says of the cards, in the oracle's words."""
    try:
        meld = read_meld(rules, bag)
    except IllegalMeld as illegal:
        return Judged(faults=frozenset(fault.code.value for fault in illegal.violations))
    return Judged(kind=meld.kind.value, grade=meld.grade, wild=meld.wild_at is not None)


TILE_TEXTS = str.maketrans("RNBY", "SHDC")


def oracle_texts(bag: Sequence[Card]) -> list[str]:
    """The cards as the oracle reads them; tiles as the cards of the same rank."""
    names = {1: "A", 11: "J", 12: "Q", 13: "K"}
    return [
        "JK" if card.suit is None else names.get(card.rank, str(int(card.rank))) + card.suit.translate(TILE_TEXTS)
        for card in bag
    ]


Hand = tuple[Rank, ...]
"""The ranks of one suit in a bag, in order."""


def bags(rules: RuleSet, size: int) -> Iterator[tuple[Bag, int]]:
    """Bags of so many cards of the deck, one of each kind that exchanging suits gives, and how many it stands for."""
    deck = rules.deck
    suited = [_suited(deck, length) for length in range(size + 1)]
    for jollies in range(min(size, deck.jollies) + 1):
        for hands in _hands(suited, len(deck.suits), size - jollies):
            alike = factorial(len(hands)) // prod(factorial(count) for count in Counter(hands).values())
            cards = (Card(rank, suit) for hand, suit in zip(hands, deck.suits, strict=True) for rank in hand)
            yield (*cards, *(JOLLY,) * jollies), alike


def _suited(deck: Deck, length: int) -> list[Hand]:
    """Everything of this many cards that can be in one suit."""
    return [
        hand
        for hand in combinations_with_replacement(RANKS, length)
        if all(count <= deck.copies for count in Counter(hand).values())
    ]


def _hands(suited: Sequence[Sequence[Hand]], suits: int, size: int, least: Hand = ()) -> Iterator[tuple[Hand, ...]]:
    """Every way to share so many cards among the suits, in one order of the suits only: shortest first."""
    if suits == 1:
        yield from ((hand,) for hand in suited[size] if _key(hand) >= _key(least))
        return
    for length in range(len(least), size // suits + 1):
        for hand in suited[length]:
            if _key(hand) >= _key(least):
                yield from ((hand, *rest) for rest in _hands(suited, suits - 1, size - length, hand))


def _key(hand: Hand) -> tuple[int, Hand]:
    return len(hand), hand


def perft(rules: RuleSet, book: Book, size: int) -> Perft:
    """Count every bag of this size by class, and list those that engine and oracle see differently."""
    counts: Counter[Judged] = Counter()
    different = []
    for bag, alike in bags(rules, size):
        judgement = engine_class(rules, bag)
        counts[judgement] += alike
        if judgement != judged(book, oracle_texts(bag)):
            different.append(format_cards(bag))
    return Perft(counts=counts, different=different)


def page(counted: Callable[[str], Mapping[int, Perft]]) -> str:
    """The page in `docs/`: the classes of every bag of 3 and of 4 cards, for presets with the same rules together."""
    parts = [HEAD]
    for keys in alike().values():
        found = counted(keys[0])
        classes = sorted(
            {judged for size in PAGE_SIZES for judged in found[size].counts},
            key=lambda judged: (judged.kind is None, _name(judged)),
        )
        totals = [sum(found[size].counts.values()) for size in PAGE_SIZES]
        rows = [(_name(each), *(found[size].counts.get(each, 0) for size in PAGE_SIZES)) for each in classes]
        parts.append("## " + ", ".join(f"`{key}`" for key in keys))
        lines = [f"| {name} | {three} | {four} |" for name, three, four in (*rows, ("**all bags**", *totals))]
        parts.append("\n".join(["| class | of 3 cards | of 4 cards |", "|---|--:|--:|", *lines]))
    return "\n\n".join(parts) + "\n"


HEAD = """# Every small meld

Every bag of 3 and of 4 cards that the deck can give, by what it is: a legal meld (its kind, with a wild or without)
or its faults. The engine (`scoring/engine/melds.py`) and a naive second opinion written without looking at it
(`tests/scoring/oracle_melds.py`) agree on every one of them. Made by `python -m tests.scoring.perft`; the tests count
again. `python -m benchmarks.engine` does the same for the bags of 5 cards."""


def _name(judged: Judged) -> str:
    if judged.kind is None:
        return " + ".join(sorted(judged.faults))
    return f"{judged.kind}, {'with a wild' if judged.wild else 'natural'}"


def main() -> None:
    found = {
        keys[0]: {size: perft(RULEBOOKS[keys[0]], BOOKS[keys[0]], size) for size in PAGE_SIZES}
        for keys in alike().values()
    }
    different = [cards for sizes in found.values() for each in sizes.values() for cards in each.different]
    if different:
        raise SystemExit(f"engine and oracle differ on {len(different)}: {different[:10]}")
    PAGE.write_text(page(found.__getitem__), encoding="utf-8")


if __name__ == "__main__":
    main()
