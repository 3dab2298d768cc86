"""What the club reads of an entry: the names that become members, and why it cannot be accepted."""

import pytest

from tournaments.models import Entry, Pair, Player
from tournaments.selectors.entry_board import EntryRow
from tournaments.selectors.entry_conflicts import Conflict, rivals_of
from tournaments.selectors.members import ListedMember, NameQuestion

ANNA = Player(last_name="Rossi", first_name="Anna")


def test_the_names_that_become_members_are_those_of_nobody_known_and_without_a_question() -> None:
    question = next(iter(NameQuestion))
    people = (
        ListedMember(typed="Rossi Anna", member=ANNA),
        ListedMember(typed="Verdi Luca", question=question),
        ListedMember(typed="Neri Ugo"),
    )
    row = EntryRow(entry=Entry(), people=people)
    assert row.new_names == ["Neri Ugo"] and row.several and row.is_open
    assert not EntryRow(entry=Entry(), people=people[::2]).is_open


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    ("conflict", "words"),
    [
        (None, ""),
        (Conflict("Rossi Anna", Pair(number=2)), "Rossi Anna is already playing, with number 2."),
        (Conflict("Rossi Anna"), "Rossi Anna is in an earlier entry, too."),
    ],
)
def test_a_conflict_names_the_pair_or_says_that_an_entry_came_earlier(conflict: Conflict | None, words: str) -> None:
    assert EntryRow(entry=Entry(), people=(), conflict=conflict).conflict_said == words


@pytest.mark.parametrize(
    ("shown", "rivals"), [([1], [1]), ([2], [1, 2]), ([3], [1, 2, 3]), ([4], [4]), ([4, 2], [1, 2, 4]), ([], [])]
)
def test_an_entry_depends_on_the_earlier_ones_with_its_names_and_on_those_with_theirs(
    shown: list[int], rivals: list[int]
) -> None:
    undecided = {
        1: ("Rossi Anna", "Bianchi Carlo"),
        2: ("Verdi Ugo", "ROSSI ANNA"),
        3: ("Neri Pia", "Verdi Ugo"),
        4: ("Gallo Ivo", "Costa Eva"),
    }
    assert rivals_of(shown, undecided) == rivals
