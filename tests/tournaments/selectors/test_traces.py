"""Whose histories are a member's: those of merged members, and of undone imports with the same names or cards."""

import pytest

from tests.factories import AT
from tournaments.models import Player, PlayerMerge
from tournaments.people.traces import NameEver
from tournaments.selectors.traces import traces_of

pytestmark = pytest.mark.django_db


def person(last: str, first: str = "", *, card: str = "", contact: str = "", is_gone: bool = True) -> Player:
    """Create a member, or somebody of whom the history alone is left."""
    player = Player.objects.create(last_name=last, first_name=first, card=card, contact=contact)
    key = player.pk
    if is_gone:
        player.delete()
    player.pk = key
    return player


def test_a_member_is_traced_by_name_and_card_from_one_undone_import_to_the_next() -> None:
    own_card = person("Bianchi", "Anna", card="A-00001")
    anna = person("Rossi", "Anna", card="A-00001", contact="anna@people.example", is_gone=False)
    person("Rossi", "Ugo", is_gone=False)
    namesake = person("rossi", "ANNA", card="B-00002", contact="333 1234567")
    same_card = person("Verdi", "Anna", card="B-00002")
    next_name = person("Verdi", "Anna", contact="verdi@people.example")
    stranger = person("Neri", "Ugo", contact="neri@people.example")
    nameless = person("", card="C-00003")
    PlayerMerge.objects.create(kept=anna, gone=stranger.pk + 1_000, made_at=AT)
    traces = traces_of(anna)
    keys = {anna.pk, namesake.pk, same_card.pk, own_card.pk, next_name.pk, stranger.pk + 1_000}
    assert traces.keys == keys and nameless.pk not in traces.keys
    assert traces.names == {
        NameEver("Rossi", "Anna"),
        NameEver("rossi", "ANNA"),
        NameEver("Verdi", "Anna"),
        NameEver("Bianchi", "Anna"),
    }
    assert traces.shared == {"rossi"}
    assert traces.marks == {
        *("anna@people.example", "3331234567", "verdi@people.example"),
        *("a-00001", "b-00002"),
    }


def test_whoever_had_no_name_for_a_time_shares_it_with_nobody() -> None:
    anna = person("", is_gone=False)
    anna.last_name, anna.first_name = "Rossi", "Anna"
    anna.save()
    nameless = person("", "", contact="neri@people.example")
    traces = traces_of(anna)
    assert traces.keys == {anna.pk} != {nameless.pk}
    assert traces.names == {NameEver("Rossi", "Anna")} and traces.marks == set()
