"""A club's own grades: their limits, and the engine's readings compared with a naive oracle."""

from collections.abc import Mapping
from dataclasses import replace
from inspect import getsource
from typing import Any

import pytest

from scoring.engine.cards import JOLLY, Card, Rank
from scoring.engine.grades import Grade, GradeRow, MeldKind, WildPlace
from scoring.engine.hand import TAKEN, AnyHand, CountsEntry, HandEnd
from scoring.engine.melds import read_meld
from scoring.engine.notation import format_cards, parse_cards
from scoring.engine.options import option_values, with_options
from scoring.engine.rulebooks import ITALIAN, RULEBOOKS
from scoring.engine.score import violations
from scoring.engine.violations import ViolationCode
from scoring.rulesets.examples import row_melds
from scoring.services import judge, read_hand, write_hand
from tests.scoring import oracle_melds
from tests.scoring.agreed import disagreements
from tests.scoring.oracle_melds import Book, judged
from tests.scoring.perft import engine_class, oracle_texts

from .test_perft import one_rank, one_suit

OVER_THE_TOP = {"key": "over_the_top", "label": "Over the top", "kind": "sequence", "least": 13, "bonus": 300}
SUPERPULITO = {"key": "superpulito", "label": "Superpulito", "kind": "set", "least": 8, "bonus": 250}
ACES = {"key": "aces", "label": "D’assi", "kind": "set", "ranks": ["A"], "bonus": 260}
LONG_DIRTY = {"key": "long", "label": "Lungo", "least": 10, "wild": "at_end", "bonus": 150}
CLUB = with_options(ITALIAN, {"grades": [OVER_THE_TOP, SUPERPULITO, ACES, LONG_DIRTY]})
BOOK = Book()


def naive(cards: list[str]) -> str | None:
    """Return the grade according to the four rows, based on the oracle for the plain Italian game."""
    found = judged(BOOK, cards)
    if found.grade == "clean" and found.kind == "sequence" and len(cards) == 13:
        return "over_the_top"
    if found.grade == "clean" and found.kind == "set" and cards[0][:-1] == "A":
        return "aces"
    if found.grade == "clean" and found.kind == "set" and len(cards) == 8:
        return "superpulito"
    return found.grade


def test_burracos_are_read_as_a_naive_second_opinion_reads_them() -> None:
    bags = (*one_suit(), *one_rank())
    grades = [engine_class(CLUB, bag).grade for bag in bags]

    def ask(at: int) -> str | None:
        return "long" if grades[at] == "long" else naive(oracle_texts(bags[at]))

    wrong = disagreements("a club's own grades", oracle_melds, grades, ask, by=getsource(naive))
    assert [(bags[at], grades[at], ask(at)) for at in wrong] == []


@pytest.mark.parametrize(
    ("cards", "grade", "bonus"),
    [
        ("3H 4H 5H 6H 7H 8H 9H 10H JH JK", "long", 150),
        ("3H 4H 5H 6H 7H 8H 9H 10H JK QH", "dirty", 100),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", "long", 150),
        ("AS AS AH AH AD AD AC AC", "aces", 260),
        ("KS KS KH KH KD KD KC KC", "superpulito", 250),
        ("KS KS KH KH KD KD KC KC JK", "dirty", 100),
    ],
)
def test_a_burraco_is_paid_by_the_best_row_that_it_matches(cards: str, grade: str, bonus: int) -> None:
    meld = read_meld(CLUB, parse_cards(cards))
    assert (meld.grade, meld.bonus) == (grade, bonus)


def test_a_grade_of_its_own_scores_counts_and_goes_through_json() -> None:
    options = {"grades": [OVER_THE_TOP]}
    counts = CountsEntry(burracos={"over_the_top": 1}, melded=165, left_value=10, pozzetto=TAKEN, closed=True)
    others = CountsEntry(burracos={}, melded=0, left_value=20, pozzetto=TAKEN, closed=False)
    hand = AnyHand(end=HandEnd.CLOSED, sides=(counts, others))
    rules, again = read_hand(write_hand("italian", options, hand))
    ours, _theirs = judge(rules, again).scores or ()
    assert ours.total == 165 + 300 + 100 - 10
    assert ours.lines[1].as_json() == {"item": "over_the_top", "count": 1, "points": 300, "label": "Over the top"}
    assert ours.slip is not None and ours.slip.base == 400
    assert [fault.code for fault in violations(ITALIAN, hand)] == [ViolationCode.GRADE_UNKNOWN]


def test_only_a_row_without_a_wild_closes_where_a_clean_burraco_is_asked_for() -> None:
    rules = with_options(CLUB, {"closing_needs_clean": True})
    for key, melded, legal in (("superpulito", 80, True), ("long", 160, False)):
        ours = CountsEntry(burracos={key: 1}, melded=melded, left_value=10, pozzetto=TAKEN, closed=True)
        theirs = CountsEntry(burracos={}, melded=0, left_value=20, pozzetto=TAKEN, closed=False)
        found = violations(rules, AnyHand(end=HandEnd.CLOSED, sides=(ours, theirs)))
        assert [fault.code for fault in found] == ([] if legal else [ViolationCode.CLOSED_WITHOUT_CLEAN])


def test_a_slip_may_hold_a_grade_of_its_own() -> None:
    hand = {"ruleset": "italian", "end": "time", "sides": [{"base": 260, "points": 150}, {"base": 0, "points": 40}]}
    assert not judge(*read_hand(hand)).legal
    assert judge(*read_hand(hand | {"options": {"grades": [ACES]}})).legal


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"bonus": 200}, "bonus"),
        ({"bonus": 303}, "bonus"),
        ({"bonus": "300"}, "bonus"),
        ({"bonus": 700, "kind": "set", "least": 7, "wild": "everywhere"}, "bonus"),
        ({"least": 6}, "least"),
        ({"least": 15}, "least"),
        ({"least": 13.0}, "least"),
        ({"most": 12}, "most"),
        ({"kind": "row"}, "kind"),
        ({"wild": True}, "wild"),
        ({"ranks": ["B"]}, "ranks"),
        ({"ranks": []}, "ranks"),
        ({"key": "clean"}, "key"),
        ({"key": "melded"}, "key"),
        ({"key": "Ünique"}, "key"),
        ({"key": 7}, "key"),
        ({"label": ""}, "label"),
        ({"label": "x" * 41}, "label"),
        ({"label": " x"}, "label"),
        ({"label": "a\0b"}, "label"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_row_that_cannot_be_names_its_member(change: Mapping[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=rf"^grades\[1\]\.{named}: "):
        with_options(ITALIAN, {"wilds_alone": 700, "grades": [SUPERPULITO, OVER_THE_TOP | change]})


@pytest.mark.parametrize("rows", ["none", [7], [OVER_THE_TOP] * 2, [OVER_THE_TOP | {"key": f"k{n}"} for n in range(9)]])
def test_rows_that_cannot_be_are_refused(rows: Any) -> None:
    with pytest.raises(ValueError, match="^grades"):
        with_options(ITALIAN, {"grades": rows})


def test_as_many_grades_and_as_long_names_as_are_allowed() -> None:
    rows = [OVER_THE_TOP | {"key": f"k{number}", "label": f"{number}" * 40} for number in range(8)]
    assert len(with_options(ITALIAN, {"grades": rows}).own_grades) == 8


@pytest.mark.parametrize("ranks", [(), (Rank.KING, Rank.ACE)])
def test_the_ranks_of_a_row_are_in_order(ranks: tuple[Rank, ...]) -> None:
    with pytest.raises(ValueError, match="^ranks: expected"):
        GradeRow(key="x", ranks=ranks, bonus=120)


@pytest.mark.parametrize(
    ("row", "copies", "most"),
    [
        ({"kind": MeldKind.SET, "least": 8}, 2, 12),
        ({"kind": MeldKind.SET, "least": 8}, 4, 24),
        ({"kind": MeldKind.SEQUENCE, "least": 14}, 2, 4),
        ({"kind": MeldKind.SEQUENCE, "least": 14}, 4, 8),
        ({"kind": MeldKind.SEQUENCE, "least": 7}, 2, 8),
        ({"kind": MeldKind.SEQUENCE, "least": 7, "wild": WildPlace.ANYWHERE}, 2, 16),
        ({"wild": WildPlace.EVERYWHERE}, 2, 1),
    ],
)
def test_a_deck_has_so_many_burracos_of_one_row(row: dict[str, Any], copies: int, most: int) -> None:
    assert GradeRow(key="x", bonus=120, **row).most_in(replace(ITALIAN.deck, copies=copies), 1) == most


def test_what_was_read_is_written_as_it_was() -> None:
    rows = [OVER_THE_TOP, SUPERPULITO, ACES, LONG_DIRTY | {"most": 12}]
    assert option_values(with_options(ITALIAN, {"grades": rows}))["grades"] == rows


def test_a_row_asks_for_kind_cards_ranks_and_wild() -> None:
    row = GradeRow(key="x", kind=MeldKind.SET, least=7, most=8, wild=WildPlace.ANYWHERE, bonus=120)
    kings: tuple[Card, ...] = parse_cards("KS KS KH KH KD KD")
    assert row.fits(MeldKind.SET, (*kings, JOLLY), (6,))
    assert not row.fits(MeldKind.SET, (*kings, kings[0]), ())
    assert not row.fits(MeldKind.SEQUENCE, (*kings, JOLLY), (6,))
    assert not row.fits(MeldKind.SET, (*kings, *kings[:2], JOLLY), (8,))
    assert not row.fits(MeldKind.SET, (JOLLY,) * 7, tuple(range(7))), "wilds alone have a grade of their own"


def test_presets_know_grades_with_names_only() -> None:
    assert {key for rules in RULEBOOKS.values() for key in rules.rows} == set(Grade) - {Grade.PLAIN}
    assert all(row.label == "" for rules in RULEBOOKS.values() for row in rules.grades)


@pytest.mark.parametrize(
    ("kind", "shown"),
    [({}, ["sequence", "set"]), ({"kind": "set"}, ["set"]), ({"kind": "sequence"}, ["sequence"])],
)
def test_a_grade_is_shown_by_one_meld_of_each_kind_that_it_may_have(kind: dict[str, str], shown: list[str]) -> None:
    rules = with_options(ITALIAN, {"grades": [{"key": "own", "label": "Own", "bonus": 500} | kind]})
    (row,) = rules.own_grades
    assert [meld.kind.value for meld in row_melds(rules, row)] == shown


@pytest.mark.parametrize(
    ("preset", "row", "shown"),
    [
        ("italian", {"least": 8}, ["AH 2H 3H 4H 5H 6H 7H 8H", "KS KS KH KH KD KD KC KC"]),
        ("italian", {"least": 8, "wild": "anywhere"}, ["AH 2H 3H 4H 5H 6H 7H JK", "KS KS KH KH KD KD KC JK"]),
        ("italian", {"least": 8, "wild": "at_end", "kind": "sequence"}, ["AH 2H 3H 4H 5H 6H 7H JK"]),
        ("italian", {"least": 13, "kind": "sequence"}, ["2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"]),
        ("italian", {"ranks": ["A"], "kind": "set"}, ["AS AS AH AH AD AD AC"]),
        ("italian", {"wild": "everywhere"}, []),
        ("argentine", {"least": 8, "wild": "anywhere"}, ["1N 2N 3N 4N 5N 6N 7N JK", "13R 13R 13N 13N 13B 13B 13Y JK"]),
        ("tranca", {"least": 8, "wild": "beside_seven"}, ["4H 5H 6H 7H 8H 9H 10H 2C", "KS KS KH KH KD KD KC 2C"]),
    ],
)
def test_a_grade_is_shown_by_the_fewest_cards_that_it_asks_for(
    preset: str, row: dict[str, Any], shown: list[str]
) -> None:
    rules = with_options(RULEBOOKS[preset], {"grades": [{"key": "own", "label": "Own", "bonus": 500} | row]})
    (own,) = rules.own_grades
    assert [format_cards(meld.cards) for meld in row_melds(rules, own)] == shown
