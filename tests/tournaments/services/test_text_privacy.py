"""The way from a row with free text to the tournament or season that shows it, and texts that fit their fields."""

from typing import Any

import pytest

from accounts.models import JournalEntry
from tests.factories import make_tournament, start_round
from tournaments.models import (
    Adjustment,
    Club,
    Hand,
    Incident,
    Mail,
    PhoneSlip,
    Player,
    Season,
    SeasonTournament,
    Table,
    Team,
    Tournament,
)
from tournaments.people.traces import NameEver, Traces
from tournaments.services.text_privacy import _count_revisions_up, _cut, _way_to, _write, texts_forget

REVISIONS = [Tournament, Season]


@pytest.mark.parametrize(
    ("model", "ways"),
    [
        (Tournament, ["", None]),
        (Season, [None, ""]),
        (Team, ["tournament", None]),
        (Incident, ["tournament", None]),
        (Table, ["round__tournament", None]),
        (Hand, ["table__round__tournament", None]),
        (PhoneSlip, ["table__round__tournament", None]),
        (SeasonTournament, ["tournament", "season"]),
        (Adjustment, ["tournament", None]),
        (Mail, ["tournament", None]),
        (Tournament.history.model, [None, None]),
        (Player, [None, None]),
        (Club, [None, None]),
        (JournalEntry, [None, None]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_row_is_shown_by_what_it_leads_to(model: Any, ways: list[str | None]) -> None:
    assert [_way_to(model, shows) for shows in REVISIONS] == ways


def test_a_way_is_looked_for_as_far_as_asked() -> None:
    ways = [_way_to(Hand, Tournament, steps=steps) for steps in (0, 1, 2, 3)]
    assert ways == [None, None, None, "table__round__tournament"]
    assert _way_to(Tournament, Tournament, steps=0) == ""


@pytest.mark.django_db
def test_the_tournaments_of_the_rows_alone_are_shown_anew() -> None:
    first, second = make_tournament(pairs=4), make_tournament(name="Altro", pairs=4)
    tables = [start_round(tournament).tables.get(number=1) for tournament in (first, second)]

    def revisions() -> list[int]:
        return [Tournament.objects.get(pk=tournament.pk).revision for tournament in (first, second)]

    seen = revisions()
    _count_revisions_up(Table, [tables[1].pk])
    _count_revisions_up(Tournament, [first.pk])
    _count_revisions_up(Club, [1])
    assert revisions() == [seen[0] + 1, seen[1] + 1]
    _count_revisions_up(Table, [table.pk for table in tables])
    assert revisions() == [seen[0] + 2, seen[1] + 2]


@pytest.mark.django_db
def test_a_text_fits_its_field_and_stays_unique_by_the_rows_number() -> None:
    tournament = make_tournament()
    one, two = (Team.objects.create(tournament=tournament, number=number, name=f"{number}") for number in (1, 2))
    longest = Team._meta.get_field("name").max_length
    _write(Team, one.pk, {"name": "x" * 500})
    _write(Team, two.pk, {"name": "x" * 500})
    names = list(Team.objects.order_by("number").values_list("name", flat=True))
    assert names == ["x" * longest, f"{two.pk} {'x' * 500}"[:longest]]
    assert (_cut("abc", 2), _cut("abc", None), _cut(["abc"], 2), _cut(None, 2)) == ("ab", "abc", ["abc"], None)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "text"),
    [
        (NameEver("Жук", "Иван"), "Иван Жук"),
        (NameEver("Жук", "Ivan"), "Жук, Ivan"),
        (NameEver("Rossi-Bianchi", "Ada"), "ADA ROSSI BIANCHI"),
        (NameEver("De Luca", "Ada"), "Ada De  Luca"),
        (NameEver("D’Angelo", "Ada"), "Ada D'Angelo"),
        (NameEver("Müller", "Ada"), "Ada Muller"),
    ],
)
def test_a_name_is_found_in_whatever_letters_and_signs_it_is_written(name: NameEver, text: str) -> None:
    tournament = make_tournament()
    Tournament.objects.update(announcement=f"Auguri a {text}!", referees=text)
    traces = Traces(keys=frozenset(), names=frozenset({name}), shared=frozenset(), marks=frozenset())
    texts_forget(traces, "…")
    tournament.refresh_from_db()
    assert (tournament.announcement, tournament.referees) == ("Auguri a …!", "…")


@pytest.mark.django_db
def test_a_last_name_alone_or_one_that_others_have_stays_in_texts() -> None:
    make_tournament(announcement="Grazie a Rossi e Verdi Ugo", referees="Rossi")
    names = frozenset({NameEver("Rossi", ""), NameEver("Verdi", "Ugo")})
    texts_forget(Traces(keys=frozenset(), names=names, shared=frozenset({"ugo verdi"}), marks=frozenset()), "…")
    texts_forget(Traces(keys=frozenset(), names=frozenset(), shared=frozenset(), marks=frozenset()), "…")
    assert Tournament.objects.get().announcement == "Grazie a Rossi e Verdi Ugo"


@pytest.mark.django_db
def test_what_is_no_text_stays_as_it_is_where_a_text_gets_the_rows_number() -> None:
    make_tournament(name="Uno")
    two = make_tournament(name="Due")
    scale = {"name": "…", "rows": [[50, 10]], "total": 20}
    _write(Tournament, two.pk, {"slug": "uno", "scale": scale})
    two.refresh_from_db()
    assert (two.slug, two.scale) == (f"{two.pk} uno", scale)
