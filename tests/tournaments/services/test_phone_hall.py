"""The acts of phones beside the slip, each in the log of its table: calls for the referee, locks that are undone."""

from datetime import timedelta

import pytest

from pages.refusals import Refused
from tests.factories import AT, make_tournament, start_on_phones, start_round
from tournaments.models import CodeTry, PhoneLog, PhoneSlip, RefereeCall, Round, Table
from tournaments.records import Line
from tournaments.services import phone_settle, phone_summon, round_withdraw, tables_unlock
from tournaments.services.phone_codes import _count_wrong_code
from tournaments.services.phone_rounds import begin_late
from tournaments.slips.code_tries import Origin
from tournaments.slips.states import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

NS, EW = Phone(Line.NS, "n"), Phone(Line.EW, "e")


def logged() -> list[tuple[int, str, str, str]]:
    rows = PhoneLog.objects.order_by("pk").values_list("table__number", "event", "line", "device", "at")
    assert all(at == AT for *_facts, at in rows)
    return [tuple(facts) for *facts, _at in rows]  # type: ignore[misc]


def test_a_table_calls_and_settles_its_call_itself_by_either_line() -> None:
    table = start_on_phones().tables.select_related("round__tournament").get(number=2)
    with pytest.raises(Refused, match="This call from table 2 has already been settled"):
        phone_settle(table=table, phone=NS, at=AT)
    call = phone_summon(table=table, phone=NS, reason=RefereeCall.Reason.RULE, at=AT)
    assert (call.line, call.reason, call.called_at, call.table) == ("ns", "rule", AT, table)
    settled = phone_settle(table=table, phone=EW, at=AT)
    assert (settled.pk, settled.taken_back_at, settled.is_open) == (call.pk, AT, False)
    assert logged() == [(2, "summon", "ns", "n"), (2, "settle", "ew", "e")]


def lock(table: Table) -> None:
    PhoneSlip.objects.update_or_create(table=table, defaults={"shut_at": AT})


def test_tables_locked_by_wrong_codes_are_opened_together() -> None:
    round_ = start_on_phones(pairs=6)
    tables = list(round_.tables.order_by("number"))
    other = start_on_phones(name="Altro").tables.get(number=1)
    for table in (tables[2], tables[0], other):
        lock(table)
        for opened in ("", "ns"):
            CodeTry.objects.create(table=table, at=AT, opened=opened, device="d", scanned=False)
    assert tables_unlock(tournament=round_.tournament, at=AT) == [1, 3]
    assert set(PhoneSlip.objects.filter(shut_at__isnull=False).values_list("table", flat=True)) == {other.pk}
    tries = CodeTry.objects.order_by("pk").values_list("table__number", "opened", "table__round__tournament__name")
    assert [(number, opened) for number, opened, _name in tries] == [(3, "ns"), (1, "ns"), (1, ""), (1, "ns")]
    assert logged() == [(1, "unlock", "", ""), (3, "unlock", "", "")]
    assert tables_unlock(tournament=round_.tournament, at=AT) == [] and len(logged()) == 2


def test_a_table_of_a_draft_stays_locked() -> None:
    round_ = start_on_phones()
    round_withdraw(round=round_)
    lock(round_.tables.get(number=1))
    assert tables_unlock(tournament=round_.tournament, at=AT) == []


def test_rounds_published_before_phones_wrote_get_a_secret_once() -> None:
    round_ = start_round(make_tournament(pairs=4))
    Round.objects.update(secret="")
    begin_late(round_.tournament)
    first = Round.objects.get().secret
    assert first
    begin_late(round_.tournament)
    assert Round.objects.get().secret == first
    Round.objects.update(secret="", state=Round.State.DRAFT)
    begin_late(round_.tournament)
    assert Round.objects.get().secret == ""


def test_a_table_that_is_shut_already_is_not_shut_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.phone_codes.lock", lambda *_facts: True)
    table = start_on_phones().tables.get(number=1)
    stranger = Origin(device="x", address="10.0.0.7", scanned=True)
    for minute in range(2):
        _count_wrong_code(table, stranger, AT + timedelta(minutes=minute))
    assert PhoneSlip.objects.get(table=table).shut_at == AT
    assert [log.event for log in PhoneLog.objects.order_by("pk")] == ["wrong_code", "shut", "wrong_code"]
