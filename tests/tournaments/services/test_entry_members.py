"""Entries know their members: newly accepted ones, and those of a club from an earlier version."""

from importlib import import_module

import pytest
from django.apps import apps

from burraco_club.integrity.histories import history_faults
from pages.refusals import Refused
from tests.factories import AT, make_tournament
from tournaments.models import Entry, Player, Tournament
from tournaments.people.traces import NameEver, Traces
from tournaments.services import (
    entry_accept,
    entry_make,
    entry_move_up,
    entry_refuse,
    entry_terms_set,
    pair_change,
    pair_delete,
    pair_set_status,
    player_change,
    player_create,
    player_find_or_create,
    player_forget,
    players_merge,
    players_part,
    tournament_announce,
)
from tournaments.services.entries import SentEntry
from tournaments.services.entry_privacy import _is_theirs
from tournaments.services.merges import MERGED_FIELDS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

migration = import_module("tournaments.migrations.0004_entry_members")


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    entry_terms_set(tournament=tournament, terms={"is_open": True})
    return tournament


def enter(tournament: Tournament, *names: str, contact: str = "0832 111111") -> Entry:
    sent = SentEntry(names=names, club="", contact=contact, form="+".join(names), sender="somewhere")
    return entry_make(tournament=tournament, sent=sent, at=AT)[0]


def member(name: str, **details: str) -> Player:
    player = player_find_or_create(text=name)
    return player_change(player=player, details=details) if details else player


def names(entry: Entry) -> tuple[str, ...]:
    entry.refresh_from_db()
    return entry.names


def members(entry: Entry) -> tuple[str, ...]:
    entry.refresh_from_db()
    return tuple(str(player) for player in (entry.member1, entry.member2))


def test_an_entry_knows_whom_the_club_took_its_names_for(tournament: Tournament) -> None:
    chosen = player_create(details={"last_name": "Rossi", "first_name": "Annamaria"})
    entry = enter(tournament, "Rosi Anna", "Verdi Ugo")
    assert members(entry) == ("None", "None")
    entry_accept(entry=entry, players=[chosen, "Verdi Ugo"])
    assert members(entry) == ("Rossi Annamaria", "Verdi Ugo")


def test_a_pair_that_comes_back_in_the_other_order_is_known_by_name(tournament: Tournament) -> None:
    entry = entry_accept(entry=enter(tournament, "Rossi Anna", "Verdi Ugo"))
    assert entry.pair is not None
    pair_set_status(pair=entry.pair, status="withdrawn")
    again = entry_accept(entry=enter(tournament, "Ugo Verdi", "Anna Rossi"))
    assert members(again) == ("Verdi Ugo", "Rossi Anna")


def test_who_is_forgotten_goes_and_the_partner_stays_whatever_became_of_the_pair(tournament: Tournament) -> None:
    """The pair has another partner or does not exist any longer, and the names are in any order."""
    anna = member("Rossi Anna")
    changed = entry_accept(entry=enter(tournament, "Anna Rossi", "Verdi Ugo"))
    assert changed.pair is not None
    pair_change(pair=changed.pair, players=["Bianchi Ada", "Verdi Ugo"])
    gone = entry_accept(entry=enter(tournament, "Neri Ivo", "Rossi Anna"))
    assert gone.pair is not None
    pair_delete(pair=gone.pair)
    never = entry_refuse(entry=enter(tournament, "ROSSI, Anna", "Gallo Pia"))
    waiting = enter(tournament, "anna rossi", "Costa Leo")
    player_forget(player=anna)
    assert names(changed) == ("deleted player", "Verdi Ugo")
    assert names(gone) == ("Neri Ivo", "deleted player")
    assert names(never) == ("deleted player", "Gallo Pia")
    assert names(waiting) == ("deleted player", "Costa Leo") and waiting.state == Entry.State.REFUSED
    assert not Entry.objects.exclude(contact="").exists()
    in_history = {name for row in Entry.history.values_list("name1", "name2") for name in row}
    assert in_history == {"deleted player", "Verdi Ugo", "Neri Ivo", "Gallo Pia", "Costa Leo"}
    with pytest.raises(Refused, match="asked to be forgotten"):
        entry_move_up(entry=waiting)
    assert list(history_faults()) == []


def test_somebody_else_of_that_name_who_waits_is_left_alone(tournament: Tournament) -> None:
    anna = member("Rossi Anna", contact="anna@example.org")
    player_create(details={"last_name": "Rossi", "first_name": "Anna", "contact": "0832 222222"})
    others, own = (
        enter(tournament, "Rossi Anna", "Verdi Ugo"),
        enter(tournament, "Rossi Anna", contact="Anna@example.org"),
    )
    player_forget(player=anna)
    assert names(others) == ("Rossi Anna", "Verdi Ugo") and others.contact == "0832 111111"
    assert names(own) == ("deleted player",) and own.contact == ""


def test_a_name_that_the_club_took_for_another_member_becomes_that_members(tournament: Tournament) -> None:
    anna, other = member("Rossi Anna"), member("Rossi Annamaria")
    entry = entry_accept(entry=enter(tournament, "Rossi Anna", "Verdi Ugo"), players=[other, "Verdi Ugo"])
    player_forget(player=anna)
    assert names(entry) == ("Rossi Annamaria", "Verdi Ugo") and members(entry) == names(entry)
    assert list(history_faults()) == []


def test_what_was_the_other_ones_is_in_nobodys_history_after_two_members_are_parted() -> None:
    keep, gone = member("Rossi Anna", club="Lecce"), member("Rosi Anna", contact="anna@example.org")
    details = {name: getattr(gone, name) for name in MERGED_FIELDS}
    merge = players_merge(keep=keep, gone=gone, details=details, by=None, at=AT)
    players_part(merge=merge, at=AT)
    in_history = Player.history.filter(id=keep.pk).values_list("last_name", "contact", "club")
    assert set(in_history) == {("Rossi", "", "Lecce"), ("Rossi", "", "")}
    assert list(history_faults()) == []


def test_who_was_one_with_the_one_who_is_parted_is_parted_along() -> None:
    """Rosi was merged with Rossi, and Rossi by mistake with Bruni: Bruni is erased, but not Rossi."""
    rossi, rosi, bruni = member("Rossi Anna"), member("Rosi Anna"), member("Bruni Ada", contact="ada@example.org")
    as_rossi = {name: getattr(rossi, name) for name in MERGED_FIELDS}
    players_merge(keep=rossi, gone=rosi, details=as_rossi, by=None, at=AT)
    as_bruni = {name: getattr(bruni, name) for name in MERGED_FIELDS}
    merge = players_merge(keep=bruni, gone=rossi, details=as_bruni, by=None, at=AT)
    players_part(merge=merge, at=AT)
    player_forget(player=bruni)
    assert Player.history.filter(last_name="Rosi").exists() and not Player.history.filter(last_name="Bruni").exists()
    player_forget(player=Player.objects.get(last_name="Rossi"))
    assert set(Player.history.values_list("last_name", flat=True)) == {"deleted player"}


def test_free_text_names_nobody_who_was_forgotten_but_whoever_has_the_same_name(tournament: Tournament) -> None:
    anna, ugo = member("De Luca Anna", contact="333 1234567"), member("Verdi Ugo")
    player_create(details={"last_name": "Verdi", "first_name": "Ugo"})
    text = "Auguri ad ANNA DE LUCA (+39 333-1234567), a De Luca, Anna e a Verdi Ugo; non ad Anna De Lucaris."
    tournament_announce(tournament=tournament, text=text)
    revision = Tournament.objects.get().revision
    player_forget(player=anna)
    player_forget(player=ugo)
    now = Tournament.objects.get()
    assert now.announcement == (
        "Auguri ad deleted player (deleted player), a deleted player e a Verdi Ugo; non ad Anna De Lucaris."
    )
    assert now.revision > revision
    assert not Tournament.history.filter(announcement__icontains="De Luca (").exists()
    assert list(history_faults()) == []


def test_entries_of_an_earlier_version_are_told_who_they_are(tournament: Tournament) -> None:
    """By name among all members who ever were in the pair, otherwise by the place in the original pair."""
    anna = member("Rossi Anna")
    accepted = entry_accept(entry=enter(tournament, "Anna Rossi", "Verdi Ugo"))
    spelled = entry_accept(entry=enter(tournament, "Neri Ivo", "Galo Pia"), players=["Neri Ivo", member("Gallo Pia")])
    alone = entry_accept(entry=enter(tournament, "Costa Leo"))
    assert accepted.pair is not None
    pair_change(pair=accepted.pair, players=["Verdi Ugo", "Bianchi Ada"])
    double = player_create(details={"last_name": "Rossi", "first_name": "Annina"})
    details = {name: getattr(double, name) for name in MERGED_FIELDS}
    players_merge(keep=double, gone=anna, details=details, by=None, at=AT)
    for rows in (Entry.objects, Entry.history):
        rows.update(member1=None, member2=None)
    migration.tell_members(apps, None)
    assert members(accepted) == ("Rossi Annina", "Verdi Ugo")
    assert members(spelled) == ("Neri Ivo", "Gallo Pia")
    assert members(alone) == ("Costa Leo", "None")
    assert list(history_faults()) == []


@pytest.mark.parametrize(
    ("names", "is_anna"),
    [
        ([("Rossi Anna", None)], True),
        ([("Rossi", None)], True),
        ([("Bianchi Anna", None)], True),
        ([("Bianchi", None)], False),
        ([("Verdi Ugo", None)], False),
        ([("Verdi Ugo", 7)], True),
        ([("Verdi Ugo", 8), ("Rossi Anna", None)], True),
        ([("Verdi Ugo", 7), ("Neri Ada", 8)], True),
    ],
)
def test_an_entry_that_is_no_more_is_theirs_who_was_ever_meant_or_had_the_name(
    names: list[tuple[str, int | None]], is_anna: bool
) -> None:
    """Somebody else is called Bianchi Anna, too, as she was once."""
    called = frozenset({NameEver("Rossi", "Anna"), NameEver("Bianchi", "Anna")})
    others = frozenset({"anna bianchi", "bianchi"})
    traces = Traces(keys=frozenset({7}), names=called, shared=others, marks=frozenset())
    assert _is_theirs(None, [{"name1": name, "member1": member} for name, member in names], "1", traces) is is_anna


def test_an_entry_that_names_nobody_now_is_theirs_whose_name_it_had() -> None:
    entry = Entry(name1="Verdi Ugo", state=Entry.State.WAITING)
    called = frozenset({NameEver("Rossi", "Anna")})
    traces = Traces(keys=frozenset({7}), names=called, shared=frozenset(), marks=frozenset())
    assert _is_theirs(entry, [{"name1": "Rossi Anna", "member1": None}], "1", traces)
    assert not _is_theirs(entry, [{"name1": "Neri Ada", "member1": 7}], "1", traces)
