"""Every write of members, one or many, leaves each with exactly the words of name, club and card."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.factories import AT, make_tournament, members
from tournaments.interchange import tournament_import
from tournaments.models import MemberWord, PeopleImport, Player
from tournaments.people.grid import GridRow
from tournaments.people.names import LONGEST_WORD, search_key
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services import (
    pair_add,
    people_import_undo,
    people_import_write,
    player_change,
    player_create,
    player_forget,
    players_merge,
    players_part,
)
from tournaments.services.merges import MERGED_FIELDS
from tournaments.services.people_imports import people_import_begin

pytestmark = pytest.mark.django_db

SAMPLE = (Path(__file__).parents[2] / "data" / "club-evening.json").read_text(encoding="utf-8")


def stored() -> dict[int, list[str]]:
    found: dict[int, list[str]] = {player.pk: [] for player in Player.objects.all()}
    for player, word in MemberWord.objects.values_list("player", "word"):
        found[player].append(bytes(word).decode())
    return {player: sorted(words) for player, words in found.items()}


def meant() -> dict[int, list[str]]:
    """Return the expected words, letter by letter from the fields."""
    texts = {
        player.pk: search_key(f"{player.last_name} {player.first_name} {player.club} {player.card}")
        for player in Player.objects.all()
    }
    return {key: sorted({word[:LONGEST_WORD] for word in words.split()}) for key, words in texts.items()}


def anna() -> Player:
    details = {"last_name": "D’Angelò", "first_name": "Anna Anna", "club": "ASD Anna", "card": "IT-0123"}
    return player_create(details=details)


def made() -> None:
    player = anna()
    assert stored() == {player.pk: ["0123", "angelo", "anna", "asd", "d", "it"]}


def changed() -> None:
    player = player_change(player=anna(), details={"last_name": "Verdi", "card": ""})
    assert stored() == {player.pk: ["anna", "asd", "verdi"]}


def forgotten() -> None:
    player = player_forget(player=anna())
    assert not {"angelo", "anna", "asd", "0123"} & set(stored()[player.pk])


def entered_by_name() -> None:
    pair_add(tournament=make_tournament(), players=["De Luca, Sergio", "Rossi Anna"])


def merged_and_parted() -> None:
    keep, gone = anna(), player_create(details={"last_name": "Dangelo", "card": "9"})
    details = {name: getattr(gone, name) for name in MERGED_FIELDS}
    merge = players_merge(keep=keep, gone=gone, details=details, by=None, at=AT)
    assert stored() == meant() == {keep.pk: ["9", "dangelo"]}
    players_part(merge=merge, at=AT + timedelta(days=1))
    assert len(stored()[keep.pk]) == 6 and stored()[gone.pk] == ["9", "dangelo"]


def imported(*lines: str) -> PeopleImport:
    rows = [GridRow(at, tuple(line.split(";"))) for at, line in enumerate(("Cognome;Nome;Tessera;Circolo", *lines), 1)]
    pending = people_import_begin(rows=rows, file_name="", by=None, at=timezone.now())
    seen = list_looked_at(pending)
    decisions = {row.line: row.choices[0] for row in seen.verdicts if row.choices}
    return people_import_write(pending=pending, decisions=decisions, seen=seen.fingerprint, by=None)[0]


def imported_and_undone() -> None:
    """Two members change clubs, and one is new."""
    rossi = player_create(details={"last_name": "Rossi", "first_name": "Anna", "card": "00001"})
    verdi = player_create(details={"last_name": "Verdi", "first_name": "Luca", "card": "00002"})
    before = stored()
    pending = imported("Rossi;Anna;00001;Aurora", "Verdi;Luca;00002;Stella Polare", "Neri;Ugo;00003;Aurora")
    after = stored()
    assert after == meant() and len(after) == 3
    assert (after[rossi.pk], after[verdi.pk]) == (
        ["00001", "anna", "aurora", "rossi"],
        ["00002", "luca", "polare", "stella", "verdi"],
    )
    people_import_undo(pending=pending, by=None)
    assert stored() == before


def taken_from_a_file() -> None:
    """Some are new, and one already exists and gets the file's card."""
    player = player_create(details={"last_name": "Gentile", "first_name": "Tullio", "club": "ASD Burraco Aurora"})
    tournament_import(text=SAMPLE)
    assert "07919" in stored()[player.pk] and len(stored()) > 10


def simulated() -> None:
    call_command("simulate_tournament", "--pairs=8", "--rounds=1", "--hands=2", "--system=draw", "--seed=1")
    assert len(stored()) == 16


def written_in_bulk() -> None:
    players = members(1_200)
    Player.objects.filter(pk__in=[player.pk for player in players[:1_100]]).update(club="Nuovo circolo")
    words = stored()
    assert all("nuovo" in words[player.pk] for player in players[:1_100])
    for player in players:
        player.card = f"N-{player.pk}"
    Player.objects.bulk_update(players, ["card"], batch_size=300)
    Player.objects.filter(pk=players[0].pk).update(state="left")


def deleted() -> None:
    anna().delete()
    assert not MemberWord.objects.exists()


def of_any_length() -> None:
    player_create(details={"last_name": "W" * 80, "first_name": "ﬃ" * 50, "club": "x " * 60})


@pytest.mark.parametrize(
    "write",
    [
        *(made, changed, forgotten, entered_by_name, merged_and_parted, imported_and_undone),
        *(taken_from_a_file, simulated, written_in_bulk, deleted, of_any_length),
    ],
)
def test_words_are_those_of_name_club_and_card(write: Callable[[], None]) -> None:
    write()
    assert stored() == meant()


def test_a_change_that_fails_changes_no_word() -> None:
    anna()
    before = stored()
    other = player_create(details={"last_name": "Rossi"})
    before[other.pk] = ["rossi"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=other.pk).update(card="IT-0123", last_name="Verdi")
    other.card, other.last_name = "IT-0123", "Verdi"
    with pytest.raises(IntegrityError), transaction.atomic():
        other.save()
    assert stored() == before
