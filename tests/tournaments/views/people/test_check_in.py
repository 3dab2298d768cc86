"""Check-in by a press, a number, a name or a scanned card: no other pair is ticked, and no tick is removed silently."""

import re
from datetime import datetime, time, timedelta
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.logins import security_log
from tests.factories import make_tournament, pair
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Pair, Player, Tournament
from tournaments.services import pair_set_status, pairs_check_in, pairs_withdraw_missing

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def expecting(pairs: int = 6, **settings: object) -> Tournament:
    """Create pairs that have not come yet, with card 000123 in pair 3 and card 6, also a pair's number, in pair 4."""
    tournament = make_tournament(pairs=pairs, here=False, date=timezone.localdate(), **settings)
    Player.objects.filter(pk=pair(tournament, 3).player1_id).update(card="000123")
    if pairs > 3:
        Player.objects.filter(pk=pair(tournament, 4).player2_id).update(card="6")
    return tournament


def here(tournament: Tournament) -> list[int]:
    return list(tournament.pairs.filter(status=Pair.Status.ACTIVE).values_list("number", flat=True))


def post(referee: Client, tournament: Tournament, **sent: str) -> HttpResponse:
    return referee.post(url("check_in", tournament), sent, headers=HTMX)


def rows(response: HttpResponse) -> list[int]:
    return [int(key) for key in re.findall(r'<li data-key="(\d+)"', html_of(response))]


def test_a_page_that_is_asked_for_is_whole_whoever_asks(referee: Client) -> None:
    page = html_of(referee.get(url("check_in", make_tournament(pairs=2)), headers=HTMX))
    assert page.startswith("<!doctype html>") and 'id="door"' in page


def test_a_number_a_card_or_a_name_ticks_and_a_second_card_of_the_pair_unticks_nobody(referee: Client) -> None:
    tournament = expecting()
    fifth = str(pair(tournament, 5).player2)
    for typed in ("000123", "1", fifth, "000123", " 1 "):
        answer = post(referee, tournament, typed=typed)
        assert answer.status_code == 200 and rows(answer)[-1] in (1, 3, 5)
    assert here(tournament) == [1, 3, 5]
    assert "was here already" in text_of(answer) and "3 missing · 3 here" in text_of(answer)
    # The field itself is never replaced, because it may already have the next card.
    assert 'name="typed"' not in html_of(answer)


def test_the_door_leads_on_once_a_table_can_be_drawn_and_never_away_from_ticking(referee: Client) -> None:
    tournament = expecting()
    assert "What to do next" not in html_of(referee.get(url("check_in", tournament)))
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 1), pair(tournament, 2)], here=True)
    assert "Draw the first round" in text_of(referee.get(url("check_in", tournament)))


def test_what_means_nobody_or_several_ticks_nobody_and_stays_typed(referee: Client) -> None:
    tournament = expecting()
    cases = {
        "6": "Several people match",
        "ada": "Several people match",
        "999": "Nobody expected",
        "\x00": "Nobody",
        "🂡": "Nobody",
    }
    for typed, sentence in cases.items():
        answer = post(referee, tournament, typed=typed)
        assert answer.status_code == 422 and sentence in text_of(answer), typed
        assert f"“{typed}”" in html_of(answer)
        assert f'name="typed" value="{typed}"' in html_of(referee.post(url("check_in", tournament), {"typed": typed}))
    assert rows(post(referee, tournament, typed="6"))[:2] == [4, 6]
    assert post(referee, tournament, typed="  ").status_code == 200
    assert here(tournament) == []


def test_a_press_ticks_its_row_alone_and_moves_nothing_and_a_press_takes_it_back(referee: Client) -> None:
    tournament = expecting()
    answer = post(referee, tournament, here="2", in_place="1")
    assert rows(answer) == [2] and 'class="is-here"' in html_of(answer) and "5 missing" in text_of(answer)
    assert here(tournament) == [2]
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    assert "Nobody is missing" in text_of(referee.get(url("check_in", tournament)))
    tournament.pairs.exclude(number=2).update(status=Pair.Status.EXPECTED)
    answer = post(referee, tournament, expected="2", in_place="1")
    assert rows(answer) == [2] and here(tournament) == []
    for wrong in ({"here": "77"}, {"here": "x"}, {"expected": ""}, {}):
        assert post(referee, tournament, **wrong).status_code == 404


def test_a_press_without_scripts_gets_the_whole_page(referee: Client) -> None:
    tournament = expecting()
    answer = referee.post(url("check_in", tournament), {"here": "2", "in_place": "1"})
    assert "<html" in html_of(answer) and here(tournament) == [2]


def test_whoever_is_missing_stands_on_top_and_who_has_withdrawn_not_at_all(referee: Client) -> None:
    tournament = expecting()
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 1), pair(tournament, 4)], here=True)
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    assert rows(referee.get(url("check_in", tournament))) == [3, 5, 6, 1, 4]
    assert url("check_in", tournament) in html_of(referee.get(url("pairs", tournament)))
    answer = referee.post(url("check_in", tournament), {"typed": "2"})
    assert answer.status_code == 422 and "Nobody expected" in text_of(answer)


def test_when_the_time_is_up_whoever_is_missing_goes_with_one_press_and_comes_back_with_another(
    referee: Client,
) -> None:
    tournament = expecting(3, check_in_until=time(23, 59))
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 1)], here=True)
    assert "Withdraw whoever is missing" not in text_of(referee.get(url("check_in", tournament)))
    early = referee.post(url("check_in_missing", tournament))
    assert early.status_code == 422 and "Check-in is not over yet" in text_of(early)
    Tournament.objects.update(date=timezone.localdate() - timedelta(days=1))
    over = text_of(referee.get(url("check_in", tournament)))
    assert f"Check-in is over. Missing: 2 {pair(tournament, 2)} , 3" in over.replace(", 3", " , 3").replace("  ", " ")
    gone = referee.post(url("check_in_missing", tournament), headers=HTMX)
    assert f"2 withdrawn: 2 {pair(tournament, 2)}" in text_of(gone)
    again = re.findall(r'name="again" value="(\d+)"', html_of(gone))
    back = referee.post(url("check_in_missing", tournament), {"again": [*again, "x", "²", "9" * 40]}, follow=True)
    assert rows(back) == [2, 3, 1]


def test_an_open_list_hears_of_other_doors_and_is_answered_shortly_while_nobody_came(referee: Client) -> None:
    tournament = expecting()
    response = referee.get(url("check_in", tournament))
    etag = re.search(r'data-etag="([^"]+)"', html_of(response))
    assert etag is not None
    known = {"If-None-Match": unescape(etag[1])}
    assert referee.get(url("check_in_rows", tournament), headers=known).status_code == 304
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 2)], here=True)
    now = referee.get(url("check_in_rows", tournament), headers=known)
    assert rows(now) == [1, 3, 4, 5, 6, 2] and "5 missing · 1 here" in text_of(now)
    assert now["ETag"] != known["If-None-Match"] and "private" in now["Cache-Control"]
    assert "/login/" in Client().get(url("check_in_rows", tournament)).headers["Location"]


@pytest.mark.parametrize("pairs", [4, 60])
def test_the_list_costs_the_same_however_long(
    referee: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = expecting(pairs)
    with django_assert_max_num_queries(10):
        referee.get(url("check_in", tournament))


# --- By the players' own phones --------------------------------------------------------------------------------------


def test_a_player_checks_in_by_card_and_is_told_so(client: Client, referee: Client) -> None:
    tournament = expecting(self_check_in=True)
    assert url("public_check_in", tournament) in html_of(client.get(url("public_ranking", tournament)))
    page = client.get(url("public_check_in", tournament))
    assert "no-store" in page["Cache-Control"] and page.cookies["club_device"]["httponly"]
    wrong = client.post(url("public_check_in", tournament), {"card": "123"})
    assert wrong.status_code == 422 and "Nobody with this card is expected." in text_of(wrong)
    assert 'value="123"' in html_of(wrong)
    assert not any(str(player) in text_of(wrong) for player in Player.objects.all())
    right = client.post(url("public_check_in", tournament), {"card": "000123"})
    assert str(pair(tournament, 3)) in text_of(right) and here(tournament) == [3]
    for nonsense in ("", "\x00", "9" * 31, "🂡", "' or 1=1"):
        assert client.post(url("public_check_in", tournament), {"card": nonsense}).status_code == 422
    assert Client().post(url("public_check_in", tournament), {"card": "6"}).status_code == 422
    assert here(tournament) == [3]


def test_who_guesses_is_made_to_wait(client: Client) -> None:
    tournament = expecting(self_check_in=True)
    client.get(url("public_check_in", tournament))
    answers = [client.post(url("public_check_in", tournament), {"card": f"x{n}"}) for n in range(6)]
    assert "Too many wrong numbers" in text_of(answers[-1])
    assert "Too many wrong numbers" in text_of(client.post(url("public_check_in", tournament), {"card": "000123"}))
    assert here(tournament) == []


def test_wrong_cards_and_links_are_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    tournament = expecting(self_check_in=True)
    security_log._lines_logged.clear()
    client.get(url("public_check_in", tournament))
    client.post(url("public_check_in", tournament), {"card": "000124"})
    client.get(url("own_check_in", tournament, 2, "guessed"))
    texts = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert [line.partition(":")[0] for line in texts] == ["wrong card at check-in", "wrong link of a pair"]
    assert all(tournament.slug in line for line in texts)
    assert not any(typed in line for line in texts for typed in ("000124", "guessed"))


def test_a_pairs_own_link_ticks_when_it_is_pressed_and_not_when_it_is_looked_at(
    client: Client, referee: Client
) -> None:
    tournament = expecting(self_check_in=True)
    found = re.search(r"<code>http://[^/]+(.*?)</code>", html_of(referee.get(url("pair_edit", tournament, 2))))
    assert found is not None
    assert "We are here" in text_of(client.get(found[1])) and here(tournament) == []
    assert client.post(found[1].replace("/pairs/2/", "/pairs/1/")).status_code == 404
    assert str(pair(tournament, 2)) in text_of(client.post(found[1])) and here(tournament) == [2]
    # A second visit shows it.
    assert "You are ticked as here" in text_of(client.get(found[1]))
    Tournament.objects.update(state=Tournament.State.RUNNING)
    assert found[1] not in html_of(referee.get(url("pair_edit", tournament, 2)))
    Tournament.objects.update(state=Tournament.State.REGISTRATION)
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    refused = client.post(found[1])
    assert refused.status_code == 422 and "has withdrawn" in text_of(refused)


def test_where_the_club_does_not_want_it_or_it_is_over_the_page_says_whom_to_tell(client: Client) -> None:
    tournament = expecting()
    address = url("public_check_in", tournament)
    assert "the referee does the check-in" in text_of(client.get(address))
    assert "own link" not in text_of(client.get(url("public_ranking", tournament)))
    Tournament.objects.update(self_check_in=True, check_in_until=time(0, 1), date=timezone.localdate() - timedelta(1))
    assert "Check-in by phone is over" in text_of(client.get(address))
    assert client.post(address, {"card": "000123"}).status_code == 422
    gone = pairs_withdraw_missing(tournament=tournament, at=timezone.make_aware(datetime(2100, 1, 1)))
    assert len(gone) == 6 and here(tournament) == []
