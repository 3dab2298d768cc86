"""What the club's own site shows: pages that may be framed, and by whom."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, text_of
from tests.tournaments.views.seasons.test_seasons import played
from tournaments.history.journal import journal, lines_of
from tournaments.models import Club
from tournaments.seasons.rule import SeasonRule
from tournaments.services import club_be_framed_by, club_choose_accent, entry_terms_set
from tournaments.services.seasons import season_create

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

FRAMED = ("framed_calendar", "framed_ranking")


def policy_of(client: Client, address: str) -> tuple[str, str]:
    """Return what the page says about frames: the directive of the policy, and the older header."""
    answer = client.get(address)
    directives = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    return directives["frame-ancestors"], answer.get("X-Frame-Options", "")


@pytest.mark.parametrize("name", FRAMED)
def test_these_pages_may_be_framed_by_every_site_or_by_those_of_a_list(client: Client, name: str) -> None:
    address = reverse(name)
    assert policy_of(client, address) == ("*", "")
    club_be_framed_by(sites=["https://circolo.example.it", "http://localhost:8080"])
    assert policy_of(client, address) == ("'self' https://circolo.example.it http://localhost:8080", "")
    etag = client.get(address)["ETag"]
    again = client.get(address, headers={"If-None-Match": etag})
    assert again.status_code == 304 and "https://circolo.example.it" in again["Content-Security-Policy"]


def test_no_other_page_may_be_framed(client: Client) -> None:
    tournament = make_tournament()
    for address in ("/en/", reverse("public_ranking", args=[tournament.slug]), "/en/login/", "/en/framed/seasons/no/"):
        assert policy_of(client, address) == ("'none'", "DENY"), address


def test_a_framed_page_has_no_form_no_script_no_cookie_and_opens_links_elsewhere(client: Client) -> None:
    tournament = make_tournament(pairs=4, date=timezone.localdate())
    play_round(start_round(tournament))
    tomorrow = make_tournament(name="Domani", date=timezone.localdate() + timedelta(days=1))
    entry_terms_set(tournament=tomorrow, terms={"is_open": True})
    club_choose_accent(accent="#7a1f3d")
    for name in FRAMED:
        answer = client.get(reverse(name))
        page = html_of(answer)
        assert not answer.cookies and "Cookie" not in answer.get("Vary", "")
        assert "<script" not in page and "<form" not in page
        assert '<base target="_blank">' in page and "/face/7a1f3d.css" in page
    assert "Sign up here" in text_of(client.get(reverse("framed_calendar")))
    assert tournament.name in text_of(client.get(reverse("framed_ranking")))


def test_without_anything_to_show_they_say_so(client: Client) -> None:
    assert "No evening is announced yet." in text_of(client.get(reverse("framed_calendar")))
    assert "No ranking yet" in text_of(client.get(reverse("framed_ranking")))


def test_a_public_season_may_be_framed_and_no_other(client: Client) -> None:
    rule, tournaments = SeasonRule(), {played("Primo", day=1).pk: 100}
    public = season_create(name="Circuito", rule=rule, tournaments=tournaments, public=True)
    own = season_create(name="Interna", rule=rule, tournaments=tournaments)
    address = reverse("framed_season", args=[public.slug])
    assert policy_of(client, address) == ("*", "")
    assert "Circuito" in text_of(client.get(address))
    assert client.get(reverse("framed_season", args=[own.slug])).status_code == 404


def test_the_administrator_copies_what_the_site_shows(administrator: Client) -> None:
    administrator.post(reverse("club_settings"), {"name": "Aurora", "address": "https://burraco.example.it"})
    page = html_of(administrator.get(reverse("website")))
    assert '&lt;iframe src="https://burraco.example.it/en/framed/calendar/" title="Calendar"' in page
    assert "opens only on the club" not in page


def test_a_club_without_a_public_address_is_told(administrator: Client) -> None:
    page = administrator.get(reverse("website"), headers={"host": "192.168.1.20"})
    assert "opens only on the club’s network" in text_of(page)


@pytest.mark.parametrize(
    "wrong", ["javascript:alert(1)", "https://a b;script-src *", "*", "https://*.example.it", "https://"]
)
def test_what_is_no_address_of_a_site_is_refused_and_kept(administrator: Client, wrong: str) -> None:
    answer = administrator.post(reverse("website"), {"sites": f"https://good.example.it\n{wrong}"})
    assert answer.status_code == 422 and "is not the address of a site" in text_of(answer)
    assert "https://good.example.it" in html_of(answer)
    assert not Club.objects.exclude(framed_by="").exists()


def test_the_sites_are_read_as_people_paste_them(administrator: Client) -> None:
    typed = "https://Circolo.example.it/serate/index.html, burraco.example.com\nhttps://circolo.example.it"
    assert administrator.post(reverse("website"), {"sites": typed}).status_code == 302
    assert Club.objects.get().framed_by == "https://circolo.example.it https://burraco.example.com"
    line = lines_of(list(journal(kind="club")))[0]
    assert line.headline == "Sites that may show the ranking and the calendar" and line.who == "carla"
    administrator.post(reverse("website"), {"sites": ""})
    assert Club.objects.get().framed_by == ""


def test_any_page_may_read_the_public_data_and_none_what_needs_a_token(client: Client) -> None:
    assert client.get(reverse("api_v1:v1_tournaments"))["Access-Control-Allow-Origin"] == "*"
    people = reverse("api_v1:v1_people", args=[make_tournament().slug])
    for address in (people, reverse("website"), reverse("framed_calendar"), reverse("calendar_feed")):
        assert "Access-Control-Allow-Origin" not in client.get(address).headers
