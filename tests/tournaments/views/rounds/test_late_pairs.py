"""Everybody present without a seat gets one, in a draft and in a round in progress, and nobody else moves."""

import re
from html import unescape

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from tests.factories import draft_round, make_tournament, play_round, play_table, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Round, Table
from tournaments.records import Kind, Outcome, System
from tournaments.selectors.drafts import drafted
from tournaments.services import pair_add, pair_set_status, round_close, round_withdraw

pytestmark = pytest.mark.django_db


def comes(round_: Round, name: str = "Zanon") -> int:
    """Add somebody during the draft or the round, and return their number."""
    people = [f"{name} Ugo", f"{name} Ada"][: 1 if round_.tournament.kind == Kind.INDIVIDUAL else 2]
    return pair_add(tournament=round_.tournament, players=people, here=True).number


def seats(round_: Round) -> list[tuple[int, ...]]:
    return [table.seated for table in drafted(round_).tables]


def link(response: HttpResponse, holding: str) -> str:
    """Return the address of the first link that contains this text."""
    found = re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', html_of(response), re.DOTALL)
    return next(
        unescape(href) for href, inner in found if holding in " ".join(re.sub(r"<[^>]+>", " ", inner).split()) + " "
    )


def confirmed(referee: Client, preview: HttpResponse, page: str) -> HttpResponse:
    form = html_of(preview).partition('id="seats-played"')[2]
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    del hidden["csrfmiddlewaretoken"]
    return referee.post(page, {name: unescape(value) for name, value in hidden.items()}, follow=True)


def others(round_: Round, table: int) -> list[tuple[object, ...]]:
    return list(round_.tables.exclude(number=table).order_by("number").values_list())


def test_who_comes_late_plays_against_who_rests_in_three_clicks(referee: Client) -> None:
    round_ = start_round(make_tournament(pairs=7, hands_per_round=2))
    play_table(round_.tables.get(number=1))
    late, page, choose = comes(round_), url("round", round_.tournament, 1), url("round_seats", round_.tournament, 1)
    response = referee.get(page)
    assert "1 pair is here without a seat" in text_of(response)
    before = others(round_, 4)
    first = referee.get(link(response, f"{late} Zanon"))
    second = referee.get(choose + link(first, "against 7"))
    assert seats(round_)[3] == (7,)
    done = confirmed(referee, second, choose)
    assert seats(round_) == [(1, 2), (3, 4), (5, 6), (7, late)]
    assert others(round_, 4) == before
    assert round_.tables.get(number=4).outcome == Outcome.OPEN
    assert "without a seat" not in text_of(done)
    history = text_of(referee.get(url("history", round_.tournament)))
    assert "Seats of round 1 corrected" in history and f"7 – {late}" in history
    for table in round_.tables.exclude(number=1):
        play_table(table)
    round_close(round=round_)
    call_command("check_club")


def test_who_is_entered_while_a_round_is_played_is_said_to_have_no_seat(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    new = {"player1": "Zanon Ugo", "player2": "Zanon Ada", "here": "on"}
    assert "No seat yet" not in text_of(referee.post(url("pair_add", tournament), new, follow=True))
    start_round(tournament)
    new = {"player1": "Zorzi Ugo", "player2": "Zorzi Ada", "here": "on"}
    assert "No seat yet in round 1" in text_of(referee.post(url("pair_add", tournament), new, follow=True))


def test_two_who_come_late_make_a_table_of_their_own_and_one_alone_may_rest(referee: Client) -> None:
    round_ = start_round(make_tournament(pairs=4))
    one, other, third = (comes(round_, name) for name in ("Zanon", "Zorzi", "Zuin"))
    choose = url("round_seats", round_.tournament, 1)
    assert "3 pairs are here without a seat" in text_of(referee.get(url("round", round_.tournament, 1)))
    first = referee.get(choose, {"comes": one})
    confirmed(referee, referee.get(choose + link(first, f"against {other}")), choose)
    last = referee.get(choose, {"comes": third})
    confirmed(referee, referee.get(choose + link(last, "rests this round")), choose)
    assert seats(round_) == [(1, 2), (3, 4), (one, other), (third,)]
    history = text_of(referee.get(url("history", round_.tournament)))
    # The history lists the late table when it was added, not with the publication.
    assert history.index(f"{one} – {other}") < history.index("Round 1 published")
    play_round(round_)
    call_command("check_club")
    text = text_of(referee.get(url("round_check", round_.tournament, 1)))
    assert "which the referee changed" in text and "no such table" in text


def test_a_player_who_comes_late_plays_with_three_who_rest(referee: Client) -> None:
    round_ = start_round(make_tournament(pairs=11, kind=Kind.INDIVIDUAL), System.INDIVIDUAL)
    playing, resting = seats(round_)[:2], [seat for (seat,) in seats(round_)[2:]]
    late, choose = comes(round_), url("round_seats", round_.tournament, 1)
    assert "1 player is here without a seat" in text_of(referee.get(url("round", round_.tournament, 1)))
    first = referee.get(choose, {"comes": late})
    confirmed(referee, referee.get(choose + link(first, "with")), choose)
    assert seats(round_) == [*playing, (resting[0], late, *resting[1:])]
    play_round(round_)
    call_command("check_club")


@pytest.mark.parametrize(
    ("kind", "number", "offered"),
    [
        (Kind.PAIRS, 7, [("4", "8-7"), ("5", "8-9")]),
        (Kind.PAIRS, 6, [("4", "7-8")]),
        (Kind.INDIVIDUAL, 10, [("3", "11-{}-{}-12")]),
        (Kind.INDIVIDUAL, 9, []),
    ],
)
def test_who_comes_late_may_choose_among_all_who_rest_and_then_all_who_have_no_seat(
    referee: Client, kind: Kind, number: int, offered: list[tuple[str, str]]
) -> None:
    system = System.INDIVIDUAL if kind == Kind.INDIVIDUAL else System.REGISTRATION
    round_ = start_round(make_tournament(pairs=number, kind=kind), system)
    resting = [seated[0] for seated in seats(round_) if len(seated) == 1]
    late, _other = comes(round_, "Zanon"), comes(round_, "Zorzi")
    page = html_of(referee.get(url("round_seats", round_.tournament, 1), {"comes": late}))
    row = r'</span> (\d+)</span>\s*<span class="seat-pair">\s*<a class="seat" href="\?happened=play&amp;who=([\d-]+)"'
    assert re.findall(row, page) == [(table, who.format(*resting)) for table, who in offered]


@pytest.mark.parametrize(
    "who",
    ["1", "1-2", "7-1", "99", "7-7", "8-9-10", "7-8-9-10-11", "x", "7-", "-", "", "9" * 50, "7--8"],
)
def test_what_gives_nobody_a_seat_is_refused_in_a_sentence(referee: Client, who: str) -> None:
    round_ = start_round(make_tournament(pairs=7))
    comes(round_)
    before = seats(round_)
    answer = referee.post(url("round_seats", round_.tournament, 1), {"happened": "play", "who": who})
    assert answer.status_code == 422 and seats(round_) == before


def test_who_is_not_here_gets_no_seat(referee: Client) -> None:
    round_ = start_round(make_tournament(pairs=7))
    late = comes(round_)
    pair_set_status(pair=round_.tournament.pairs.get(number=late), status="expected")
    assert "without a seat" not in text_of(referee.get(url("round", round_.tournament, 1)))
    answer = referee.post(url("round_seats", round_.tournament, 1), {"happened": "play", "who": f"7-{late}"})
    assert answer.status_code == 422 and "Tick those present first" in text_of(answer)


def test_a_draft_says_who_has_no_seat_and_gives_them_one(referee: Client) -> None:
    round_ = draft_round(make_tournament(pairs=7))
    one, other, third = (comes(round_, name) for name in ("Zanon", "Zorzi", "Zuin"))
    page, seat = url("round", round_.tournament, 1), url("draft_seat", round_.tournament, 1)
    html = html_of(referee.get(page))
    assert "3 pairs are here without a seat" in text_of(referee.get(page)) and f'value="{one}@"' in html
    assert f'name="picked" value="{one}@"' in html_of(referee.get(page, {"picked": f"{one}@"}))
    # A late pair may play the resting one, take a new table, or replace a pair, which then has no seat.
    referee.post(seat, {"picked": f"{one}@", "free": "4:7-"})
    assert seats(round_) == [(1, 2), (3, 4), (5, 6), (7, one)]
    referee.post(seat, {"picked": f"{other}@", "seat": f"{third}@"})
    assert seats(round_)[4] == (other, third)
    referee.post(url("draft_undo", round_.tournament, 1), {"depth": "2"})
    referee.post(seat, {"picked": "2@1:1-2", "seat": f"{third}@"})
    assert seats(round_) == [(1, third), (3, 4), (5, 6), (7, one)]
    # It is the same whichever of the two is chosen first.
    referee.post(seat, {"picked": "2@", "seat": f"{third}@1:1-{third}"})
    assert seats(round_) == [(1, 2), (3, 4), (5, 6), (7, one)]
    referee.post(seat, {"picked": f"{third}@", "seat": "2@1:1-2"})
    assert seats(round_) == [(1, third), (3, 4), (5, 6), (7, one)]
    assert "2 pairs are here without a seat" in text_of(referee.get(page))
    referee.post(seat, {"picked": f"{other}@", "rest": "yes"})
    referee.post(seat, {"picked": "2@", "free": f"5:{other}-"})
    assert seats(round_)[4] == (other, 2)
    # Every later change of the draft includes those who came after it was drawn.
    answer = referee.post(
        url("draft_change", round_.tournament, 1),
        {"do": "lines", "table": f"1:1-{third}"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 200 and "Done" in text_of(answer)
    referee.post(url("round_publish", round_.tournament, 1))
    play_round(round_)
    call_command("check_club")


def test_a_draft_of_players_gathers_who_comes_late_with_who_rests(referee: Client) -> None:
    make_tournament(name="Another evening", pairs=3)
    round_ = draft_round(make_tournament(pairs=10, kind=Kind.INDIVIDUAL), System.INDIVIDUAL)
    one, other = comes(round_, "Zanon"), comes(round_, "Zorzi")
    (playing, another, (first,), (second,)) = seats(round_)
    referee.post(url("draft_seat", round_.tournament, 1), {"picked": f"{one}@", "free": f"3:{first}-"})
    assert seats(round_) == [playing, another, (first, one, second, other)]


def test_a_round_with_a_late_pair_is_withdrawn_and_changed(referee: Client) -> None:
    """The draft of the unpublished round includes the pair that was seated after the draw."""
    round_ = start_round(make_tournament(pairs=7))
    late = comes(round_)
    referee.post(url("round_seats", round_.tournament, 1), {"happened": "play", "who": f"7-{late}"})
    round_withdraw(round=round_)
    answer = referee.post(
        url("draft_change", round_.tournament, 1),
        {"do": "keep", "table": f"4:7-{late}"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 200
    assert Table.objects.count() == 4


def test_a_bracket_that_leaves_somebody_out_does_not_call_them_without_a_seat(referee: Client) -> None:
    tournament = make_tournament(pairs=6)
    play_round(start_round(tournament))
    draft_round(tournament, System.KNOCKOUT, qualifiers=4)
    text = text_of(referee.get(url("round", tournament, 2)))
    assert "2 are out" in text and "without a seat" not in text
