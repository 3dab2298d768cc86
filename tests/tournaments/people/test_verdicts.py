"""The people of a list compared with the members, against a rule that compares everybody with everybody."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.people.names import search_key
from tournaments.people.roster import ListedPerson, usual_card_figures
from tournaments.people.row_faults import RowFault, UnreadableRow
from tournaments.people.verdicts import KnownPerson, ListVerdict, PersonDoubt, Verdict, changes_of, judge_list

HERE = [
    KnownPerson(key=1, fields={"last_name": "Rossi", "first_name": "Anna", "card": "00123", "club": "Aurora"}),
    KnownPerson(key=2, fields={"last_name": "Bianchi", "first_name": "Carlo"}),
    KnownPerson(key=3, fields={"last_name": "Verdi", "first_name": "Luca", "card": "00200"}),
    KnownPerson(key=4, fields={"last_name": "Verdi", "first_name": "Luca", "card": "00201"}),
    KnownPerson(key=5, fields={"last_name": "Galli", "first_name": "Pia", "card": "0"}),
]


def listed(last: str, first: str = "", line: int = 2, **fields: str | int) -> ListedPerson:
    given = {"last_name": last, "first_name": first, **fields}
    return ListedPerson(line=line, fields={name: value for name, value in given.items() if value})


def judged(*people: ListedPerson | UnreadableRow) -> ListVerdict:
    return judge_list(people, HERE)[-1]


@pytest.mark.parametrize(
    ("person", "verdict", "member"),
    [
        (listed("Neri", "Ugo"), Verdict.NEW, None),
        (listed("Rossi", "Anna"), Verdict.SAME, 1),
        (listed("ROSSI", "Anna"), Verdict.CHANGED, 1),
        (listed("Rossi", "Anna", card="00123", club="Stella"), Verdict.CHANGED, 1),
        (listed("Bianchi", "Carlo", card="00999"), Verdict.CHANGED, 2),
        (listed("Verdi", "Luca", card="00201"), Verdict.SAME, 4),
        (listed("Neri", "Ugo", card="00"), Verdict.NEW, None),
    ],
)
def test_who_is_certain(person: ListedPerson, verdict: Verdict, member: int | None) -> None:
    row = judged(person)
    assert (row.verdict, row.member, row.doubt) == (verdict, member, None)


@pytest.mark.parametrize(
    ("person", "doubt", "choices"),
    [
        (listed("Verdi", "Luca"), PersonDoubt.NAMESAKES, (3, 4)),
        (listed("Neri", "Ugo", card="00123"), PersonDoubt.OTHER_NAME, (1,)),
        (listed("Rossi", "Anna", card="00555"), PersonDoubt.OTHER_CARD, (1,)),
        (listed("Anna", "Rossi"), PersonDoubt.SWAPPED, (1,)),
        (listed("Anna", "Rossi", card="00123"), PersonDoubt.SWAPPED, (1,)),
        (listed("Bianci", "Carlo"), PersonDoubt.NEARLY, (2,)),
        (listed("Bainchi", "Carlo"), PersonDoubt.NEARLY, (2,)),
        (listed("Neri", "Ugo", card="123"), PersonDoubt.LOST_ZEROS, (1,)),
    ],
)
def test_what_the_secretary_is_asked(person: ListedPerson, doubt: PersonDoubt, choices: tuple[int, ...]) -> None:
    row = judged(person)
    assert (row.verdict, row.doubt, row.choices) == (Verdict.DOUBTFUL, doubt, choices)


def test_whoever_has_two_members_names_in_either_order_is_the_one_of_that_order() -> None:
    members = [
        KnownPerson(key=key, fields={"last_name": last, "first_name": first})
        for key, last, first in ((1, "Anna", "Rossi"), (2, "Rossi", "Anna"))
    ]
    (row,) = judge_list([listed("Rossi", "Anna")], members)
    assert (row.verdict, row.member, row.doubt) == (Verdict.SAME, 2, None)


def test_who_has_nearly_the_name_is_offered_in_the_order_of_the_members() -> None:
    members = [
        KnownPerson(key=key, fields={"last_name": last, "first_name": "Anna"})
        for key, last in ((9, "Rosso"), (2, "Rossi"))
    ]
    (row,) = judge_list([listed("Rossa", "Anna")], members)
    assert (row.doubt, row.choices) == (PersonDoubt.NEARLY, (2, 9))


def test_a_change_says_what_was_and_what_will_be_and_blanks_change_nothing() -> None:
    row = judged(listed("Rossi", "Anna", club="Stella", birth_year=1956))
    assert row.changes == {"club": ("Aurora", "Stella"), "birth_year": ("", 1956)}


def test_a_name_the_other_way_round_is_no_change_of_it_and_a_letter_is() -> None:
    known = {member.key: member for member in HERE}
    assert changes_of(listed("Anna", "Rossi", club="Stella"), known[1]) == {"club": ("Aurora", "Stella")}
    assert changes_of(listed("Bianci", "Carlo"), known[2]) == {"last_name": ("Bianchi", "Bianci")}


@pytest.mark.parametrize(
    ("first", "second", "twice"),
    [
        (listed("Neri", "Ugo"), listed("Neri", "Ugo", line=3), True),
        (listed("Neri", "Ugo"), listed("Neri", "Ugo", line=3, card="7"), True),
        (listed("Neri", "Ugo", card="7"), listed("Ugo", "Neri", line=3), True),
        (listed("Neri", "Ugo", card="7"), listed("Gialli", "Ada", line=3, card="7"), True),
        (listed("Neri", "Ugo", card="7"), listed("Neri", "Ugo", line=3, card="8"), False),
    ],
)
def test_whoever_stands_there_twice_is_asked_about(first: ListedPerson, second: ListedPerson, twice: bool) -> None:
    row = judged(first, second)
    assert (row.doubt is PersonDoubt.TWICE, row.twice_of) == (twice, 2 if twice else None)


def test_a_row_that_is_nobody_stays_in_its_place() -> None:
    fault = UnreadableRow(line=7, fault=RowFault.NO_NAME, cell="")
    assert judged(listed("Neri"), fault) == ListVerdict(line=7, verdict=Verdict.UNREADABLE, unreadable=fault)


def one_letter_apart(one: str, other: str) -> bool:
    """Try every change of one letter."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    longer, shorter = sorted((one, other), key=len, reverse=True)
    if len(longer) > len(shorter):
        return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    different = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    swapped = len(different) == 2 and different[1] == different[0] + 1
    return len(different) == 1 or (
        swapped and one[different[0]] == other[different[1]] and one[different[1]] == other[different[0]]
    )


@given(st.integers(0, 2**32))
def test_nearly_the_same_is_found_as_by_comparing_all_with_all(seed: int) -> None:
    lot = random.Random(seed)
    names = ["".join(lot.choices("ab", k=lot.randint(2, 5))) for _ in range(40)]
    known = [KnownPerson(key=at, fields={"last_name": name}) for at, name in enumerate(dict.fromkeys(names[:20]))]
    rows = [listed(name, line=at) for at, name in enumerate(dict.fromkeys(names[20:]))]
    for row, person in zip(judge_list(rows, known), rows, strict=True):
        key = search_key(person.name)
        exact = any(member.name == key for member in known)
        near = tuple(member.key for member in known if one_letter_apart(key, member.name))
        if not exact:
            assert (row.choices if row.doubt is PersonDoubt.NEARLY else ()) == near


@pytest.mark.parametrize(
    ("known", "list_", "figures"),
    [
        (["00123", "45678"], [], 5),
        (["123", "4567"], ["00001"], 0),
        ([], ["00001", "123", "00002"], 5),
        ([], ["00001", "123", "124"], 0),
        (["A-12", "B-13"], [], 0),
    ],
)
def test_how_many_figures_cards_have(known: list[str], list_: list[str], figures: int) -> None:
    assert usual_card_figures(known, list_) == figures
