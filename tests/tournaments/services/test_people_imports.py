"""Long lists are imported and undone in slices: other writes come in between, and none is overwritten."""

from collections.abc import Callable, Sequence

import pytest
from django.contrib.auth.models import User
from django.utils import timezone, translation

from burraco_club.integrity.histories import history_faults
from burraco_club.integrity.members import word_faults
from pages.refusals import Refused
from tests.factories import make_account, make_tournament
from tournaments.models import PeopleImport, Player
from tournaments.people.grid import grid_of_text
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services import (
    pair_add,
    people_import_begin,
    people_import_undo,
    people_import_write,
    player_change,
    player_create,
    slices,
)

pytestmark = pytest.mark.django_db

HEADINGS = "Cognome;Nome;Tessera;Circolo"


@pytest.fixture(autouse=True)
def secretary(monkeypatch: pytest.MonkeyPatch) -> User:
    """A secretary with slices of two rows, so that a short list has several of them."""
    monkeypatch.setattr(slices, "AT_ONCE", 2)
    monkeypatch.setattr(slices, "LETS_IN", 0)
    translation.activate("en")
    return make_account()


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let somebody else write after the first slice."""
    waited: list[float] = []

    def come(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 1:
            act()

    monkeypatch.setattr("time.sleep", come)


def looked_at(*lines: str) -> PeopleImport:
    rows = grid_of_text("\n".join([HEADINGS, *lines]))
    return people_import_begin(rows=rows, file_name="", by=None, at=timezone.now())


def imported(pending: PeopleImport, by: User) -> tuple[PeopleImport, list[str]]:
    judged = list_looked_at(pending)
    decisions = {row.line: row.choices[0] for row in judged.verdicts if row.choices}
    return people_import_write(pending=pending, decisions=decisions, seen=judged.fingerprint, by=by)


def people() -> Sequence[tuple[str, str]]:
    return list(Player.objects.order_by("last_name").values_list("last_name", "card"))


def untouched() -> bool:
    return [*history_faults(), *word_faults()] == []


def test_what_is_imported_in_slices_is_taken_back_in_slices(secretary: User) -> None:
    cards = [player_create(details={"last_name": f"Vecchio{at}", "card": str(at)}) for at in range(5)]
    before = people()
    new = [f"Nuovo{at};Ada;N{at};Aurora" for at in range(7)]
    # Everybody has the next one's card now: without a common write, two would have the same one.
    changed = [f"Vecchio{at};;{(at + 1) % 5};Stella" for at in range(5)]
    pending, left = imported(looked_at(*changed, *new), secretary)
    assert left == [] and pending.counts == (7, 5)
    assert [card for _name, card in people()] == [*(f"N{at}" for at in range(7)), "1", "2", "3", "4", "0"]
    pending, left = people_import_undo(pending=pending, by=secretary)
    assert left == [] and people() == before and pending.state == PeopleImport.State.UNDONE
    undone = Player.history.filter(history_change_reason=pending.undoing)
    assert sorted(undone.values_list("history_type", flat=True)) == ["-"] * 7 + ["~"] * 5
    assert {row.history_user for row in undone} == {secretary}
    assert untouched() and len(cards) == 5


def test_who_comes_between_two_slices_is_not_written_over(secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    old = player_create(details={"last_name": "Vecchio", "club": "Aurora"})
    player_create(details={"last_name": "Altra", "club": "Aurora"})
    player_create(details={"last_name": "Terzo", "club": "Aurora"})
    pending = looked_at(
        *("Altra;;;Stella", "Terzo;;;Stella", "Vecchio;;;Stella"),
        *("Nuova;Ada;N1;", "Nuova;Bea;N2;", "Nuova;Cleo;N3;", "Nuova;Dora;N4;"),
    )

    def somebody_else() -> None:
        player_change(player=old, details={"club": "Lecce"})
        player_create(details={"last_name": "Nuova", "first_name": "Ada"})
        player_create(details={"last_name": "Bruni", "card": "N2"})

    between(monkeypatch, somebody_else)
    pending, left = imported(pending, secretary)
    assert left == ["Vecchio", "Nuova Ada", "Nuova Bea"] and pending.counts == (2, 2)
    assert Player.objects.get(last_name="Vecchio").club == "Lecce"
    assert Player.objects.filter(first_name="Ada").count() == 1 and untouched()


def test_a_member_who_plays_before_the_slice_is_undone_stays_and_is_named(
    secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    pending, _left = imported(looked_at(*(f"Nuovo{at};Ada;N{at};" for at in range(4))), secretary)
    tournament = make_tournament()
    between(monkeypatch, lambda: pair_add(tournament=tournament, players=["Nuovo3 Ada", "Bruni Ivo"]))
    _pending, left = people_import_undo(pending=pending, by=secretary)
    assert left == ["Nuovo3 Ada"] and [name for name, _card in people()] == ["Bruni", "Nuovo3"]
    assert untouched()


def test_an_undoing_that_was_broken_off_goes_on_where_it_was(secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    player_create(details={"last_name": "Vecchio", "club": "Aurora"})
    lines = [*(f"Nuovo{at};Ada;N{at};" for at in range(5)), "Vecchio;;;Stella"]
    pending, _left = imported(looked_at(*lines), secretary)

    class Killed(BaseException):
        pass

    def killed() -> None:
        raise Killed

    between(monkeypatch, killed)
    with pytest.raises(Killed):
        people_import_undo(pending=pending, by=secretary)
    assert len(people()) == 4
    _pending, left = people_import_undo(pending=PeopleImport.objects.get(), by=secretary)
    assert left == [] and people() == [("Vecchio", "")] and Player.objects.get().club == "Aurora"
    with pytest.raises(Refused, match="undone or discarded"):
        people_import_undo(pending=pending, by=secretary)
    assert untouched()
