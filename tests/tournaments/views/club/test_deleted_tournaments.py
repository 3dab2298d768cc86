"""The page of deleted tournaments, which nothing else reaches."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Program
from burraco_club.rights import EVERYBODY, RIGHTS
from tests.burraco_club.test_rights import FILLED, OF_THE_CLUB, url_of
from tests.factories import AT, make_tournament, play_round, start_on_phones, start_round
from tests.tournaments.api.tokens import token_for
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Hand, Tournament
from tournaments.records import System
from tournaments.services import adjustment_add, pair_pay, tournament_delete
from tournaments.slips.codes import address_of

pytestmark = pytest.mark.django_db

DELETED = "/en/club/deleted/"


def of(pk: int, act: str) -> str:
    return f"{DELETED}{pk}/{act}/"


def test_deleted_brought_back_and_deleted_for_good(administrator: Client) -> None:
    tournament = play_round(start_round(make_tournament(pairs=4))).tournament
    assert url("tournament_delete", tournament) in html_of(administrator.get(url("tournament", tournament)))
    text = text_of(administrator.post(url("tournament_delete", tournament), follow=True))
    assert f"{tournament} was deleted." in text and "carla" in text and "can be brought back until" in text
    assert "No tournament yet" in text_of(administrator.get("/en/"))
    history = text_of(administrator.get(of(tournament.pk, "history")))
    assert "Round 1 closed" in history and "It can be brought back" in history and "for good" not in history
    text = text_of(administrator.post(of(tournament.pk, "back"), follow=True))
    assert f"{tournament} is back, as it was." in text and "another" not in text
    assert administrator.get(of(tournament.pk, "history"))["Location"] == url("history", tournament)
    administrator.post(url("tournament_delete", tournament))
    text = text_of(administrator.post(of(tournament.pk, "for-good"), follow=True))
    assert f"{tournament} was deleted for good." in text and "No recently deleted" in text
    history = text_of(administrator.get(of(tournament.pk, "history"), {"kind": "tournament"}))
    assert "Tournament deleted for good" in history and "Round 1 closed" not in history
    assert "Its history is what is left of it." in history and "It can be brought back" not in history
    assert [administrator.post(of(tournament.pk, act)).status_code for act in ("back", "for-good")] == [404, 404]


def test_a_round_under_way_is_told_before_it_goes(administrator: Client) -> None:
    tournament = start_round(make_tournament(pairs=4)).tournament
    page = html_of(administrator.get(url("tournament_delete", tournament)))
    assert "is under way: it disappears from the players’ phones" in page


def test_what_took_its_place_is_told_when_it_comes_back(administrator: Client) -> None:
    first = make_tournament()
    tournament_delete(tournament=first, by=None, at=AT)
    second = make_tournament()
    text = text_of(administrator.post(of(first.pk, "back"), follow=True))
    assert f"Its new address is /en/tournaments/{second.slug}-2/" in text
    assert "There is another tournament called" in text and "Another tournament now uses its address" in text
    Tournament.objects.filter(pk=second.pk).update(name="Altro")
    tournament_delete(tournament=Tournament.objects.get(pk=first.pk), by=None, at=AT)
    assert "nother tournament" not in text_of(administrator.post(of(first.pk, "back"), follow=True))


def test_the_list_says_until_when_each_can_be_brought_back(administrator: Client) -> None:
    tournament_delete(tournament=make_tournament(), by=None, at=AT)
    text = text_of(administrator.get(DELETED))
    assert "Each can be brought back for 30 days, as it was; then it is deleted for good." in text
    assert "can be brought back until Sunday 20 December" in text


def test_no_address_but_these_reaches_it(
    administrator: Client, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """These are all addresses with a tournament in them, including those of its tables for phones."""
    round_ = start_on_phones()
    deleted = tournament_delete(tournament=round_.tournament, by=None, at=AT)
    monkeypatch.setitem(FILLED, "slug", round_.tournament.slug)
    monkeypatch.setitem(FILLED, "secret", "a" * 26)
    monkeypatch.setitem(FILLED, "address", address_of(round_.secret, 1))
    # The server's time does not depend on the address, and calendars learn that the evening is cancelled.
    of_tournaments = [name for name in OF_THE_CLUB if name not in ("server_time", "evening_feed")]
    asked = [(name, address) for name in of_tournaments if round_.tournament.slug in (address := url_of(name))]
    assert len(asked) > 90 and client.get("/").status_code == 200
    program = Client(headers=token_for(Program.RESULTS))
    for name, address in asked:
        rights = RIGHTS[name]
        if isinstance(rights.look, Program):
            slip = {"data": "{}", "content_type": "application/json", "headers": {"If-Match": '"1-1"'}}
            answers = [program.get(address), *([program.put(address, **slip)] if rights.put else [])]
            assert {answer.status_code for answer in answers} == {404}, name
            continue
        answers = [administrator.get(address)] if rights.look else []
        answers += [administrator.post(address)] if rights.write else []
        answers += [client.get(address)] if rights.look is EVERYBODY else []
        assert {answer.status_code for answer in answers} == {404}, name
    assert administrator.get(f"/tournaments/{deleted.slug}/").status_code == 404
    assert deleted.name not in text_of(client.get("/")) + text_of(administrator.get("/"))


def test_commands_do_not_find_it_and_prove_it_all_the_same() -> None:
    tournament = play_round(start_round(make_tournament(pairs=4, hands_per_round=2))).tournament
    deleted = tournament_delete(tournament=tournament, by=None, at=AT)
    for slug in (tournament.slug, deleted.slug):
        with pytest.raises(CommandError, match=slug):
            call_command("export_tournament", slug)
    call_command("check_club")
    Hand.objects.update(ns_total=1)
    with pytest.raises(CommandError, match=deleted.slug):
        call_command("check_club")


def test_whoever_deletes_is_told_what_goes_and_offered_the_file(administrator: Client) -> None:
    tournament = make_tournament(pairs=7)
    address = url("tournament_delete", tournament)
    assert "7 pairs or players entered" in text_of(administrator.get(address))
    round_ = play_round(start_round(tournament))
    adjustment_add(round=round_, pair=tournament.pairs.get(number=1), vp=-1, reason="Late")
    start_round(tournament, System.DANISH)
    pair_pay(pair=tournament.pairs.get(number=2), means="cash")
    page = administrator.get(address)
    tables = round_.tables.filter(ew__isnull=False).count()
    for text in ("2 rounds", f"{tables} slips with their hands", "1 penalty or bonus", "A round is under way"):
        assert text in text_of(page)
    assert "1 fee ticked as paid" in text_of(page)
    assert "special prize" not in text_of(page)
    assert url("tournament_json", tournament) in html_of(page)
    assert "Nothing has been entered" in text_of(
        administrator.get(url("tournament_delete", make_tournament(name="New")))
    )
    assert Tournament.objects.count() == 2
