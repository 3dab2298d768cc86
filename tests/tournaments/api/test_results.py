"""A table's result over `/api/v1/`: a write does what a save at the desk does, and overwrites nothing unseen."""

import json
import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import ApiToken, Program, Role
from burraco_club.token_access import PACE
from pages.refusals import Refused
from tests.factories import (
    AT,
    draft_round,
    make_account,
    make_tournament,
    play_round,
    play_table,
    start_on_phones,
    start_round,
)
from tests.tournaments.api.tokens import token_for
from tests.tournaments.sample_hand import DEPTHS, Entries
from tests.tournaments.views.pages import said
from tournaments.api import results
from tournaments.api.results import MOST_BYTES
from tournaments.models import Hand, Table, Tournament
from tournaments.records import Allowance, Line, Outcome, System
from tournaments.services import (
    phone_type,
    table_award,
    tournament_delete,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.services.refusals import PhoneRefused, TableChanged, TournamentGone
from tournaments.slips.states import Phone

pytestmark = pytest.mark.django_db

SLIP = [
    {"end": "closed", "ns": {"base": 300, "points": 120}, "ew": {"base": 0, "points": 85}},
    {"end": "stock", "ns": {"base": 100, "points": 40}, "ew": {"base": 200, "points": 145}},
]
OTHER = [SLIP[1], SLIP[0]]


class Device:
    """A tablet in the hall, as its maker would program it."""

    def __init__(self, token: dict[str, str], prefix: str = "/en") -> None:
        self.token, self.prefix, self.client = token, prefix, Client(enforce_csrf_checks=True)

    def address(self, table: Table) -> str:
        round_ = table.round
        part = f"{round_.tournament.slug}/rounds/{round_.number}/tables/{table.number}/result"
        return f"{self.prefix}/api/v1/tournaments/{part}"

    def read(self, table: Table) -> HttpResponse:
        return self.client.get(self.address(table), headers=self.token)  # type: ignore[return-value]

    def send(self, table: Table, body: Any, *, match: str | None, **more: Any) -> HttpResponse:
        named = {} if match is None else {"If-Match": match}
        typed = {"content_type": "application/json"} | more
        return self.client.put(self.address(table), body, headers=self.token | named, **typed)  # type: ignore[return-value]

    def write(self, table: Table, hands: Any = None, **more: Any) -> HttpResponse:
        """Overwrite the result that was read just before."""
        body = {"hands": SLIP if hands is None else hands} | more
        return self.send(table, body, match=self.read(table)["ETag"])


@pytest.fixture
def tablet() -> Device:
    PACE.reset()
    return Device(token_for(Program.RESULTS))


@pytest.fixture
def table() -> Table:
    return start_round(make_tournament(pairs=8, hands_per_round=2)).tables.get(number=2)


def problem(response: HttpResponse) -> dict[str, Any]:
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()  # type: ignore[attr-defined]
    assert body["status"] == response.status_code and body["title"] and body["detail"]
    return body


def state(response: HttpResponse) -> dict[str, Any]:
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[attr-defined, no-any-return]


def saved(table: Table) -> tuple[int, str, list[tuple[int, int]]]:
    """Return the stored version, the outcome, and the totals of the hands."""
    now = Table.objects.get(pk=table.pk)
    return now.version, now.outcome, list(now.hands.values_list("ns_total", "ew_total"))


def test_nothing_sent_is_no_slip(tablet: Device, table: Table) -> None:
    """A request without a body has no length either."""
    sent = tablet.send(table, b"", match=tablet.read(table)["ETag"], CONTENT_TYPE="application/json")
    assert problem(sent)["status"] == 400


@pytest.mark.parametrize(("bytes_more", "status"), [(0, 200), (1, 413)])
def test_a_slip_may_have_its_most_bytes(tablet: Device, table: Table, bytes_more: int, status: int) -> None:
    body = json.dumps({"hands": SLIP}).ljust(MOST_BYTES + bytes_more)
    assert tablet.send(table, body, match=tablet.read(table)["ETag"]).status_code == status


@pytest.mark.parametrize(
    ("refusal", "status"), [(TableChanged("Changed."), 412), (TournamentGone("Gone."), 404), (Refused("No."), 409)]
)
def test_what_happens_between_reading_and_writing_is_a_problem_of_its_own(
    tablet: Device, table: Table, monkeypatch: pytest.MonkeyPatch, refusal: Refused, status: int
) -> None:
    def refuse(**_facts: object) -> None:
        raise refusal

    monkeypatch.setattr(results, "table_record", refuse)
    assert tablet.write(table).status_code == status


# --- An evening with a tablet ----------------------------------------------------------------------------------------


def test_a_tablet_is_let_in_reads_a_table_writes_it_and_is_shut_out(client: Client) -> None:
    """From the administrator's page to the ranking, the history and the revoked token."""
    client.force_login(make_account("carla", Role.ADMINISTRATOR))
    response = client.post("/en/club/programs/", {"name": "Tablet 3", "scope": "results", "days": "1"})
    token_match = re.search(r"burraco_[\w-]{43}", unescape(response.content.decode()))
    assert token_match
    tablet = Device({"Authorization": f"Bearer {token_match[0]}"})
    round_ = start_round(make_tournament(pairs=4, hands_per_round=2))
    slug, table = round_.tournament.slug, round_.tables.get(number=1)
    ranking = f"/en/api/v1/tournaments/{slug}/ranking"
    before = client.get(ranking)

    read = tablet.read(table)
    assert state(read) == {"round": 1, "table": 1, "outcome": "open", "hands_per_round": 2, "hands": []}
    written = tablet.send(table, {"hands": SLIP}, match=read["ETag"])
    assert state(written) == {"round": 1, "table": 1, "outcome": "played", "hands_per_round": 2, "hands": SLIP}
    assert written["ETag"] != read["ETag"]
    assert (state(tablet.read(table)), tablet.read(table)["ETag"]) == (state(written), written["ETag"])

    after = client.get(ranking)
    assert before["ETag"] != after["ETag"]
    assert {row["pair"]: row["mp"] for row in after.json()["items"]} == {1: 560, 2: 430, 3: 0, 4: 0}
    desk = client.get(reverse("table_entry", args=[slug, 1, 1])).content.decode()
    assert 'value="300"' in desk and 'value="145"' in desk
    history = unescape(client.get(f"/en/tournaments/{slug}/history/").content.decode())
    assert "program “Tablet 3”" in history and "Round 1, table 1: result entered" in history

    revoked = client.post(f"/en/club/programs/{ApiToken.objects.get().pk}/revoke/")
    assert said(revoked) == "The token of “Tablet 3” has been revoked."
    assert tablet.read(table).status_code == 401
    assert tablet.send(table, {"hands": OTHER}, match=written["ETag"]).status_code == 401
    assert saved(table)[2] == [(420, 85), (140, 345)]


def test_who_is_logged_in_beside_the_token_has_not_written_it(table: Table, tablet: Device) -> None:
    tablet.client.force_login(make_account("carla", Role.ADMINISTRATOR))
    assert tablet.write(table).status_code == 200
    written = Table.history.filter(id=table.pk).latest("history_id")
    assert (written.history_user, written.history_change_reason) == (None, "program: Tablet 3")
    assert {hand.history_user for hand in Hand.history.filter(table_id=table.pk)} == {None}


def test_of_two_devices_that_send_the_same_slip_the_second_is_refused(tablet: Device, table: Table) -> None:
    other = Device(token_for(Program.RESULTS, "Tablet 4"))
    first, second = tablet.read(table), other.read(table)
    won = tablet.send(table, {"hands": SLIP}, match=first["ETag"])
    lost = other.send(table, {"hands": OTHER}, match=second["ETag"])
    assert (won.status_code, problem(lost)["status"], lost["ETag"]) == (200, 412, won["ETag"])
    assert saved(table) == (1, "played", [(420, 85), (140, 345)])
    assert other.send(table, {"hands": OTHER}, match=lost["ETag"]).status_code == 200
    assert saved(table) == (2, "played", [(140, 345), (420, 85)])


def test_a_device_that_lost_the_answer_reads_what_became_of_it(tablet: Device, table: Table) -> None:
    named = tablet.read(table)["ETag"]
    assert tablet.send(table, {"hands": SLIP}, match=named).status_code == 200
    again = tablet.send(table, {"hands": SLIP}, match=named)
    assert again.status_code == 412
    read = tablet.read(table)
    assert (state(read)["hands"], read["ETag"]) == (SLIP, again["ETag"])


def test_the_referee_at_the_desk_hears_of_a_program_that_was_first(tablet: Device, table: Table) -> None:
    slug = table.round.tournament.slug
    referee = Client()
    referee.force_login(make_account("marta"))
    assert tablet.write(table).status_code == 200
    figures = {"h1_ns_base": 500, "h1_ns_points": 5, "h1_ew_base": 0, "h1_ew_points": 5, "h1_end": "closed"}
    figures |= {"h2_ns_base": 500, "h2_ns_points": 5, "h2_ew_base": 0, "h2_ew_points": 5, "h2_end": "closed"}
    page = referee.post(reverse("table_entry", args=[slug, 1, 2]), figures | {"version": 0, "depth": "slip"})
    assert page.status_code == 409
    assert "program “Tablet 3” saved another result" in " ".join(unescape(page.content.decode()).split())


def test_a_table_that_phones_were_writing_is_read_there_once_a_device_has_saved_it(tablet: Device) -> None:
    table = start_on_phones().tables.get(number=1)
    phone = Phone(Line.NS, "a")
    slip = phone_type(table=table, phone=phone, version=0, serial=1, typed={"h1_ns_base": "100"}, at=AT)
    assert tablet.write(table).status_code == 200
    with pytest.raises(PhoneRefused):
        phone_type(table=table, phone=phone, version=slip.version, serial=2, typed={}, at=AT)


# --- Accepted and refused slips --------------------------------------------------------------------------------------


@pytest.mark.parametrize("entries", DEPTHS.values(), ids=list(DEPTHS))
def test_a_hand_is_taken_at_the_depth_it_was_sent(tablet: Device, table: Table, entries: Entries) -> None:
    sent = [{"end": "closed", "ns": entries[0], "ew": entries[1]}, SLIP[1]]
    assert state(tablet.write(table, sent))["hands"] == sent
    assert saved(table)[2][0] == (400, -35)


def test_totals_alone_are_taken(tablet: Device, table: Table) -> None:
    sent = [{"end": "stock", "ns": {"total": 420}, "ew": {"total": 85}}] * 2
    assert state(tablet.write(table, sent))["hands"] == sent


def test_a_correction_changes_what_differs_and_keeps_the_old_in_the_history(tablet: Device, table: Table) -> None:
    tablet.write(table)
    corrected = [SLIP[0], SLIP[1] | {"ns": {"base": 200, "points": 40}}]
    assert tablet.write(table, corrected).status_code == 200
    assert list(Hand.history.filter(number=2).order_by("history_id").values_list("ns_total", flat=True)) == [140, 240]
    assert Hand.history.filter(number=1).count() == 1


def test_what_is_improbable_is_saved_once_somebody_has_looked(tablet: Device, table: Table) -> None:
    nothing = [{"end": "time", "ns": {"total": 0}, "ew": {"total": 0}}] * 2
    doubted = problem(tablet.write(table, nothing))
    assert doubted["status"] == 422 and "confirmed" in doubted["detail"]
    assert [fault["path"] for fault in doubted["errors"]] == ["hands[0]", "hands[1]"]
    assert saved(table) == (0, "open", [])
    assert tablet.write(table, nothing, confirmed=False).status_code == 422
    assert tablet.write(table, nothing, confirmed=True).status_code == 200


@pytest.mark.parametrize(
    ("hands", "path", "sentence"),
    [
        ([], "hands", "expected 2 hands, got 0"),
        (SLIP * 2, "hands", "expected 2 hands, got 4"),
        ("", "hands", "expected a list"),
        ([SLIP[0], {"end": "closed", "ns": {"total": 5}}], "hands[1].ew", "missing"),
        ([SLIP[0], SLIP[1] | {"end": "over"}], "hands[1].end", "closed, stock"),
        ([SLIP[0], SLIP[1] | {"ns": {"base": "300", "points": 0}}], "hands[1].ns.base", "whole number"),
        ([SLIP[0], SLIP[1] | {"ns": {"base": 300, "points": 0.5}}], "hands[1].ns.points", "whole number"),
        ([SLIP[0], SLIP[1] | {"ns": {"base": 300, "points": 3}}], "hands[1].ns", "multiple of 5"),
        ([SLIP[0], SLIP[1] | {"ns": {"base": 10**25, "points": 0}}], "hands[1].ns", ""),
        ([SLIP[0] | {"player": "\0"}, SLIP[1]], "hands[0].player", "unknown key"),
        ([SLIP[0] | {"end": "\ud800"}, SLIP[1]], "hands[0].end", "\\ud800"),
    ],
)
def test_what_is_wrong_with_a_slip_is_told_by_its_place(
    tablet: Device, table: Table, hands: Any, path: str, sentence: str
) -> None:
    answer = problem(tablet.send(table, json.dumps({"hands": hands}), match=tablet.read(table)["ETag"]))
    assert answer["status"] == 422
    assert any(fault["path"] == path and sentence in fault["message"] for fault in answer["errors"]), answer
    assert saved(table) == (0, "open", [])


def test_every_fault_of_a_slip_is_reported(tablet: Device, table: Table) -> None:
    wrong = [hand | {"ew": {"base": 0, "points": 3}} for hand in SLIP]
    assert [fault["path"] for fault in problem(tablet.write(table, wrong))["errors"]] == ["hands[0].ew", "hands[1].ew"]


def test_the_sentences_are_in_the_language_of_the_address(table: Table) -> None:
    italian = Device(token_for(Program.RESULTS), prefix="")
    assert "Smazzata 2" in problem(italian.write(table, [SLIP[0], SLIP[1] | {"ns": {"total": 3}}]))["detail"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b" ", 400),
        (b"{", 400),
        (b"\xff", 400),
        (b'{"hands": [], "hands": []}', 400),
        (b'{"hands": NaN}', 400),
        (b"[" * 20_000, 400),
        (b'{"hands": ' + b"9" * 5_000 + b"}", 400),
        (b"null", 422),
        (b"[]", 422),
        (b'{"hands": [], "confirmed": 1}', 422),
        (b'{"hands": [], "\\u0000": 1}', 422),
        (b'{"hands": [], "\\ud800": 1}', 422),
        (b" " * 30_001, 413),
    ],
)
def test_what_is_no_slip_is_refused_and_never_breaks_anything(
    tablet: Device, table: Table, body: bytes, status: int
) -> None:
    assert problem(tablet.send(table, body, match=tablet.read(table)["ETag"]))["status"] == status
    assert saved(table) == (0, "open", [])


def test_another_type_of_content_is_not_read(tablet: Device, table: Table) -> None:
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=hex", ""):
        sent = tablet.send(table, json.dumps({"hands": SLIP}), match='"1-0"', content_type=content_type)
        assert problem(sent)["status"] in (400, 415), content_type


SIDES = st.one_of(
    st.fixed_dictionaries({"total": st.integers(-400, 400).map(lambda number: number * 5)}),
    st.fixed_dictionaries(
        {"base": st.sampled_from([0, 100, 200, 350]), "points": st.integers(-20, 80).map(lambda n: 5 * n)}
    ),
    st.fixed_dictionaries(
        {
            "clean": st.integers(0, 2),
            "melded": st.integers(0, 60).map(lambda number: number * 5),
            "left_value": st.integers(0, 20).map(lambda number: number * 5),
            "pozzetto": st.sampled_from(["taken", "not_taken"]),
            "closed": st.booleans(),
        }
    ),
)
ANY_HAND = st.fixed_dictionaries(
    {"end": st.sampled_from(["closed", "stock", "stall", "time"]), "ns": SIDES, "ew": SIDES}
)
LEGAL_HAND = st.sampled_from([*SLIP, *({"end": "closed", "ns": ns, "ew": ew} for ns, ew in DEPTHS.values())])
HANDS = st.lists(st.one_of(ANY_HAND, LEGAL_HAND), min_size=2, max_size=2)


@given(hands=HANDS)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_whatever_is_taken_reads_back_as_it_was_and_its_desk_opens(hands: Any) -> None:
    """Accepted results may mix depths, and refused ones leave nothing behind."""
    PACE.reset()
    tournament = Tournament.objects.first() or start_round(make_tournament(pairs=4, hands_per_round=2)).tournament
    table = Table.objects.get(round__tournament=tournament, number=1)
    tablet, referee = Device(token_for(Program.RESULTS, f"{Random().random()}")), Client()
    referee.force_login(make_account(f"marta{Random().random()}"))
    before = saved(table)
    answer = tablet.write(table, hands, confirmed=True)
    if answer.status_code == 200:
        read = state(answer)["hands"]
        assert tablet.write(table, read, confirmed=True).status_code == 200
        assert state(tablet.read(table))["hands"] == read
        for sent, stored in zip(hands, read, strict=True):
            assert sent["end"] == stored["end"]
            assert all(stored[side].get(key, 0) == value for side in ("ns", "ew") for key, value in sent[side].items())
    else:
        assert problem(answer)["status"] == 422
        assert saved(table) == before
    for page in ("table_entry", "result_sheet"):
        number = [1] if page == "table_entry" else []
        assert referee.get(reverse(page, args=[tournament.slug, 1, *number])).status_code == 200


# --- The version of the table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("match", [None, "", "*", "1-0", "x", "²", "*, *"])
def test_who_does_not_name_the_state_is_asked_to(tablet: Device, table: Table, match: str | None) -> None:
    sent = tablet.send(table, {"hands": SLIP}, match=match)
    assert problem(sent)["status"] == 428 and sent["ETag"] == tablet.read(table)["ETag"]
    assert saved(table) == (0, "open", [])


@pytest.mark.parametrize("wrong", ['"1-1"', '"0-0"', 'W/"{0}"', '"9999999999999999999-0"'])
def test_who_names_another_state_is_told_of_the_one_of_now(tablet: Device, table: Table, wrong: str) -> None:
    etag = tablet.read(table)["ETag"]
    sent = tablet.send(table, {"hands": SLIP}, match=wrong.format(etag.strip('"')))
    assert (problem(sent)["status"], sent["ETag"]) == (412, etag)
    assert saved(table) == (0, "open", [])


def test_of_several_states_that_are_named_one_is_enough(tablet: Device, table: Table) -> None:
    assert tablet.send(table, {"hands": SLIP}, match=f'"1-99", {tablet.read(table)["ETag"]}').status_code == 200


def test_who_has_the_state_already_is_told_so(tablet: Device, table: Table) -> None:
    etag = tablet.read(table)["ETag"]
    known = {"If-None-Match": etag} | tablet.token
    again = tablet.client.get(tablet.address(table), headers=known)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    tablet.write(table)
    assert tablet.client.get(tablet.address(table), headers=known).status_code == 200


# --- The limits of a scorer ------------------------------------------------------------------------------------------


def test_a_closed_round_and_what_the_referee_has_decided_are_the_referees(tablet: Device) -> None:
    round_ = start_round(make_tournament(pairs=5, hands_per_round=2))
    first, second, rest = round_.tables.order_by("number")
    assert rest.outcome == Outcome.REST
    assert "Nobody plays" in problem(tablet.write(rest))["detail"]
    play_table(first)
    table_award(
        table=second, version=0, ns=Allowance(vp=12, mp=305), ew=Allowance(vp=4, mp=0), reason="Cards mixed", at=AT
    )
    assert "The referee has decided table 2" in problem(tablet.write(second))["detail"]
    play_round(round_)
    closed = tablet.write(first)
    assert (closed.status_code, closed["ETag"]) == (409, tablet.read(first)["ETag"])
    assert "Round 1 is closed" in problem(closed)["detail"]
    tournament_make_final(tournament=tournament_finish_play(tournament=Tournament.objects.get()))
    assert "The tournament is final" in problem(tablet.write(first))["detail"]


def test_what_is_not_there_or_not_published_is_not_found(tablet: Device, table: Table) -> None:
    tournament = table.round.tournament
    draft = draft_round(tournament, System.DRAW)
    hidden = draft.tables.get(number=1)
    for answer in (tablet.read(hidden), tablet.send(hidden, {"hands": SLIP}, match=f'"{hidden.pk}-0"')):
        assert problem(answer)["status"] == 404
    base = f"/en/api/v1/tournaments/{tournament.slug}/rounds"
    for part in ("1/tables/99/result", "9/tables/1/result", f"{10**30}/tables/1/result", f"1/tables/{10**30}/result"):
        assert tablet.client.get(f"{base}/{part}", headers=tablet.token).status_code == 404, part
    tournament_delete(tournament=tournament, by=None, at=AT)
    assert tablet.read(table).status_code == 404
