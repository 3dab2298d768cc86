"""Correcting the seats of a round in progress: choose, see the effects, confirm."""

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import AT, make_tournament, play_round, play_table, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Round, Tournament
from tournaments.pairing.moves import swap
from tournaments.records import EntrantId, System
from tournaments.selectors.drafts import drafted
from tournaments.services import pair_add, round_draft, round_reseat, round_withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    """Three tables in progress, the first with a result."""
    round_ = start_round(make_tournament(pairs=7, hands_per_round=2))
    play_table(round_.tables.get(number=1))
    return round_


def page_of(round_: Round) -> str:
    return url("round_seats", round_.tournament, round_.number)


def links(response: HttpResponse) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="(\?[^"]+)"', html_of(response))]


def sent(response: HttpResponse) -> dict[str, str]:
    """Return the data that the preview's form sends."""
    form = html_of(response).partition('id="seats-played"')[2]
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in hidden if name != "csrfmiddlewaretoken"}


def seats(round_: Round) -> list[tuple[Any, ...]]:
    return [table.seated for table in drafted(round_).tables]


def test_who_sat_elsewhere_is_chosen_seen_and_confirmed_with_one_question(referee: Client, round_: Round) -> None:
    assert page_of(round_) in html_of(referee.get(url("round", round_.tournament, 1)))
    first = links(referee.get(page_of(round_)))
    one = next(link for link in first if link.startswith("?one=2@"))
    second = referee.get(page_of(round_) + one)
    assert "is seated at table 1." in text_of(second)
    swap = next(link for link in links(second) if "other=4@" in link)
    preview = referee.get(page_of(round_) + swap)
    text = text_of(preview)
    assert "Table 1: what is written under NS counts for 1" in text
    assert "Table 1 is open again: enter its result." in text
    assert seats(round_)[0] == (1, 2)
    # Without an answer nothing is changed, and the question appears again.
    assert "Choose what happens to the results" in text_of(referee.post(page_of(round_), sent(preview)))
    assert seats(round_)[0] == (1, 2)
    done = referee.post(page_of(round_), sent(preview) | {"slips": "stay"}, follow=True)
    assert "Tables: 1, 2." in text_of(done)
    assert seats(round_)[:2] == [(1, 4), (3, 2)]
    assert "Seats of round 1 corrected: the results stayed at their tables" in text_of(
        referee.get(url("history", round_.tournament))
    )
    # The check of the draw mentions the referee's changes.
    assert "which the referee changed" in text_of(referee.get(url("round_check", round_.tournament, 1)))
    # The page is outdated now.
    again = referee.post(page_of(round_), sent(preview) | {"slips": "stay"})
    assert again.status_code == 409 and "Somebody else has changed the seats" in text_of(again)


def test_the_preview_sends_again_what_it_was_asked_and_asks_for_the_results_anew(
    referee: Client, round_: Round
) -> None:
    first = links(referee.get(page_of(round_)))
    one = next(link for link in first if link.startswith("?one=2@"))
    swap = next(link for link in links(referee.get(page_of(round_) + one)) if "other=4@" in link)
    asked = sent(referee.get(page_of(round_) + swap))
    again = referee.post(page_of(round_), asked | {"slips": "", "else": "more"})
    assert again.status_code == 422 and sent(again) == asked


def test_the_check_of_the_round_after_knows_whose_seats_were_put_right_since(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    first = start_round(tournament)
    second = start_round(tournament, System.DRAW)
    check = url("round_check", tournament, 2)
    assert "were corrected after this draw" not in text_of(referee.get(check))
    # The present opponent of 1 turns out to have met 1 before, so today's draw would differ.
    met = next(number for table in seats(second) if 1 in table for number in table if number != 1)
    round_reseat(
        round=first,
        seen=drafted(first).tables,
        change=lambda tables: swap(tables, EntrantId(2), met),
        slips=None,
        at=AT,
    )
    text = text_of(referee.get(check))
    assert "gives the same tables." in text
    assert "The seats of round 1 were corrected after this draw" in text
    # A round that is unpublished and drawn again uses the corrected meetings.
    round_withdraw(round=second)
    round_draft(tournament=tournament, system=System.DRAW)
    text = text_of(referee.get(check))
    assert "gives the same tables." in text and "were corrected after this draw" not in text


def test_lines_whole_tables_and_who_has_no_seat(referee: Client, round_: Round) -> None:
    late = pair_add(tournament=round_.tournament, players=("Zanon Ugo", "Zanon Ada"), here=True).number
    lines = next(link for link in links(referee.get(page_of(round_))) if "happened=lines&table=2" in link)
    preview = referee.get(page_of(round_) + lines)
    assert "results that are in" not in text_of(preview)
    referee.post(page_of(round_), sent(preview))
    chosen = referee.get(page_of(round_) + next(link for link in links(referee.get(page_of(round_))) if "=5@" in link))
    tables = next(link for link in links(chosen) if "happened=tables" in link and "and_table=2" in link)
    sits_in = next(link for link in links(chosen) if f"entrant={late}" in link)
    referee.post(page_of(round_), sent(referee.get(page_of(round_) + sits_in)))
    assert seats(round_)[1:3] == [(4, 3), (late, 6)]
    refused = referee.get(page_of(round_) + tables)
    assert refused.status_code == 409 and "Somebody else has changed the seats" in text_of(refused)
    assert "Seats of round 1 corrected" in text_of(referee.get(url("history", round_.tournament)))


def test_players_see_the_new_seats_at_once(client: Client, referee: Client, round_: Round) -> None:
    here = reverse("public_seat", args=[round_.tournament.slug])
    before = client.get(here)
    link = next(link for link in links(referee.get(page_of(round_))) if "happened=lines&table=3" in link)
    referee.post(page_of(round_), sent(referee.get(page_of(round_) + link)))
    after = client.get(here, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200


def test_nonsense_and_other_rounds_are_answered_with_a_sentence(referee: Client, round_: Round) -> None:
    asked: list[dict[str, str]] = [
        {"happened": "swap"},
        {"happened": "swap", "one": "1@1:1-2", "other": "x"},
        {"happened": "dance"},
        {"happened": "sit_in", "one": "1@1:1-2", "entrant": "9" * 30},
        {"happened": "lines", "table": "\0"},
        {"happened": "tables", "table": "1:1-2", "and_table": "4:7-"},
    ]
    for data in asked:
        for answer in (referee.get(page_of(round_), data), referee.post(page_of(round_), data)):
            assert answer.status_code == 422 and "note-error" in html_of(answer), data
    tournament = Tournament.objects.get()
    play_round(round_)
    closed = referee.get(page_of(round_))
    assert closed.status_code == 422 and "Correct the results of its tables" in text_of(closed)
    assert referee.get(url("round_seats", tournament, 9)).status_code == 404
