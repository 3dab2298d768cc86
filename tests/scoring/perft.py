"""Every small set of cards by class, as the engine and the oracle judge it: the table of `docs/perft.md`.

`python -m tests.scoring.perft` writes the page; the tests count again and compare. The rules of melds treat all suits
alike, so among sets that differ only by exchanged suits one is judged and counted for all; another property test checks
that exchanging suits changes nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import factorial, prod
from pathlib import Path

from scoring.engine.cards import JOLLY, RANKS, Card, Rank, Suit
from scoring.engine.deck import Deck
from scoring.engine.melds import read_meld
from scoring.engine.notation import format_cards
from scoring.engine.options import with_options
from scoring.engine.rulebooks import ITALIAN, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import IllegalMeld
from tests.scoring import oracle_melds
from tests.scoring.agreed import disagreements
from tests.scoring.oracle_melds import Book, Judged, judged

CardsByRole = tuple[Card, ...]


@dataclass(frozen=True)
class Perft:
    """The number of sets in each class, and those that the oracle judges differently."""

    counts: Mapping[Judged, int]
    different: Sequence[str]


NO_THREES = ("A", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

CANASTA = Book(sequences=False, wilds=3, fewer="no more", no_threes=True, black_threes=True, set_ranks=NO_THREES)

BOOKS: Mapping[str, Book] = {
    "fibur_2026": Book(semi="federation"),
    "fibur_internazionale": Book(set_ranks=("A", "3")),
    "italian": Book(),
    "italian_semiclean": Book(semi="club"),
    "argentine": Book(),
    "burako_comodines": Book(wilds_alone=True),
    "tranca": Book(no_threes=True, set_ranks=NO_THREES),
    "canasta": CANASTA,
    "canasta_for_two": CANASTA,
    "brazilian_as_a_as": Book(royal=True, ace_to_ace=True),
    "brazilian_aberto_sujo": Book(royal=True),
    "brazilian_aberto": Book(royal=True, sets=False),
    "brazilian_fechado": Book(royal=True),
    "brazilian_fechado_sujo": Book(royal=True),
    "brazilian_fechado_stbl": Book(royal=True, sets=False),
}
"""The rules of melds in every preset, as in its source."""

OPTIONS: Mapping[str, tuple[Mapping[str, object], Book]] = {
    "two wilds": ({"wilds": 2}, Book(wilds=2)),
    "three wilds, never more than the other cards": (
        {"wilds": 3, "wild_share": "as_many"},
        Book(wilds=3, fewer="no more"),
    ),
    "any number of wilds, fewer than the other cards, with semi-clean burracos of clubs": (
        {"wilds": None, "wild_share": "fewer", "semi_clean": 150},
        Book(wilds=32, fewer="wilds", semi="club"),
    ),
    "three wilds, with semi-clean burracos of the federation": (
        {"wilds": 3, "semi_clean": 150, "semi_clean_definition": "federation"},
        Book(wilds=3, semi="federation"),
    ),
    "from ace to ace": ({"ace_to_ace": 1000, "royal": 500}, Book(royal=True, ace_to_ace=True)),
    "from ace to ace, with two wilds": ({"ace_to_ace": 1000, "wilds": 2}, Book(ace_to_ace=True, wilds=2)),
    "red threes laid at once": ({"red_threes": 100}, Book(no_threes=True, set_ranks=NO_THREES)),
    "no sequences": ({"sequences_allowed": False}, Book(sequences=False)),
    "red threes laid at once, black ones in sets": (
        {"red_threes": 100, "black_threes": True},
        Book(no_threes=True, black_threes=True, set_ranks=NO_THREES),
    ),
    "canasta: sets only, three wilds, black threes": (
        {
            **{"sequences_allowed": False, "wilds": 3, "wild_share": "as_many"},
            **{"red_threes": 100, "black_threes": True},
        },
        BOOKS["canasta"],
    ),
    "wilds alone": ({"wilds_alone": 1000}, Book(wilds_alone=True)),
    "wilds alone, and two wilds": ({"wilds_alone": 1000, "wilds": 2}, Book(wilds_alone=True, wilds=2)),
}
"""Options of the Italian game that change its melds, and the same rules for the oracle."""

OPTION_BOOKS = [book for _options, book in OPTIONS.values()]

FEW_KINDS: Sequence[Card] = (
    *(Card(rank, Suit.HEARTS) for rank in (Rank.ACE, Rank.TWO, Rank.THREE, Rank.QUEEN, Rank.KING)),
    *(Card(rank, Suit.SPADES) for rank in (Rank.TWO, Rank.KING)),
    JOLLY,
)
"""The cards of which there are two each in the sets of cards that the options are tried on."""

OPTION_SIZES = (3, 4, 5)


def alike() -> Mapping[tuple[object, Deck], Sequence[str]]:
    """Return the presets, grouped by the rules that affect melds smaller than a burraco.

    Those with OPTIONS for melds are tried with fewer cards.
    """
    found: dict[tuple[object, Deck], list[str]] = defaultdict(list)
    plain = {key: rules for key, rules in RULEBOOKS.items() if BOOKS[key] not in OPTION_BOOKS}
    for key, rules in plain.items():
        found[rules.sets_allowed and rules.set_ranks, rules.deck].append(key)
    return found


PAGE = Path(__file__).parents[2] / "docs" / "perft.md"

PAGE_SIZES = (3, 4)


def engine_class(rules: RuleSet, bag: Sequence[Card]) -> Judged:
    """Return the engine's judgement in the oracle's terms."""
    try:
        meld = read_meld(rules, bag)
    except IllegalMeld as illegal:
        return Judged(faults=frozenset(fault.code.value for fault in illegal.violations))
    return Judged(kind=meld.kind.value, grade=meld.grade, wilds=len(meld.wilds_at))


TILE_TEXTS = str.maketrans("RNBY", "SHDC")


def oracle_texts(bag: Sequence[Card]) -> list[str]:
    """Return the cards as the oracle reads them, with tiles as the cards of the same rank."""
    names = {1: "A", 11: "J", 12: "Q", 13: "K"}
    return [
        "JK" if card.suit is None else names.get(card.rank, str(int(card.rank))) + card.suit.translate(TILE_TEXTS)
        for card in bag
    ]


Hand = tuple[Rank, ...]
"""The ranks of one suit, in order."""


def bags(rules: RuleSet, size: int) -> Iterator[tuple[CardsByRole, int]]:
    """Yield sets of this many cards, one of each kind up to exchanged suits, with the number that it stands for."""
    deck = rules.deck
    suited = [_suited(deck, length) for length in range(size + 1)]
    for jollies in range(min(size, deck.jollies) + 1):
        for hands in _hands(suited, len(deck.suits), size - jollies):
            alike = factorial(len(hands)) // prod(factorial(count) for count in Counter(hands).values())
            cards = (Card(rank, suit) for hand, suit in zip(hands, deck.suits, strict=True) for rank in hand)
            yield (*cards, *(JOLLY,) * jollies), alike


def _suited(deck: Deck, length: int) -> list[Hand]:
    """Return every combination of this many cards in one suit."""
    return [
        hand
        for hand in combinations_with_replacement(RANKS, length)
        if all(count <= deck.copies for count in Counter(hand).values())
    ]


def _hands(suited: Sequence[Sequence[Hand]], suits: int, size: int, least: Hand = ()) -> Iterator[tuple[Hand, ...]]:
    """Yield every way to divide this many cards among the suits, in one order of the suits: shortest first."""
    if suits == 1:
        yield from ((hand,) for hand in suited[size] if _key(hand) >= _key(least))
        return
    for length in range(len(least), size // suits + 1):
        for hand in suited[length]:
            if _key(hand) >= _key(least):
                yield from ((hand, *rest) for rest in _hands(suited, suits - 1, size - length, hand))


def _key(hand: Hand) -> tuple[int, Hand]:
    return len(hand), hand


def judged_otherwise(
    judgements: Sequence[Judged], book: Book, asked: Sequence[CardsByRole], *, stored: str = ""
) -> list[CardsByRole]:
    """Return the sets of cards that the oracle judges differently, by a digest if one is stored under a name."""

    def ask(at: int) -> Judged:
        return judged(book, oracle_texts(asked[at]))

    if not stored:
        return [bag for at, bag in enumerate(asked) if ask(at) != judgements[at]]
    found = disagreements(stored, oracle_melds, [*map(words, judgements)], lambda at: words(ask(at)), by=repr(book))
    return [asked[at] for at in found]


def words(found: Judged) -> tuple[str, ...]:
    """Return a judgement in words that stand in the same order in every process."""
    return str(found.kind), str(found.grade), str(found.wilds), *sorted(found.faults)


def perft(rules: RuleSet, book: Book, size: int, *, stored: str = "") -> Perft:
    """Count every set of this size by class, and list those that engine and oracle judge differently."""
    return counted_bags(rules, book, bags(rules, size), stored=stored)


def counted_bags(rules: RuleSet, book: Book, counted: Iterable[tuple[CardsByRole, int]], *, stored: str = "") -> Perft:
    """Count these sets, each for as many as it stands for."""
    asked = [*counted]
    judgements = [engine_class(rules, bag) for bag, _alike in asked]
    counts: Counter[Judged] = Counter()
    for judgement, (_bag, alike) in zip(judgements, asked, strict=True):
        counts[judgement] += alike
    different = judged_otherwise(judgements, book, [bag for bag, _alike in asked], stored=stored)
    return Perft(counts=counts, different=[*map(format_cards, different)])


def few_cards(size: int, kinds: Sequence[Card]) -> Iterator[tuple[CardsByRole, int]]:
    """Yield every set of this many of the few kinds."""
    for bag in combinations_with_replacement(kinds, size):
        if all(count <= 2 for count in Counter(bag).values()):
            yield bag, 1


def option_perft(name: str) -> Mapping[int, Perft]:
    """Return the counts of the few kinds under one of the OPTIONS, by size."""
    options, book = OPTIONS[name]
    rules = with_options(ITALIAN, options)
    kinds = (*FEW_KINDS, Card(Rank.THREE, Suit.SPADES)) if rules.black_threes else FEW_KINDS
    return {size: counted_bags(rules, book, few_cards(size, kinds)) for size in OPTION_SIZES}


def page(counted: Callable[[str], Mapping[int, Perft]], tried: Callable[[str], Mapping[int, Perft]]) -> str:
    """Return the page in `docs/`: classes of all sets of 3 and of 4 cards, presets with the same rules together.

    Options follow, with the sets of few kinds of cards.
    """
    parts = [HEAD]
    for keys in alike().values():
        parts += ["## " + ", ".join(f"`{key}`" for key in keys), _table(counted(keys[0]), PAGE_SIZES)]
    parts.append(OPTIONS_HEAD)
    for name in OPTIONS:
        parts += [f"## {name[:1].upper()}{name[1:]}", _table(tried(name), OPTION_SIZES)]
    return "\n\n".join(parts) + "\n"


def _table(found: Mapping[int, Perft], sizes: Sequence[int]) -> str:
    classes = sorted(
        {judged for size in sizes for judged in found[size].counts},
        key=lambda judged: (judged.kind is None, _name(judged)),
    )
    by_name: dict[str, Counter[int]] = {_name(class_): Counter() for class_ in classes}
    for class_, size in product(classes, sizes):
        by_name[_name(class_)][size] += found[size].counts.get(class_, 0)
    by_name["**all bags**"] = Counter({size: sum(found[size].counts.values()) for size in sizes})
    heads = "".join(f" of {size} cards |" for size in sizes)
    lines = [f"| {name} |" + "".join(f" {counts[size]} |" for size in sizes) for name, counts in by_name.items()]
    return "\n".join([f"| class |{heads}", "|---|" + "--:|" * len(sizes), *lines])


HEAD = """# Every small meld

Every bag of 3 and of 4 cards that the deck can give, by what it is: a legal meld (its kind, with a wild or without)
or its faults. The engine (`scoring/engine/melds.py`) and a naive second opinion written without looking at it
(`tests/scoring/oracle_melds.py`) agree on every one of them. Made by `python -m tests.scoring.perft`; the tests count
again. `python -m benchmarks.engine` does the same for the bags of 5 cards."""


OPTIONS_HEAD = """# The same with options

Every bag of 3 to 5 cards out of two each of eight kinds (ace, two, three, queen and king of hearts, two and king of
spades, joker; and of the three of spades, where it may be melded), under the Italian game with options that change what
a meld is. The tests compare random bags of up to 20 cards, too."""

WITH = {0: "natural", 1: "with a wild"}


def _name(judged: Judged) -> str:
    if judged.kind is None:
        return " + ".join(sorted(judged.faults))
    return f"{judged.kind}, {WITH.get(judged.wilds, f'with {judged.wilds} wilds')}"


def main() -> None:
    found = {
        keys[0]: {size: perft(RULEBOOKS[keys[0]], BOOKS[keys[0]], size) for size in PAGE_SIZES}
        for keys in alike().values()
    }
    different = [cards for sizes in found.values() for size in sizes.values() for cards in size.different]
    if different:
        raise SystemExit(f"engine and oracle differ on {len(different)}: {different[:10]}")
    PAGE.write_text(page(found.__getitem__, option_perft), encoding="utf-8")


if __name__ == "__main__":
    main()
