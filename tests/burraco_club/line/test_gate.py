"""What passes the line, and what stays in the hall."""

import re
import time
from datetime import timedelta
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.http import http_date
from django.utils.translation import override
from django_otp.oath import TOTP

from accounts.logins import hashing_queue
from accounts.models import Account, JournalEntry, Program, Role
from accounts.services import second_factor_begin, second_factor_confirm, second_factor_remove, token_create
from burraco_club.line.gate import may_pass, session_cookie
from burraco_club.rights import ADMINISTRATION, EVERYBODY, FOR_PROGRAMS, RIGHTS, rights_of
from tests.burraco_club.test_rights import NAMES, url_of
from tests.factories import make_account, make_tournament
from tests.tournaments.views.pages import html_of
from tournaments.services import club_let_accounts_in, tournament_delete

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
FROM_HERE = {"Origin": "https://aurora.burraco.example"}
LOGINS = {"login", "login_device", "logout", "first_login"}


def expected(name: str, method: str) -> bool:
    """Return whether a stranger may pass, worked out from the table of rights."""
    line = rights_of(name)
    if name in LOGINS | {"health_ready"} or name.startswith(ADMINISTRATION):
        return False
    return line.of(method) is EVERYBODY or (line.of(method) is None and EVERYBODY in (line.look, line.write))


def was_refused(response: HttpResponse) -> bool:
    return response.status_code == 403 and "in the hall only" in response.content.decode()


def test_every_address_of_the_table_passes_if_it_is_for_everybody_and_no_other() -> None:
    for name, method in product(NAMES, ("GET", "HEAD", "POST", "PUT")):
        assert may_pass(name, method, with_accounts=False) == expected(name, method), (name, method)


def test_with_accounts_pass_all_addresses_but_the_administration_first_logins_and_programs() -> None:
    shut = {name for name in NAMES if not may_pass(name, "GET", with_accounts=True)}
    for_tokens = {name for name, line in RIGHTS.items() if isinstance(line.look, Program)}
    assert shut == for_tokens | {name for name in NAMES if name.startswith(ADMINISTRATION)} | {
        "first_login",
        "health_ready",
    }


def test_the_running_program_refuses_a_stranger_what_is_not_for_everybody_and_says_why(outside: Client) -> None:
    refused = 0
    for name, method in product(NAMES, ("GET", "POST")):
        if name == ADMINISTRATION or expected(name, method):
            continue
        with override("en"):
            address = url_of(name)
        response = getattr(outside, method.lower())(address)
        assert response.status_code == 403 and not response.cookies, (name, method)
        if address.startswith("/en/") and not name.startswith(FOR_PROGRAMS):
            assert was_refused(response), (name, method)
        refused += 1
    assert refused > 300


def test_what_is_for_everybody_is_answered_as_in_the_hall(outside: Client) -> None:
    slug = make_tournament(pairs=4).slug
    for address in (
        f"/en/t/{slug}/",
        "/en/",
        "/en/score/",
        "/health/",
        "/en/privacy/",
        reverse("api_v1:v1_tournaments"),
    ):
        response = outside.get(address)
        assert response.status_code == 200, address
        assert re.fullmatch(r"\d\d/\d\d/\d{4} \d\d:\d\d", response.headers["X-As-Of"]), address
    assert "log" not in re.findall(r'href="/en/(log)in/"', outside.get("/en/").content.decode())
    assert 'href="/en/login/"' in Client().get("/en/").content.decode()


@pytest.mark.parametrize("said", ["nan", "1e300", "-1e300", "now", "9" * 400])
def test_a_page_has_the_time_of_the_house_as_far_as_that_is_one(outside: Client, said: str) -> None:
    """A laptop whose clock is wrong would make of "as of 21:43" what was never true."""
    moment = timezone.localtime() - timedelta(days=40, hours=5)
    by_house = outside.get("/en/", headers={"House-Time": f"{moment.timestamp():.3f}"})
    assert by_house.headers["X-As-Of"] == f"{moment:%d/%m/%Y %H:%M}"
    ours = outside.get("/en/", headers={"House-Time": said}).headers["X-As-Of"]
    assert ours.startswith(f"{timezone.localtime():%d/%m/%Y}")


def test_an_answer_without_a_page_has_no_time(outside: Client) -> None:
    address = f"/en/t/{make_tournament(pairs=4).slug}/"
    etag = outside.get(address).headers["ETag"]
    response = outside.get(address, HTTP_IF_NONE_MATCH=etag)
    assert response.status_code == 304 and "X-As-Of" not in response.headers
    assert "X-As-Of" not in Client().get(address).headers


def test_a_proxy_gets_a_page_once_more_in_each_minute_for_its_time(outside: Client) -> None:
    address = f"/en/t/{make_tournament(pairs=4).slug}/"
    first = outside.get(address).headers
    known = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    earlier = http_date(time.time() - 60)
    again = outside.get(address, HTTP_IF_MODIFIED_SINCE=earlier, **known)
    assert again.status_code == 200 and "X-As-Of" in again.headers and again.headers["ETag"] == first["ETag"]
    # In the same minute there is nothing to be said. If a minute ends between the two, the next has not.
    found = set()
    for _time in range(2):
        same = outside.get(address, **known).headers.get("Last-Modified") or http_date(time.time())
        found.add(outside.get(address, HTTP_IF_MODIFIED_SINCE=same, **known).status_code)
    assert 304 in found
    assert "Last-Modified" not in Client().get(address).headers


def test_the_front_page_may_be_kept_as_long_as_it_is_a_strangers(outside: Client) -> None:
    for address in ("/en/", "/en/privacy/"):
        assert set(outside.get(address).headers["Cache-Control"].split(", ")) == {"public", "max-age=0", "s-maxage=2"}
        assert "s-maxage" not in Client().get(address).headers.get("Cache-Control", "")
    assert "no-store" in outside.get("/en/games/").headers["Cache-Control"]


def test_that_a_page_is_gone_is_kept_in_place_of_the_page(marta: User, outside: Client) -> None:
    tournament = make_tournament(pairs=4)
    address = f"/en/t/{tournament.slug}/"
    assert outside.get(address).status_code == 200
    tournament_delete(tournament=tournament, by=None, at=timezone.now())
    gone = outside.get(address)
    assert gone.status_code == 404
    assert set(gone.headers["Cache-Control"].split(", ")) == {"public", "max-age=0", "s-maxage=2"}
    assert "Cache-Control" not in outside.post(address).headers and "Cache-Control" not in Client().get(address).headers
    enter_by_line(marta, outside)
    assert "public" not in outside.get(address).headers.get("Cache-Control", "")


def test_another_host_name_is_refused(outside: Client) -> None:
    assert outside.get("/en/", HTTP_HOST="evil.example").status_code == 400
    assert outside.get("/en/", HTTP_HOST="AURORA.burraco.example").status_code == 200


def test_no_header_makes_a_request_one_of_the_line() -> None:
    forged = {"HTTP_PAGES_BY_LINE": "https://aurora.burraco.example", "HTTP_X_FORWARDED_PROTO": "https"}
    response = Client().get("/en/", **forged)  # type: ignore[arg-type]
    assert response.status_code == 200 and "X-As-Of" not in response.headers


def test_a_stranger_sends_what_everybody_may_send_and_cookies_are_for_https_alone(outside: Client) -> None:
    page = outside.get("/en/games/new/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    assert token and outside.cookies["csrftoken"]["secure"]
    fields = {"csrfmiddlewaretoken": token[1], "ruleset": "x"}
    sent = outside.post("/en/games/new/", fields, headers=FROM_HERE)
    assert sent.status_code == 422
    assert outside.post("/en/games/new/", fields, headers={"Origin": "https://evil.example"}).status_code == 403


# --- Accounts ---------------------------------------------------------------------------------------------------------


def code_of(user: User, *, later: int = 0) -> str:
    totp = TOTP(second_factor_begin(user=user).bin_key)
    totp.time = time.time() + later
    return f"{totp.token():06}"


@pytest.fixture
def marta() -> User:
    return make_account("marta", Role.REFEREE, password=PASSWORD)


def log_in(client: Client, code: str) -> HttpResponse:
    """Log in by the line."""
    page = client.get("/en/login/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    fields = {"username": "marta", "password": PASSWORD, "otp": code}
    fields["csrfmiddlewaretoken"] = token[1] if token else ""
    return client.post("/en/login/", fields, headers=FROM_HERE)  # type: ignore[return-value]


def enter_by_line(user: User, client: Client) -> None:
    """Let the accounts in, and log in by the line with a second factor."""
    club_let_accounts_in(allowed=True)
    assert second_factor_confirm(user=user, code=code_of(user))
    totp = TOTP(user.totpdevice_set.get().bin_key)
    totp.time = time.time() + 30
    assert log_in(client, f"{totp.token():06}").status_code == 302


def token_on(client: Client, address: str) -> str:
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(address).content.decode())
    assert token
    return token[1]


def test_a_session_of_the_hall_opens_nothing_by_the_line(marta: User, outside: Client) -> None:
    in_the_hall = Client()
    in_the_hall.force_login(marta)
    key = in_the_hall.cookies["sessionid"].value
    for allowed, name in product((False, True), ("sessionid", session_cookie())):
        club_let_accounts_in(allowed=allowed)
        outside.cookies.clear()
        outside.cookies[name] = key
        response = outside.get("/en/players/")
        assert response.headers.get("Location", "").startswith("/en/login/") if allowed else was_refused(response)
        assert "marta" not in outside.get("/en/").content.decode()


def test_a_login_has_no_place_in_the_queue_of_the_hall(outside: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing_queue, "turn", lambda **_wait: pytest.fail("it took a turn"))
    response = outside.post("/en/login/", {"username": "marta", "password": PASSWORD})
    assert was_refused(response)  # type: ignore[arg-type]


def test_where_the_club_says_so_a_second_factor_lets_in(marta: User, outside: Client) -> None:
    club_let_accounts_in(allowed=True)
    assert log_in(outside, "").status_code == 422, "an account without a second factor stays in the hall"
    assert second_factor_confirm(user=marta, code=code_of(marta))
    for wrong in ("", "000000"):
        assert log_in(outside, wrong).status_code == 422
    device = marta.totpdevice_set.get()
    totp = TOTP(device.bin_key)
    totp.time = time.time() + 30
    assert log_in(outside, f"{totp.token():06}").status_code == 302
    cookie = outside.cookies[session_cookie()]
    assert cookie["secure"] and cookie["httponly"] and "sessionid" not in outside.cookies
    assert outside.get("/en/players/").status_code == 200
    front = outside.get("/en/")
    assert "marta" in front.content.decode() and "public" not in front.headers["Cache-Control"]
    # The hall asks for no code, and a session of the line is none of the hall's.
    assert Client().post("/en/login/", {"username": "marta", "password": PASSWORD}).status_code == 302
    second_factor_remove(user=marta)
    assert was_refused(outside.get("/en/players/"))  # type: ignore[arg-type]
    club_let_accounts_in(allowed=False)
    assert was_refused(outside.get("/en/players/"))  # type: ignore[arg-type]
    assert "marta" not in outside.get("/en/").content.decode()


def test_logging_out_by_the_line_takes_its_cookie_away(marta: User, outside: Client) -> None:
    enter_by_line(marta, outside)
    fields = {"csrfmiddlewaretoken": token_on(outside, "/en/account/")}
    assert outside.post("/en/logout/", fields, headers=FROM_HERE).status_code == 302
    assert outside.cookies[session_cookie()].value == ""
    assert outside.get("/en/account/").headers["Location"].startswith("/en/login/")


def test_links_for_a_first_login_are_made_where_they_open(marta: User, outside: Client) -> None:
    Account.objects.filter(user=marta).update(role=Role.ADMINISTRATOR)
    enter_by_line(marta, outside)
    sent = {"name": "ugo", "role": Role.REFEREE, "csrfmiddlewaretoken": token_on(outside, "/en/club/accounts/")}
    made = outside.post("/en/club/accounts/", sent, headers=FROM_HERE)
    ugo = User.objects.get(username="ugo")
    own_page = f"/en/club/accounts/{ugo.pk}/"
    assert made.headers["Location"] == own_page
    assert "Login links open in the hall only: create the one for ugo there." in outside.get(own_page).content.decode()
    sent = {"csrfmiddlewaretoken": token_on(outside, own_page)}
    assert outside.post(f"{own_page}link/", sent, headers=FROM_HERE).headers["Location"] == own_page
    assert not JournalEntry.objects.filter(event=JournalEntry.Event.LINK).exists()
    hall = Client()
    hall.force_login(marta)
    assert f"http://testserver/en/login/{ugo.pk}/" in html_of(hall.post(f"{own_page}link/"))


def test_the_administration_and_tokens_stay_in_the_hall(outside: Client) -> None:
    club_let_accounts_in(allowed=True)
    token, text = token_create(name="Tabellone", scope=Program.READ, made_by="anna", at=timezone.now())
    bearer = {"Authorization": f"Bearer {text}"}
    people = reverse("api_v1:v1_people", args=[make_tournament(pairs=4).slug])
    for address in ("/en/admin/", "/admin/login/"):
        assert outside.get(address).status_code == 403
    assert outside.get(people, headers=bearer).status_code == 403
    assert Client().get(people, headers=bearer).status_code == 200
    assert token.name == "Tabellone"


def test_two_step_login_is_set_up_where_nobody_reads_along_once_it_is_of_use(marta: User) -> None:
    client = Client()
    client.force_login(marta)
    here, hall = {"HTTP_HOST": "localhost:8000"}, {"HTTP_HOST": "192.168.1.20:8000"}
    assert client.get("/en/account/second-factor/", **here).status_code == 404  # type: ignore[arg-type]
    club_let_accounts_in(allowed=True)
    assert client.get("/en/account/second-factor/", **here).status_code == 200  # type: ignore[arg-type]
    assert client.get("/en/account/second-factor/", **hall).status_code == 404  # type: ignore[arg-type]
    assert client.get("/en/account/second-factor/", secure=True, **hall).status_code == 200  # type: ignore[arg-type]
