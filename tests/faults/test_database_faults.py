"""The responses during faults of the database, and the input that must not be lost."""

import errno
import html
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from burraco_club.database_faults import DatabaseFault, fault_of
from tests.factories import make_tournament, start_round
from tests.faults.conftest import on_postgresql
from tournaments.models import Hand, Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

SLIP = {
    **{"version": "0", "depth": "slip", "h1_ns_base": "300", "h1_ns_points": "120", "h1_ew_base": "0"},
    **{"h1_ew_points": "85", "h1_end": "closed", "h2_ns_base": "300", "h2_ns_points": "125", "h2_ew_base": "0"},
    **{"h2_ew_points": "85", "h2_end": "closed"},
}


@pytest.fixture
def evening() -> Tournament:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    start_round(tournament)
    return tournament


@pytest.fixture
def referee() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("referee"))
    return client


def table_url(tournament: Tournament, table: int = 1) -> str:
    return reverse("table_entry", args=[tournament.slug, 1, table])


@contextmanager
def held() -> Iterator[None]:
    """Hold the database by another program, with a club that waits only briefly."""
    name = connection.settings_dict["NAME"]
    if on_postgresql():
        with other_connection() as other, connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
            with other.transaction():
                other.execute("LOCK TABLE tournaments_tournament IN EXCLUSIVE MODE")
                yield
        connection.close()
        return
    with closing(sqlite3.connect(name, isolation_level=None)) as other, connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    connection.close()


@contextmanager
def other_connection() -> Iterator[Any]:
    import psycopg

    facts = connection.get_connection_params()
    where = {name: facts[name] for name in ("dbname", "user", "password", "host", "port") if name in facts}
    with psycopg.connect(**where, autocommit=True) as other:
        yield other


def test_a_slip_that_finds_the_database_held_comes_back_in_a_page_that_sends_it_again(
    evening: Tournament, referee: Client
) -> None:
    with held():
        answer = referee.post(table_url(evening), SLIP)
        assert answer.status_code == 503 and answer["Retry-After"]
        assert Client().get(reverse("public_round", args=[evening.slug, 1])).status_code == 200
    page = answer.content.decode()
    assert "un altro programma" in page
    fields = dict(re.findall(r'<textarea name="([^"]+)"[^>]*>\n([^<]*)</textarea>', page))
    assert {name: html.unescape(value) for name, value in fields.items()} == SLIP
    address = re.findall(r'<form id="again" method="post" action="([^"]+)"', page)
    assert address == [table_url(evening)]
    assert referee.post(address[0], fields).status_code == 302
    assert Hand.objects.count() == 2


def test_a_part_of_a_page_is_answered_with_the_sentence_alone(evening: Tournament, referee: Client) -> None:
    with held():
        answer = referee.post(table_url(evening), SLIP, headers={"HX-Request": "true"})
    assert answer.status_code == 503
    assert answer["Content-Type"].startswith("text/plain") and "<" not in answer.content.decode()


def cannot(execute: Any, *query: Any) -> Any:
    """Fail as a driver does with a file that it cannot open."""
    try:
        sqlite3.connect("/nowhere/club.sqlite3")
    except sqlite3.Error as error:
        raise OperationalError("the query failed") from error


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize(
    ("address", "sentence"),
    [("/en/api/v1/tournaments", "the disk or stick"), ("/api/v1/tournaments/friday", "il disco o la chiavetta")],
)
def test_a_program_is_told_by_a_problem_when_to_come_again(
    evening: Tournament, method: str, address: str, sentence: str
) -> None:
    with connection.execute_wrapper(cannot):
        answer = getattr(Client(raise_request_exception=False), method)(address)
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    assert int(answer["Retry-After"]) > 0 and answer["Cache-Control"] == "no-store"
    if method == "get":
        assert answer.json()["status"] == 503 and sentence in answer.json()["detail"]


def test_no_password_is_written_into_a_page(evening: Tournament) -> None:
    User.objects.create_user("somebody", password="quattro-jolly")
    with held():
        if on_postgresql():
            pytest.skip("a login takes no lock on tournaments")
        client = Client(raise_request_exception=False)
        answer = client.post(reverse("login"), {"username": "somebody", "password": "quattro-jolly"})
    assert answer.status_code == 503
    assert "somebody" in answer.content.decode() and "quattro-jolly" not in answer.content.decode()


def test_a_full_disk_is_called_so(evening: Tournament, referee: Client, caplog: pytest.LogCaptureFixture) -> None:
    if on_postgresql():
        pytest.skip("its server's disk is its own")
    with connection.cursor() as cursor:
        # Otherwise the space freed by other tests would be filled first.
        cursor.execute("VACUUM")
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    # A few more corrections fit into the existing pages.
    for points in range(5, 1000, 5):
        version = Table.objects.get(number=1).version
        sent = {**SLIP, "version": version, "h1_ns_points": points}
        answer = referee.post(table_url(evening), sent)
        if answer.status_code != 302:
            break
    connection.close()
    assert answer.status_code == 503 and "Disco pieno" in answer.content.decode()
    assert Table.objects.get(number=1).version == version
    # The terminal shows one line for each, without a traceback.
    assert not any(record.exc_info for record in caplog.records)


def read_tables(file: str) -> None:
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("SELECT * FROM sqlite_master")


REAL: dict[str, tuple[Callable[[sqlite3.Connection], object], DatabaseFault]] = {
    "no file": (lambda _c: sqlite3.connect("/nowhere/club.sqlite3"), DatabaseFault.DISK),
    "no database": (lambda _c: read_tables(__file__), DatabaseFault.DAMAGED),
    "read-only": (lambda c: c.execute("PRAGMA query_only=1").execute("CREATE TABLE slips (a)"), DatabaseFault.DISK),
}


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("name", REAL)
def test_faults_are_told_by_what_sqlite_says_itself(name: str) -> None:
    provoke, fault = REAL[name]
    with closing(sqlite3.connect(":memory:")) as memory, pytest.raises(sqlite3.Error) as raised:
        provoke(memory)
    assert fault_of(raised.value) is fault


def test_a_full_disk_is_one_wherever_it_is_met_and_other_errors_are_none() -> None:
    wrapped = OperationalError("saving failed")
    wrapped.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    assert fault_of(wrapped) is DatabaseFault.FULL
    for other in (ValueError("a"), OSError(errno.ENOENT, "No such file"), OperationalError("no such table"), None):
        assert fault_of(other) is None


# --- PostgreSQL's connection breaks in the middle of a request -------------------------------------------------------


class CutOff:
    """End the connection's server process just before the n-th query; `queries` counts them."""

    def __init__(self, at: int) -> None:
        self.at, self.queries = at, 0

    def __call__(self, execute: Any, *query: Any) -> Any:
        self.queries += 1
        if self.queries == self.at:
            with other_connection() as other:
                other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
        return execute(*query)


@pytest.fixture
def needs_postgresql() -> None:
    if not on_postgresql():
        pytest.skip("SQLite has no connection to lose")


def cut_off(request: Callable[[], Any], at: int) -> tuple[Any, int]:
    """Return the response to a request whose connection breaks before its n-th query, and the number of queries."""
    cut = CutOff(at)
    connection.ensure_connection()
    with connection.execute_wrapper(cut):
        return request(), cut.queries


def test_a_page_is_read_once_more(needs_postgresql: None, evening: Tournament, referee: Client) -> None:
    for url in (table_url(evening), reverse("public_round", args=[evening.slug, 1])):
        _answer, queries = cut_off(lambda url=url: referee.get(url), at=0)  # type: ignore[misc]
        assert queries > 0
        for at in range(1, queries + 1):
            answer, _queries = cut_off(lambda url=url: referee.get(url), at)  # type: ignore[misc]
            assert answer.status_code == 200


def test_a_slip_is_saved_once_whenever_it_breaks(needs_postgresql: None, evening: Tournament, referee: Client) -> None:
    at = queries = 1
    while at <= queries:
        version = Table.objects.get(number=1).version
        sent = {**SLIP, "version": str(version), "h1_ns_points": str(5 * (20 + at))}
        answer, queries = cut_off(lambda sent=sent: referee.post(table_url(evening), sent), at)  # type: ignore[misc]
        table = Table.objects.get(number=1)
        assert answer.status_code == 302
        assert table.version == version + 1
        assert table.hands.get(number=1).ns_entry["points"] == 5 * (20 + at)
        at += 1
    assert at > 10


def test_what_could_be_done_twice_is_asked_instead(
    needs_postgresql: None, evening: Tournament, referee: Client
) -> None:
    answer, _queries = cut_off(lambda: referee.post(reverse("announcement", args=[evening.slug]), {"text": "Cena"}), 3)
    assert answer.status_code == 503
    assert 'name="text" hidden readonly>\nCena</textarea>' in answer.content.decode()
