"""The referee's desk with phones: tiles, pending figures, and the close of the round."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role
from pages.held_answers import HOLD, Hold
from tests.factories import make_account, play_table, slip, start_on_phones
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, plain, said, text_of
from tests.tournaments.views.phone.visitors import STRANGER, PhoneAt, code, figures
from tournaments.clock.clock import ClockAction
from tournaments.models import Round, Table, Tournament
from tournaments.records import Line, Outcome
from tournaments.selectors.hall.news import DeskTiles, OwnPages
from tournaments.services import clock_change, phone_enter, tournament_change

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tables() -> list[Table]:
    """The five tables of a round in progress."""
    return list(
        start_on_phones(pairs=10, round_minutes=50).tables.select_related("round__tournament").order_by("number")
    )


def at(tables: list[Table], name: str, *args: object) -> str:
    return reverse(name, args=[tables[0].round.tournament.slug, 1, *args])


def tiles_of(page: HttpResponse) -> dict[int, tuple[str, str]]:
    """Return the colour and the word of every tile."""
    found = re.findall(r'class="table-chip is-tile is-(\w+)".*?</a>', page.content.decode(), re.DOTALL)
    words = re.findall(r'class="table-word">([^<]*)<', page.content.decode())
    return dict(enumerate(zip(found, words, strict=True), start=1))


def fields_of(page: HttpResponse) -> dict[str, str]:
    """Return the slip's figures, as a browser would send them."""
    return dict(re.findall(r'<input type="text" name="(h\d_\w+)" value="([^"]*)"', page.content.decode()))


def of_both(table: Table, act: str, **changes: str) -> tuple[PhoneAt, PhoneAt]:
    """Send a slip by NS, and let EW do this act."""
    ns, ew = PhoneAt(table, Line.NS), PhoneAt(table, Line.EW)
    ns.do("send", figures(**changes))
    if act:
        ew.do(act)
    return ns, ew


def test_a_tile_for_every_state(referee: Client, tables: list[Table]) -> None:
    PhoneAt(tables[0], Line.NS).do("type", figures())
    of_both(tables[1], "")
    of_both(tables[2], "agree")
    of_both(tables[3], "contest")
    expected = {
        1: ("amber", "writing"),
        2: ("amber", "sent"),
        3: ("green", "agreed"),
        4: ("red", "disputed"),
        5: ("grey", "still open"),
    }
    page = referee.get(at(tables, "results"))
    assert tiles_of(page) == expected
    # A red table is opened by itself, and the tiles refresh repeatedly.
    assert page.context["table"].number == 4
    polled = referee.get(at(tables, "results_tiles"), {"table": "4"})
    assert polled.content.count(b'aria-current="true"') == 1
    assert tiles_of(polled) == expected and "1 of 5 tables handed in" in text_of(polled)
    assert polled.headers["ETag"] == referee.get(at(tables, "results_tiles"), {"table": "4"}).headers["ETag"]
    play_table(Table.objects.get(pk=tables[4].pk), slip(), slip())
    news = referee.get(at(tables, "results_tiles"), {"table": "4"})
    assert news.headers["ETag"] != polled.headers["ETag"] and tiles_of(news)[5] == ("green", "handed in")


def test_a_table_that_was_saved_elsewhere_is_told_to_the_desk_that_shows_it_as_it_was(
    referee: Client, tables: list[Table]
) -> None:
    def message(version: str) -> str:
        polled = html_of(referee.get(at(tables, "results_tiles"), {"table": "3", "version": version}))
        return plain(polled.split('id="desk-meanwhile"')[1])

    assert "meanwhile" not in message("0")
    of_both(tables[2], "agree")
    assert "Both lines have confirmed table 3 on their phones meanwhile." in message("0")
    assert "meanwhile" not in message("1")
    play_table(Table.objects.get(pk=tables[2].pk), slip(), slip())
    assert "Somebody else has changed the result of table 3 in the meantime." in message("1")
    assert "meanwhile" not in text_of(referee.get(at(tables, "results_tiles"), {"version": "1"}))


def test_a_table_is_red_when_its_own_time_has_been_over_for_a_while(referee: Client, tables: list[Table]) -> None:
    """Of five tables one has nothing, one writes, one has sent, one is agreed, and one began late."""
    PhoneAt(tables[1], Line.NS).do("type", figures())
    of_both(tables[2], "")
    of_both(tables[3], "agree")
    round_, minutes = tables[0].round, tables[0].round.tournament.round_minutes
    began = timezone.now() - timedelta(minutes=minutes + 6)
    clock_change(round=round_, action=ClockAction.START, at=began)
    clock_change(round=round_, action=ClockAction.START, at=began + timedelta(minutes=2), table=5)
    late = ("red", "late")
    expected = {1: late, 2: late, 3: ("amber", "sent"), 4: ("green", "agreed"), 5: ("grey", "still open")}
    assert tiles_of(referee.get(at(tables, "results_tiles"))) == expected
    assert "nothing has come from this table yet" in text_of(referee.get(at(tables, "table_entry", 1)))
    assert "NS is still writing on a phone" in text_of(referee.get(at(tables, "table_entry", 2)))


def test_the_desk_on_phones_takes_as_many_queries_for_any_hall(
    referee: Client, tables: list[Table], django_assert_max_num_queries: Any
) -> None:
    for table in tables[:3]:
        of_both(table, "agree")
    # One is for the state of the tiles, by which most polls end with a 304.
    with django_assert_max_num_queries(8):
        polled = referee.get(at(tables, "results_tiles"))
    with django_assert_max_num_queries(4):
        nothing_new = referee.get(at(tables, "results_tiles"), headers={"If-None-Match": polled["ETag"]})
    assert nothing_new.status_code == 304


@pytest.mark.parametrize("name", ["results_tiles", "desk_hall", "check_in_rows"])
def test_a_server_that_waits_may_hold_back_what_the_desk_and_the_door_ask_for(
    referee: Client, tables: list[Table], name: str
) -> None:
    slug = tables[0].round.tournament.slug
    address, subject = (
        (reverse(name, args=[slug]), OwnPages(slug))
        if name == "check_in_rows"
        else (at(tables, name), DeskTiles(slug, 1) if name == "results_tiles" else OwnPages(slug))
    )
    first, again = Hold(), Hold()
    etag = referee.get(address, **{HOLD: first})["ETag"]
    assert referee.get(address, headers={"If-None-Match": etag}, **{HOLD: again}).status_code == 304
    assert (first.subject, first.has_news, again.subject, again.has_news) == (subject, True, subject, False)


def test_the_hall_at_the_desk_is_another_for_each_role(client: Client, referee: Client, tables: list[Table]) -> None:
    client.force_login(make_account("guest", Role.VIEWER))
    etag = referee.get(at(tables, "desk_hall"))["ETag"]
    assert client.get(at(tables, "desk_hall"), headers={"If-None-Match": etag}).status_code == 200


def test_the_figures_that_players_sent_are_saved_with_one_key(referee: Client, tables: list[Table]) -> None:
    ns, ew = of_both(tables[0], "")
    ew.do("contest", {"hand": "2", "note": "only 140"})
    page = referee.get(at(tables, "table_entry", 1))
    text = text_of(page)
    assert "NS wrote these figures; EW says that they are not right. Hand 2 is not right. “only 140”" in text
    assert "NS phone A: sent" in text and "EW phone B: contested" in text
    sent = fields_of(page)
    assert sent["h1_ns_points"] == "145" and len(sent) == 8
    saved = referee.post(
        at(tables, "table_entry", 1), sent | {"version": "0", "depth": "slip", "h1_end": "closed", "h2_end": "closed"}
    )
    assert saved.status_code == 302
    now = Table.objects.get(pk=tables[0].pk)
    assert (now.outcome, [hand.ns_total for hand in now.hands.all()]) == (Outcome.PLAYED, [445, 445])
    assert "The referee has decided this table." in text_of(ns.look())


def test_a_call_after_both_had_agreed_is_told_as_such(referee: Client, tables: list[Table]) -> None:
    _ns, ew = of_both(tables[0], "agree")
    ew.do("call")
    text = text_of(referee.get(at(tables, "table_entry", 1)))
    assert "Both lines had agreed; then EW called you. The result counts until you change it." in text
    assert "wrote these figures" not in text


def test_a_draft_is_the_players_until_they_send_it(referee: Client, tables: list[Table]) -> None:
    PhoneAt(tables[0], Line.EW).do("type", figures())
    page = referee.get(at(tables, "table_entry", 1))
    assert "EW is writing on a phone." in text_of(page) and not any(fields_of(page).values())


def test_after_a_slip_comes_the_next_that_no_phone_writes(referee: Client, tables: list[Table]) -> None:
    PhoneAt(tables[1], Line.EW).do("type", figures())
    sent = {"version": "0"} | figures()
    saved = referee.post(at(tables, "table_entry", 1), sent, headers={"HX-Request": "true"})
    assert saved.context["table"].number == 3
    of_both(tables[4], "contest")
    saved = referee.post(at(tables, "table_entry", 3), sent, headers={"HX-Request": "true"})
    assert saved.context["table"].number == 5


def test_a_save_says_of_the_tiles_what_the_page_does_not_know(referee: Client, tables: list[Table]) -> None:
    for _guess in range(5):
        phone_enter(table=tables[2], typed="0000", origin=STRANGER, at=timezone.now())
    of_both(tables[3], "agree")
    page = html_of(referee.get(at(tables, "results")))
    known = {"HX-Request": "true", "Desk-Known": re.findall(r'data-known="(\d+)"', page)[0]}
    assert "Locked for new phones" in page
    sent = {"version": "0"} | figures()
    saved = html_of(referee.post(at(tables, "table_entry", 3), sent, headers=known))
    assert re.findall(r'id="tables-(\d+)"', saved) == ["3"] and "is-tile is-green" in saved
    assert 'id="desk-shut" hx-swap-oob="innerHTML">' in saved and "Locked for new phones" not in saved


def test_who_tries_codes_at_many_tables_locks_none_and_is_named(referee: Client, tables: list[Table]) -> None:
    for table in tables:
        phone_enter(table=table, typed="0000", origin=STRANGER, at=timezone.now())
    page = referee.get(at(tables, "results"))
    assert "locked" not in {word for _colour, word in tiles_of(page).values()}
    assert "Wrong codes: new phones wait" in text_of(page) and "5 wrong codes from 192.168.1.44" in text_of(page)


def test_a_locked_table_is_unlocked_with_one_tap(referee: Client, tables: list[Table]) -> None:
    for _guess in range(5):
        phone_enter(table=tables[2], typed="0000", origin=STRANGER, at=timezone.now())
    page = referee.get(at(tables, "results"))
    assert tiles_of(page)[3] == ("red", "locked")
    assert "Locked for new phones: table 3 After wrong codes. Phones already at the table go on." in text_of(page)
    assert "5 wrong codes from 192.168.1.44 (1 phone), table 3; the last at" in text_of(page)
    assert "unlocked" in text_of(referee.post(at(tables, "tables_unlock"), follow=True))
    assert tiles_of(referee.get(at(tables, "results")))[3] == ("grey", "still open")
    assert Client().post(at(tables, "tables_unlock")).status_code == 302


def test_closing_asks_nothing_when_all_is_green_and_names_the_others(referee: Client, tables: list[Table]) -> None:
    for table in tables[:3]:
        of_both(table, "agree")
    _ns, ew = of_both(tables[3], "agree")
    play_table(Table.objects.get(pk=tables[4].pk), slip(), slip())
    for page in (referee.get(at(tables, "results")), referee.get(at(tables, "round"))):
        assert (
            "Close round 1" in text_of(page)
            and "data-confirm" not in page.content.decode().split('class="next-bar"')[1]
        )
    ew.do("call")
    for page in (referee.get(at(tables, "results")), referee.get(at(tables, "round"))):
        text = page.content.decode().split('class="next-bar"')[1]
        assert "Table 4: the players are calling the referee." in text and 'name="looked_at" value="4"' in text
    # An outdated page from before the call cannot close the round.
    refused = referee.post(at(tables, "round_close"))
    assert refused.status_code == 422 and "Table 4: the players are calling the referee." in text_of(refused)
    assert Round.objects.get().state == Round.State.PUBLISHED
    assert referee.post(at(tables, "round_close"), {"looked_at": ["4", "x", "9" * 30]}).status_code == 302
    closed = text_of(referee.get(at(tables, "round")))
    assert "4 of 5 slips came from the players’ phones." in closed


def test_a_round_may_be_on_paper_alone(referee: Client, tables: list[Table]) -> None:
    page = text_of(referee.get(at(tables, "round")))
    assert "The slips of this round are written on the players’ phones, and on paper." in page
    switched = text_of(referee.post(at(tables, "round_on_paper"), {"on_paper": "1"}, follow=True))
    assert "The slips of this round are written on paper only." in switched
    assert not tiles_of(referee.get(at(tables, "results")))
    back = referee.post(at(tables, "round_on_paper"), {"on_paper": "0"})
    assert back["Location"] == at(tables, "round") and said(back) == "Round 1: slips on phones, too"
    assert len(tiles_of(referee.get(at(tables, "results")))) == 5
    tournament_change(tournament=tables[0].round.tournament, changes={"writing": Tournament.Writing.PAPER})
    assert "slips of this round" not in text_of(referee.get(at(tables, "round")))


def test_slips_are_printed_with_the_way_to_them(referee: Client, tables: list[Table]) -> None:
    address = reverse("sheet_slips", args=[tables[0].round.tournament.slug, 1])
    printed = "\n".join(pages_of(referee.get(address).content))
    for table in tables:
        for line in Line:
            assert printed.count(code(table, line)) == 1
    entrance = reverse("phone_entrance", args=[tables[0].round.tournament.slug])
    assert f"testserver{entrance}" in printed
    tournament_change(tournament=tables[0].round.tournament, changes={"writing": Tournament.Writing.PAPER})
    printed = "\n".join(pages_of(referee.get(address).content))
    assert "testserver" not in printed and code(tables[0], Line.NS) not in printed
