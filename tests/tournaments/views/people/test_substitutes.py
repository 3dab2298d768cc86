"""Substitutes, fixed tables and latecomers on the referee's pages."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_tournament, pair, play_round, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import Player, Tournament
from tournaments.records import System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.standings import standings_of
from tournaments.services import pair_substitute, player_create, tournament_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Tournament:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    tournament.refresh_from_db()
    return tournament


def send(referee: Client, tournament: Tournament, place: str, **data: object) -> Any:
    return referee.post(url("pair_substitute", tournament, 1, place), {"first": "1"} | data, follow=True)


def who(tournament: Tournament, seat: int) -> list[tuple[str, int | None, int | None]]:
    """Return the substitutes of the first pair's player, with their rounds."""
    taken = pair(tournament, 1).substitutes.filter(seat=seat)
    return [(str(substitute), substitute.first_round, substitute.last_round) for substitute in taken]


# --- Substitutes -----------------------------------------------------------------------------------------------------


def test_where_substitutes_are_allowed_no_more_only_those_there_are_shown(referee: Client, evening: Tournament) -> None:
    send(referee, evening, "substitute1", substitute1="Verdi Luca")
    Tournament.objects.update(substitutes_allowed=False)
    (seat,) = referee.get(url("pair_edit", evening, 1)).context["seats"]
    assert seat.player == pair(evening, 1).player1 and len(seat.taken) == 1 and seat.form is None


def test_a_substitute_comes_changes_and_goes(referee: Client, evening: Tournament) -> None:
    before = pair(evening, 1)
    text = text_of(send(referee, evening, "substitute1", substitute1="Verdi Luca"))
    assert f"Verdi Luca plays in place of {before.player1}, from round 1. New member: Verdi Luca." in text
    assert f"{before.player1} / Verdi Luca – {before.player2}" in text
    assert f"{before.player1} / Verdi Luca – {before.player2}" in text_of(referee.get(url("pairs", evening)))
    text = text_of(send(referee, evening, "substitute1", substitute1="Zanon Ugo", first="3", last="3"))
    assert "Zanon Ugo plays in place of" in text and "in round 3." in text
    assert "Verdi Luca has the place in rounds 1 to 2." in text
    assert who(evening, 1) == [("Verdi Luca", 1, 2), ("Zanon Ugo", 3, 3)]
    (verdi, zanon) = pair(evening, 1).substitutes.all()
    changed = url("pair_substitute_change", evening, 1, zanon.pk)
    text = text_of(referee.post(changed, {"first": "3", "last": ""}, follow=True))
    assert f"Zanon Ugo plays in place of {before.player1}, from round 3." in text
    text = text_of(referee.post(changed, {"back": "1"}, follow=True))
    assert f"{before.player1} has played all along." in text
    assert who(evening, 1) == [("Verdi Luca", 1, 2)]
    assert referee.post(changed, {"back": "1"}).status_code == 404


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        ("", "", "required"),
        ("0", "", "greater than or equal to 1"),
        ("3", "2", "cannot come before the first one"),
        ("tre", "", "whole number"),
        ("1", "101", "less than or equal to 100"),
    ],
)
def test_rounds_that_cannot_be_are_refused_and_stay_typed(
    referee: Client, evening: Tournament, first: str, last: str, sentence: str
) -> None:
    refused = send(referee, evening, "substitute1", substitute1="Verdi Luca", first=first, last=last)
    assert refused.status_code == 422 and sentence in text_of(refused)
    assert f'name="last" value="{last}"' in html_of(refused) or not last
    assert not Player.objects.filter(last_name="Verdi").exists()
    send(referee, evening, "substitute1", substitute1="Verdi Luca")
    (substitute,) = pair(evening, 1).substitutes.all()
    refused = referee.post(url("pair_substitute_change", evening, 1, substitute.pk), {"first": first, "last": last})
    assert refused.status_code == 422 and sentence in text_of(refused)
    assert who(evening, 1) == [("Verdi Luca", 1, None)]


def test_the_sheets_of_a_round_name_whoever_plays_it(referee: Client, evening: Tournament) -> None:
    own = pair(evening, 1)
    play_round(evening.rounds.get())
    send(referee, evening, "substitute1", substitute1="Verdi Luca", first="2", last="2")
    start_round(evening, System.SWISS)
    for number, there, away in ((1, str(own.player1), "Verdi Luca"), (2, "Verdi Luca", str(own.player1))):
        page = " ".join(pages_of(referee.get(url("sheet_seating", evening, number)).content))
        assert there in page and away not in page
    assert f"{own.player1} / Verdi Luca" in " ".join(pages_of(referee.get(url("sheet_ranking", evening)).content))


def test_the_second_player_has_a_substitute_too(referee: Client, evening: Tournament) -> None:
    send(referee, evening, "substitute2", substitute2="Verdi Luca")
    assert (who(evening, 1), who(evening, 2)) == ([], [("Verdi Luca", 1, None)])
    page = text_of(referee.get(url("pair_edit", evening, 1)))
    assert page.count("Verdi Luca plays in place of") == 1
    assert f"Verdi Luca plays in place of {pair(evening, 1).player2}, from round 1." in page


def test_a_substitute_may_take_one_place_after_another(referee: Client, evening: Tournament) -> None:
    send(referee, evening, "substitute1", substitute1="Verdi Luca", last="1")
    later = {"substitute1": "Verdi Luca", "first": "2"}
    text = text_of(referee.post(url("pair_substitute", evening, 2, "substitute1"), later, follow=True))
    assert f"Verdi Luca plays in place of {pair(evening, 2).player1}, from round 2." in text


def test_a_substitute_who_plays_is_refused_and_stays_typed(referee: Client, evening: Tournament) -> None:
    other = pair(evening, 2)
    refused = send(referee, evening, "substitute1", substitute1=str(other.player1))
    assert refused.status_code == 422
    assert f"{other.player1} is already playing in pair 2, {other}." in text_of(refused)
    assert f'name="substitute1" value="{other.player1}"' in html_of(refused)


def test_a_substitutes_namesakes_are_chosen_from(referee: Client, evening: Tournament) -> None:
    chosen, _other = (player_create(details={"last_name": "Verdi", "first_name": "Luca", "club": c}) for c in "AB")
    asked = send(referee, evening, "substitute1", substitute1="Verdi Luca")
    assert asked.status_code == 422
    assert "Verdi Luca (B)" in text_of(asked)
    send(referee, evening, "substitute1", substitute1="Verdi Luca", substitute1_id=chosen.pk)
    assert pair(evening, 1).substitutes.get().player == chosen


def test_of_two_namesakes_neither_is_passed_over_because_one_was_a_substitute(
    referee: Client, evening: Tournament
) -> None:
    before, _other = (player_create(details={"last_name": "Verdi", "first_name": "Luca", "club": c}) for c in "AB")
    send(referee, evening, "substitute1", substitute1="Verdi Luca", substitute1_id=before.pk, last="1")
    later = {"substitute1": "Verdi Luca", "first": "2"}
    asked = referee.post(url("pair_substitute", evening, 2, "substitute1"), later)
    assert asked.status_code == 422 and "Which Verdi Luca?" in text_of(asked)


@pytest.mark.parametrize("typed", ["", "  ", "😀", "Ro\x00ssi", "x" * 163])
def test_what_is_no_name_is_refused(referee: Client, evening: Tournament, typed: str) -> None:
    refused = send(referee, evening, "substitute2", substitute2=typed)
    assert refused.status_code == 422
    assert html_of(refused).count('class="error-sentence"') == 1
    assert not pair(evening, 1).substitutes.exists()


def test_substitutes_are_offered_where_they_can_come(referee: Client, evening: Tournament) -> None:
    page = url("pair_edit", evening, 1)
    assert "In place of" in text_of(referee.get(page))
    tournament_change(tournament=evening, changes={"substitutes_allowed": False})
    assert "In place of" not in text_of(referee.get(page))
    refused = send(referee, evening, "substitute1", substitute1="Verdi Luca")
    assert refused.status_code == 422
    assert "allow them in its settings" in text_of(refused)
    not_begun = make_tournament(pairs=2)
    assert "In place of" not in text_of(referee.get(url("pair_edit", not_begun, 1)))


def test_places_that_are_not_there_are_404(referee: Client, evening: Tournament) -> None:
    for place in ("substitute3", "player1", "nobody"):
        assert send(referee, evening, place, substitute1="Verdi Luca").status_code == 404
    alone = make_tournament(kind="individual", pairs=1)
    assert send(referee, alone, "substitute2", substitute2="Verdi Luca").status_code == 404
    assert referee.get(url("pair_substitute", evening, 1, "substitute1")).status_code == 405


def test_completion_knows_the_substitutes(referee: Client, evening: Tournament) -> None:
    pair_substitute(pair=pair(evening, 3), seat=2, player="Zuliani Luca")
    response = referee.get("/en/players/complete/", {"q": "zul", "slot": "substitute2", "in": evening.slug})
    assert "plays in pair 3" in text_of(response)
    assert 'id="substitute2-option-1"' in html_of(response)


def test_the_page_of_a_pair_takes_few_queries(
    referee: Client, evening: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pair_substitute(pair=pair(evening, 1), seat=1, player="Verdi Luca")
    with django_assert_max_num_queries(10):
        assert "Verdi Luca" in text_of(referee.get(url("pair_edit", evening, 1)))


# --- Fixed tables ----------------------------------------------------------------------------------------------------


def keep(referee: Client, tournament: Tournament, number: int, table: str) -> Any:
    entered = pair(tournament, number)
    form = {"number": number, "player1": str(entered.player1), "player2": str(entered.player2), "fixed_table": table}
    return referee.post(url("pair_edit", tournament, number), form)


def test_a_pair_keeps_a_table_and_lets_it_go(referee: Client, evening: Tournament) -> None:
    keep(referee, evening, 2, "12")
    assert pair(evening, 2).fixed_table == 12
    assert "keeps table 12" in text_of(referee.get(url("pairs", evening)))
    assert 'name="fixed_table" value="12"' in html_of(referee.get(url("pair_edit", evening, 2)))
    keep(referee, evening, 2, "")
    assert pair(evening, 2).fixed_table is None


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("3", "Table 3 is kept by pair 1,"),
        ("0", "greater than or equal to 1"),
        ("1000", "less than or equal to 999"),
        ("9" * 31, "less than or equal to 999"),
        ("tre", "whole number"),
    ],
)
def test_a_table_that_cannot_be_kept_is_refused(
    referee: Client, evening: Tournament, table: str, sentence: str
) -> None:
    keep(referee, evening, 1, "3")
    refused = keep(referee, evening, 2, table)
    assert refused.status_code == 422
    assert sentence in text_of(refused)
    assert f'value="{table}"' in html_of(refused)
    assert pair(evening, 2).fixed_table is None


# --- Latecomers ------------------------------------------------------------------------------------------------------


def test_a_latecomer_is_entered_until_the_first_round_has_its_ranking(referee: Client, evening: Tournament) -> None:
    page, names = url("pairs", evening), {"player1": "Rossi Zoe", "player2": "Neri Zoe"}
    for where in (page, url("pairs_paste", evening)):
        assert "gets nothing for the missed round" in text_of(referee.get(where))
    referee.post(url("pair_add", evening), names)
    assert str(pair(evening, 5)) == "Rossi Zoe – Neri Zoe"
    play_round(evening.rounds.get())
    closed = referee.get(page)
    assert "nobody else can be added" in text_of(closed)
    assert "nobody else can be added" in text_of(referee.get(url("pairs_paste", evening)))
    names = {"player1": "Verdi Luca", "player2": "Galli Ivo"}
    for reason in ({}, {"late_reason": " "}):
        refused = referee.post(url("pair_add", evening), names | reason)
        assert refused.status_code == 422 and "Give the reason" in text_of(refused)
    pasted = referee.post(url("pairs_paste", evening), {"line": ["Verdi Luca - Galli Ivo"], "enter": "1"})
    assert pasted.status_code == 422
    assert "as substitutes" in text_of(pasted)
    assert not Player.objects.filter(last_name__in=["Verdi", "Galli"]).exists()


def test_a_pair_that_comes_after_the_first_ranking_is_admitted_with_a_reason(
    referee: Client, client: Client, evening: Tournament
) -> None:
    tournament_change(tournament=evening, changes={"missed_rounds": "absence"})
    play_round(evening.rounds.get())
    text = text_of(referee.get(url("pairs", evening)))
    assert "Each round missed is worth: an absence" in text
    names = {"player1": "Verdi Luca", "player2": "Galli Ivo", "here": "on", "late_reason": "Treno in ritardo"}
    assert referee.post(url("pair_add", evening), names).status_code == 302
    late = pair(evening, 5)
    assert (late.late_after, late.late_reason) == (1, "Treno in ritardo")
    ranking = text_of(referee.get(url("ranking", evening)))
    assert "5 Verdi Luca – Galli Ivo: admitted after round 1 (Treno in ritardo)" in ranking
    public = text_of(client.get(f"/en/t/{evening.slug}/"))
    assert "admitted after round 1" in public and "Treno" not in public
    assert "admitted after round 1" in pages_of(referee.get(url("sheet_ranking", evening)).content)[0]
    history = text_of(referee.get(url("history", evening)))
    assert "Pair 5 added: Verdi Luca – Galli Ivo Admitted late: after round 1: Treno in ritardo" in history
    # The missed round is an absence, and the pair plays the next one.
    evening.refresh_from_db()
    standing = next(row for row in standings_of(evening) if row.entrant.id == 5)
    assert (standing.vp, standing.mp_difference) == (evening.absence_vp, evening.absence_mp)
    second = start_round(evening, System.SWISS)
    assert 5 in {entrant for table in drafted(second).tables for entrant in table.seated}
    copy = tournament_import(text=to_json(export_tournament(Tournament.objects.get(pk=evening.pk))), slug="copia")
    assert [(row.entrant.id, row.vp) for row in standings_of(copy)] == [
        (row.entrant.id, row.vp) for row in standings_of(evening)
    ]


def test_before_the_first_round_nobody_is_late(referee: Client) -> None:
    assert "gets nothing" not in text_of(referee.get(url("pairs", make_tournament(pairs=2))))
