"""The files in `deploy/` at work: nginx, TLS, two services, PostgreSQL."""

import http.client
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings

from deploy.load import SESSION_COOKIE
from deploy.rehearsal import NAMES, SERVER
from tests.deploy.conftest import Server

PATIENCE = 60
YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: str


@dataclass
class Visitor:
    """A client with a kept-alive connection and an address of its own."""

    server: Server
    address: str
    cookie: str = ""
    _connection: http.client.HTTPSConnection = field(init=False)

    def __post_init__(self) -> None:
        trusts = ssl.create_default_context(cafile=str(self.server.running.certificate))
        self._connection = http.client.HTTPSConnection(
            "127.0.0.1",
            self.server.running.https,
            context=trusts,
            timeout=PATIENCE,
            source_address=(self.address, 0),
        )

    def ask(self, path: str, method: str = "GET", body: str | None = None, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        self._connection.request(method, path, body, {"Host": SERVER, **cookie, **named})
        came = self._connection.getresponse()
        return Answer(came.status, came.headers, came.read().decode())

    def close(self) -> None:
        self._connection.close()


MakeVisitor = Callable[..., Visitor]


@pytest.fixture
def visitor(server: Server) -> Iterator[MakeVisitor]:
    """Return a function that makes visitors: `visitor("127.0.0.2")`."""
    made: list[Visitor] = []

    def make(address: str = "127.0.0.1", cookie: str = "") -> Visitor:
        client = Visitor(server, address, cookie)
        made.append(client)
        return client

    yield make
    for client in made:
        client.close()


def test_pages_come_over_tls_and_ask_to_stay_there(visitor: MakeVisitor) -> None:
    page = visitor().ask("/login/")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"] == f"max-age={YEAR}; includeSubDomains; preload"
    assert "; Secure" in page.headers["Set-Cookie"]


def test_who_comes_without_tls_is_sent_to_it(server: Server) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", server.running.http, timeout=PATIENCE)) as plain:
        plain.request("GET", "/t/friday/?x=1", headers={"Host": "elsewhere.example"})
        came = plain.getresponse()
        assert (came.status, came.headers["Location"]) == (301, f"https://{SERVER}/t/friday/?x=1")


def test_the_log_has_the_clients_address_whatever_the_client_says_of_it(server: Server, visitor: MakeVisitor) -> None:
    asked = visitor("127.0.0.2").ask("/admin/password_change/", X_Forwarded_For="6.6.6.6", X_Real_IP="6.6.6.6")
    assert asked.status == 403
    logged = "".join(service.log.read_text() for service in server.running.services.values())
    (refusal,) = (line for line in logged.splitlines() if "no rights are known" in line)
    assert "address='127.0.0.2'" in refusal
    assert "6.6.6.6" not in logged


def test_a_page_for_everybody_is_kept_and_a_referees_never(server: Server, visitor: MakeVisitor) -> None:
    phone, referee = visitor(), visitor(cookie=f"{SESSION_COOKIE}={server.session}")
    public, own = f"/t/{server.slug}/", f"/tournaments/{server.slug}/"
    # On a busy machine two seconds are soon over, so the request is repeated until it was fast enough.
    answers = (phone.ask(public).headers["X-Cache"] for _time in range(200))
    assert "HIT" in answers
    assert referee.ask(public).body == phone.ask(public).body
    for _time in range(3):
        page = referee.ask(own)
        assert (page.status, page.headers["X-Cache"]) == (200, None)
        assert "no-store" in page.headers["Cache-Control"]
    etag = referee.ask(public).headers["ETag"]
    assert referee.ask(public, If_None_Match=etag).status == 304, "nginx lets the question through"
    assert phone.ask(own).status == 302


def test_too_many_logins_are_told_when_to_come_again(visitor: MakeVisitor) -> None:
    hasty = [visitor("127.0.0.3") for _ in range(10)]
    came: list[Answer] = []
    at_once(
        *(lambda client=client: came.extend(client.ask("/login/", "POST") for _time in range(4)) for client in hasty)
    )
    # The program has its own message for guesses; these requests never reached it.
    refused = [answer for answer in came if "Da questo indirizzo arrivano troppe richieste" in answer.body]
    assert 0 < len(refused) < len(came)
    assert {(answer.status, answer.headers["Retry-After"]) for answer in refused} == {(429, "5")}
    # What the same hall reads is not limited.
    assert visitor("127.0.0.3").ask("/login/").status == 200


def test_a_whole_hall_behind_one_address_is_let_in(server: Server, visitor: MakeVisitor) -> None:
    phones = [visitor("127.0.0.4") for _ in range(8)]
    came: list[int] = []
    paths = [f"/t/{server.slug}/", f"/t/{server.slug}/rounds/1/", f"/t/{server.slug}/seat/"]
    at_once(
        *(
            lambda phone=phone: came.extend(phone.ask(paths[number % 3]).status for number in range(20))
            for phone in phones
        )
    )
    assert (set(came), len(came)) == ({200}, 160)


def test_a_request_of_more_than_20_megabytes_is_refused_unread(visitor: MakeVisitor) -> None:
    assert visitor().ask("/login/", "POST", Content_Length="21000000").status == 413


def test_files_that_never_change_are_nginxs(server: Server, visitor: MakeVisitor) -> None:
    found = next(Path(settings.STATIC_ROOT).glob("css/tokens.*.css"))
    file = visitor().ask(f"/static/css/{found.name}")
    assert (file.status, file.body) == (200, found.read_text())
    assert file.headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert file.headers["X-Cache"] is None
    for font in Path(settings.STATIC_ROOT).glob("fonts/*.*.woff2"):
        cached = visitor().ask(f"/static/fonts/{font.name}", "HEAD").headers
        assert (cached["Cache-Control"], cached["Content-Type"]) == (file.headers["Cache-Control"], "font/woff2")
    # A file with the name of another version is looked up by the program.
    assert visitor().ask("/static/css/tokens.0123456789ab.css").status == 404


def test_one_service_dies_and_no_page_is_missing(server: Server, visitor: MakeVisitor) -> None:
    came: list[int] = []
    cut: list[str] = []
    enough = threading.Event()
    dying = server.running.services["b"]

    def read(name: str) -> None:
        phone = visitor()
        for number in range(24):
            # The address is different each time, so nothing of this is cached.
            page = f"/t/{server.slug}/?{name}{number}"
            try:
                came.append(phone.ask(page).status)
            except (http.client.IncompleteRead, http.client.RemoteDisconnected):
                # nginx had the beginning of what the dying service sent, passed on or not: nothing can mend that.
                # It has closed the connection, too, and who asks there again would be cut off once more.
                cut.append(name)
                phone = visitor()
                came.append(phone.ask(page).status)
            if len(came) > 20:
                enough.set()

    def kill() -> None:
        enough.wait(PATIENCE)
        dying.kill()

    at_once(kill, *(lambda name=name: read(name) for name in "vwxyz"))
    assert (set(came), len(came)) == ({200}, 120)
    assert len(cut) == len(set(cut)), "an answer was cut that began after the service had died"


def test_without_any_service_there_is_a_page_that_says_what_to_do(server: Server, visitor: MakeVisitor) -> None:
    doors = [server.running.services[name].door for name in NAMES]
    for door in doors:
        door.rename(door.with_suffix(".shut"))
    try:
        page = visitor().ask("/login/", "POST", body="")
    finally:
        for door in doors:
            door.with_suffix(".shut").rename(door)
    assert (page.status, page.headers["Retry-After"]) == (503, "5")
    assert "Il programma del circolo non risponde" in page.body


def test_health_is_told_without_a_login(visitor: MakeVisitor) -> None:
    assert (visitor().ask("/health/").status, visitor().ask("/health/ready/").status) == (200, 200)


def at_once(*works: Callable[[], object]) -> None:
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
