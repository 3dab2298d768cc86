"""The fault report: what helps to find a fault, and nobody's name."""

import logging
import sys
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Role
from burraco_club.error_pages import server_error
from burraco_club.fault_report import report_text
from burraco_club.log_tail import LEFT_OUT, LINES, TailHandler, last_lines, lines_of
from burraco_club.logs import request_id
from tests.factories import make_account
from tests.tournaments.views.pages import html_of

SECRETS = st.one_of(
    st.from_regex(r"[A-Z][a-zàèéìòù]{5,9} D'[A-Z][a-z]{5,9}", fullmatch=True),
    st.from_regex(r"[a-z]{6}\.[a-z]{6}@[a-z]{6}\.example", fullmatch=True),
    st.from_regex(r"\+39 3[0-9]{2} [0-9]{7}", fullmatch=True),
    st.ip_addresses().map(str).filter(lambda address: len(address) > 7),
    st.from_regex(r"burraco_[A-Za-z0-9]{20}", fullmatch=True),
    st.from_regex(r"/t/[a-z]{6}/table/1/2/[0-9a-z]{12}/", fullmatch=True),
)


def record(name: str, message: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    try:
        if error:
            raise error
        raised = None
    except BaseException:
        raised = sys.exc_info()
    return logging.LogRecord(name, logging.ERROR, __file__, 1, message, args, raised)


WAYS: dict[str, Callable[[str], logging.LogRecord]] = {
    "filled in": lambda secret: record("django.request", "Internal Server Error: %s", secret),
    "of ours": lambda secret: record("burraco_club.requests", "refused: %s", secret),
    "a refusal": lambda secret: record("burraco_club.security", "%s: %s", "login failed", f"user={secret!r}"),
    "by a library": lambda secret: record("django.security.DisallowedHost", f"Invalid HTTP_HOST header: {secret!r}"),
    "no text": lambda secret: record("other", secret),
    "an error": lambda secret: record("django.request", "Error: %s", "x", error=ValueError(secret)),
    "a cause": lambda secret: record("burraco_club.polls", "cannot", error=_caused(secret)),
}


def _caused(secret: str) -> BaseException:
    error = RuntimeError(secret)
    error.__cause__ = KeyError(secret)
    return error


@pytest.mark.parametrize("way", WAYS)
@given(secret=SECRETS)
def test_nothing_that_a_person_wrote_is_in_it(way: str, secret: str) -> None:
    text = "\n".join(lines_of(WAYS[way](secret)))
    assert secret not in text and secret.split()[0] not in text and "ERROR" in text


def test_what_helps_is_in_it() -> None:
    assert list(lines_of(WAYS["a refusal"]("anna")))[0].endswith(": login failed")
    assert list(lines_of(WAYS["by a library"]("anna")))[0].endswith(LEFT_OUT)
    first, kind, place = lines_of(WAYS["an error"]("anna"))
    assert first.endswith("Error: %s") and kind.strip() == "builtins.ValueError"
    assert place.strip().startswith("tests/burraco_club/test_fault_report.py:") and place.endswith(" record")


@pytest.fixture
def tail() -> Iterator[TailHandler]:
    handler = TailHandler()
    yield handler
    for _line in range(LINES):
        handler.emit(record("burraco_club.tests", "nothing"))


def test_only_the_last_lines_are_kept(tail: TailHandler) -> None:
    for number in range(LINES + 5):
        tail.emit(record("burraco_club.tests", f"line {number}"))
    assert len(last_lines()) == LINES
    assert last_lines()[0].endswith("line 5") and last_lines()[-1].endswith(f"line {LINES + 4}")
    assert f"line {LINES + 4}" in report_text("")


@pytest.mark.django_db
def test_an_administrator_finds_it_at_the_foot_and_copies_it() -> None:
    administrator, referee = Client(), Client()
    administrator.force_login(make_account("carla", Role.ADMINISTRATOR))
    referee.force_login(make_account("rita", Role.REFEREE))
    home = html_of(administrator.get("/en/"))
    assert 'href="/en/club/fault-report/"' in home and "fault-report" not in html_of(referee.get("/en/"))
    page = html_of(administrator.get("/en/club/fault-report/", {"number": "0123456789abcdef"}))
    assert f"Burraco Club {settings.VERSION} ({settings.CODE_VERSION})" in page and "Request: 0123456789abcdef" in page
    assert "Request: not said" in html_of(administrator.get("/en/club/fault-report/", {"number": "<b>Anna</b>"}))
    assert referee.get("/en/club/fault-report/").status_code == 403


def test_the_page_of_an_error_says_the_number_of_its_request(rf: RequestFactory) -> None:
    outside = request_id.set("0123456789abcdef")
    try:
        page = html_of(server_error(rf.get("/")))
    finally:
        request_id.reset(outside)
    assert 'club/fault-report/?number=0123456789abcdef">0123456789abcdef</a>' in page
