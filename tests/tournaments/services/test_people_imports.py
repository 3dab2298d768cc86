"""Long lists are imported and undone in slices: other writes come in between, and none is overwritten."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone, translation

from burraco_club.integrity.histories import history_faults
from burraco_club.integrity.members import word_faults
from pages.refusals import Refused
from tests.factories import make_account, make_tournament
from tournaments.models import Membership, PeopleImport, Player
from tournaments.people.columns import Holds
from tournaments.people.grid import WorkbookSheet, grid_of_text
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services import (
    member_save,
    pair_add,
    people_import_begin,
    people_import_discard,
    people_import_read_as,
    people_import_take_sheet,
    people_import_undo,
    people_import_write,
    player_change,
    player_create,
    slices,
)
from tournaments.services.memberships import BLANK
from tournaments.services.people_changes import MemberChange, members_change
from tournaments.services.people_imports import people_imports_delete_old

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


def doubtful(line: str) -> tuple[PeopleImport, Sequence[int]]:
    """Return a list with a row that may mean two members, and their keys."""
    keys = [player_create(details={"last_name": "Rossi", "first_name": "Anna"}).pk for _member in range(2)]
    return looked_at(line), keys


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


def test_a_list_is_imported_as_it_was_last_read(secretary: User) -> None:
    stale = looked_at("Neri;Ugo;1;")
    now = people_import_read_as(pending=stale, holds=[Holds.FIRST_NAME, Holds.LAST_NAME, Holds.CARD], card_figures=0)
    seen = list_looked_at(now).fingerprint
    people_import_write(pending=stale, decisions={}, seen=seen, by=secretary)
    assert people() == [("Ugo", "1")]


def test_a_list_that_was_discarded_meanwhile_is_not_imported(secretary: User) -> None:
    pending = looked_at("Neri;Ugo;1;")
    seen = list_looked_at(pending).fingerprint
    people_import_discard(pending=PeopleImport.objects.get())
    with pytest.raises(Refused, match="imported, undone or discarded"):
        people_import_write(pending=pending, decisions={}, seen=seen, by=secretary)
    assert people() == []


def test_a_row_decided_for_somebody_who_is_no_choice_is_not_decided(secretary: User) -> None:
    pending, keys = doubtful("Rossi;Anna;;Stella")
    other = player_create(details={"last_name": "Verdi"})
    seen = list_looked_at(pending).fingerprint
    with pytest.raises(Refused, match="Row 2 is not decided"):
        people_import_write(pending=pending, decisions={2: other.pk}, seen=seen, by=secretary)
    people_import_write(pending=pending, decisions={2: keys[1]}, seen=seen, by=secretary)
    assert list(Player.objects.order_by("pk").values_list("club", flat=True)) == ["", "Stella", ""]


def test_a_doubtful_row_that_says_nothing_new_leaves_nothing_to_import(secretary: User) -> None:
    pending, keys = doubtful("Rossi;Anna;;")
    seen = list_looked_at(pending).fingerprint
    with pytest.raises(Refused, match="Nothing is left to import"):
        people_import_write(pending=pending, decisions={2: keys[0]}, seen=seen, by=secretary)


def test_namesakes_of_one_list_are_all_made_whatever_slice_they_are_in(secretary: User) -> None:
    pending, left = imported(looked_at("Nuova;Ada;N1;", "Altra;Ada;N2;", "Nuova;Ada;N3;"), secretary)
    assert left == [] and people() == [("Altra", "N2"), ("Nuova", "N1"), ("Nuova", "N3")]


def test_whose_book_is_changed_between_two_slices_of_the_undoing_stays_as_imported(
    secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = [player_create(details={"last_name": f"Vecchio{at}", "club": "Aurora"}) for at in range(3)]
    pending, _left = imported(looked_at(*(f"Vecchio{at};;;Stella" for at in range(3))), secretary)
    book = BLANK | {"address": "Via Po 3"}
    between(monkeypatch, lambda: member_save(player=old[2], details={}, book=book))
    _pending, left = people_import_undo(pending=pending, by=secretary)
    clubs = Player.objects.order_by("last_name").values_list("club", flat=True)
    assert left == ["Vecchio2"] and list(clubs) == ["Aurora", "Aurora", "Stella"]


def test_a_book_written_before_the_import_does_not_hold_up_its_undoing(secretary: User) -> None:
    old = player_create(details={"last_name": "Vecchio", "club": "Aurora"})
    member_save(player=old, details={}, book=BLANK | {"address": "Via Po 3"})
    pending, _left = imported(looked_at("Vecchio;;;Stella"), secretary)
    _pending, left = people_import_undo(pending=pending, by=secretary)
    assert left == [] and Player.objects.get().club == "Aurora"


def test_who_was_given_back_before_the_undoing_broke_off_is_not_named_as_left(
    secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(3):
        player_create(details={"last_name": f"Vecchio{at}", "club": "Aurora"})
    pending, _left = imported(looked_at(*(f"Vecchio{at};;;Stella" for at in range(3))), secretary)

    def killed() -> None:
        raise KeyboardInterrupt

    between(monkeypatch, killed)
    with pytest.raises(KeyboardInterrupt):
        people_import_undo(pending=pending, by=secretary)
    assert sorted(Player.objects.values_list("club", flat=True)) == ["Aurora", "Aurora", "Stella"]
    _pending, left = people_import_undo(pending=pending, by=secretary)
    assert left == [] and set(Player.objects.values_list("club", flat=True)) == {"Aurora"}


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


def test_a_list_that_is_looked_at_is_read_anew_and_discarded(secretary: User) -> None:
    sheets = [
        WorkbookSheet("Soci", grid_of_text("Cognome;Nome;Tessera\nRossi;Anna;00012")),
        WorkbookSheet("Ospiti", grid_of_text("Elenco\nNome e cognome\nUgo Neri")),
    ]
    pending = people_import_begin(rows=[], file_name="f" * 300, by=secretary, at=timezone.now(), sheets=sheets)
    other = looked_at("Verdi;Luca;7;")
    assert (pending.sheet, pending.card_figures, len(pending.file_name)) == (0, 5, 200)
    assert pending.made_by == secretary

    def stored() -> tuple[object, ...]:
        now = PeopleImport.objects.get(pk=pending.pk)
        return now.sheet, now.columns["heading_line"], now.columns["holds"], now.card_figures, len(now.rows)

    assert stored() == (0, 1, ["last_name", "first_name", "card"], 5, 2)
    people_import_take_sheet(pending=pending, sheet=1)
    assert stored() == (1, 2, ["first_and_last"], 0, 3)
    for sheet in (-1, 2):
        with pytest.raises(Refused, match="There is no such sheet"):
            people_import_take_sheet(pending=pending, sheet=sheet)
    assert people_import_take_sheet(pending=pending, sheet=0).sheet == 0
    people_import_read_as(pending=pending, holds=[Holds.CLUB, None, Holds.CARD], card_figures=7)
    now = PeopleImport.objects.get(pk=pending.pk)
    assert (now.card_figures, now.columns["ordinary_letters"]) == (7, False)
    assert (now.columns["holds"], now.columns["heading_line"]) == (["club", None, "card"], 1)
    people_import_read_as(pending=pending, holds=[], card_figures=0, ordinary_letters=True)
    assert PeopleImport.objects.get(pk=pending.pk).columns["ordinary_letters"]
    people_import_discard(pending=pending)
    assert list(PeopleImport.objects.all()) == [other]
    PeopleImport.objects.update(state=PeopleImport.State.IMPORTED)
    for act in (
        lambda: people_import_discard(pending=other),
        lambda: people_import_take_sheet(pending=other, sheet=0),
        lambda: people_import_read_as(pending=other, holds=[], card_figures=0),
        lambda: people_import_discard(pending=pending),
    ):
        with pytest.raises(Refused, match="imported, undone or discarded"):
            act()
    assert PeopleImport.objects.count() == 1


def test_lists_go_a_day_after_they_were_looked_at_and_a_month_after_the_import() -> None:
    at = timezone.now()
    states = (PeopleImport.State.LOOKED_AT, PeopleImport.State.IMPORTED, PeopleImport.State.UNDONE)
    for state in states:
        for hours in (24, 25, 720, 721):
            PeopleImport.objects.create(state=state, file_name=f"{hours}", made_at=at - timedelta(hours=hours))
    people_imports_delete_old(at=at)
    left = PeopleImport.objects.order_by("pk").values_list("state", "file_name")
    assert list(left) == [
        *(("looked_at", "24"), ("imported", "24"), ("imported", "25"), ("imported", "720")),
        *(("undone", "24"), ("undone", "25"), ("undone", "720")),
    ]


def test_changes_that_belong_together_are_made_together_or_not_at_all() -> None:
    one, two = (player_create(details={"last_name": name, "card": name[0]}) for name in ("Rossi", "Verdi"))
    meant = [MemberChange(one.pk, {"card": "R"}, {"card": "V"}), MemberChange(two.pk, {"card": "V"}, {"card": "R"})]
    player_change(player=two, details={"card": "X"})
    assert members_change([meant], reason="list", by=None) == []
    assert people() == [("Rossi", "R"), ("Verdi", "X")]
    player_change(player=two, details={"card": "V"})
    assert members_change([meant], reason="list", by=None) == meant
    assert people() == [("Rossi", "V"), ("Verdi", "R")]


def test_whoever_was_deleted_meanwhile_is_not_changed_and_a_book_that_says_nothing_is_none() -> None:
    one = player_create(details={"last_name": "Rossi"})
    gone = MemberChange(one.pk + 1, {"club": ""}, {"club": "Aurora"})
    here = MemberChange(one.pk, {"club": ""}, {"club": "Aurora", "address": ""})
    assert members_change([[gone], [here]], reason="list", by=None) == [here]
    assert Player.objects.get().club == "Aurora" and not Membership.objects.exists()
