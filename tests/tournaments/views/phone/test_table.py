"""A table's slip on its phones, from the code to the result, as players see it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from pages.refusals import Refused
from tests.factories import AT, make_tournament, play_table, slip, start_on_phones, start_round
from tests.tournaments.views.pages import text_of
from tests.tournaments.views.phone.visitors import EW_TOTAL, HTMX, NS_TOTAL, PhoneAt, address, code, figures
from tournaments.forms.desk.slip import FIELD_LENGTH
from tournaments.models import PhoneLog, PhoneSlip, Round, Table, Tournament
from tournaments.records import Line, Outcome
from tournaments.services import round_close, tables_unlock, tournament_announce, tournament_change
from tournaments.services.refusals import TooManyWrites
from tournaments.views.phone import table as table_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def table() -> Table:
    return start_on_phones().tables.select_related("round__tournament").get(number=1)


@pytest.fixture
def ns(table: Table) -> PhoneAt:
    return PhoneAt(table, Line.NS)


@pytest.fixture
def ew(table: Table) -> PhoneAt:
    return PhoneAt(table, Line.EW)


def outcome(table: Table) -> tuple[str, list[int]]:
    now = Table.objects.get(pk=table.pk)
    return now.outcome, [hand.ns_total for hand in now.hands.order_by("number")]


def test_both_pairs_are_named_before_the_first_figure(table: Table, ns: PhoneAt) -> None:
    page = ns.client.get(address(table))
    text = text_of(page)
    assert "Are these your names?" in text and "That is not us" in text
    assert all(str(pair) in text for pair in (table.ns, table.ew)) and "h1_ns_base" not in page.content.decode()
    blank = ns.look()
    assert "h1_ns_base" in blank.content.decode()
    assert [(hand.end.value(), hand.remarks) for hand in blank.context["slip"].hands] == [("closed", ())] * 2
    gone = ns.client.post(address(table), {"do": "leave"})
    assert gone.status_code == 302 and "seat" in gone.headers["Location"]
    assert "The code of your line" in text_of(ns.client.get(address(table)))


def test_a_slip_is_typed_hand_by_hand_sent_and_confirmed(table: Table, ns: PhoneAt, ew: PhoneAt) -> None:
    saved = ns.do("type", figures(h2_ns_base="", h2_ns_points="", h2_ew_base="", h2_ew_points=""))
    assert "445 – 60" in text_of(saved) and saved.status_code == 200
    assert 'value="300"' in ns.look().content.decode()
    assert "another phone is writing" in text_of(ew.look()).lower() and "300" not in text_of(ew.look())
    assert "is missing" in text_of(missing := ns.do("send", figures(h2_ns_base=""))) and missing.status_code == 422
    assert "Sent." in text_of(ns.do("send", figures()))
    page = ew.look()
    assert "has sent this slip. Is it right?" in text_of(page) and "890" in text_of(page)
    assert outcome(table) == (Outcome.OPEN, [])
    assert "Both lines agree" in text_of(ew.do("agree"))
    assert outcome(table) == (Outcome.PLAYED, [445, 445])
    assert "Both lines agree" in text_of(ns.look())


def test_faults_and_doubts_are_those_of_the_referee(table: Table, ns: PhoneAt) -> None:
    fault = ns.do("type", figures(h1_ns_points="143"))
    assert "143" in text_of(fault) and "multiple of 5" in text_of(fault)
    refused = ns.do("send", figures(h1_ns_points="143"))
    assert refused.status_code == 422 and "Not sent." in text_of(refused) and 'value="143"' in refused.content.decode()
    doubt = ns.do("send", figures(h1_ns_base="1600", h1_ns_points="300"))
    assert doubt.status_code == 422 and "It is right: send" in text_of(doubt)
    signature = re.search(r'name="confirmed" value="([^"]*)"', doubt.content.decode())
    assert signature is not None
    rare = figures(h1_ns_base="1600", h1_ns_points="300")
    assert ns.do("send", rare | {"h2_ns_points": "150", "confirmed": signature[1]}).status_code == 422
    assert "Sent." in text_of(ns.do("send", rare | {"confirmed": signature[1]}))
    assert PhoneSlip.objects.get().doubtful


def test_what_was_typed_is_kept_as_it_was_typed(ns: PhoneAt) -> None:
    ns.do("type", figures(h1_ns_base=" 3oo", h1_ns_points="1.450", h1_counted="{}"))
    stored = PhoneSlip.objects.get().typed
    assert (stored["h1_ns_base"], stored["h1_ns_points"]) == (" 3oo", "1.450") and "h1_counted" not in stored
    assert "has a separator in it" in text_of(ns.look())
    for wrong in ("3" * 5000, "30\0"):
        assert ns.do("type", figures(h1_ns_base=wrong)).status_code == 422
    assert PhoneSlip.objects.get().typed == stored


def test_the_other_line_says_which_hand_is_not_right(table: Table, ns: PhoneAt, ew: PhoneAt) -> None:
    ns.do("send", figures())
    assert "Which hand?" in text_of(ew.do("object"))
    text = text_of(ew.do("contest", {"hand": "2", "note": "<b>154</b>"}))
    assert "You said that the slip is not right. Hand 2 is not right. “<b>154</b>”" in text
    response = ns.look()
    assert (
        "East–West says that the slip is not right. Hand 2" in text_of(response)
        and "<b>154" not in response.content.decode()
    )
    assert ew.do("contest", {"hand": "9"}).status_code == 422
    ns.do("take_over")
    assert "Sent." in text_of(ns.do("send", figures(h2_ns_points="150")))
    ew.do("agree")
    assert outcome(table) == (Outcome.PLAYED, [445, 450])
    assert "The referee has been called" in text_of(ew.do("call"))
    assert outcome(table)[0] == Outcome.PLAYED


def test_a_confirmation_is_of_what_was_seen(table: Table, ns: PhoneAt, ew: PhoneAt) -> None:
    ns.do("send", figures())
    seen = ew.version
    ns.do("send", figures(h1_ns_points="150"))
    late = ew.do("agree", version=seen)
    assert (
        late.status_code == 409 and "The slip has changed in the meantime" in text_of(late) and "450" in text_of(late)
    )
    assert outcome(table)[0] == Outcome.OPEN


def test_the_phone_is_passed_over(table: Table, ns: PhoneAt) -> None:
    ns.do("send", figures())
    response = ns.do("pass")
    assert "Pass the phone to East–West" in text_of(response) and "890" not in text_of(response)
    given = {"code": code(table, Line.EW).lower(), "total": str(EW_TOTAL)}
    for wrong, sentence, may_object in (
        ({"total": ""}, "Write your total, as you have counted it.", False),
        ({"total": "  "}, "Write your total, as you have counted it.", False),
        ({"total": "125"}, "The slip has another total for you. Count again, or say that it is not right.", True),
        ({"code": code(table, Line.NS)}, "That is the code of the line that wrote.", False),
        ({"code": "0000"}, "No line of this table has the code “0000”.", False),
        ({"code": ""}, "This field is required.", False),
    ):
        refused = ns.do("passed", given | wrong)
        text = text_of(refused)
        assert refused.status_code == 422 and "890" not in text and sentence in text, wrong
        assert "Pass the phone to East–West EW type your code" in text and ("It is not right" in text) is may_object, (
            wrong
        )
    page = ns.do("passed", given)
    proof = re.search(r'name="proof" value="([^"]*)"', page.content.decode())
    assert "890" in text_of(page) and proof is not None
    own = ns.do("agree")
    assert own.status_code == 409 and "now your opponents confirm it" in text_of(own)
    assert "Both lines agree" in text_of(ns.do("agree", proof=proof[1]))
    assert (PhoneSlip.objects.get().one_phone, PhoneLog.objects.last().event) == (False, "agree_passed")  # type: ignore[union-attr]


def test_a_line_without_points_has_none_as_its_total(table: Table, ns: PhoneAt) -> None:
    nothing = {f"h{hand}_ew_{figure}": "0" for hand in (1, 2) for figure in ("base", "points")}
    doubted = ns.do("send", figures(**nothing))
    signature = re.search(r'name="confirmed" value="([^"]*)"', doubted.content.decode())
    if signature:
        ns.do("send", figures(**nothing) | {"confirmed": signature[1]})
    page = ns.do("passed", {"code": code(table, Line.EW), "total": "0"})
    assert page.status_code == 200 and "890" in text_of(page)


def test_only_a_slip_that_waits_for_the_other_line_is_passed_over(table: Table, ns: PhoneAt, ew: PhoneAt) -> None:
    given = {"code": code(table, Line.NS), "total": str(NS_TOTAL)}
    ew.do("type", figures())
    assert "Pass the phone to" not in text_of(ew.do("pass"))
    ew.do("send", figures())
    assert "Pass the phone to North–South NS type your code" in text_of(ew.do("pass"))
    # The line that did not write has nothing to pass.
    assert "Pass the phone to" not in text_of(ns.do("pass"))
    ns.do("contest", {"hand": "1"})
    assert "Pass the phone to North–South" in text_of(ew.do("pass"))
    ns.do("agree")
    # Nor is one passed on which both agreed, also if a line calls the referee then.
    for then in ("", "call"):
        ns.do(then)
        for act in ("pass", "passed"):
            answer = ew.do(act, given)
            assert answer.status_code == 200 and "Pass the phone to" not in text_of(answer)
            assert answer.context["view"] != "phone/opponents_verdict.html"


def test_one_phone_for_both_lines_is_noticed(table: Table, ns: PhoneAt) -> None:
    ns.do("send", figures())
    ns.client.post(address(table), {"do": "code", "code": code(table, Line.EW)})
    ns.do("agree")
    assert PhoneSlip.objects.get().one_phone


def test_two_phones_of_a_line_the_last_to_send_is_asked(table: Table, ns: PhoneAt) -> None:
    second = PhoneAt(table, Line.NS)
    ns.do("send", figures())
    response = second.do("send", figures(h1_ns_points="150"))
    assert response.status_code == 409
    assert "Another phone has written this slip" in text_of(response) and "300 / 150 300 / 145" in text_of(response)
    assert PhoneSlip.objects.get().typed["h1_ns_points"] == "145"
    # The same figures need no confirmation.
    assert "Sent." in text_of(second.do("send", figures()))
    assert "Sent." in text_of(second.do("send", figures(h1_ns_points="150"), over="1"))
    assert PhoneSlip.objects.get().typed["h1_ns_points"] == "150"


def test_another_phone_takes_over_and_the_first_is_refused(ns: PhoneAt, ew: PhoneAt) -> None:
    ns.do("type", figures())
    assert 'value="145"' in ew.do("take_over").content.decode()
    response = ns.do("type", figures(h1_ns_points="150"))
    assert response.status_code == 409 and response.headers["HX-Retarget"] == "#phone"
    assert "Another phone is writing this slip, for East–West." in text_of(response)
    assert PhoneSlip.objects.get().typed["h1_ns_points"] == "145"


def test_an_answer_says_what_is_kept_and_never_of_figures_that_are_not(ns: PhoneAt, ew: PhoneAt) -> None:
    """The number of a phone's request is its receipt, and no other answer has it."""
    assert ns.look().headers["Slip-Kept"] == "0"
    assert ns.do("type", figures(h1_ns_points="150"), serial=7).headers["Slip-Kept"] == "7"
    assert ns.do("type", figures(h1_ns_points="150"), serial=7).headers["Slip-Kept"] == "7"
    # An overtaken number, or one already used for other figures, leaves the earlier figures stored.
    for serial in (6, 7):
        late = ns.do("type", figures(), serial=serial)
        assert (late.status_code, late.headers["HX-Retarget"], late.headers["Slip-Kept"]) == (409, "#phone", "0")
    assert PhoneSlip.objects.get().typed["h1_ns_points"] == "150"
    for serial in ("", "-1", "x", str(2**60), "0"):
        assert ns.do("type", figures(), serial=serial, version="x").status_code == 409
    # A refused slip is stored as typed, but not one that its fields cannot hold.
    assert ns.do("send", figures(h1_ns_points="143"), serial=8).headers["Slip-Kept"] == "8"
    assert ns.do("send", figures(h1_ns_points="1" * 30), serial=9).headers["Slip-Kept"] == "8"
    # Figures typed over a slip that was sent since are not stored.
    ns.do("send", figures(), serial=10)
    older = ns.do("type", figures(h1_ns_points="250"), serial=11, version="0")
    assert (older.status_code, older.headers["Slip-Kept"]) == (409, "0")
    assert "Sent." in text_of(older) and PhoneSlip.objects.get().typed["h1_ns_points"] == "145"
    assert ew.do("agree").headers["Slip-Kept"] == "0" and ns.look().headers["Slip-Kept"] == "10"


def test_the_referee_always_wins_and_says_so(table: Table, ns: PhoneAt, ew: PhoneAt) -> None:
    ns.do("send", figures())
    play_table(Table.objects.get(pk=table.pk), slip(), slip())
    for phone in (ns, ew):
        page = phone.look()
        assert "The referee has decided this table." in text_of(page) and "840" in text_of(page)
        assert f'action="{address(table)}"' not in page.content.decode()
    assert ew.do("agree").status_code == 409
    assert outcome(table)[1] == [420, 420]


def test_a_page_that_asks_again_hears_only_what_is_new(
    table: Table, ns: PhoneAt, ew: PhoneAt, django_assert_max_num_queries: Any
) -> None:
    etag = ew.look().headers["ETag"]
    with django_assert_max_num_queries(1):
        assert ew.look(**{"If-None-Match": etag}, **HTMX).status_code == 304
    # A phone gets no news of its own figures, so that its fields are not replaced during typing.
    own = ns.look().headers["ETag"]
    ns.do("type", figures())
    assert ns.look(**{"If-None-Match": own}).status_code == 304
    assert ew.look(**{"If-None-Match": etag}).status_code == 200
    ns.do("send", figures())
    news = ew.look(**{"If-None-Match": etag}, **HTMX)
    assert news.status_code == 200 and "<html" not in news.content.decode()
    tournament_change(tournament=table.round.tournament, changes={"writing": Tournament.Writing.PAPER})
    assert ew.look(**{"If-None-Match": news.headers["ETag"]}).status_code == 404


def test_a_page_that_has_the_slip_already_is_sent_whole_to_a_browser_without_scripts(
    table: Table, ns: PhoneAt, ew: PhoneAt
) -> None:
    """Only a part of the page, asked for by a script, gets the hall's news alone."""
    etag = ew.look().headers["ETag"]
    tournament_announce(tournament=table.round.tournament, text="Coffee")
    part, whole = (ew.look(**{"If-None-Match": etag}, **more) for more in (HTMX, {}))
    assert "<html" not in part.content.decode() and "<html" in whole.content.decode()


@pytest.mark.parametrize(("act", "status"), [("type", 429), ("send", 422)])
def test_a_phone_that_writes_too_often_is_told_to_wait(
    table: Table, ns: PhoneAt, monkeypatch: pytest.MonkeyPatch, act: str, status: int
) -> None:
    """Figures that are being typed are sent again by the page itself."""
    monkeypatch.setattr(table_page, "ACTS", {act: refusing(TooManyWrites("Wait a moment."))})
    answer = ns.do(act, figures())
    assert answer.status_code == status and "Wait a moment." in text_of(answer)
    assert "h1_ns_base" in answer.content.decode()


def test_what_is_refused_is_said_on_the_page_of_the_slip(
    table: Table, ns: PhoneAt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_page, "ACTS", {"call": refusing(Refused("Nobody can be called now."))})
    answer = ns.do("call")
    assert answer.status_code == 422 and "Nobody can be called now." in text_of(answer)
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("#phone", "innerHTML")


def refusing(refusal: Refused) -> Callable[[object], None]:
    def act(_visit: object) -> None:
        raise refusal

    return act


@pytest.mark.parametrize(("length", "kept"), [(FIELD_LENGTH, True), (FIELD_LENGTH + 1, False)])
def test_figures_that_no_field_of_the_page_could_hold_are_not_kept(
    table: Table, ns: PhoneAt, length: int, kept: bool
) -> None:
    ns.do("type", figures(h1_ns_base="1" * length))
    assert PhoneSlip.objects.filter(table=table, typed__h1_ns_base="1" * length).exists() is kept


def test_without_scripts_everything_is_a_page_of_its_own(table: Table, ns: PhoneAt, ew: PhoneAt) -> None:
    sent = {"do": "type", "version": "0", "serial": "1"} | figures()
    assert ns.client.post(address(table), sent).headers["Location"] == address(table)
    assert "<html" in ns.client.post(address(table), sent | {"do": "send", "serial": "2"}, follow=True).content.decode()
    agreed = ew.client.post(address(table), {"do": "agree", "version": ew.version}, follow=True)
    assert "Both lines agree" in text_of(agreed) and "<html" in agreed.content.decode()


def test_a_closed_round_is_only_read(table: Table, ns: PhoneAt) -> None:
    for open_table in Round.objects.get().tables.all():
        play_table(open_table, slip(), slip())
    round_close(round=Round.objects.get())
    assert "The round is closed" in text_of(ns.look()) and "840" in text_of(ns.look())
    assert ns.do("send", figures()).status_code == 409
    stranger = Client().get(address(table))
    assert "The round is closed" in text_of(stranger) and "840" not in text_of(stranger)


def test_totals_alone_are_typed_where_the_tournament_wants_that() -> None:
    round_ = start_round(make_tournament(pairs=2, hands_per_round=2, entry="total", writing="phones"))
    table = round_.tables.select_related("round__tournament").get()
    ns, ew = PhoneAt(table, Line.NS), PhoneAt(table, Line.EW)
    total = {"ns_total": "445", "ew_total": "60", "end": "closed"}
    ns.do("send", {"depth": "total"} | {f"h{hand}_{name}": figure for hand in (1, 2) for name, figure in total.items()})
    ew.do("agree")
    assert outcome(table) == (Outcome.PLAYED, [445, 445])


def test_wrong_codes_lock_a_table_for_new_phones_and_not_for_its_own(table: Table, ns: PhoneAt) -> None:
    for _guess in range(5):
        wrong = Client().post(address(table), {"do": "code", "code": "0000"})
        assert wrong.status_code == 422 and "club_device" in wrong.cookies
    new = Client().post(address(table), {"do": "code", "code": code(table, Line.EW)})
    assert new.status_code == 403 and "locked for new phones" in text_of(new) and not new.cookies
    assert "locked" not in text_of(ns.look()) and ns.do("send", figures()).status_code == 200
    ns.do("pass")
    passed = ns.do("passed", {"code": code(table, Line.EW), "total": str(EW_TOTAL)})
    proof = str(passed.context["proof"])
    assert "Both lines agree" in text_of(ns.do("agree", {"proof": proof}))
    tables_unlock(tournament=table.round.tournament, at=AT)
    PhoneAt(table, Line.EW)


def test_one_phone_that_guesses_waits_itself_and_shuts_no_hall(table: Table) -> None:
    """One browser tried five wrong codes for each of sixteen tables, at their own addresses and at the entrance."""
    tables = start_on_phones(pairs=32, name="Grande").tables.select_related("round__tournament").order_by("number")
    browser, entrance = Client(), reverse("phone_entrance", args=[tables[0].round.tournament.slug])
    for other in tables:
        for _guess in range(5):
            browser.post(address(other), {"do": "code", "code": "0000"})
            browser.post(entrance, {"table": str(other.number), "code": "0000"})
    assert not PhoneSlip.objects.filter(shut_at__isnull=False).exists()
    held = browser.post(address(tables[9]), {"do": "code", "code": code(tables[9], Line.NS)})
    assert held.status_code == 403 and "from this phone. Wait 10 minutes" in text_of(held)
    # A client without cookies is another phone each time: its address has to wait, but the hall can enter.
    for other in tables:
        for _guess in range(5):
            Client(REMOTE_ADDR="192.168.1.44").post(address(other), {"do": "code", "code": "0000"})
            Client(REMOTE_ADDR="192.168.1.44").post(entrance, {"table": str(other.number), "code": "0000"})
    shut = set(PhoneSlip.objects.filter(shut_at__isnull=False).values_list("table__number", flat=True))
    assert len(shut) <= 3
    for other in tables:
        given = {"do": "code", "code": code(other, Line.NS)}
        entered = Client(REMOTE_ADDR=f"192.168.2.{other.number}").post(address(other), given)
        assert entered.status_code == (403 if other.number in shut else 200), other.number


def test_at_the_entrance_strangers_keep_nobody_out_who_has_a_slip(table: Table) -> None:
    """This holds even behind the hall's shared address, which is never delayed."""
    entrance = reverse("phone_entrance", args=[table.round.tournament.slug])
    for _guess in range(70):
        Client(REMOTE_ADDR="5.90.12.7").post(entrance, {"table": "1", "code": "0000"})
    refused = Client(REMOTE_ADDR="5.90.12.7").post(entrance, {"table": "1", "code": code(table, Line.NS)})
    assert refused.status_code == 422 and "Scan the QR code of your slip" in text_of(refused)
    given = {"do": "code", "code": code(table, Line.NS)}
    assert Client(REMOTE_ADDR="5.90.12.7").post(address(table), given).status_code == 200


def test_a_line_that_guesses_its_opponents_code_waits_alone(table: Table, ns: PhoneAt) -> None:
    ns.do("send", figures())
    for _guess in range(5):
        ns.do("passed", {"code": "0000", "total": str(EW_TOTAL)})
    held = ns.do("passed", {"code": code(table, Line.EW), "total": str(EW_TOTAL)})
    assert held.status_code == 422 and "on this phone. Wait 10 minutes" in text_of(held)
    ew = PhoneAt(table, Line.EW)
    assert "Both lines agree" in text_of(ew.do("agree"))
