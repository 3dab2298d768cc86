"""The search for members: each typed word begins a word of name, club or card; by an index, even in a large club."""

import re

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.factories import members
from tournaments.models import Player
from tournaments.people.names import search_key
from tournaments.selectors.members import Members, NameQuestion, members_found
from tournaments.services import player_create

WORDS = st.sampled_from(
    ["Rossi", "rosa", "D'Angelò", "De", "Luca", "Łącki", "Ярослав", "ASD", "Aurora", "00123", "IT-7", "X"]
)
PEOPLE = st.lists(
    st.fixed_dictionaries(
        {"last_name": WORDS, "first_name": WORDS, "club": st.lists(WORDS, max_size=2).map(" ".join)},
        optional={"state": st.sampled_from(Player.State.values), "category": st.sampled_from(["A", "B"])},
    ),
    max_size=6,
)
TYPED = st.lists(st.tuples(WORDS, st.integers(0, 8)).map(lambda texts: texts[0][: texts[1]]), max_size=3).map(" ".join)


class AgainstReadingEverybody(TestCase):
    """The search finds the same members as a reading of the whole list, word by word."""

    @given(PEOPLE, TYPED, st.sampled_from(["", *Player.State.values]), st.sampled_from(["", "A"]))
    def test_the_same_are_found(self, people: list[dict[str, str]], q: str, state: str, category: str) -> None:
        meant = []
        for details in people:
            player = player_create(details=details)
            known = search_key(" ".join(details.get(name, "") for name in ("last_name", "first_name", "club"))).split()
            if (
                all(any(word.startswith(typed) for word in known) for typed in search_key(q).split())
                and state in ("", player.state)
                and category in ("", player.category)
            ):
                meant.append(player)
        meant.sort(key=lambda player: (player.search_name.encode(), player.pk))
        found = members_found(q=q, state=state, category=category)
        assert {player.pk for player in found} == {player.pk for player in meant}
        assert found.count() == len(meant)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("angelo", True),
        ("D’ANG", True),
        ("it-01", True),
        ("0123", True),
        ("aur ni 01", True),
        ("---", True),
        ("ngelo", False),
        ("123", False),
        ("angelo bari", False),
        ("%", True),
        ("_", True),
        ("an%", True),
        ("\U0010ffff", True),
        ("z" * 100, False),
    ],
)
def test_beginnings_are_found_and_nothing_else(q: str, found: bool) -> None:
    player_create(details={"last_name": "D'Angelò", "first_name": "Niccolò", "club": "ASD Aurora", "card": "IT-0123"})
    assert members_found(q=q).exists() is found


@pytest.mark.django_db
def test_of_a_last_name_alone_those_who_were_entered_first_are_offered_first() -> None:
    """The names of a long list find the same members, though all are read, or last names only where no other is."""
    names = [("Rossi", "Anna"), ("Rossi", "Ugo"), ("Rossi", "Anna"), ("Verdi", "Ada")]
    first, second, third, verdi = Player.objects.bulk_create(
        Player(last_name=last, first_name=name, search_name=search_key(f"{last} {name}")) for last, name in names
    )
    of_a_first_name = [f"Bianchi Ada{number}" for number in range(30)]
    for also in ([], of_a_first_name, [f"Bianchi{number}" for number in range(30)], of_a_first_name * 40):
        known = Members(["Rossi", "Ada Verdi", *also])
        asked = known.who_is("Rossi", seated={})
        assert (asked.question, asked.choices) == (NameQuestion.LAST_NAME_ONLY, (first, second, third))
        assert known.who_is("Ada Verdi", seated={}).member == verdi


@pytest.fixture
def many(db: None) -> None:
    """Members too few for PostgreSQL to use an index, so sequential scans are disabled."""
    players = members(1_500)
    for player in players:
        player.card = f"M{player.pk:06}"
    Player.objects.bulk_update(players, ["card"])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("asked", "index"),
    [
        ({"q": "zanon"}, "member_by_word"),
        ({"q": "zan lu"}, "member_by_word|member_word_once"),
        ({"q": "m00"}, "member_by_word|member_word_once"),
        ({"q": "zanon", "state": "left"}, "member_by_word|member_word_once"),
    ],
)
def test_words_are_looked_for_by_their_index(asked: dict[str, str], index: str) -> None:
    """If nearly everybody has the word, PostgreSQL walks through the ordered names and looks up each."""
    for found in (members_found(**asked)[:100], members_found(**asked)):
        plan = str(found.explain())
        assert any(name in plan for name in index.split("|")), plan
        assert not re.search(r"SCAN tournaments_|Seq Scan", plan), plan


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("asked", "index"), [({"state": "left"}, "by_state"), ({"category": "A"}, "by_category"), ({}, "by_name")]
)
def test_states_and_categories_are_looked_for_by_an_index_in_the_order_of_names(
    asked: dict[str, str], index: str
) -> None:
    if connection.vendor == "sqlite":
        plan = str(members_found(**asked)[:100].explain())
        assert f"player_{index}" in plan and "TEMP B-TREE" not in plan, plan
