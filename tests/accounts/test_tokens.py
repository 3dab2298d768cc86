"""Tokens of programs: created by an administrator, shown once, stored as digests, and refused after their end."""

import logging
import re
from datetime import datetime, timedelta
from hashlib import sha256
from html import unescape

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.logins import security_log
from accounts.models import ApiToken, JournalEntry, Program, Role
from accounts.services import token_create, token_of, token_revoke
from accounts.services.rate_limits import MOST_KNOWN, Pace
from accounts.services.tokens import SHAPE, USE_NOTED
from pages.refusals import Refused
from tests.factories import AT, make_account

PAGE = "/en/club/programs/"


@pytest.fixture
def administrator(db: None) -> Client:
    client = Client()
    client.force_login(make_account("carla", Role.ADMINISTRATOR))
    return client


def make(client: Client, name: str = "Tablet 3", scope: str = "results", days: str = "365") -> HttpResponse:
    return client.post(PAGE, {"name": name, "scope": scope, "days": days})  # type: ignore[return-value]


def shown_in(response: HttpResponse) -> str:
    found = SHAPE.search(unescape(response.content.decode()))
    assert found
    return found[0]


# --- The service -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_token_has_256_bits_and_only_its_hash_is_stored() -> None:
    texts = {token_create(name=f"{number}", scope=Program.READ, made_by="carla", at=AT)[1] for number in range(20)}
    assert len(texts) == 20 and all(SHAPE.fullmatch(text) for text in texts)
    assert len({text[-43:] for text in texts}) == 20
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_apitoken")
        stored = str(cursor.fetchall())
    assert not any(text in stored or text[16:] in stored for text in texts)
    assert all(sha256(text.encode()).hexdigest() in stored for text in texts)


@pytest.mark.django_db
def test_a_token_lets_in_until_it_ends_or_is_revoked() -> None:
    token, text = token_create(name="Tablet", scope=Program.READ, made_by="carla", at=AT, days=1)
    _other, lasting = token_create(name="Bacheca", scope=Program.READ, made_by="carla", at=AT)
    end = AT + timedelta(days=1)
    assert token_of(text, at=end - timedelta(seconds=1)) == token
    assert token_of(text, at=end) is None
    assert token_of(lasting, at=AT + timedelta(days=4_000)) is not None
    assert token_revoke(token=token, at=AT) and not token_revoke(token=token, at=end)
    assert token_of(text, at=AT) is None
    token.refresh_from_db()
    assert token.revoked_at == AT


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", ["", "x", "burraco_", "burraco_" + "A" * 43, "é" * 43, "burraco_" + "²" * 43])
def test_nothing_else_lets_in(wrong: str) -> None:
    token_create(name="Tablet", scope=Program.READ, made_by="carla", at=AT)
    assert token_of(wrong, at=AT) is None


@pytest.mark.django_db
def test_of_two_programs_that_may_come_none_has_the_others_name() -> None:
    token, _text = token_create(name="Tablet 3", scope=Program.READ, made_by="carla", at=AT)
    with pytest.raises(Refused, match="Tablet 3|tablet 3"):
        token_create(name="tablet 3", scope=Program.RESULTS, made_by="carla", at=AT)
    token_revoke(token=token, at=AT)
    token_create(name="tablet 3", scope=Program.RESULTS, made_by="carla", at=AT)


@pytest.mark.django_db
def test_when_it_was_used_is_written_down_now_and_then() -> None:
    token, text = token_create(name="Tablet", scope=Program.READ, made_by="carla", at=AT)

    def used(at: datetime) -> tuple[datetime | None, int]:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            token_of(text, at=at)
        token.refresh_from_db()
        return token.last_used_at, len(queries)

    assert used(AT) == (AT, 2)
    assert used(AT + USE_NOTED) == (AT, 1)
    later = AT + USE_NOTED + timedelta(seconds=1)
    assert used(later) == (later, 2)


# --- How often -------------------------------------------------------------------------------------------------------


@given(st.lists(st.floats(0, 5), max_size=200))
def test_nobody_comes_more_often_than_the_pace(pauses: list[float]) -> None:
    """The rate is checked over every period, from its first request to its last."""
    pace, now, welcome = Pace(at_once=5, per_second=2), 0.0, []
    for pause in pauses:
        now += pause
        if not pace.wait("a", now=now):
            welcome.append(now)
    for first, began in enumerate(welcome):
        for last, ended in enumerate(welcome[first:], start=1):
            assert last <= 5 + 2 * (ended - began) + 1e-6, (first, began, ended)


def test_who_waits_as_long_as_was_said_is_welcome_and_others_are_not_concerned() -> None:
    pace = Pace(at_once=3, per_second=0.5)
    assert [pace.wait("a", now=7) for _ in range(5)] == [0, 0, 0, 2, 2]
    assert pace.wait("b", now=7) == 0
    assert [pace.wait("a", now=9), pace.wait("a", now=9)] == [0, 2]


def test_of_many_who_come_the_memory_stays_small() -> None:
    pace = Pace(at_once=1, per_second=1)
    for number in range(3 * MOST_KNOWN):
        assert pace.wait(number, now=0) == 0
    assert len(pace._left) <= MOST_KNOWN


# --- The page --------------------------------------------------------------------------------------------------------


def test_a_token_is_shown_once_and_by_no_address(administrator: Client) -> None:
    response = make(administrator)
    text = shown_in(response)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"] and "private" in response["Cache-Control"]
    token = token_of(text, at=timezone.now())
    assert token is not None
    assert (token.name, token.scope, token.made_by) == ("Tablet 3", Program.RESULTS, "carla")
    assert token.expires_at is not None and token.expires_at - token.made_at == timedelta(days=365)
    listed = administrator.get(PAGE).content.decode()
    assert "Tablet 3" in listed and text[:12] in listed and text not in listed
    assert not any(text in str(value) for value in administrator.session.items())


def test_the_list_says_which_are_used_and_which_are_over(administrator: Client) -> None:
    text = shown_in(make(administrator, "Bacheca", "read", "always"))
    assert "never used" in administrator.get(PAGE).content.decode()
    token_of(text, at=timezone.now())
    assert "last used" in administrator.get(PAGE).content.decode()
    ApiToken.objects.update(expires_at=timezone.now())
    assert "expired" in administrator.get(PAGE).content.decode()


def test_what_was_revoked_stays_in_sight_and_its_name_is_free(administrator: Client) -> None:
    make(administrator)
    token = ApiToken.objects.get()
    answer = administrator.post(f"{PAGE}{token.pk}/revoke/", follow=True)
    page = answer.content.decode()
    assert "has been revoked" in page and "No program has a token." in page and token.beginning in page
    assert administrator.post(f"{PAGE}{token.pk}/revoke/").status_code == 302
    assert make(administrator).status_code == 200


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "x" * 81}, "80"),
        ({"name": "a\0b"}, "Null characters"),
        ({"scope": "everything"}, "not one of the available choices"),
        ({"days": ""}, "This field is required"),
        ({"days": "²"}, "not one of the available choices"),
        ({"name": "TABLET 3"}, "choose another name"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_typed_is_lost(
    administrator: Client, typed: dict[str, str], sentence: str
) -> None:
    make(administrator)
    response = administrator.post(PAGE, {"name": "Bacheca", "scope": "read", "days": "1"} | typed)
    assert response.status_code == 422
    page = unescape(response.content.decode())
    assert sentence in page and (typed.get("name", "Bacheca") in page)
    assert ApiToken.objects.count() == 1


def test_who_made_and_revoked_it_stands_in_the_journal_and_in_the_log(
    administrator: Client, caplog: pytest.LogCaptureFixture
) -> None:
    security_log._lines_logged.clear()
    with caplog.at_level(logging.WARNING, "burraco_club.security"):
        text = shown_in(make(administrator))
        for _twice in range(2):
            administrator.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke/")
    entries = [(entry.who, entry.event, entry.about) for entry in JournalEntry.objects.order_by("pk")]
    assert entries == [("carla", "token_made", "Tablet 3"), ("carla", "token_revoked", "Tablet 3")]
    assert [re.split(":", record.getMessage())[0] for record in caplog.records] == ["token made", "token revoked"]
    assert text not in caplog.text
    page = administrator.get("/en/club/journal/").content.decode()
    assert "Token created for a program: Tablet 3" in page and "Token of a program revoked: Tablet 3" in page


def test_the_administrator_finds_the_page_and_a_referee_does_not(administrator: Client) -> None:
    referee = Client()
    referee.force_login(make_account("marta"))
    assert PAGE in administrator.get("/en/club/").content.decode()
    assert PAGE not in referee.get("/en/club/").content.decode()
    assert referee.get(PAGE).status_code == 403
