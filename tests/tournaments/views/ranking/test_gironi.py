"""The pages of gironi: the ranking is cut, the next round drawn in gironi, a pair moved, and every ranking says so."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from pages.refusals import Refused
from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import said, url
from tournaments.interchange import export_tournament, tournament_import
from tournaments.models import Tournament
from tournaments.records import Carry, System
from tournaments.records.plans import cut_step
from tournaments.selectors.cross_tables import cross_tables_of
from tournaments.selectors.evening import evening_of
from tournaments.selectors.ranking_files import ranking_table, usual_layout
from tournaments.selectors.rounds import published_rounds
from tournaments.selectors.standings import standings_of
from tournaments.services import pair_add, tournament_cut
from tournaments.views.ranking import gironi
from tournaments.wording.gironi import CARRY_NAMES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def qualified() -> Tournament:
    tournament = make_tournament(pairs=9, hands_per_round=2, rounds_planned=4)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament.refresh_from_db()
    return tournament


def page(client: Client, name: str, tournament: Tournament, *args: object, **query: object) -> str:
    response = client.get(reverse(name, args=[tournament.slug, *args]), query)
    assert response.status_code == 200
    return response.content.decode()


def test_a_referee_cuts_the_ranking_draws_in_gironi_and_moves_a_pair(referee: Client, qualified: Tournament) -> None:
    assert "4 5" in page(referee, "gironi", qualified) and "4 5" in page(referee, "gironi", qualified, gironi="0")
    asked = {"sizes": "6 3", "carry": "half", "show": "yes"}
    proposal = referee.post(reverse("gironi_cut", args=[qualified.slug]), asked).content.decode()
    qualified.refresh_from_db()
    assert qualified.cut is None
    sixth, seventh = standings_of(qualified)[5:7]
    assert proposal.index(sixth.entrant.label) < proposal.index(seventh.entrant.label)
    wrong = referee.post(reverse("gironi_cut", args=[qualified.slug]), {"sizes": "6 4", "carry": "half"})
    assert wrong.status_code == 422 and "6 4" in wrong.content.decode()
    cut = referee.post(reverse("gironi_cut", args=[qualified.slug]), {"sizes": "6 3", "carry": "half"})
    assert cut.status_code == 302
    drawn = referee.post(reverse("round_new", args=[qualified.slug]), {"system": "danish"})
    assert drawn.status_code == 302
    draft = page(referee, "round", qualified, 2)
    assert draft.count('<span class="girone-letter">A</span>') == 3
    assert draft.count('<span class="girone-letter">B</span>') == 2
    moving = {"pair": seventh.entrant.id, "girone": 1}
    effects = page(referee, "girone_move", qualified, **moving)
    assert (
        "Girone A then has 7 pairs" in effects
        and "Girone B then has 2 pairs" in effects
        and "Round 2 is a draft" in effects
        and "is being played" not in effects
    )
    moved = referee.post(reverse("girone_move", args=[qualified.slug]), moving)
    assert said(moved) == f"{seventh.entrant.id} is in Girone A now."
    assert qualified.pairs.get(number=seventh.entrant.id).girone == 1
    history = page(referee, "history", qualified)
    assert "Cut into gironi after round 1" in history and "Girone" in history
    uncut = referee.post(reverse("gironi_uncut", args=[qualified.slug]))
    assert uncut["Location"] == reverse("gironi", args=[qualified.slug])
    assert said(uncut).endswith("Round 2 has been drawn in gironi: the cut can be undone only before that.")
    qualified.refresh_from_db()
    assert qualified.cut is not None


def test_a_move_while_a_round_is_played_says_that_it_counts_from_the_next(
    referee: Client, qualified: Tournament
) -> None:
    referee.post(reverse("gironi_cut", args=[qualified.slug]), {"sizes": "6 3", "carry": "half"})
    start_round(Tournament.objects.get(pk=qualified.pk), System.DANISH)
    effects = page(referee, "girone_move", qualified, pair=standings_of(qualified)[6].entrant.id, girone=1)
    assert "is being played" in effects and "is a draft" not in effects


def test_a_girone_may_be_of_two_pairs(referee: Client, qualified: Tournament) -> None:
    cut = referee.post(reverse("gironi_cut", args=[qualified.slug]), {"sizes": "7 2", "carry": "half"})
    assert cut.status_code == 302


@pytest.mark.parametrize("sizes", ["", "nine", "9", "4 -5", "1 8", "99999999999 4", "²  4"])
def test_sizes_that_make_no_sense_are_answered_with_a_sentence(
    referee: Client, qualified: Tournament, sizes: str
) -> None:
    for response in (
        referee.get(reverse("gironi", args=[qualified.slug]), {"sizes": sizes, "carry": "whole"}),
        referee.post(reverse("gironi_cut", args=[qualified.slug]), {"sizes": sizes, "carry": "whole"}),
    ):
        assert response.status_code in (200, 422)
    qualified.refresh_from_db()
    assert qualified.cut is None


def test_every_ranking_and_file_says_the_gironi(referee: Client, client: Client, qualified: Tournament) -> None:
    tournament = tournament_cut(tournament=qualified, sizes=(4, 5), carry=Carry.HALF)
    play_round(start_round(tournament, System.SWISS), seed=2)
    for name in ("ranking", "public_ranking", "wall"):
        html = page(referee if name == "ranking" else client, name, tournament)
        assert html.count("Girone A") == html.count("Girone B") == 1, name
    assert "Girone A" not in page(client, "public_ranking", tournament, after=1)
    rows = standings_of(tournament)
    fifth = page(client, "public_pair", tournament, rows[4].entrant.id)
    assert "Girone B, place 1" in fifth
    text = page(referee, "ranking_csv", tournament)
    read = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [row["girone"] for row in read] == ["A"] * 4 + ["B"] * 5
    table = ranking_table(tournament, usual_layout(tournament))
    assert [row[table.headings.index("girone")] for row in table.rows] == ["A"] * 4 + ["B"] * 5
    ranked = client.get(f"/en/api/v1/tournaments/{tournament.slug}/ranking").json()
    items = ranked if isinstance(ranked, list) else ranked["items"]
    assert [row["girone"] for row in items] == ["A"] * 4 + ["B"] * 5
    for row in items:
        since = sum(round_["vp"] for round_ in row["rounds"] if round_["round"] > 1)
        assert row["vp"] == row["carried"]["vp"] + since
    assert referee.get(reverse("sheet_ranking", args=[tournament.slug])).content.startswith(b"%PDF")


def test_the_csv_has_gironi_although_somebody_came_after_the_cut(referee: Client, qualified: Tournament) -> None:
    tournament = tournament_cut(tournament=qualified, sizes=(4, 5), carry=Carry.HALF)
    late = pair_add(tournament=tournament, players=["Zeta Ugo", "Zito Ugo"], here=True, late_reason="lost")
    rows = list(csv.reader(io.StringIO(page(referee, "ranking_csv", tournament).removeprefix("\ufeff"))))
    assert rows[0][-1] == "girone" and {len(row) for row in rows[1:] if row[1] != str(late.number)} == {len(rows[0])}


def test_a_tournament_in_gironi_goes_out_and_in_the_same(qualified: Tournament) -> None:
    tournament = tournament_cut(tournament=qualified, sizes=(4, 5), carry=Carry.NOTHING)
    play_round(start_round(tournament, System.DANISH), seed=2)
    exported = export_tournament(tournament)
    other = tournament_import(text=json.dumps(exported), slug="other")
    again = export_tournament(other)
    again["tournament"]["slug"] = exported["tournament"]["slug"]
    assert again == exported
    assert [row.entrant.id for row in standings_of(other)] == [row.entrant.id for row in standings_of(tournament)]


def test_seats_results_and_cross_tables_stand_under_their_girone(referee: Client, qualified: Tournament) -> None:
    tournament = tournament_cut(tournament=qualified, sizes=(4, 5), carry=Carry.HALF)
    assert "Girone" not in page(referee, "cross_table", tournament)
    play_round(start_round(tournament, System.SWISS), seed=2)

    def lines(name: str, *args: int, by: str = "") -> list[str]:
        sent = referee.get(reverse(name, args=[tournament.slug, *args]), {"by": by} if by else {})
        return "\n".join(pages_of(sent.content)).splitlines()

    for name, by in (("sheet_seating", "table"), ("sheet_results", "")):
        assert [line for line in lines(name, 2, by=by) if "Girone" in line] == ["Girone A", "Girone B"], name
        assert not any("Girone" in line for line in lines(name, 1, by=by)), name
    seats, before = lines("sheet_seating", 2), lines("sheet_seating", 1)
    # Each player of the nine pairs has the letter, and above the names stands that of the alphabet.
    assert seats.count("B") - before.count("B") == 10 and seats.count("A") - before.count("A") == 8
    crossed = page(referee, "cross_table", tournament)
    assert crossed.index("<h2>Girone A</h2>") < crossed.index("<h2>Girone B</h2>") < crossed.index("The whole tourn")
    titles = lines("sheet_cross_table")
    assert any("girone A" in line for line in titles) and any("girone B" in line for line in titles)


@pytest.mark.parametrize("carry", Carry)
def test_the_totals_of_the_whole_cross_table_go_on_from_what_was_carried(qualified: Tournament, carry: Carry) -> None:
    before = {row.entrant.id: row.vp for row in standings_of(qualified)}
    tournament = tournament_cut(tournament=qualified, sizes=(4, 5), carry=carry)
    for seed in (1, 2):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    evening = evening_of(tournament)
    crossed = cross_tables_of(published_rounds(tournament), evening, evening.standings(), as_list=True)
    assert crossed is not None and crossed.whole.table.rounds == (1, 2, 3)
    for row in crossed.whole.table.rows:
        qualification, _second, last = row.encounters
        assert qualification is not None and qualification.total == before[row.standing.entrant.id]
        assert last is not None and last.total == row.standing.vp


def test_the_table_of_a_girone_adds_up_to_its_ranking(qualified: Tournament) -> None:
    tournament = tournament_cut(tournament=qualified, sizes=(4, 5), carry=Carry.HALF)
    for seed, system in enumerate((System.SWISS, System.DANISH)):
        play_round(start_round(tournament, system), seed=seed)
    evening = evening_of(tournament)
    crossed = cross_tables_of(published_rounds(tournament), evening, evening.standings())
    assert crossed is not None
    assert [(group.name, len(group.table.rows), group.table.rounds) for group in crossed.groups] == [
        *(("A", 4, (2, 3)), ("B", 5, (2, 3)))
    ]
    for group in crossed.groups:
        for row, line in zip(group.table.rows, group.table.matrix, strict=True):
            met = sum(meeting.vp or 0 for cell in line.cells if cell for meeting in cell)
            assert met + line.elsewhere == row.standing.vp
            last = row.encounters[-1]
            assert last is not None and last.total == row.standing.vp
            assert line.elsewhere >= (row.standing.carried.vp if row.standing.carried else 0)


# --- What the page proposes, and refuses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gironi", "sizes"),
    [
        ("", (5, 4)),
        ("1", (5, 4)),
        ("3", (4, 3, 2)),
        ("99", (3, 2, 2, 2)),
        ("100", (5, 4)),
        ("x", (5, 4)),
        ("²", (5, 4)),
    ],
)
def test_as_many_equal_gironi_are_proposed_as_are_asked_for_and_have_a_table_each(
    referee: Client, qualified: Tournament, gironi: str, sizes: tuple[int, ...]
) -> None:
    shown = referee.get(url("gironi", qualified), {"gironi": gironi})
    assert sorted(shown.context["proposal"].sizes, reverse=True) == list(sizes) and list(shown.context["offered"]) == [
        2
    ]
    assert shown.context["next_round"] == 2 and not shown.context["refused"]


@pytest.mark.parametrize(
    ("sent", "status", "refused", "typed"),
    [
        ({"sizes": "5 4", "carry": "half", "tables": "own"}, 200, "", "5 4"),
        ({"sizes": "6 4", "carry": "half"}, 422, "The sizes add up to 10 instead of 9: these are equal gironi.", "6 4"),
        ({"sizes": "5 x", "carry": "half"}, 422, "", "5 x"),
    ],
)
def test_sizes_are_shown_as_they_would_fall_or_stay_as_typed(
    referee: Client, qualified: Tournament, sent: dict[str, str], status: int, refused: str, typed: str
) -> None:
    answer = referee.post(url("gironi_cut", qualified), sent | {"show": "yes"})
    assert (answer.status_code, answer.context["refused"]) == (status, refused)
    assert [answer.context["form"][name].value() for name in ("sizes", "carry")] == [typed, "half"]
    looked = referee.get(url("gironi", qualified), sent)
    assert looked.context["refused"] == refused and looked.context["carry"] == CARRY_NAMES[Carry.HALF]


def test_before_a_round_is_closed_there_is_nothing_to_cut(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    sent = {"sizes": "2 2", "carry": "half"}
    answers = [
        referee.get(url("gironi", tournament)),
        referee.get(url("gironi", tournament), sent),
        referee.post(url("gironi_cut", tournament), sent | {"show": "yes"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 409, 409]
    assert all("once a round is closed" in answer.context["cannot"] for answer in answers)


def test_a_planned_cut_is_proposed_as_it_was_planned(referee: Client) -> None:
    plan = ["draw", cut_step(3, Carry.NOTHING), "danish"]
    tournament = make_tournament(pairs=12, hands_per_round=2, plan=plan)
    play_round(start_round(tournament, System.DRAW), seed=1)
    shown = referee.get(url("gironi", tournament)).context
    assert (shown["proposal"].sizes, shown["carry"], [*shown["offered"]]) == (
        (4, 4, 4),
        CARRY_NAMES[Carry.NOTHING],
        [2, 3],
    )
    assert shown["planned"]
    typed = referee.get(url("gironi", tournament), {"sizes": "6 6", "carry": "half"}).context
    assert (typed["proposal"].sizes, typed["carry"]) == ((6, 6), CARRY_NAMES[Carry.HALF])


def test_a_move_that_was_refused_says_why(
    referee: Client, qualified: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_facts: object) -> None:
        raise Refused("The cut has just been undone.")

    tournament = tournament_cut(tournament=qualified, sizes=(4, 5), carry=Carry.HALF)
    monkeypatch.setattr(gironi, "pair_move_girone", refuse)
    first = standings_of(tournament)[0].entrant.id
    answer = referee.post(url("girone_move", tournament), {"pair": first, "girone": 2})
    assert (answer.status_code, answer.context["refused"]) == (422, "The cut has just been undone.")


def test_a_move_that_moves_nobody_is_refused_and_one_before_the_cut_leads_back(
    referee: Client, qualified: Tournament
) -> None:
    address = url("girone_move", qualified)
    assert referee.get(address, {"pair": 1, "girone": 1})["Location"] == url("gironi", qualified)
    assert said(referee.post(url("gironi_uncut", qualified))) != "The cut is undone: there is one ranking again."
    tournament = tournament_cut(tournament=qualified, sizes=(4, 5), carry=Carry.HALF)
    first = standings_of(tournament)[0].entrant.id
    shown = referee.get(url("gironi", tournament)).context
    assert [(name, here) for name, _its, here in shown["gironi"]] == [("Girone A", 4), ("Girone B", 5)]
    assert shown["can_undo"]
    moves = shown["form"].fields
    assert [key for key, _names in moves["pair"].choices] == [*range(1, 10)]
    assert moves["girone"].choices == [(1, "Girone A"), (2, "Girone B")]
    stays = referee.get(address, {"pair": first, "girone": 1})
    assert stays.status_code == 422
    assert stays.context["refused"] == f"{first} is already in Girone A: choose another."
    for nonsense in ({"pair": 99, "girone": 1}, {"pair": first, "girone": 3}, {}):
        answers = [send(address, nonsense) for send in (referee.get, referee.post)]
        assert [answer.status_code for answer in answers] == [422, 422]
        assert all(answer.context["form"].errors for answer in answers)
    assert said(referee.post(url("gironi_uncut", tournament))) == "The cut is undone: there is one ranking again."
