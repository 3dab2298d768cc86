"""Assigned scores and hands set for one line: from the form to the ranking, the history, the paper, and back."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import make_tournament, pair, play_round, play_table, slip, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import text_of, url
from tournaments.models import Table, Tournament
from tournaments.records import Outcome
from tournaments.selectors.standings import standings_of
from tournaments.services import adjustment_add, round_close, tournament_finish_play, tournament_make_final

pytestmark = pytest.mark.django_db

SPLIT = {"do": "award", "ns_vp": "12", "ns_mp": "305", "ew_vp": "4", "ew_mp": "-100", "article": "31"}
MIXED = SPLIT | {"reason": "Cards mixed"}
STOOD_UP = {"do": "set", "number": "2", "line": "ns", "mp": "0", "reason": "Left the table"}


@pytest.fixture
def evening() -> Tournament:
    """Two tables, the first with NS 420 against 85 in each of four hands."""
    tournament = make_tournament(pairs=4)
    play_table(start_round(tournament).tables.get(number=1))
    return tournament


def table(tournament: Tournament, number: int = 1) -> Table:
    return Table.objects.get(round__tournament=tournament, number=number)


def send(referee: Client, tournament: Tournament, at: int = 1, /, **sent: str) -> Any:
    """Post from the page of a table, by default from its latest version."""
    version = {"version": str(table(tournament, at).version)}
    return referee.post(url("table_arbitral", tournament, 1, at), version | sent)


def figures(tournament: Tournament) -> dict[int, tuple[int, int, int]]:
    return {int(row.entrant.id): (row.vp, row.mp_difference, row.mp) for row in standings_of(tournament)}


def test_a_score_that_does_not_add_up_counts_everywhere(referee: Client, evening: Tournament) -> None:
    assert send(referee, evening, **MIXED).status_code == 302
    assert {n: figures(evening)[n] for n in (1, 2)} == {1: (12, 405, 305), 2: (4, -405, -100)}
    text = "Assigned score: NS 12 VP, 305 MP – EW 4 VP, -100 MP. Cards mixed (31).".replace("-100", "−100")
    assert text in text_of(referee.get(url("table_entry", evening, 1, 1)))
    assert "Round 1, table 1: assigned score" in text_of(referee.get(url("history", evening)))
    assert "NS 12 VP, 305 MP · EW 4 VP, −100 MP: Cards mixed (31)" in text_of(referee.get(url("history", evening)))
    for page in (url("public_pair", evening, 2), url("ranking_pair", evening, 1)):
        assert "Assigned score : Cards mixed (31)" in text_of(referee.get(page)).replace("score:", "score :")
    note = "* Round 1, table 1: assigned score, Cards mixed (31)"
    assert note in text_of(referee.get(url("ranking", evening)))
    (paper,) = pages_of(referee.get(url("sheet_ranking", evening)).content)
    assert paper.count(note) == 1


def test_a_table_without_a_slip_can_have_one_and_the_round_closes(referee: Client, evening: Tournament) -> None:
    assert send(referee, evening, 2, **MIXED).status_code == 302
    round_close(round=evening.rounds.get())
    refused = send(referee, evening, 2, do="take_back")
    assert refused.status_code == 422
    assert "The round is closed, so the table needs a result" in text_of(refused)
    assert table(evening, 2).outcome == Outcome.ARBITRAL


def test_taken_back_the_result_is_what_it_was(referee: Client, evening: Tournament) -> None:
    before = figures(evening)
    send(referee, evening, **MIXED)
    send(referee, evening, **MIXED | {"ns_vp": "0"})
    send(referee, evening, 2, **MIXED)
    assert figures(evening) != before
    for number in (1, 2):
        assert send(referee, evening, number, do="take_back").status_code == 302
    assert figures(evening) == before
    assert [table(evening, number).outcome for number in (1, 2)] == [Outcome.PLAYED, Outcome.OPEN]
    assert "has no assigned score" in text_of(send(referee, evening, do="take_back"))


def test_a_slip_saved_later_takes_its_place(referee: Client, evening: Tournament) -> None:
    before = figures(evening)
    send(referee, evening, **MIXED)
    assert "A slip saved here takes its place." in text_of(referee.get(url("table_entry", evening, 1, 1)))
    play_table(table(evening))
    assert figures(evening) == before


def test_a_hand_set_for_one_line_leaves_the_other_as_it_is(referee: Client, evening: Tournament) -> None:
    assert figures(evening)[1] == (17, 1340, 1680)
    assert send(referee, evening, **STOOD_UP).status_code == 302
    assert {n: figures(evening)[n] for n in (1, 2)} == {1: (15, 920, 1260), 2: (5, -920, 340)}
    desk = text_of(referee.get(url("table_entry", evening, 1, 1)))
    assert "Hand 2 counts 0 MP for NS, not 420 (Left the table)." in desk
    assert "difference 920 for NS → 15 – 5 VP" in desk
    page = text_of(referee.get(url("public_pair", evening, 1)))
    assert "2 Left the table 0 set by the referee 85 base 0, points 85" in page
    assert "Hand 2, set by the referee: NS 0 MP: Left the table" in text_of(referee.get(url("history", evening)))
    # After a correction of the slip, the assigned figures remain.
    play_table(table(evening), *[slip(400, 20) for _hand in range(4)])
    assert figures(evening)[1][2] == 1260
    assert send(referee, evening, do="unset", hand="2").status_code == 302
    assert figures(evening)[1] == (17, 1340, 1680)


def test_adjustments_change_no_assigned_score_but_the_pairs_own_mp(referee: Client, evening: Tournament) -> None:
    send(referee, evening, **MIXED)
    adjustment_add(round=evening.rounds.get(), pair=pair(evening, 1), mp=-100, reason="late")
    assert {n: figures(evening)[n] for n in (1, 2)} == {1: (12, 305, 205), 2: (4, -405, -100)}


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (MIXED | {"ns_vp": "21"}, "VP of a table are from 0 to 20, not 21."),
        (MIXED | {"ew_mp": "7"}, "7 is not a multiple of 5"),
        (MIXED | {"ew_mp": ""}, "This field is required."),
        (MIXED | {"reason": "  "}, "This field is required."),
        (MIXED | {"ns_vp": "-1"}, "greater than or equal to 0"),
        (MIXED | {"version": "0"}, "Somebody else has saved table 1 in the meantime."),
        (MIXED | {"version": "x"}, "Somebody else has saved table 1 in the meantime."),
        (STOOD_UP | {"mp": "33"}, "33 is not a multiple of 5"),
        (STOOD_UP | {"number": "5"}, "Select a valid choice."),
        (STOOD_UP | {"line": "both"}, "Select a valid choice."),
    ],
)
def test_what_cannot_be_set_is_said_and_nothing_typed_is_lost(
    referee: Client, evening: Tournament, sent: dict[str, str], sentence: str
) -> None:
    before = figures(evening)
    response = send(referee, evening, **sent)
    assert response.status_code == 422
    assert sentence in text_of(response)
    form = response.context["award" if sent["do"] == "award" else "hand"]
    assert all(form[name].value() == typed for name, typed in sent.items() if name in form.fields)
    assert figures(evening) == before


def test_a_hand_of_a_slip_that_is_not_there_cannot_be_set(referee: Client, evening: Tournament) -> None:
    assert "Save the slip of table 2 first" in text_of(send(referee, evening, 2, **STOOD_UP))
    for wrong in ({"do": "nothing"}, {}, {"do": "unset"}, *({"do": "unset", "hand": hand} for hand in "056")):
        assert send(referee, evening, **wrong).status_code == 404
    for hand in "14":
        assert send(referee, evening, **STOOD_UP | {"number": hand}).status_code == 302
        assert figures(evening)[1] == (15, 920, 1260)
        assert send(referee, evening, do="unset", hand=hand).status_code == 302
        assert figures(evening)[1] == (17, 1340, 1680)


def test_a_final_tournament_sets_nothing_and_a_rest_has_nothing_to_set(referee: Client) -> None:
    tournament = make_tournament(pairs=3)
    round_ = start_round(tournament)
    rest = round_.tables.get(outcome=Outcome.REST)
    assert referee.get(url("table_arbitral", tournament, 1, rest.number)).status_code == 404
    tournament_make_final(tournament=tournament_finish_play(tournament=play_round(round_).tournament))
    assert send(referee, tournament, **MIXED).status_code == 302
    assert table(tournament).outcome == Outcome.PLAYED
