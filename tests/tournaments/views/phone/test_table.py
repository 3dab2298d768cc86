"""A table's slip on its phones, from the code to the result, as players see it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.factories import AT, make_tournament, play_table, slip, start_on_phones, start_round
from tests.tournaments.views.pages import text_of
from tests.tournaments.views.phone.visitors import EW_TOTAL, HTMX, PhoneAt, address, code, figures
from tournaments.models import PhoneLog, PhoneSlip, Round, Table, Tournament
from tournaments.records import Line, Outcome
from tournaments.services import round_close, table_unlock, tournament_change

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english() -> Any:
    with translation.override("en"):
        yield


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
    assert "Are these you, at this table?" in text and "That is not us" in text
    assert all(str(pair) in text for pair in (table.ns, table.ew)) and "h1_ns_base" not in page.content.decode()
    assert "h1_ns_base" in ns.look().content.decode()
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
    kept = PhoneSlip.objects.get().typed
    assert (kept["h1_ns_base"], kept["h1_ns_points"]) == (" 3oo", "1.450") and "h1_counted" not in kept
    assert "has a separator in it" in text_of(ns.look())
    for wrong in ("3" * 5000, "30\0"):
        assert ns.do("type", figures(h1_ns_base=wrong)).status_code == 422
    assert PhoneSlip.objects.get().typed == kept


def test_the_other_line_says_which_hand_is_not_right(table: Table, ns: PhoneAt, ew: PhoneAt) -> None:
    ns.do("send", figures())
    assert "Which hand?" in text_of(ew.do("object"))
    said = text_of(ew.do("contest", {"hand": "2", "note": "<b>154</b>"}))
    assert "You said that the slip is not right. Hand 2 is not right. “<b>154</b>”" in said
    told = ns.look()
    assert (
        "East–West says that the slip is not right. Hand 2" in text_of(told) and "<b>154" not in told.content.decode()
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
    asked = ns.do("pass")
    assert "Pass the phone to East–West" in text_of(asked) and "890" not in text_of(asked)
    given = {"code": code(table, Line.EW).lower(), "total": str(EW_TOTAL)}
    for wrong in ({"total": ""}, {"total": "125"}, {"code": code(table, Line.NS)}, {"code": "0000"}):
        refused = ns.do("passed", given | wrong)
        assert refused.status_code == 422 and "890" not in text_of(refused), wrong
    assert ("It is not right" in text_of(ns.do("passed", given | {"total": "125"}))) is True
    shown = ns.do("passed", given)
    proof = re.search(r'name="proof" value="([^"]*)"', shown.content.decode())
    assert "890" in text_of(shown) and proof is not None
    own = ns.do("agree")
    assert own.status_code == 409 and "now your opponents confirm it" in text_of(own)
    assert "Both lines agree" in text_of(ns.do("agree", proof=proof[1]))
    assert (PhoneSlip.objects.get().one_phone, PhoneLog.objects.last().event) == (False, "agree_passed")  # type: ignore[union-attr]


def test_one_phone_for_both_lines_is_noticed(table: Table, ns: PhoneAt) -> None:
    ns.do("send", figures())
    ns.client.post(address(table), {"do": "code", "code": code(table, Line.EW)})
    ns.do("agree")
    assert PhoneSlip.objects.get().one_phone


def test_two_phones_of_a_line_the_last_to_send_is_asked(table: Table, ns: PhoneAt) -> None:
    second = PhoneAt(table, Line.NS)
    ns.do("send", figures())
    asked = second.do("send", figures(h1_ns_points="150"))
    assert asked.status_code == 409
    assert "Another phone has written this slip" in text_of(asked) and "300 / 150 300 / 145" in text_of(asked)
    assert PhoneSlip.objects.get().typed["h1_ns_points"] == "145"
    # The same figures are no question.
    assert "Sent." in text_of(second.do("send", figures()))
    assert "Sent." in text_of(second.do("send", figures(h1_ns_points="150"), over="1"))
    assert PhoneSlip.objects.get().typed["h1_ns_points"] == "150"


def test_another_phone_goes_on_and_the_first_is_told(ns: PhoneAt, ew: PhoneAt) -> None:
    ns.do("type", figures())
    assert 'value="145"' in ew.do("take_over").content.decode()
    told = ns.do("type", figures(h1_ns_points="150"))
    assert told.status_code == 409 and told.headers["HX-Retarget"] == "#phone"
    assert "Another phone is writing this slip, for East–West." in text_of(told)
    assert PhoneSlip.objects.get().typed["h1_ns_points"] == "145"


def test_a_late_write_is_passed_over_in_silence(ns: PhoneAt) -> None:
    ns.do("type", figures(h1_ns_points="150"), serial=7)
    assert ns.do("type", figures(), serial=6).status_code == 204
    assert PhoneSlip.objects.get().typed["h1_ns_points"] == "150"
    for serial in ("", "-1", "x", str(2**60), "0"):
        assert ns.do("type", figures(), serial=serial, version="x").status_code in (204, 409)


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
    # What a phone types itself is no news to it: its fields are never drawn again under its thumbs.
    own = ns.look().headers["ETag"]
    ns.do("type", figures())
    assert ns.look(**{"If-None-Match": own}).status_code == 304
    assert ew.look(**{"If-None-Match": etag}).status_code == 200
    ns.do("send", figures())
    news = ew.look(**{"If-None-Match": etag}, **HTMX)
    assert news.status_code == 200 and "<html" not in news.content.decode()
    tournament_change(tournament=table.round.tournament, changes={"writing": Tournament.Writing.PAPER})
    assert ew.look(**{"If-None-Match": news.headers["ETag"]}).status_code == 404


def test_without_scripts_everything_is_a_page_of_its_own(table: Table, ns: PhoneAt, ew: PhoneAt) -> None:
    sent = {"do": "type", "version": "0", "serial": "1"} | figures()
    assert ns.client.post(address(table), sent).headers["Location"] == address(table)
    assert "<html" in ns.client.post(address(table), sent | {"do": "send", "serial": "2"}, follow=True).content.decode()
    agreed = ew.client.post(address(table), {"do": "agree", "version": ew.version}, follow=True)
    assert "Both lines agree" in text_of(agreed) and "<html" in agreed.content.decode()


def test_a_closed_round_is_only_read(table: Table, ns: PhoneAt) -> None:
    for each in Round.objects.get().tables.all():
        play_table(each, slip(), slip())
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


def test_wrong_codes_lock_the_table_and_the_referee_unlocks_it(table: Table, ns: PhoneAt) -> None:
    guesser = Client()
    for _guess in range(5):
        wrong = guesser.post(address(table), {"do": "code", "code": "0000"})
        assert wrong.status_code == 422 or "locked for phones" in text_of(wrong)
    sixth = guesser.post(address(table), {"do": "code", "code": code(table, Line.NS)})
    assert sixth.status_code == 403 and "locked for phones" in text_of(sixth) and not sixth.cookies
    assert "locked for phones" in text_of(ns.look()) and ns.do("type", figures()).status_code == 422
    table_unlock(table=table, at=AT)
    assert ns.do("type", figures()).status_code == 200
