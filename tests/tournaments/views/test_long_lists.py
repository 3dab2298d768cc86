"""Long lists in pages: every row is on one page, found from all of them, and what acts on all does so."""

import re
from collections import Counter
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Role
from tests.factories import (
    draft_round,
    make_account,
    make_tournament,
    pair,
    play_round,
    play_table,
    start_on_phones,
    start_round,
)
from tests.tournaments.views.pages import html_of, said, text_of, url
from tests.tournaments.views.phone.visitors import PhoneAt, figures
from tournaments.forms.till import together
from tournaments.models import Pair, Payment, Round, Tournament
from tournaments.records import Line, System
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.hall.seats import tables_of
from tournaments.services import adjustment_add, club_keep_till, till_terms_set
from tournaments.views.desk import page as desk_page
from tournaments.views.desk import sheet
from tournaments.views.hall import pages as hall_pages
from tournaments.views.hall import wall as wall_pages
from tournaments.views.people import pairs as pairs_pages
from tournaments.views.rounds import comparison
from tournaments.views.rounds import rounds as rounds_pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english", "short_pages")]

TABLES = 6
"""The tables on one page in these tests."""


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, size in (
        (rounds_pages, "TABLES_A_PAGE", TABLES),
        (rounds_pages, "DRAFT_TABLES_A_PAGE", TABLES),
        (comparison, "PLACES_A_PAGE", TABLES),
        (sheet, "TABLES_A_PAGE", TABLES),
        (desk_page, "CHIPS_A_PAGE", TABLES),
        (pairs_pages, "ROWS_A_PAGE", 10),
        (pairs_pages, "ROWS_WITH_FEE", 10),
        (hall_pages, "RANKED_A_PAGE", 10),
        (hall_pages, "PLAYERS_A_PAGE", 20),
        (hall_pages, "TABLES_A_PAGE", TABLES),
        (hall_pages, "LONG_LIST", 10),
        (wall_pages, "SEATS_IN_A_PART", 20),
        (wall_pages, "RANKED_IN_A_PART", 10),
        (wall_pages, "TABLES_IN_A_PART", TABLES),
        (together, "MOST_TOGETHER", 8),
        (together, "OWED_A_PAGE", 5),
    ):
        monkeypatch.setattr(module, name, size)


@pytest.fixture
def evening() -> Tournament:
    """Fifteen tables in their second round, with slips at some."""
    tournament = make_tournament(pairs=30, hands_per_round=2)
    play_round(start_round(tournament), seed=1)
    for table in start_round(tournament, System.DANISH).tables.filter(number__in=(1, 9)):
        play_table(table)
    return tournament


def keys_of(page: str) -> list[int]:
    return [int(key) for key in re.findall(r'<li[^>]* data-key="(\d+)"', page)]


def test_every_table_of_a_round_is_on_one_page_and_its_scores_are_those_of_the_whole_ranking(
    referee: Client, evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = url("round", evening, 2)
    pages = [html_of(referee.get(address, {"page": page})) for page in (1, 2, 3)]
    assert [keys_of(page) for page in pages] == [[*range(1, 7)], [*range(7, 13)], [*range(13, 16)]]
    assert (
        'rel="next"' in pages[0]
        and 'rel="prev"' in pages[2]
        and "page 2 of 3" in text_of(referee.get(f"{address}?page=2"))
    )
    rows = [re.findall(r"<li id=\"table.*?</li>", page, re.DOTALL) for page in pages]
    monkeypatch.setattr(rounds_pages, "TABLES_A_PAGE", 100)
    whole = html_of(referee.get(address))
    assert [*rows[0], *rows[1], *rows[2]] == re.findall(r"<li id=\"table.*?</li>", whole, re.DOTALL)
    assert 'rel="next"' not in whole and 'data-filter="seats"' in whole


def test_a_table_is_found_by_number_or_name_from_every_page_and_the_number_comes_first(
    referee: Client, evening: Tournament
) -> None:
    address = url("round", evening, 2)
    assert keys_of(html_of(referee.get(address, {"q": "1"}))) == [1, 10, 11, 12, 13, 14]
    table = Round.objects.get(tournament=evening, number=2).tables.get(number=14)
    found = html_of(referee.get(address, {"q": str(table.ns.player1).upper(), "page": "1"}))
    assert keys_of(found) == [14] and "1 of 15" in found and f'href="{address}"' in found
    assert "Nothing found" in text_of(referee.get(address, {"q": "zzz"}))
    assert keys_of(html_of(referee.get(address, {"at": "14"}))) == [13, 14, 15]
    assert keys_of(html_of(referee.get(address, {"page": "99"}))) == [13, 14, 15]
    assert keys_of(html_of(referee.get(address, {"page": "x"}))) == [*range(1, 7)]


def test_a_slip_leads_back_to_the_page_of_its_row(referee: Client, evening: Tournament) -> None:
    sent = {"version": "0", "back": "sheet"} | figures() | {"h1_end": "closed", "h2_end": "closed"}
    saved = referee.post(url("table_entry", evening, 2, 14), sent)
    assert saved["Location"].endswith("?at=14#table-14")
    page = html_of(referee.get(saved["Location"]))
    assert 'id="table-14"' in page and 'id="table-1"' not in page and 'data-all="15"' in page


def test_the_strip_shows_the_page_of_the_table_on_top_and_the_finder_finds_all(
    referee: Client, evening: Tournament
) -> None:
    page = html_of(referee.get(url("table_entry", evening, 2, 15)))
    assert 'id="tables-15"' in page and 'id="tables-2"' not in page and 'data-filter="tables"' not in page
    assert 'id="tables-2"' in html_of(referee.get(url("results", evening, 2), {"page": "1"}))
    found = referee.get(url("results", evening, 2), {"find": "13"})
    assert found["Location"] == url("table_entry", evening, 2, 13)


def test_everybody_is_ticked_from_any_page_and_a_search_keeps_the_order_asked_for(referee: Client) -> None:
    tournament = make_tournament(pairs=25, here=False)
    address = url("pairs", tournament)
    assert keys_of(html_of(referee.get(address, {"page": "3"}))) == [21, 22, 23, 24, 25]
    found = html_of(referee.get(address, {"q": "2", "order": "name"}))
    assert keys_of(found)[0] == 2 and 'name="order" value="name"' in found
    referee.post(url("pairs_check_in", tournament), {"everybody": "1"})
    assert tournament.pairs.filter(status=Pair.Status.ACTIVE).count() == 25


def test_a_tick_at_the_door_moves_nobody_to_another_page(referee: Client) -> None:
    tournament = make_tournament(pairs=25, here=False)
    address, rows = url("check_in", tournament), url("check_in_rows", tournament)
    before = keys_of(html_of(referee.get(rows, {"page": "2"})))
    referee.post(address, {"here": str(before[0])})
    assert keys_of(html_of(referee.get(rows, {"page": "2"}))) == before
    page = html_of(referee.get(address, {"page": "2"}))
    assert f'hx-get="{rows}?page=2"' in page and "24 missing" in page
    last = keys_of(html_of(referee.get(address, {"page": "3"})))[-1]
    typed = html_of(referee.post(address, {"typed": str(last)}))
    assert f'data-key="{last}"' in typed.split('id="everybody"')[1]


def test_the_press_for_everybody_notes_all_pages_without_those_unticked_on_any(referee: Client) -> None:
    club_keep_till(keeps=True)
    tournament = make_tournament(pairs=12, date=timezone.localdate())
    till_terms_set(tournament=tournament, terms={"fee": 1000, "per": "pair", "fund_percent": 50})
    address = url("till_together", tournament)

    def sent_by(page: str) -> dict[str, object]:
        hidden = dict(re.findall(r'<input type="hidden" name="(everybody|without|shown)" value="([^"]*)"', page))
        return hidden | {"owed": re.findall(r'name="owed" value="([^"]*)"[^>]*checked', page), "means": "card"}

    first = sent_by(html_of(referee.get(address)))
    assert first["owed"] == [f"{number}-1000" for number in range(1, 6)]
    first["owed"] = first["owed"][1:]  # type: ignore[index]
    second = sent_by(html_of(referee.post(address, first | {"turn": "2"})))
    assert second["owed"] == [f"{number}-1000" for number in range(6, 11)] and second["without"] == "1-1000"
    second["owed"] = second["owed"][:-1]  # type: ignore[index]
    back = html_of(referee.post(address, second | {"turn": "1"}))
    assert sent_by(back)["owed"] == [f"{number}-1000" for number in range(2, 6)]
    assert re.search(r'value="card"[^>]*checked', back)
    assert said(referee.post(address, sent_by(back))) == "Noted: 10 payments, €100.00."
    paid = Payment.objects.filter(pair__tournament=tournament).values_list("pair__number", flat=True)
    assert set(paid) == set(range(1, 13)) - {1, 10}


def test_players_find_themselves_on_whatever_page_they_are(evening: Tournament) -> None:
    phone = Client()
    ranking, seats = url("public_ranking", evening), url("public_seat", evening)
    pages = [html_of(phone.get(ranking, {"page": page})) for page in (1, 2, 3)]
    ranked = [re.findall(r'<tr[^>]*><td class="number"[^>]*>.*?/pairs/(\d+)/', page, re.DOTALL) for page in pages]
    assert [len(page) for page in ranked] == [10, 10, 10] and len({*ranked[0], *ranked[1], *ranked[2]}) == 30
    last = ranked[2][-1]
    assert f"/pairs/{last}/" in html_of(phone.get(ranking, {"at": last}))
    assert f"/pairs/{last}/" in html_of(phone.get(url("public_rounds", evening), {"at": last}))
    name = str(pair(evening, int(last)).player1)
    assert re.findall(r"<tr[^>]*><td.*?/pairs/(\d+)/", html_of(phone.get(ranking, {"q": name})), re.DOTALL) == [last]
    letters = re.findall(r'href="(\?page=\d+)?#letter-(\w)"', html_of(phone.get(seats)))
    for page, letter in letters:
        assert f'id="letter-{letter}"' in html_of(phone.get(seats + page))
    assert len({page for page, _letter in letters}) > 1


def test_a_table_of_the_hall_is_found_by_a_name_a_number_of_a_pair_and_its_own(evening: Tournament) -> None:
    rounds = url("public_round", evening, 2)
    table = Round.objects.get(tournament=evening, number=2).tables.get(number=14)
    for typed in (str(table.ns.player1), str(table.ew.player2), str(table.ns.number), "14"):
        assert 14 in [row.number for row in Client().get(rounds, {"q": typed}).context["tables"]]
    assert not Client().get(rounds, {"q": "zzz"}).context["tables"]


def test_the_letters_of_those_found_lead_to_their_pages(evening: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = url("public_seat", evening)
    found = re.findall(r'href="([^"]*)#letter-(\w)"', html_of(Client().get(seats, {"q": "a"})))
    assert {page for page, _letter in found} == {"", "?q=a&amp;page=2", "?q=a&amp;page=3"}
    for page, letter in found:
        assert f'id="letter-{letter}"' in html_of(Client().get(seats + (page.replace("&amp;", "&") or "?q=a")))
    monkeypatch.setattr(hall_pages, "PLAYERS_A_PAGE", 100)
    on_one_page = Client().get(seats, {"q": "ada"}).context["letters"]
    assert on_one_page and not any(page for _letter, page in on_one_page)


def test_the_wall_shows_everybody_part_by_part(evening: Tournament) -> None:
    wall = url("wall", evening)
    parts = [html_of(Client().get(wall, {"part": part})) for part in (1, 2, 3)]
    names = [re.findall(r'<li class="wall-seat".*?class="wall-name">([^<]*)<', part) for part in parts]
    assert [len(part) for part in names] == [20, 20, 20] and len({*names[0], *names[1], *names[2]}) == 60
    assert [re.findall(r'data-next="([^"]*)"', part) for part in parts] == [["?part=2"], ["?part=3"], ["?part=1"]]
    assert [part.count('class="wall-rank"') for part in parts] == [10, 10, 10]
    assert html_of(Client().get(wall, {"part": "9"})) == parts[2].replace("part=3", "part=9")
    assert html_of(Client().get(wall)).count('class="wall-seat"') == 20


@pytest.fixture
def draft() -> Round:
    """Fifteen tables of a second round."""
    tournament = make_tournament(pairs=30)
    play_round(start_round(tournament), seed=1)
    return draft_round(tournament, System.DANISH)


def seats_on(page: str) -> dict[str, str]:
    """Return the seats on a page of a draft by their entrants, as its form sends them."""
    return {value.partition("@")[0]: value for value in re.findall(r'name="seat" value="([^"]*@[^"]*)"', page)}


def test_every_table_of_a_draft_is_on_one_page_and_whoever_is_chosen_comes_along_to_the_others(
    referee: Client, draft: Round
) -> None:
    address = url("round", draft.tournament, 2)
    pages = [html_of(referee.get(address, {"page": page})) for page in (1, 2, 3)]
    assert [keys_of(page) for page in pages] == [[*range(1, 7)], [*range(7, 13)], [*range(13, 16)]]
    one, other = list(seats_on(pages[0]).values())[0], list(seats_on(pages[2]).values())[-1]
    chosen = html_of(referee.post(url("draft_seat", draft.tournament, 2), {"seat": one}, follow=True))
    assert keys_of(chosen) == [*range(1, 7)]
    assert f'href="?{urlencode({"picked": one})}&amp;page=2"' in chosen
    there = html_of(referee.get(address, {"picked": one, "page": "3"}))
    assert keys_of(there) == [*range(13, 16)] and f'name="picked" value="{one}"' in there
    swapped = referee.post(url("draft_seat", draft.tournament, 2), {"picked": one, "seat": other})
    assert swapped["Location"] == f"{address}?at=1#table-1"
    number, other_number = one.partition("@")[0], other.partition("@")[0]
    assert other_number in seats_on(html_of(referee.get(address)))
    assert number in seats_on(html_of(referee.get(address, {"at": "15"})))
    # Who was chosen, and the table with an open menu, are on the page unless another is asked for.
    last = seats_on(html_of(referee.get(address, {"at": "15"})))[number]
    for asked in ({"picked": last}, {"table": "15"}):
        assert keys_of(html_of(referee.get(address, asked))) == [*range(13, 16)]
    name = str(pair(draft.tournament, int(number)).player1)
    assert seats_on(html_of(referee.get(address, {"q": name}))).keys() >= {number}


def test_a_change_of_a_draft_sends_the_tables_that_the_page_shows(referee: Client, draft: Round) -> None:
    address = url("draft_seat", draft.tournament, 2)
    first, last = (html_of(referee.get(url("round", draft.tournament, 2), {"page": page})) for page in (1, 3))
    one, other = list(seats_on(first).values())[0], list(seats_on(last).values())[-1]
    asked = {"picked": one, "seat": other, "shown": "13 14 15"}
    answer = html_of(referee.post(address, asked, headers={"HX-Request": "true"}))
    assert re.findall(r'<li id="table-(\d+)"[^>]*hx-swap-oob', answer) == ["15"]
    refused = referee.post(address, asked, headers={"HX-Request": "true"})
    assert refused.status_code == 409 and keys_of(html_of(refused)) == [13, 14, 15]
    assert f'hx-get="{url("round", draft.tournament, 2)}"' in html_of(refused)
    # What changes the list itself shows the first table that is another.
    rests = {"picked": list(seats_on(html_of(refused)).values())[0], "rest": "yes", "shown": "1 2 3 4 5 6"}
    assert 13 in keys_of(html_of(referee.post(address, rests, headers={"HX-Request": "true"})))


def test_a_draft_that_is_only_looked_at_and_two_that_are_compared_have_pages(client: Client, draft: Round) -> None:
    client.force_login(make_account("guest", Role.VIEWER))
    address = url("round", draft.tournament, 2)
    assert [keys_of(html_of(client.get(address, {"page": page}))) for page in (2, 3)] == [[*range(7, 13)], [13, 14, 15]]
    client.force_login(make_account("referee", Role.REFEREE))
    asked = {"system": System.MITCHELL, "page": "3"}
    compared = html_of(client.get(url("draft_compare", draft.tournament, 2), asked))
    shown = [re.findall(r"</span> (\d+)</span>", column) for column in compared.split("compare-rows")[1:]]
    assert shown == [["13", "14", "15"]] * 2
    assert f"?system={System.MITCHELL}&amp;page=2" in compared
    found = html_of(client.get(url("draft_compare", draft.tournament, 2), {"system": System.MITCHELL, "q": "7"}))
    assert [re.findall(r"</span> (\d+)</span>", part) for part in found.split("compare-rows")[1:]] == [["7"], ["7"]]


def test_a_hall_on_one_page_has_no_pages(referee: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    start_round(tournament)
    for address in (url("round", tournament, 1), url("pairs", tournament), url("results", tournament, 1)):
        assert "data-finds" not in html_of(referee.get(address)) and 'rel="next"' not in html_of(referee.get(address))
    assert "data-next" not in html_of(Client().get(url("wall", tournament)))


def test_the_tiles_that_changed_are_sent_alone_and_nothing_new_is_a_304(referee: Client) -> None:
    round_ = start_on_phones(pairs=8)
    address = url("results_tiles", round_.tournament, 1)
    whole = referee.get(address)
    asked = {"If-None-Match": whole["ETag"], "Tiles-Known": whole["Tiles-Known"]}
    assert referee.get(address, headers=asked).status_code == 304
    tables = list(round_.tables.select_related("round__tournament").order_by("number"))
    PhoneAt(tables[2], Line.NS).do("type", figures())
    news = referee.get(address, headers=asked)
    assert re.findall(r'<li id="tables-(\d+)" hx-swap-oob="true"', html_of(news)) == ["3"]
    assert news["HX-Reswap"] == "none" and "is-amber" in html_of(news)
    assert "HX-Reswap" not in referee.get(address).headers
    # What a save changes may be more than its table.
    play_table(tables[0])
    saved = referee.get(address, headers={"Tiles-Known": news["Tiles-Known"]})
    assert len(re.findall(r'id="tables-\d+"', html_of(saved))) == 4
    # Another reader gets another page.
    viewer = Client()
    viewer.force_login(make_account("viola", Role.VIEWER))
    assert viewer.get(address, headers={"If-None-Match": saved["ETag"]}).status_code == 200


def test_the_players_tables_on_a_page_are_those_of_the_whole_round(evening: Tournament) -> None:
    address, hall = url("public_round", evening, 1), hall_of(evening)
    pages = [Client().get(address, {"page": page}).context["tables"] for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [6, 6, 3]
    assert [table for page in pages for table in page] == tables_of(hall, 1)


def test_a_long_ranking_says_what_its_rows_are_however_they_are_laid_out(evening: Tournament) -> None:
    small = make_tournament(pairs=8, name="Otto coppie", hands_per_round=2)
    play_round(start_round(small), seed=1)
    long, short = (html_of(Client().get(url("public_ranking", shown))) for shown in (evening, small))
    assert 'class="table club-table public-ranking long-ranking" role="table"' in long
    roles = Counter(re.findall(r' role="(\w+)"', long[long.index("<thead") : long.index("</table>")]))
    assert roles == {"row": 11, "columnheader": 5}
    assert 'class="table club-table public-ranking">' in short and 'role="row"' not in short


def test_a_long_ranking_has_room_for_long_figures(evening: Tournament) -> None:
    assert "has-long-figures" not in html_of(Client().get(url("public_ranking", evening)))
    adjustment_add(round=evening.rounds.get(number=1), pair=pair(evening, 7), vp=90, reason="…")
    assert "long-ranking has-long-figures" in html_of(Client().get(url("public_ranking", evening)))
