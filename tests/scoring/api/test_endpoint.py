"""`/api/score_hand`: the same hands and answers as `score_hand` on the terminal, and never a crash."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from scoring.api import hands
from scoring.api.endpoint import EXAMPLE
from scoring.api.formats import Answer, Hand, Unreadable
from scoring.api.hand_json import answer_hand
from scoring.api.hands import MOST_BYTES, MOST_HANDS, reply_to
from tests.scoring.test_examples import examples

URL = "/en/api/score_hand"
HANDS = [example["hand"] for example in examples("hands")]


def send(client: Client, body: Any, **extra: Any) -> HttpResponse:
    data = body if isinstance(body, str | bytes) else json.dumps(body)
    # Django's client omits the type of an empty body.
    return client.post(URL, data, content_type="application/json", CONTENT_TYPE="application/json", **extra)


def answer_of(hand: Any) -> dict[str, Any]:
    with override("en"):
        return answer_hand(hand)


def changed(**changes: Any) -> dict[str, Any]:
    return {**EXAMPLE, **changes}


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["ruleset"])
def test_the_examples_are_answered_as_on_the_terminal(client: Client, hand: dict[str, Any]) -> None:
    response = send(client, hand)
    assert response.status_code == 200
    assert response.json() == answer_of(hand)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["ruleset"])
def test_the_description_is_true_of_the_examples(hand: dict[str, Any]) -> None:
    Hand.model_validate_json(json.dumps(hand), strict=True)
    answer = answer_of(hand)
    described = Answer.model_validate_json(json.dumps(answer), strict=True)
    assert described.model_dump(exclude_unset=True) == answer


def test_a_list_is_answered_by_a_list_and_lines_by_lines(client: Client) -> None:
    hands = HANDS[:3]
    answers = [answer_of(hand) for hand in hands]
    assert send(client, hands).json() == answers
    lines = send(client, "\n".join(json.dumps(hand) for hand in hands) + "\n\n")
    assert lines["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in lines.content.decode().splitlines()] == answers
    assert send(client, []).json() == []


def test_violations_are_an_answer_in_the_language_of_the_address(client: Client) -> None:
    hand = json.dumps(changed(end="stock"))
    english = send(client, hand)
    italian = client.post("/api/score_hand", hand, content_type="application/json")
    assert (english.status_code, english.json()["legal"]) == (200, False)
    [fault] = english.json()["violations"]
    assert fault["message"].startswith("side 1: the side is marked as closing")
    assert italian.json()["violations"][0] == {**fault, "message": italian.json()["violations"][0]["message"]}
    assert italian.json()["violations"][0]["message"] != fault["message"]


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ("", 400, "expected a hand, got nothing"),
        ("{", 400, "not JSON"),
        ("not\nJSON", 400, "not JSON"),
        ('{"a": 1, "a": 2}', 400, "a: twice in one object"),
        (b"\xff\xfe", 400, "expected UTF-8"),
        ("[" * 100_000, 400, "not JSON"),
        ("null", 422, "hand: expected an object"),
        (changed(extra=1), 422, "extra: unknown here"),
        (changed(ruleset="poker"), 422, "ruleset: expected one of fibur_2026"),
        (changed(options={"value_jolly": 10**30}), 422, "value_jolly: expected 1000 or less"),
        (changed(options={"clean": True}), 422, "clean: expected a whole number, got True"),
        (changed(players=5), 422, "players: expected 2, 3, 4 or 6, got 5"),
        (changed(sides=[]), 422, "sides: expected 2, got 0"),
        (changed(sides=[{"melded": 0, "left_value": 0, "extra": 1}] * 2), 422, "sides[0].extra: unknown here"),
        (changed(sides=[{"total": "300"}, {"total": 5}]), 422, "sides[0].total: expected a whole number, got '300'"),
        (
            changed(sides=[{**EXAMPLE["sides"][0], "melds": ["3H 4X"]}, EXAMPLE["sides"][1]]),  # type: ignore[index]
            422,
            "sides[0].melds[0]: card 2, character 4: expected a card, got '4X'",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_read_is_refused_with_its_path(client: Client, body: Any, status: int, error: str) -> None:
    response = send(client, body)
    assert response.status_code == status
    assert response.json().keys() == {"error"}
    assert response.json()["error"].startswith(error)


def test_one_unreadable_hand_does_not_spoil_the_others(client: Client) -> None:
    response = send(client, [EXAMPLE, {"ruleset": "italian"}, 3])
    assert response.status_code == 422
    first, *others = response.json()
    assert first == answer_of(EXAMPLE)
    assert [other["error"].split(":")[0] for other in others] == ["[1]", "[2]"]
    TypeAdapter(list[Answer | Unreadable]).validate_json(response.content)
    lines = send(client, f"{json.dumps(EXAMPLE)}\nnonsense")
    assert lines.status_code == 422
    assert json.loads(lines.content.decode().splitlines()[1])["error"].startswith("line 2: not JSON")


def test_too_much_is_refused_before_it_is_read(client: Client) -> None:
    heavy = {"error": "expected at most 100000 bytes"}
    for body, announced in ((" " * (MOST_BYTES + 1), {}), ("", {"CONTENT_LENGTH": str(MOST_BYTES + 1)})):
        refused = send(client, body, **announced)
        assert (refused.status_code, refused.json()) == (413, heavy)
    assert send(client, " " * MOST_BYTES).status_code == 400
    for many in ([{}] * (MOST_HANDS + 1), "{}\n" * (MOST_HANDS + 1)):
        response = send(client, many)
        assert (response.status_code, response.json()) == (413, {"error": "expected at most 100 hands"})
    assert len(send(client, [{}] * MOST_HANDS).json()) == MOST_HANDS


@pytest.mark.parametrize("content_type", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_another_type_of_content_is_refused_unread(client: Client, content_type: str) -> None:
    response = client.generic("POST", URL, json.dumps(EXAMPLE), content_type=content_type)
    assert response.status_code == 415
    assert response.json()["error"].startswith("expected Content-Type application/json or application/x-ndjson, got")


def test_every_answer_is_a_file_and_no_page(client: Client) -> None:
    lines = client.generic("POST", URL, json.dumps(EXAMPLE), content_type="application/x-ndjson; charset=utf-8")
    assert lines.status_code == 200
    for response, name in (
        (send(client, EXAMPLE), "score_hand.json"),
        (send(client, "<script>"), "score_hand.json"),
        (send(client, "{}\n{}"), "score_hand.jsonl"),
        (client.get("/en/api/openapi.json"), "openapi.json"),
    ):
        assert response["Content-Disposition"] == f'attachment; filename="{name}"'


def test_of_several_members_the_one_that_is_there_twice_is_named() -> None:
    assert reply_to(b'{"end": 1, "players": 2, "players": 3}').body == {"error": "players: twice in one object"}


def test_as_many_lines_as_hands_and_no_more_bytes_are_read() -> None:
    lines = reply_to(b"1\n" * MOST_HANDS)
    assert lines.status == 422 and len(lines.body) == MOST_HANDS
    assert reply_to(b" " * (MOST_BYTES + 1)).status == 413


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (b"{}", {"error": "nested too deeply"}),
        (b"[{}, {}]", [{"error": "[0]: nested too deeply"}, {"error": "[1]: nested too deeply"}]),
    ],
)
def test_what_is_nested_too_deeply_to_be_judged_is_told(
    monkeypatch: pytest.MonkeyPatch, body: bytes, answer: object
) -> None:
    def exhausted(_given: object) -> None:
        raise RecursionError

    monkeypatch.setattr(hands, "answer_hand", exhausted)
    reply = reply_to(body)
    assert (reply.status, reply.body) == (422, answer)


def test_nested_as_deeply_as_json_can_be(client: Client) -> None:
    for depth in range(100, 1100, 9):
        for body in ("[" * depth + "]" * depth, '{"ruleset":' * depth + "1" + "}" * depth):
            assert send(client, body).status_code in (400, 422)


leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.sampled_from(["3H 4H 5H", "JK", "taken", "time"]),
)
keys = st.sampled_from(
    ["ruleset", "options", "end", "players", "sides", "melds", "left", "pozzetto", "pozzetto_cards", "pozzetto_value"]
    + ["closed", "solo", "base", "points", "total", "clean", "semi_clean", "dirty", "royal", "melded", "left_value"]
)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys | st.text(max_size=3), inner, max_size=6)
)


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """Return a hand in which some values were replaced."""
    hand = json.loads(json.dumps(draw(st.sampled_from(HANDS))))
    for _change in range(draw(st.integers(1, 3))):
        target = draw(st.sampled_from([hand, *(side for side in hand["sides"] if isinstance(side, dict))]))
        target[draw(keys)] = draw(anything)
        if not isinstance(hand.get("sides"), list):
            break
    return hand


@settings(max_examples=100, deadline=None)
@given(st.one_of(anything, spoiled()))
def test_whatever_json_is_sent_is_answered(value: Any) -> None:
    reply = reply_to(json.dumps(value).encode())
    assert reply.status in (200, 400, 413, 422)
    json.dumps(reply.body)


@settings(max_examples=100, deadline=None)
@given(st.binary())
def test_whatever_bytes_are_sent_are_answered(data: bytes) -> None:
    assert reply_to(data).status in (200, 400, 422)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None)
@given(spoiled())
def test_whatever_is_answered_can_be_sent(client: Client, value: Any) -> None:
    response = send(client, value)
    assert response.status_code in (200, 400, 413, 422)
    response.json()


def test_no_account_no_cookie_no_token() -> None:
    outsider = Client(enforce_csrf_checks=True)
    response = send(outsider, EXAMPLE)
    assert response.status_code == 200
    assert not response.cookies
    assert "no-store" in response["Cache-Control"]
    assert outsider.get(URL).status_code == 405
