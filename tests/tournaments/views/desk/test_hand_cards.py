"""Counting a hand from its cards at a tournament's table: the totals, the questions, and the saved hand."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_account, make_tournament, play_table, slip, start_round
from tests.tournaments.sample_hand import CARDS, COUNTS, entry_of
from tests.tournaments.views.pages import html_of, text_of
from tournaments.models import Hand, Table, Tournament
from tournaments.services import tournament_finish_play, tournament_make_final

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def evening() -> Tournament:
    """Two tables and a resting pair, with two hands a round."""
    tournament = make_tournament(pairs=5, hands_per_round=2)
    start_round(tournament)
    return tournament


ENTERED: dict[str, Any] = {
    "depth": "cards",
    "letters": "en",
    "end": "closed_ns",
    "ns": [*CARDS[0]["melds"], ""],
    "ns_left": CARDS[0]["left"],
    "ns_pozzetto": "taken",
    "ew": CARDS[1]["melds"],
    "ew_left": CARDS[1]["left"],
    "ew_pozzetto": "taken",
}
"""The cards of `counted.CARDS` as the page sends them: NS 300 + 100, EW 0 − 35."""


def where(tournament: Tournament, name: str = "hand_cards", *, table: int = 1, hand: int = 1) -> str:
    return reverse(name, args=[tournament.slug, 1, table, hand])


def desk(tournament: Tournament, table: int = 1) -> str:
    return reverse("table_entry", args=[tournament.slug, 1, table])


def slip_typed(*, version: int = 0, **changes: str) -> dict[str, str]:
    """Return a slip of two hands as its desk sends it, both as the players wrote them: 300 + 145, 0 + 60."""
    figures = {"ns_base": "300", "ns_points": "145", "ew_base": "0", "ew_points": "60", "end": "closed"}
    sent = {f"h{hand}_{name}": figure for hand in (1, 2) for name, figure in figures.items()}
    return {"version": str(version), "depth": "slip"} | sent | changes


def hidden(response: HttpResponse, name: str) -> str:
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', html_of(response))
    assert found, f"no field {name}"
    return unescape(found[1])


def opened(referee: Client, tournament: Tournament, slip_: dict[str, str] | None = None, **place: int) -> HttpResponse:
    """Open the page of a hand, from a desk with this slip."""
    page = referee.post(where(tournament, **place), slip_typed() if slip_ is None else slip_)
    assert page.status_code == 200
    return page


def save(
    referee: Client, tournament: Tournament, page: HttpResponse, *, confirm: bool = True, hand: int = 1, **changes: Any
) -> HttpResponse:
    """Press Save, and again if it asks for confirmation."""
    sent = ENTERED | changes | {"slip": hidden(page, "slip"), "do": "save"}
    answer = referee.post(where(tournament, hand=hand), sent)
    if confirm and answer.status_code == 422 and (text := hidden(answer, "confirmed")):
        answer = referee.post(where(tournament, hand=hand), sent | {"confirmed": text})
    return answer


def table_of(tournament: Tournament, number: int = 1) -> Table:
    return Table.objects.get(round__tournament=tournament, number=number)


# --- Opening ---------------------------------------------------------------------------------------------------------


def test_the_desk_leads_to_the_cards_of_each_hand(referee: Client, evening: Tournament) -> None:
    page = html_of(referee.get(desk(evening)))
    assert all(f'formaction="{where(evening, hand=hand)}"' in page for hand in (1, 2))
    # Enter presses the first button of the slip, which is still Save.
    above, below = re.split(r'type="submit">\s*Save', page, maxsplit=1)
    assert "data-cards" in below and "data-cards" not in above


def test_the_players_figures_stand_beside_what_comes_out(referee: Client, evening: Tournament) -> None:
    page = opened(referee, evening)
    assert "NS base 300 –" in text_of(page) and 'name="end" value="closed_ns"' in html_of(page)
    preview = referee.post(where(evening, "hand_cards_preview"), ENTERED | {"slip": hidden(page, "slip")})
    text = text_of(preview)
    assert "NS base 300 300" in text and "NS points 145 100 ≠ differs" in text and "EW total 60 −35 ≠ differs" in text
    assert "Clean burraco" in text and "NS 300 + 100 = 400 · EW 0 − 35 = −35" in text
    assert not Hand.objects.exists()


@pytest.mark.parametrize(("end", "chosen"), [("stock", "stock"), ("closed", ""), ("not_played", "")])
def test_the_cards_begin_with_the_end_that_the_slip_gives(
    referee: Client, evening: Tournament, end: str, chosen: str
) -> None:
    """A hand that closed, by whichever side, is told by the side that the cards show."""
    page = html_of(opened(referee, evening, slip_typed(h1_end=end)))
    ticked = re.findall(r'name="end" value="(\w+)"[^>]*checked', page)
    assert ticked == ([chosen] if chosen else [])


def test_a_hand_opens_without_a_slip_too_and_one_that_was_counted_with_its_cards(
    referee: Client, evening: Tournament
) -> None:
    assert "On the slip" not in text_of(referee.get(where(evening)))
    play_table(table_of(evening), entry_of(CARDS), slip())
    page = html_of(referee.get(where(evening)))
    assert 'value="3H 4H 5H 6H 7H 8H 9H"' in page
    counts = text_of(referee.get(where(evening, hand=2)))
    assert "NS points 120" in counts


@pytest.mark.parametrize(("table", "hand"), [(1, 0), (1, 3), (9, 1), (3, 1), (1, 10**20)])
def test_what_does_not_exist_is_not_found(referee: Client, evening: Tournament, table: int, hand: int) -> None:
    for name in ("hand_cards", "hand_cards_preview"):
        assert referee.post(where(evening, name, table=table, hand=hand), slip_typed()).status_code == 404


def test_a_login_is_asked_for(client: Client, evening: Tournament) -> None:
    for name in ("hand_cards", "hand_cards_preview"):
        answer = client.post(where(evening, name), ENTERED | {"slip": "", "do": "save"})
        assert answer.status_code == 302 and reverse("login") in answer["Location"]


def test_a_final_tournament_is_only_looked_at(referee: Client, evening: Tournament) -> None:
    round_ = evening.rounds.get()
    for table in round_.tables.exclude(outcome="rest"):
        play_table(table, slip(), slip())
    round_.state = "closed"
    round_.save()
    tournament_make_final(tournament=tournament_finish_play(tournament=evening))
    assert referee.get(where(evening))["Location"] == desk(evening)


# --- Saving ----------------------------------------------------------------------------------------------------------


def test_cards_that_differ_are_asked_for_once_and_saved_with_their_lines(referee: Client, evening: Tournament) -> None:
    page = opened(referee, evening)
    response = save(referee, evening, page, confirm=False)
    assert response.status_code == 422 and "The players wrote something else." in text_of(response)
    assert "The cards count: save" in text_of(response) and f'value="{CARDS[1]["left"]}"' in html_of(response)
    assert not Hand.objects.exists()
    assert save(referee, evening, page)["Location"] == desk(evening, 2)
    first, second = Hand.objects.order_by("number")
    assert (first.ns_entry, first.ew_entry) == CARDS
    assert [line["item"] for line in first.ns_lines] == ["melded", "clean", "closing", "left"]
    assert second.ns_entry == {"base": 300, "points": 145}


def test_a_confirmation_is_for_the_cards_that_were_looked_at(referee: Client, evening: Tournament) -> None:
    page = opened(referee, evening)
    text = hidden(save(referee, evening, page, confirm=False), "confirmed")
    other = ENTERED | {"ns_left": "", "slip": hidden(page, "slip"), "do": "save", "confirmed": text}
    assert referee.post(where(evening), other).status_code == 422
    assert not Hand.objects.exists()


def test_cards_that_say_the_same_are_saved_at_once(referee: Client, evening: Tournament) -> None:
    agreed = slip_typed(h1_ns_points="100", h1_ew_points="-35")
    answer = save(referee, evening, opened(referee, evening, agreed), confirm=False)
    assert answer.status_code == 302 and Hand.objects.get(number=1).ns_entry == CARDS[0]
    assert Hand.history.get(number=1).history_change_reason is None


def test_counts_are_a_depth_of_their_own(referee: Client, evening: Tournament) -> None:
    counts = {"ns_clean": "1", "ns_melded": "210", "ns_left_value": "110", "ew_melded": "140", "ew_left_value": "175"}
    save(referee, evening, opened(referee, evening), depth="counts", **counts)
    hand = Hand.objects.get(number=1)
    assert (hand.ns_entry, hand.ew_entry) == COUNTS
    assert "counted from burracos and values" in text_of(referee.get(desk(evening)))


def test_a_slip_that_is_not_whole_yet_takes_the_hand_and_waits(referee: Client, evening: Tournament) -> None:
    half = slip_typed(**{f"h2_{name}": "" for name in ("ns_base", "ns_points", "ew_base", "ew_points")})
    answer = save(referee, evening, opened(referee, evening, half))
    text = text_of(answer)
    assert answer.status_code == 200 and "Hand 1 is counted and entered in the slip, but not saved yet" in text
    assert "counted from the cards" in text and not Hand.objects.exists()
    rest = {"h2_ns_base": "300", "h2_ns_points": "145", "h2_ew_base": "0", "h2_ew_points": "60", "h2_end": "closed"}
    first = {f"h1_{name}": value for name, value in (("ns_base", "300"), ("ns_points", "100"), ("ew_base", "0"))}
    sent = {"version": "0", "depth": "slip", "h1_ew_points": "-35", "h1_end": "closed_ns"} | first | rest
    referee.post(desk(evening), sent | {"h1_counted": hidden(answer, "h1_counted")})
    assert Hand.objects.get(number=1).ns_entry == CARDS[0]
    assert Hand.history.get(number=1).history_change_reason == '{"claim": [[300, 145], [0, 60]]}'


def test_one_hand_that_is_missing_keeps_the_slip_open_though_another_is_written(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=3)
    start_round(tournament)
    answer = save(referee, tournament, opened(referee, tournament))
    assert answer.status_code == 200 and "entered in the slip, but not saved yet" in text_of(answer)


def test_what_is_wrong_is_said_and_everything_entered_stays(referee: Client, evening: Tournament) -> None:
    page = opened(referee, evening)
    wrong = {"ns": ["3H 4H 5H 6H 7H 8H 9H", "KS KD 4C", "ZZ"], "ew_pozzetto": ""}
    answer = save(referee, evening, page, confirm=False, **wrong)
    assert answer.status_code == 422 and "Not saved yet" in text_of(answer)
    assert 'value="KS KD 4C"' in html_of(answer) and 'value="ZZ"' in html_of(answer)
    assert hidden(answer, "slip") == hidden(page, "slip")
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"ns": ["\0"], "ns_left": "🂡" * 50},
        {"ns": ["3H " * 4000]},
        {"depth": "counts", "ns_melded": "9" * 5000, "ew_left_value": "-5"},
        {"depth": "counts", "ns_clean": "99999", "ns_melded": "1.250"},
        {"end": "boredom", "ns_pozzetto": "lost"},
        {"ns_pozzetto": "unlooked", "ns_unlooked": "10" * 20},
    ],
)
def test_nothing_that_can_be_typed_breaks_it(referee: Client, evening: Tournament, changes: dict[str, Any]) -> None:
    page = opened(referee, evening)
    assert save(referee, evening, page, confirm=False, **changes).status_code == 422
    sent = ENTERED | changes | {"slip": hidden(page, "slip")}
    assert referee.post(where(evening, "hand_cards_preview"), sent).status_code == 200
    assert not Hand.objects.exists()


@pytest.mark.parametrize("slip_", ["", "%", "version=x&depth=y&h1_counted={", "h1_ns_base=" + "9" * 5000])
def test_a_slip_that_was_tampered_with_is_refused_in_sentences(
    referee: Client, evening: Tournament, slip_: str
) -> None:
    answer = referee.post(where(evening), ENTERED | {"slip": slip_, "do": "save"})
    assert answer.status_code in (200, 409, 422) and not Hand.objects.exists()


def test_somebody_else_was_first_and_nothing_is_overwritten(referee: Client, evening: Tournament) -> None:
    page = opened(referee, evening)
    play_table(table_of(evening), slip(), slip())
    answer = save(referee, evening, page)
    assert answer.status_code == 409
    text = text_of(answer)
    assert "1 300 / 100 0 / −35 300 / 120, differs 0 / 85, differs" in text
    cards = " · ".join([*CARDS[0]["melds"], CARDS[0]["left"]])
    assert f"Hand 1, NS, on the table {cards} –, differs" in text
    assert Hand.objects.get(number=1).ns_entry == {"base": 300, "points": 120}
    mine = {name: hidden(answer, name) for name in (*slip_typed(), "h1_counted")}
    assert f'action="{desk(evening)}"' in html_of(answer)
    referee.post(desk(evening), mine)
    assert Hand.objects.get(number=1).ns_entry == CARDS[0]


def test_back_to_the_slip_with_all_that_was_typed(referee: Client, evening: Tournament) -> None:
    page = opened(referee, evening, slip_typed(h2_ns_points="155"))
    back = referee.post(where(evening), ENTERED | {"slip": hidden(page, "slip"), "do": "back"})
    assert 'value="155"' in html_of(back) and "counted from the cards" not in text_of(back)


# --- A counted hand on the desk --------------------------------------------------------------------------------------


def counted_slip(page: HttpResponse, **changes: str) -> dict[str, str]:
    figures = {"h1_ns_points": "100", "h1_ew_points": "-35", "h1_end": "closed_ns", "h2_ns_points": "120"}
    fields = {"h2_ew_points": "85", "h1_counted": hidden(page, "h1_counted")}
    return slip_typed(version=1) | figures | fields | changes


def test_a_counted_hand_is_kept_while_others_are_corrected(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening), entry_of(CARDS), slip())
    page = referee.get(desk(evening))
    assert "counted from the cards" in text_of(page)
    assert referee.post(desk(evening), counted_slip(page, h2_ns_points="200")).status_code == 302
    assert [hand.ns_entry for hand in Hand.objects.order_by("number")] == [CARDS[0], {"base": 300, "points": 200}]
    assert Hand.history.filter(number=1).count() == 1


def test_typing_over_a_counted_hand_asks_once(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening), entry_of(CARDS), slip())
    sent = counted_slip(referee.get(desk(evening)), h1_ns_points="150")
    response = referee.post(desk(evening), sent)
    assert response.status_code == 422
    assert "Counted on the table it came to NS 300 / 100, EW 0 / −35 (NS closed)." in text_of(response)
    assert Hand.objects.get(number=1).ns_entry == CARDS[0]
    confirmed = re.search(r'name="confirmed" value="([^"]+)"', html_of(response))
    assert confirmed
    referee.post(desk(evening), sent | {"confirmed": unescape(confirmed[1])})
    assert Hand.objects.get(number=1).ns_entry == {"base": 300, "points": 150, "closed": True}


def test_a_count_that_cannot_be_read_is_reported(referee: Client, evening: Tournament) -> None:
    answer = referee.post(desk(evening), slip_typed(h1_counted="{"))
    assert answer.status_code == 422 and "Its cards can no longer be read" in text_of(answer)
    assert not Hand.objects.exists()


def test_where_only_totals_are_typed_a_count_gives_the_total(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2, entry="total")
    start_round(tournament)
    totals = {"version": "0", "depth": "total", "h1_ns_total": "445", "h1_ew_total": "60", "h1_end": "closed"}
    totals |= {"h2_ns_total": "420", "h2_ew_total": "85", "h2_end": "closed"}
    page = opened(referee, tournament, totals)
    assert "NS total 445" in text_of(page)
    save(referee, tournament, page)
    assert Hand.objects.get(number=1).ns_entry == CARDS[0]
    assert re.search(r'name="h1_ns_total"[^>]*value="400"', html_of(referee.get(desk(tournament))))


# --- Later readers ---------------------------------------------------------------------------------------------------


def test_the_history_tells_what_was_written_and_what_lay_there(referee: Client, evening: Tournament) -> None:
    save(referee, evening, opened(referee, evening))
    text = text_of(referee.get(reverse("history", args=[evening.slug])))
    assert "Round 1, table 1: result entered, hand 1 counted on the table" in text
    assert "Hand 1, as the players wrote it: NS 300 + 145 = 445 · EW 0 + 60 = 60" in text
    assert "Hand 1: NS 400 (from the cards) · EW −35 (from the cards) (closed)" in text


def test_a_correction_shows_the_slip_before_and_the_cards_after(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening), slip(300, 145, other_points=60), slip())
    save(referee, evening, referee.get(where(evening)))
    text = text_of(referee.get(reverse("history", args=[evening.slug])))
    assert "result corrected, hand 1 counted on the table" in text
    assert "Hand 1, NS: 300 + 145 = 445 → 400 (from the cards)" in text
    assert "as the players wrote it" not in text


def test_players_and_referee_see_the_lines(client: Client, referee: Client, evening: Tournament) -> None:
    save(referee, evening, opened(referee, evening))
    line = "cards melded × 27 210, clean burraco 200, closing 100, cards left in hand × 6 −110"
    assert line in text_of(client.get(reverse("public_pair", args=[evening.slug, 1])))
    assert line in text_of(referee.get(reverse("ranking_pair", args=[evening.slug, 1])))


# --- Budgets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tables", [2, 20, 100])
def test_queries_do_not_grow_with_the_tables(tables: int) -> None:
    referee = Client()
    referee.force_login(make_account())
    tournament = make_tournament(pairs=2 * tables, hands_per_round=2)
    start_round(tournament)
    with CaptureQueriesContext(connection) as queries:
        page = opened(referee, tournament)
    sent = ENTERED | {"slip": hidden(page, "slip")}
    with CaptureQueriesContext(connection) as previewed:
        referee.post(where(tournament, "hand_cards_preview"), sent)
    text = hidden(save(referee, tournament, page, confirm=False), "confirmed")
    with CaptureQueriesContext(connection) as saved:
        assert referee.post(where(tournament), sent | {"do": "save", "confirmed": text}).status_code == 302
    assert len(queries) <= 8 and len(previewed) <= 5 and len(saved) <= 20
