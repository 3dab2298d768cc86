"""Access to `/api/v1/`: only with a valid token, and only at a limited rate."""

import logging
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.logins import security_log
from accounts.logins.bearer import bearer_of
from accounts.models import ApiToken, FailedLogins, Program, Role
from accounts.services import token_revoke
from accounts.services.login_delays import TOKEN
from burraco_club.token_access import PACE
from tests.factories import make_account, make_tournament
from tests.tournaments.api.tokens import token_for
from tests.tournaments.views.public_evening import evening

pytestmark = pytest.mark.django_db

ROOT = "/en/api/v1"
CLUB = f"{ROOT}/club/tournaments"
PUBLIC = f"{ROOT}/tournaments"
WRONG = {"Authorization": f"Bearer burraco_{'A' * 43}"}


def asked(address: str, headers: dict[str, str], client: Client | None = None, **more: str) -> HttpResponse:
    return (client or Client()).get(address, headers=headers, **more)  # type: ignore[return-value, arg-type]


def refusal(response: HttpResponse) -> tuple[int, str]:
    """Check that the answer is a private problem document; return its status and the scheme that it asks for."""
    assert response["Content-Type"] == "application/problem+json"
    assert "no-store" in response["Cache-Control"] and "Authorization" in response["Vary"]
    assert response.json()["detail"]  # type: ignore[attr-defined]
    return response.status_code, response.headers.get("WWW-Authenticate", "")


def test_without_a_token_one_is_asked_for() -> None:
    assert refusal(asked(CLUB, {})) == (401, "Bearer")


def test_a_token_that_is_good_lets_in() -> None:
    assert asked(CLUB, token_for(Program.READ)).status_code == 200


def test_what_only_a_token_reads_nobody_on_the_way_keeps() -> None:
    headers, slug = token_for(Program.READ), evening().slug
    for address in (CLUB, f"{PUBLIC}/{slug}/people", f"{PUBLIC}/{slug}/rounds/2/tables/2/result"):
        for answer in (asked(address, headers), asked(address, {})):
            directives = {word.strip() for word in answer["Cache-Control"].split(",")}
            assert "no-store" in directives and not {"public", "s-maxage"} & {word.split("=")[0] for word in directives}
            assert "Authorization" in answer["Vary"], address
        assert "private" in asked(address, headers)["Cache-Control"]


def test_head_is_answered_as_get_is_without_its_body() -> None:
    token, slug = token_for(Program.READ), evening().slug
    for address in (CLUB, f"{PUBLIC}/{slug}/people", f"{PUBLIC}/{slug}/rounds/2/tables/2/result"):
        read, headers = asked(address, token), Client().head(address, headers=token)
        assert (headers.status_code, headers.content) == (200, b"")
        assert headers.headers.get("ETag") == read.headers.get("ETag")


def test_the_scheme_is_read_in_any_case() -> None:
    text = token_for(Program.READ)["Authorization"].split()[1]
    assert asked(CLUB, {"Authorization": f"bearer  {text} "}).status_code == 200


@pytest.mark.parametrize("text", ["xtokenx", "x", "", "a b"])
def test_a_token_is_read_without_the_blanks_around_it_alone(text: str) -> None:
    request = RequestFactory().get("/", headers={"Authorization": f"Bearer  {text} "})
    assert bearer_of(request) == text


@pytest.mark.parametrize(
    "sent",
    [
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer \xe9\xff",
        f"Bearer burraco_{'A' * 43}",
        f"Bearer {'A' * 5_000}",
        f"Bearer burraco_{'A' * 43} burraco_{'A' * 43}",
    ],
)
@pytest.mark.parametrize("address", [CLUB, PUBLIC])
def test_a_token_that_is_not_good_is_refused_where_none_is_needed_too(address: str, sent: str) -> None:
    assert refusal(asked(address, {"Authorization": sent})) == (401, 'Bearer error="invalid_token"')


def test_another_scheme_is_no_token() -> None:
    """A proxy may ask for its own password, and pass it on."""
    assert asked(PUBLIC, {"Authorization": "Basic YW5uYTpwYXNz"}).status_code == 200
    assert refusal(asked(CLUB, {"Authorization": "Basic YW5uYTpwYXNz"})) == (401, "Bearer")


def test_a_token_that_was_revoked_or_has_ended_is_refused_at_once() -> None:
    for name, end in (("revoked", token_revoke), ("ended", None)):
        headers = token_for(Program.READ, name)
        assert asked(CLUB, headers).status_code == 200
        token = ApiToken.objects.get(name=name)
        if end:
            end(token=token, at=timezone.now())
        else:
            ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now())
        assert refusal(asked(CLUB, headers))[0] == 401, name


def test_the_cookie_of_an_administrator_opens_nothing() -> None:
    slug = evening().slug
    administrator = Client(enforce_csrf_checks=True)
    administrator.force_login(make_account("carla", Role.ADMINISTRATOR))
    result = f"{PUBLIC}/{slug}/rounds/2/tables/2/result"
    for address in (CLUB, f"{PUBLIC}/{slug}/people", result):
        assert refusal(asked(address, {}, administrator)) == (401, "Bearer")
    put = administrator.put(result, {"hands": []}, content_type="application/json", headers={"If-Match": '"1-0"'})
    assert refusal(put) == (401, "Bearer")  # type: ignore[arg-type]


def test_no_answer_has_a_cookie_or_depends_on_one() -> None:
    client = Client()
    client.force_login(make_account("carla", Role.ADMINISTRATOR))
    for headers in ({}, WRONG, token_for(Program.READ)):
        answer = asked(CLUB, headers, client)
        assert not answer.cookies and "Cookie" not in answer.headers.get("Vary", "")


def test_a_public_answer_is_the_same_with_a_token() -> None:
    slug = evening().slug
    for part in ("", f"/{slug}", f"/{slug}/ranking", f"/{slug}/pairs"):
        plain, response = asked(PUBLIC + part, {}), asked(PUBLIC + part, token_for(Program.RESULTS, part or "all"))
        assert plain.content == response.content
        for header in ("ETag", "Cache-Control", "Vary"):
            assert plain.headers.get(header) == response.headers.get(header), (part, header)


def test_a_scope_that_does_not_reach_is_told_so() -> None:
    address = f"{PUBLIC}/{evening().slug}/rounds/2/tables/2/result"
    headers = token_for(Program.READ) | {"If-Match": '"1-0"'}
    answer = Client().put(address, {"hands": []}, content_type="application/json", headers=headers)
    assert refusal(answer) == (403, "")  # type: ignore[arg-type]


def test_what_cannot_be_asked_of_an_address_is_told_with_what_can() -> None:
    address = f"{PUBLIC}/{evening().slug}/rounds/2/tables/2/result"
    answer = Client().delete(address, headers=token_for(Program.RESULTS))
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, PUT")
    assert "PUT" in answer.json()["detail"]


# --- Rate limits -----------------------------------------------------------------------------------------------------


def test_many_tokens_that_are_not_good_make_their_address_wait() -> None:
    good = token_for(Program.READ)
    for _ in range(TOKEN.free):
        assert asked(PUBLIC, WRONG).status_code == 401
    late = asked(PUBLIC, WRONG)
    assert refusal(late)[0] == 429 and int(late["Retry-After"]) in (1, 2)
    assert asked(PUBLIC, WRONG, REMOTE_ADDR="192.0.2.7").status_code == 401
    assert asked(CLUB, good).status_code == 200, "whoever has a good one is not concerned"
    FailedLogins.objects.update(last_at=timezone.now() - timedelta(seconds=5))
    assert asked(PUBLIC, WRONG).status_code == 401


def test_who_waits_writes_nothing() -> None:
    for _ in range(TOKEN.free + 5):
        asked(PUBLIC, WRONG)
    (counted,) = FailedLogins.objects.all()
    assert counted.failures == TOKEN.free


def test_a_program_that_has_gone_wild_is_slowed_down_and_others_are_not() -> None:
    PACE.reset()
    wild, calm = token_for(Program.READ, "wild"), token_for(Program.READ, "calm")
    answers = [asked(CLUB, wild) for _ in range(250)]
    slowed = [answer for answer in answers if answer.status_code == 429]
    assert {answer.status_code for answer in answers} == {200, 429}
    assert refusal(slowed[0]) == (429, "") and slowed[0]["Retry-After"] == "1"
    assert asked(CLUB, calm).status_code == 200


def test_refusals_are_logged_without_the_token(caplog: pytest.LogCaptureFixture) -> None:
    security_log._lines_logged.clear()
    with caplog.at_level(logging.WARNING, "burraco_club.security"):
        for _ in range(TOKEN.free + 1):
            asked(CLUB, WRONG)
    texts = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert len([line for line in texts if line.startswith("token refused: address='127.0.0.1'")]) == TOKEN.free
    assert [line for line in texts if line.startswith("token delayed")] and "AAAA" not in caplog.text


# --- What a token reads ----------------------------------------------------------------------------------------------


def test_all_tournaments_are_listed_whatever_their_day_or_state() -> None:
    coming, under_way = make_tournament(date="2031-01-01", name="Coppa"), evening()
    headers = token_for(Program.READ)
    body = asked(CLUB, headers).json()  # type: ignore[attr-defined]
    assert [(item["slug"], item["state"]) for item in body["items"]] == [
        (coming.slug, "registration"),
        (under_way.slug, "running"),
    ]
    first = asked(f"{CLUB}?limit=1", headers).json()  # type: ignore[attr-defined]
    assert (first["count"], [item["slug"] for item in first["items"]]) == (2, [coming.slug])
    second = asked(first["next"], headers).json()  # type: ignore[attr-defined]
    assert ([item["slug"] for item in second["items"]], second["next"]) == ([under_way.slug], None)


def test_a_bound_is_told_to_a_program_with_a_token_too() -> None:
    answer = asked(f"{CLUB}?limit=²", token_for(Program.READ))
    assert (answer.status_code, answer.json()["status"]) == (422, 422)  # type: ignore[attr-defined]
