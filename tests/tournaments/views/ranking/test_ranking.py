"""The ranking and the adjustments on the referee's pages."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_tournament, pair, play_round, play_table, slip, start_round
from tests.tournaments.views.pages import html_of, plain, said, text_of, url
from tournaments.models import Adjustment, Pair, Tournament
from tournaments.records import System
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    adjustment_add,
    pair_set_status,
    tournament_finish_play,
    tournament_make_final,
)

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def two_rounds(pairs: int = 6) -> Tournament:
    """One closed round, and one in progress with a result at its first table."""
    tournament = make_tournament(pairs=pairs)
    play_round(start_round(tournament, System.REGISTRATION), seed=1)
    second = start_round(tournament, System.MITCHELL, step=1)
    play_table(second.tables.get(number=1))
    return tournament


def rows_of(html: str) -> list[str]:
    body = re.search(r"<tbody.*?</tbody>", html, re.DOTALL)
    assert body
    rows = re.findall(r"<tr>.*?</tr>", body[0], re.DOTALL)
    return [plain(row) for row in rows]


def test_there_is_no_ranking_before_the_first_round(referee: Client) -> None:
    assert "There is no ranking yet" in text_of(referee.get(url("ranking", make_tournament(pairs=4))))


def test_the_ranking_says_what_it_is_of(referee: Client) -> None:
    tournament = two_rounds()
    assert "Round 2 under way: 1 of 3 tables in." in text_of(referee.get(url("ranking", tournament)))
    assert "After round 1." in text_of(referee.get(url("ranking", tournament) + "?after=1"))


def test_rows_stand_in_order_of_place_with_all_their_figures(referee: Client) -> None:
    tournament = two_rounds()
    rows = rows_of(html_of(referee.get(url("ranking", tournament))))
    standings = standings_of(tournament)
    assert len(rows) == len(standings) == 6
    for row, standing in zip(rows, standings, strict=True):
        assert row.startswith(f"{standing.place} ")
        assert f" {standing.entrant.id} {standing.entrant.label}" in row
        difference = f"{standing.mp_difference:+,}".replace("-", "−") if standing.mp_difference else "0"
        assert f" {standing.vp} {difference} {standing.mp:,}" in row


def test_as_of_a_round_later_ones_do_not_count(referee: Client) -> None:
    tournament = two_rounds()
    page = html_of(referee.get(url("ranking", tournament) + "?after=1"))
    expected = [standing.entrant.id for standing in standings_of(tournament, after_round=1)]
    assert [int(number) for number in re.findall(r"ranking/(\d+)/\?after=1\"\s+hx-get", page)] == expected
    assert "R1" in plain(page).split()
    assert "R2" not in plain(page).split()


def test_a_table_still_out_gives_no_vp_yet(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_table(start_round(tournament, System.REGISTRATION).tables.get(number=1))
    rows = rows_of(html_of(referee.get(url("ranking", tournament) + "?sort=number")))
    assert [row.split()[-1] for row in rows] == ["17", "3", "—", "—"]
    by_round = rows_of(html_of(referee.get(url("ranking", tournament) + "?sort=-round_1")))
    assert [row.split()[-1] for row in by_round][:2] == ["17", "3"]


@pytest.mark.parametrize("after", ["3", "0", "-1", "x", "1.0", "9" * 40, "🂡"])
def test_a_round_that_was_never_published_has_no_ranking(referee: Client, after: str) -> None:
    assert referee.get(url("ranking", two_rounds()), {"after": after}).status_code == 404


def test_equal_pairs_share_their_place(referee: Client) -> None:
    tournament = make_tournament(pairs=4, tie_breaks=["vp", "mp_difference", "mp"])
    round_ = start_round(tournament, System.REGISTRATION)
    for table in round_.tables.all():
        play_table(table)
    rows = rows_of(html_of(referee.get(url("ranking", tournament))))
    assert [row.split()[:2] for row in rows] == [["1", "="], ["1", "="], ["3", "="], ["3", "="]]
    assert all("ex aequo" in row for row in rows)


def test_a_place_that_the_figures_do_not_show_is_explained(referee: Client) -> None:
    tournament = make_tournament(pairs=4, tie_breaks=["vp", "mp_difference", "mp", "lot"])
    round_ = start_round(tournament, System.REGISTRATION)
    for table in round_.tables.all():
        play_table(table)
    rows = rows_of(html_of(referee.get(url("ranking", tournament))))
    assert ["behind by lot" in row for row in rows] == [False, True, False, True]


def test_another_column_can_order_the_rows(referee: Client) -> None:
    tournament = two_rounds()
    page = html_of(referee.get(url("ranking", tournament) + "?sort=number"))
    assert re.findall(r"ranking/(\d+)/\"\s+hx-get", page) == ["1", "2", "3", "4", "5", "6"]
    assert 'aria-sort="ascending"' in page


def test_a_column_that_does_not_exist_changes_nothing(referee: Client) -> None:
    tournament = two_rounds()
    plain, sorted_ = (rows_of(html_of(referee.get(url("ranking", tournament) + end))) for end in ("", "?sort=nonsense"))
    assert plain == sorted_


def test_a_row_opens_to_its_rounds_hands_and_lines(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    round_ = start_round(tournament, System.REGISTRATION)
    play_table(round_.tables.get(), slip(), slip(500, 245), slip(), slip(100, 35, other_base=200, other_points=260))
    response = referee.get(url("ranking_pair", tournament, 1), headers=HTMX)
    text = text_of(response)
    assert html_of(response).strip().startswith("<tr")
    assert f"Round 1, table 1 NS against 2 {pair(tournament, 2)}" in text
    assert "745 base 500, points 245" in text
    assert "460 base 200, points 260" in text
    assert "1,720 : 715 (+1,005) 15 VP" in text


def test_without_htmx_a_row_opens_as_a_page_of_its_own(referee: Client) -> None:
    tournament = two_rounds()
    response = referee.get(url("ranking_pair", tournament, 1))
    assert f"1 {pair(tournament, 1)}" in text_of(response)
    assert "<html" in html_of(response)


def test_a_row_names_what_parted_it_from_the_one_above(referee: Client) -> None:
    tournament = two_rounds()
    first, second, *_rest = standings_of(tournament)
    text = text_of(referee.get(url("ranking_pair", tournament, second.entrant.id)))
    assert first.vp > second.vp
    assert f"Behind {first.entrant.id} {first.entrant.label}: fewer VP." in text


def test_an_opened_row_shows_rests_and_adjustments_with_their_reasons(referee: Client) -> None:
    tournament = make_tournament(pairs=3)
    round_ = start_round(tournament, System.REGISTRATION)
    play_table(round_.tables.get(number=1))
    adjustment_add(round=round_, pair=pair(tournament, 3), vp=-2, reason="Telefono acceso", article="12")
    text = text_of(referee.get(url("ranking_pair", tournament, 3), headers=HTMX))
    assert "Round 1 · rest" in text
    assert "−2 VP : Telefono acceso (12)" in text
    assert "10 VP adjusted" in text


@pytest.mark.parametrize("number", [7, 0, 10**30])
def test_a_pair_that_is_not_ranked_has_no_row(referee: Client, number: int) -> None:
    assert referee.get(url("ranking_pair", two_rounds(), number)).status_code == 404


def test_a_withdrawn_pair_keeps_its_row(referee: Client) -> None:
    tournament = two_rounds()
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    assert referee.get(url("ranking_pair", tournament, 2)).status_code == 200


@pytest.mark.parametrize("pairs", [4, 30, 120])
def test_the_ranking_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = two_rounds(pairs)
    for address in ("ranking", "ranking_pair"):
        with django_assert_max_num_queries(8):
            number = [] if address == "ranking" else [1]
            assert referee.get(url(address, tournament, *number), headers=HTMX).status_code == 200


# Adjustments

LATE = {"pair": "3", "round": "1", "points": "-100", "unit": "mp", "reason": "Late", "article": "art. 9"}


def test_an_adjustment_is_given_and_listed_with_its_reason(referee: Client) -> None:
    tournament = two_rounds()
    response = referee.post(url("adjustments", tournament), LATE, follow=True)
    given = Adjustment.objects.get()
    assert (given.mp, given.vp, given.pair.number, given.round.number) == (-100, 0, 3, 1)
    assert given.made_by is not None and given.made_by.username == "anna"
    assert f"−100 MP Round 1, 3 {pair(tournament, 3)} Late (art. 9)" in text_of(response)
    assert "The adjustment counts from now on." in text_of(response)


def test_vp_are_another_unit(referee: Client) -> None:
    referee.post(url("adjustments", two_rounds()), LATE | {"points": "2", "unit": "vp"})
    given = Adjustment.objects.get()
    assert (given.mp, given.vp) == (0, 2)


ADJUSTMENTS_REFUSED = {
    "no such pair": ({"pair": "77"}, "No pair of this tournament has the number 77."),
    "no multiple of 5": ({"points": "-33"}, "-33 is not a multiple of 5"),
    "nothing": ({"points": "0"}, "Say how many MP or VP"),
    "a warning with points": ({"unit": "warning"}, "A warning has no points"),
    "nobody of that name": ({"pair": "Zzyzx"}, "No pair of this tournament is called Zzyzx"),
    "no reason": ({"reason": "  "}, "This field is required."),
    "a huge reason": ({"reason": "x" * 5000}, "at most 200 characters"),
    "nul in the reason": ({"reason": "a\x00b"}, "Null characters are not allowed."),
    "a round not published": ({"round": "3"}, "Select a valid choice."),
    "points in words": ({"points": "cento"}, "Enter a whole number."),
    "huge points": ({"points": "1" + "0" * 30}, "less than or equal to"),
    "another unit": ({"unit": "points"}, "Select a valid choice."),
    "a negative pair": ({"pair": "-3"}, "No pair of this tournament is called -3"),
    "an emoji for a pair": ({"pair": "🂡"}, "No pair of this tournament is called 🂡"),
}


@pytest.mark.parametrize("case", ADJUSTMENTS_REFUSED)
def test_what_cannot_be_given_is_said_and_nothing_typed_is_lost(referee: Client, case: str) -> None:
    changes, sentence = ADJUSTMENTS_REFUSED[case]
    tournament = two_rounds()
    response = referee.post(url("adjustments", tournament), LATE | changes)
    assert response.status_code == 422
    assert sentence in text_of(response)
    form = response.context["form"]
    assert {name: form[name].value() for name in LATE} == LATE | changes
    assert not Adjustment.objects.exists()


def test_a_usual_reason_fills_the_form(referee: Client) -> None:
    form = referee.get(url("adjustments", two_rounds()) + "?infraction=late_5_to_10").context["form"]
    assert (form["points"].value(), form["round"].value()) == (-100, "2")
    assert "late" in str(form["reason"].value())


def test_an_adjustment_is_taken_back(referee: Client) -> None:
    tournament = two_rounds()
    given = adjustment_add(round=tournament.rounds.get(number=1), pair=pair(tournament, 1), mp=-100, reason="Late")
    removed = referee.post(url("adjustment_remove", tournament, given.pk))
    assert said(removed) == "The adjustment is removed; the history keeps it."
    assert not Adjustment.objects.exists()


def test_another_tournaments_adjustment_is_not_found(referee: Client) -> None:
    tournament, other = two_rounds(), make_tournament(pairs=0, name="Altro")
    given = adjustment_add(round=tournament.rounds.get(number=1), pair=pair(tournament, 1), mp=-100, reason="Late")
    assert referee.post(url("adjustment_remove", other, given.pk)).status_code == 404
    assert referee.post(url("adjustment_remove", tournament, 10**30)).status_code == 404
    assert Adjustment.objects.exists()


def test_a_final_tournament_shows_its_adjustments_and_takes_no_more(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    given = adjustment_add(
        round=play_round(start_round(tournament)), pair=pair(tournament, 1), mp=-100, reason="Troppo tardi"
    )
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    page = referee.get(url("adjustments", tournament))
    assert "Troppo tardi" in text_of(page)
    assert 'id="adjustment-form"' not in html_of(page)
    assert referee.post(url("adjustments", tournament), LATE).status_code == 422
    refused = referee.post(url("adjustment_remove", tournament, given.pk))
    assert "final: reopen it" in said(refused) and Adjustment.objects.count() == 1


@pytest.mark.parametrize("name", ["ranking", "adjustments"])
def test_only_the_referee_gets_in(client: Client, name: str) -> None:
    response = client.get(url(name, two_rounds()))
    assert response.status_code == 302
    assert "/login/" in response.headers["Location"]


def test_the_ranking_has_the_step_that_follows_it_and_not_the_desks(referee: Client) -> None:
    tournament = two_rounds()
    assert "next-bar" not in html_of(referee.get(url("ranking", tournament)))
    for table in tournament.rounds.get(number=2).tables.filter(number__gt=1):
        play_table(table)
    play_round(tournament.rounds.get(number=2), close=True)
    page = html_of(referee.get(url("ranking", tournament)))
    assert "Draw round 3" in page.partition('class="next-bar')[2]
