"""The address in a QR code, which a phone in the hall can open."""

from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.translation import override
from pypdf import PdfReader
from pytest_django import Settings

from burraco_club.middleware import ClubSettingsMiddleware
from tests.factories import make_tournament
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Club, Tournament
from tournaments.services import club_set_address, entry_terms_set
from tournaments.views.hall.address import ranking_address
from tournaments.wording.addresses import who_can_open

pytestmark = pytest.mark.django_db

WIFI, CABLE = "192.168.1.20", "10.0.0.5"


def in_two_networks() -> list[str]:
    return [WIFI, CABLE]


def in_no_network() -> list[str]:
    return []


def address(host: str, *, secure: bool = False) -> str:
    request = RequestFactory().get("/", headers={"Host": host}, secure=secure)
    answer = ClubSettingsMiddleware(lambda asked: HttpResponse(ranking_address(asked, "venerdi")))
    with override("it"):
        return answer(request).content.decode()  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def club_laptop(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.LAN_ADDRESSES = f"{__name__}.in_two_networks"


@pytest.mark.parametrize("host", [f"{WIFI}:8000", "burraco.local:8000", "localhost.example", "[2001:db8::1]:8000"])
def test_the_host_that_was_asked_for_is_known_to_work(host: str) -> None:
    assert address(host) == f"http://{host}/t/venerdi/"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
def test_a_phone_cannot_open_the_referees_localhost(host: str) -> None:
    assert address(f"{host}:8000") == f"http://{WIFI}:8000/t/venerdi/"
    assert address(host) == f"http://{WIFI}/t/venerdi/"


def test_only_an_address_that_the_server_answers_to_is_given_away(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", CABLE]
    assert address("localhost:8000") == f"http://{CABLE}:8000/t/venerdi/"
    settings.ALLOWED_HOSTS = ["localhost"]
    assert address("localhost:8000") == "http://localhost:8000/t/venerdi/"


def test_without_a_network_the_address_stays_what_it_is(settings: Settings) -> None:
    settings.LAN_ADDRESSES = f"{__name__}.in_no_network"
    assert address("localhost:8000") == "http://localhost:8000/t/venerdi/"


def test_https_stays_https() -> None:
    assert address("club.example", secure=True) == "https://club.example/t/venerdi/"


def test_the_clubs_public_address_is_that_of_every_link_and_code(referee: Client) -> None:
    tournament = make_tournament(pairs=4, here=False, self_check_in=True)
    entry_terms_set(tournament=tournament, terms={"is_open": True})
    pages = (url("entries", tournament), url("tournament", tournament), url("pair_edit", tournament, 1))
    own = Client().post(
        url("public_entry", tournament), {"name1": "Rossi Anna", "name2": "Neri Ugo", "contact": "333 1234567"}
    )["Location"]
    # In the hall, the page says who can open it, and tells the club what to do about that.
    only_here = "This link opens only on the club’s network, its Wi-Fi."
    remedy = "give the club its public address"
    for page in pages:
        text = text_of(referee.get(page, headers={"Host": f"{WIFI}:8000"}))
        assert only_here in text and remedy in text and f"http://{WIFI}:8000/en/" in text, page
    text = text_of(Client().get(own, headers={"Host": f"{WIFI}:8000"}))
    assert only_here in text and remedy not in text
    revision = Tournament.objects.get().revision

    club_set_address(address="https://burraco.example.it")
    assert Tournament.objects.get().revision > revision
    assert address(f"{WIFI}:8000") == "https://burraco.example.it/t/venerdi/"
    for page in (*pages, own):
        text = text_of((referee if page in pages else Client()).get(page, headers={"Host": "localhost:8000"}))
        assert "https://burraco.example.it/en/" in text and "Wi-Fi" not in text and "localhost" not in text, page
    (poster,) = PdfReader(BytesIO(referee.get(url("sheet_poster", tournament)).content)).pages
    assert "burraco.example.it/en/t/" in poster.extract_text()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("http://localhost:8000/t/x/", "on the club’s own computer only"),
        ("http://127.0.0.1:8000/t/x/", "on the club’s own computer only"),
        ("http://192.168.1.20:8000/t/x/", "only on the club’s network"),
        ("http://[fe80::1]:8000/t/x/", "only on the club’s network"),
        ("http://burraco.local/t/x/", "only on the club’s network"),
        ("http://tavolo/t/x/", "only on the club’s network"),
        ("/t/x/", "only on the club’s network"),
        ("https://burraco.example.it/t/x/", ""),
        ("http://8.8.8.8/t/x/", ""),
    ],
)
def test_an_address_says_who_can_open_it(given: str, sentence: str) -> None:
    with override("en"):
        assert sentence in who_can_open(given) and bool(sentence) == bool(who_can_open(given))


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("https://burraco.example.it", "https://burraco.example.it"),
        (" burraco.example.it/ ", "https://burraco.example.it"),
        ("http://Burraco.Example.it:8443", "http://burraco.example.it:8443"),
        ("", ""),
    ],
)
def test_the_address_is_kept_as_links_begin(administrator: Client, typed: str, stored: str) -> None:
    answer = administrator.post("/en/club/", {"name": "Levante", "address": typed})
    assert answer.status_code == 302, text_of(answer)
    assert Club.objects.get().address == stored
    assert f'value="{stored}"' in html_of(administrator.get("/en/club/")) or not stored


@pytest.mark.parametrize(
    "typed",
    ["ftp://x.it", "https://x.it/club", "https://a:b@x.it", "due parole", "https://", "https://x.it:99999", "[::"],
)
def test_what_is_no_address_is_refused_and_stays_in_its_field(administrator: Client, typed: str) -> None:
    answer = administrator.post("/en/club/", {"name": "Levante", "address": typed})
    assert answer.status_code == 422 and "is not the address of a site" in text_of(answer)
    assert f'value="{typed}"' in html_of(answer) and not Club.objects.exists()


def test_an_address_that_the_server_does_not_answer_at_is_refused(administrator: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    answer = administrator.post("/en/club/", {"name": "Levante", "address": "burraco.example.it"})
    assert answer.status_code == 422 and "ALLOWED_HOSTS" in text_of(answer)
