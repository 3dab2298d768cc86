"""The text of the players' pages and of the wall."""

import re
from dataclasses import replace
from html import unescape
from urllib.parse import unquote

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories import AT, make_tournament, pair, play_round, play_table, slip, start_round
from tests.tournaments.views.pages import html_of, plain, text_of, url
from tests.tournaments.views.public_evening import PAGES, evening
from tournaments.clock.clock import ClockAction
from tournaments.models import Pair
from tournaments.records import Outcome, System
from tournaments.selectors.hall.seats import LONG_LIST
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    adjustment_add,
    clock_change,
    pair_add,
    pair_set_status,
    pairs_add_many,
    table_set_outcome,
    tournament_finish_play,
)
from tournaments.views.hall.pages import _has_long_figures
from tournaments.views.hall.wall import GROUP_ROW

pytestmark = pytest.mark.django_db


def rows_of(response: HttpResponse) -> list[str]:
    return [plain(row) for row in re.findall(r"<li data-key.*?</li>", html_of(response), re.DOTALL)]


def test_the_ranking_page_is_the_ranking(client: Client) -> None:
    tournament = evening()
    body = re.search(r"<tbody>.*</tbody>", html_of(client.get(url("public_ranking", tournament))), re.DOTALL)
    assert body is not None
    lines = [plain(row) for row in re.findall(r"<tr>.*?</tr>", body[0], re.DOTALL)]
    for line, row in zip(lines, standings_of(tournament), strict=True):
        assert line.startswith(f"{row.place} {row.entrant.label} {row.vp} ")


def test_the_ranking_as_of_a_round_is_the_one_of_then(client: Client) -> None:
    tournament = make_tournament(pairs=6)
    play_round(start_round(tournament), seed=1)
    then = [row.entrant.label for row in standings_of(tournament)]
    play_round(start_round(tournament, System.DANISH), seed=2)
    page = text_of(client.get(url("public_ranking", tournament) + "?after=1"))
    assert "After round 1" in page
    assert sorted(then, key=page.index) == then
    now = [row.entrant.label for row in standings_of(tournament)]
    assert now != then


def test_before_the_first_result_the_ranking_sends_people_to_their_table(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    response = client.get(url("public_ranking", tournament))
    assert "No ranking yet" in text_of(response)
    assert f'href="{url("public_seat", tournament)}"' in html_of(response)


def test_every_player_reads_table_line_and_opponents(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    first, second = pair(tournament, 1), pair(tournament, 2)
    rows = rows_of(client.get(url("public_seat", tournament)))
    assert len(rows) == 8
    assert f"{first.player1} with {first.player2} against {second} Table 1 NS" in rows
    assert f"{second.player2} with {second.player1} against {first} Table 1 EW" in rows


def test_a_name_is_looked_for_without_javascript(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    pair_add(tournament=tournament, players=("D'Angelò Niccolò", "Esposito Rita"))
    assert [row.split(" with")[0] for row in rows_of(client.get(url("public_seat", tournament), {"q": "ANGELO"}))] == [
        "D'Angelò Niccolò"
    ]
    nobody = text_of(client.get(url("public_seat", tournament), {"q": "nobody"}))
    assert "Nobody with that name." in nobody and "All the names" in nobody


def test_who_has_not_been_ticked_is_told_to_say_so(client: Client) -> None:
    tournament = make_tournament(pairs=2)
    late = pair_add(tournament=tournament, players=("Tardi Ugo", "Attesa Clara"))
    assert "tell the referee" in rows_of(client.get(url("public_seat", tournament), {"q": "tardi"}))[0]
    assert "tell the referee" in text_of(client.get(url("public_pair", tournament, late.number)))


def test_a_pairs_card_shows_the_seat_of_the_round_under_way(client: Client) -> None:
    tournament = make_tournament(pairs=3)
    round_ = start_round(tournament)
    table = round_.tables.get(outcome=Outcome.OPEN)
    assert table.ew is not None
    card = text_of(client.get(url("public_pair", tournament, table.ew.number)))
    assert f"Table {table.number} Line EW Against {table.ns}" in card
    resting = round_.tables.get(outcome=Outcome.REST).ns
    assert "Rest You do not play this round." in text_of(client.get(url("public_pair", tournament, resting.number)))


def test_between_rounds_the_card_promises_the_next_table(client: Client) -> None:
    tournament = make_tournament(pairs=2)
    play_round(start_round(tournament))
    assert "Your table appears here automatically" in text_of(client.get(url("public_pair", tournament, 1)))
    tournament_finish_play(tournament=tournament)
    assert "All the rounds have been played." in text_of(client.get(url("public_pair", tournament, 1)))


def test_a_pair_reads_its_hands_and_why_the_referee_took_points(client: Client) -> None:
    tournament = make_tournament(pairs=2, hands_per_round=2)
    round_ = start_round(tournament)
    play_table(round_.tables.get(), slip(300, 120, other_points=85), slip(200, 40, other_points=60))
    adjustment_add(round=round_, pair=pair(tournament, 2), mp=-100, reason="late & loud", article="31")
    page = text_of(client.get(url("public_pair", tournament, 2)))
    assert "1 85 base 0, points 85 420 base 300, points 120 2 60 base 0, points 60 240 base 200, points 40" in page
    assert "Referee: −100 MP · late & loud (31)" in page


def test_a_withdrawn_pair_keeps_its_page_and_its_results(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    page = text_of(client.get(url("public_pair", tournament, 2)))
    assert "This pair has withdrawn. Its results stay." in page
    assert "NS table 1 " in page or "EW table 1 " in page
    assert "withdrawn" in text_of(client.get(url("public_ranking", tournament)))


def test_a_round_shows_who_plays_who_is_absent_and_who_rests(client: Client) -> None:
    tournament = make_tournament(pairs=7)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=1))
    table_set_outcome(table=round_.tables.get(number=2), version=0, outcome=Outcome.ABSENT_NS, at=AT)
    main = html_of(client.get(url("public_round", tournament, 1))).split("<main")[1]
    rows = re.findall(r"<li>.*?</li>", main, re.DOTALL)
    played, absent, playing, resting = (plain(row) for row in rows)
    assert played.startswith(f"Table 1 NS {pair(tournament, 1)} 1,680 ") and "playing" not in played
    assert f"{pair(tournament, 3)} absent 8 VP" in absent and f"{pair(tournament, 4)} 305 12 VP" in absent
    assert "playing" in playing and "VP" not in playing
    assert resting == f"{pair(tournament, 7)} 12 VP rests"


def test_names_that_look_like_markup_are_text(client: Client) -> None:
    tournament = make_tournament()
    pairs_add_many(
        tournament=tournament, lines=[("<b>Rossi</b>", "Bianchi & Figli"), ("Verdi Ugo", "Neri Ida")], here=True
    )
    play_table(start_round(tournament).tables.get())
    for name, args in PAGES.items():
        html = html_of(client.get(url(name, tournament, *args)))
        assert "<b>Rossi" not in html
        assert "<b>Rossi</b>" in unescape(html)


# --- The wall --------------------------------------------------------------------------------------------------------


def test_the_wall_shows_seats_then_who_is_missing_and_the_ranking_and_counts_the_round_down(client: Client) -> None:
    tournament = make_tournament(pairs=4, round_minutes=50)
    before = text_of(client.get(url("wall", tournament)))
    assert "Friday 20 November" in before and "4 pairs" in before
    round_ = start_round(tournament)
    page = client.get(url("wall", tournament))
    assert "data-ends" not in html_of(page) and "50:00 not started yet" in text_of(page)
    clock_change(round=round_, action=ClockAction.START, at=AT)
    html = html_of(client.get(url("wall", tournament)))
    assert 'data-ends="2026-11-20T21:20:00+00:00"' in html
    assert re.findall(r"<h2>(.*?)</h2>", html) == ["Seats"]
    play_table(round_.tables.get(number=1))
    assert re.findall(r"<h2>(.*?)</h2>", html_of(client.get(url("wall", tournament)))) == [
        *("Table 2 is missing", "Ranking", "Highlights of the evening")
    ]
    play_round(round_)
    html = html_of(client.get(url("wall", tournament)))
    assert re.findall(r"<h2>(.*?)</h2>", html) == ["Ranking", "Highlights of the evening"]
    assert "data-ends" not in html


def test_the_wall_ranks_the_groups_of_the_round_robin_under_way(client: Client) -> None:
    """Each group is ranked from its first round on; a round of another system ends them."""
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=2), seed=1)
    order = [(row.entrant.id, row.entrant.label) for row in standings_of(tournament)]
    groups = re.findall(r'<li data-at="([AB])">(.*?)</ol>', html_of(client.get(url("wall", tournament))), re.DOTALL)
    # Dealt like a snake.
    for (name, html), members in zip(groups, ({1, 4, 5, 8}, {2, 3, 6, 7}), strict=True):
        labels = re.findall(r'<span class="wall-name">(.*?)</span>', html)
        assert [unescape(label) for label in labels] == [label for number, label in order if number in members], name
    start_round(tournament, System.DANISH)
    assert "wall-groups" not in html_of(client.get(url("wall", tournament)))


def test_the_groups_on_the_wall_have_room_for_the_largest(client: Client) -> None:
    tournament = make_tournament(pairs=7, hands_per_round=2)
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=2), seed=1)
    context = client.get(url("wall", tournament)).context
    assert sorted(len(group.standings) for group in context["groups"]) == [3, 4]
    assert context["group_height"] == GROUP_ROW * 5


def test_a_round_robin_of_everybody_has_no_groups_on_the_wall(client: Client) -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2)
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=1), seed=1)
    assert "wall-groups" not in html_of(client.get(url("wall", tournament)))


def test_a_pair_sees_its_missing_slip_and_its_next_seat(client: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    start_round(tournament, System.MITCHELL, step=1)
    start_round(tournament, System.MITCHELL, step=1)
    page = text_of(client.get(f"/en/t/{tournament.slug}/pairs/6/"))
    assert "The slip of round 1, table 2, is still missing" in page
    assert "Table 3" in page
    play_table(tournament.rounds.get(number=1).tables.get(number=2))
    assert "still missing" not in text_of(client.get(f"/en/t/{tournament.slug}/pairs/6/"))


def test_a_long_list_of_names_has_letters_that_lead_to_their_first_name(client: Client) -> None:
    tournament = make_tournament(pairs=LONG_LIST // 2)
    assert 'class="letters"' not in html_of(client.get(url("public_seat", tournament)))
    pairs_add_many(tournament=tournament, lines=[("Élia Ada", "Zzz Ugo"), ("4 Assi", "&amp; Figli")], here=True)
    page = html_of(client.get(url("public_seat", tournament)))
    [letters] = re.findall(r'<nav class="letters".*?</nav>', page, re.DOTALL)
    ways = [unescape(unquote(way)) for way in re.findall(r'href="#(.*?)"', letters)]
    names = re.findall(r'(?: id="(letter-.*?)")?><a [^>]*><strong class="player-name" data-found-by>(.*?)<', page)
    begun = [(unescape(begins), unescape(name)) for begins, name in names if begins]
    assert ways == [begins for begins, _name in begun]
    assert {("letter-E", "Élia Ada"), ("letter-Z", "Zzz Ugo")} & set(begun)
    assert len(ways) == len(set(ways)) > 5


@pytest.mark.parametrize(
    ("vp", "mp", "long"), [(99, 9995, False), (100, 0, True), (0, 10_000, True), (0, -9995, False), (0, -10_000, True)]
)
def test_three_digits_of_vp_or_five_of_mp_need_more_room_on_a_phone(vp: int, mp: int, long: bool) -> None:
    tournament = make_tournament(pairs=2)
    play_table(start_round(tournament).tables.get())
    row = standings_of(tournament)[0]
    assert _has_long_figures(replace(row, vp=vp, mp_difference=mp)) is long


def test_a_long_ranking_is_found_by_name(client: Client) -> None:
    for pairs, has_finder in ((LONG_LIST, False), (LONG_LIST + 2, True)):
        tournament = make_tournament(name=f"Torneo di {pairs}", pairs=pairs, hands_per_round=2)
        assert "ranking-rows" not in html_of(client.get(url("public_ranking", tournament)))
        play_table(start_round(tournament).tables.get(number=1))
        page = html_of(client.get(url("public_ranking", tournament)))
        assert ('data-filter="ranking-rows"' in page) is ('<tbody id="ranking-rows">' in page) is has_finder
        assert page.count('class="page-head"') == 1
        assert page.count('id="live-head"') == has_finder
