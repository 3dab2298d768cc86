"""Phone slips from the first figure to the ranking, and the effects of the referee and the round on them."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from pages.refusals import Refused
from tests.factories import AT, play_table, slip, start_on_phones, start_round
from tournaments.history.sentences import tell
from tournaments.history.tournament_history import history_of
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import CodeTry, Hand, PhoneLog, PhoneSlip, Round, Table, Tournament
from tournaments.pairing.moves import change_lines, rest
from tournaments.records import EntrantId, Line, Outcome
from tournaments.selectors.phone_slips import slip_of, slips_of
from tournaments.selectors.phone_tables import table_for_phones
from tournaments.services import (
    HandEntry,
    draft_change,
    draft_undo,
    pair_prove,
    phone_agree,
    phone_call,
    phone_contest,
    phone_enter,
    phone_send,
    phone_take_over,
    phone_type,
    round_close,
    round_discard,
    round_publish,
    round_withdraw,
    round_write_on_paper,
    table_clear,
    table_record,
    table_set_outcome,
    tables_unlock,
    tournament_change,
)
from tournaments.services.refusals import (
    PhoneRefused,
    RoundUnsettled,
    SlipDoubtful,
    SlipRefused,
    TableChanged,
    TableLocked,
    TooManyWrites,
)
from tournaments.slips.code_tries import Origin
from tournaments.slips.codes import codes_of
from tournaments.slips.states import Phone, Refusal, SlipState
from tournaments.slips.tiles import Tile

NS, EW, NS_SECOND = Phone(Line.NS, "a"), Phone(Line.EW, "b"), Phone(Line.NS, "c")
STRANGER = Origin(device="x", address="10.0.0.7", scanned=True)
LEGAL = (slip(), slip(200, 60))
TYPED = {"h1_ns_base": "300"}


@pytest.fixture
def round_(db: None) -> Round:
    return start_on_phones()


@pytest.fixture
def table(round_: Round) -> Table:
    return round_.tables.get(number=1)


def now(table: Table) -> Table:
    found = table_for_phones(table.round.tournament.slug, table.round.number, table.number)
    assert found is not None
    return found


def state(table: Table) -> SlipState:
    return slip_of(now(table)).state


def version(table: Table) -> int:
    return slip_of(now(table)).written.version


def write(table: Table, phone: Phone = NS, serial: int = 1, typed: Mapping[str, str] = TYPED, **also: Any) -> PhoneSlip:
    given: dict[str, Any] = {"version": version(table), "at": AT} | also
    return phone_type(table=table, phone=phone, serial=serial, typed=typed, **given)


def send(
    table: Table, phone: Phone = NS, serial: int = 2, hands: tuple[HandEntry, ...] = LEGAL, **also: Any
) -> PhoneSlip:
    given: dict[str, Any] = {"version": version(table), "at": AT, "typed": TYPED} | also
    return phone_send(table=table, phone=phone, serial=serial, hands=hands, **given)


def agree(table: Table, phone: Phone = EW, **also: Any) -> PhoneSlip:
    return phone_agree(table=table, phone=phone, **{"version": version(table), "at": AT} | also)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(PhoneRefused) as refusal:
        act()
    return refusal.value.code


def result_of(table: Table) -> tuple[str, list[tuple[int, int]]]:
    fresh = Table.objects.get(pk=table.pk)
    return fresh.outcome, [(hand.ns_total, hand.ew_total) for hand in fresh.hands.order_by("number")]


def test_one_line_writes_the_other_confirms_and_it_counts(table: Table) -> None:
    revision = Tournament.objects.get().revision
    write(table)
    send(table)
    assert (state(table), result_of(table)) == (SlipState.SENT, (Outcome.OPEN, []))
    assert Tournament.objects.get().revision == revision
    agree(table)
    assert (state(table), result_of(table)) == (SlipState.AGREED, (Outcome.PLAYED, [(420, 85), (260, 85)]))
    assert Tournament.objects.get().revision > revision
    assert [(entry.event, entry.line, entry.device) for entry in PhoneLog.objects.all()] == [
        *(("type", "ns", "a"), ("send", "ns", "a"), ("agree", "ew", "b")),
    ]
    history = history_of(table.round.tournament)
    with translation.override("en"):
        assert "confirmed by both lines on their phones" in str(tell(history.changes[0], history))


def test_what_arrives_twice_is_written_once_and_what_comes_late_overwrites_nothing(table: Table) -> None:
    write(table, serial=1, typed={"h1_ns_base": "300"})
    write(table, serial=3, typed={"h1_ns_base": "350"})
    write(table, serial=3, typed={"h1_ns_base": "350"})
    assert refused(lambda: write(table, serial=3, typed={"h1_ns_base": "999"})) == Refusal.OLDER
    assert refused(lambda: write(table, serial=2, typed={"h1_ns_base": "300"})) == Refusal.OLDER
    assert PhoneSlip.objects.get().typed == {"h1_ns_base": "350"}
    sent_from = version(table)
    send(table, serial=4, version=sent_from)
    agree(table)
    # The answer was lost, and the phone sends again although the other line has confirmed.
    assert send(table, serial=4, version=sent_from).state == SlipState.AGREED
    assert agree(table).state == SlipState.AGREED
    assert (Table.objects.get(pk=table.pk).version, PhoneLog.objects.count()) == (1, 4)


def test_what_is_sent_already_is_not_written_again_and_changes_nothing(table: Table) -> None:
    """The answer was lost, and the phone sends the same slip under another number."""
    write(table)
    send(table)
    seen = version(table)
    for again in (lambda: write(table, serial=8, version=1), lambda: send(table, serial=9, version=1)):
        again()
        assert (state(table), version(table)) == (SlipState.SENT, seen)
    agree(table)
    write(table, serial=10, version=1)
    assert (state(table), version(table)) == (SlipState.AGREED, seen)


def test_two_phones_of_a_line_the_last_to_send_is_asked(table: Table) -> None:
    write(table)
    assert refused(lambda: write(table, NS_SECOND)) == Refusal.OTHER_PHONE
    send(table)
    assert refused(lambda: send(table, NS_SECOND, hands=(slip(200, 20), slip()))) == Refusal.OTHER_PHONE
    seen = version(table)
    send(table, NS_SECOND, hands=(slip(200, 20), slip()), over=True, version=seen)
    assert PhoneSlip.objects.get().hands[0]["ns"] == {"base": 200, "points": 20}
    assert refused(lambda: agree(table, version=seen)) == Refusal.OLDER
    agree(table)
    assert result_of(table)[1][0] == (220, 85)


def test_a_draft_is_gone_on_with_by_another_phone(table: Table) -> None:
    write(table)
    phone_take_over(table=table, phone=EW, version=version(table), at=AT)
    assert PhoneSlip.objects.get().typed == TYPED
    assert refused(lambda: write(table, serial=9)) == Refusal.OTHER_PHONE
    write(table, EW, typed={"h1_ns_base": "200"})
    assert PhoneSlip.objects.get().typed == {"h1_ns_base": "200"}


def test_taking_over_is_logged_once_and_counts_writes_anew(table: Table) -> None:
    write(table, serial=7)
    seen = version(table)
    taken = phone_take_over(table=table, phone=NS_SECOND, version=seen, at=AT)
    stored = PhoneSlip.objects.get()
    assert (taken.serial, stored.serial, stored.device, stored.typed) == (0, 0, "c", TYPED)
    assert version(table) > seen
    write(table, NS_SECOND, serial=3)
    # Whoever writes it already changes nothing.
    again = phone_take_over(table=table, phone=NS_SECOND, version=version(table), at=AT)
    assert (again.serial, PhoneSlip.objects.get().serial) == (3, 3)
    events = [(row.event, row.line, row.device) for row in PhoneLog.objects.all()]
    assert events == [("type", "ns", "a"), ("take_over", "ns", "c"), ("type", "ns", "c")]


def test_a_line_is_proved_by_its_own_card_or_code_and_a_wrong_one_counts(table: Table) -> None:
    table = now(table)
    codes = codes_of(table.slip_secret, table.number)

    def proves(typed: str, *cards: str) -> bool:
        return pair_prove(table=table, line=Line.NS, cards=cards, typed=typed, origin=STRANGER, at=AT)

    assert proves(" 00012 ", "00012", "7") and proves("7", "", "7") and proves(codes[Line.NS], "00012")
    assert not CodeTry.objects.exists() and not PhoneLog.objects.exists()
    for number, (typed, cards) in enumerate(
        (("12", ("00012",)), ("", ("",)), (codes[Line.EW], ("00012",)), ("00012", ())), start=1
    ):
        assert not proves(typed, *cards), typed
        assert CodeTry.objects.filter(opened="").count() == number
    assert {(row.event, row.device) for row in PhoneLog.objects.all()} == {("wrong_code", "x")}


def test_a_fault_is_never_sent_and_a_doubt_once_it_was_confirmed(table: Table) -> None:
    with pytest.raises(SlipRefused, match="143"):
        send(table, hands=(slip(300, 143), slip()))
    with pytest.raises(SlipRefused):
        send(table, hands=(slip(),))
    with pytest.raises(SlipDoubtful):
        send(table, hands=(slip(1600, 300), slip()))
    assert not PhoneSlip.objects.exists() and not PhoneLog.objects.exists()
    send(table, hands=(slip(1600, 300), slip()), confirmed=True)
    agree(table)
    assert slip_of(now(table)).tile is Tile.DOUBTFUL


def test_a_contested_slip_is_corrected_or_decided(table: Table) -> None:
    send(table)
    phone_contest(table=table, phone=EW, version=version(table), hand=2, note="145", at=AT)
    contested = slip_of(now(table))
    assert (contested.tile, contested.contested_hand, contested.contest_note) == (Tile.DISPUTED, 2, "145")
    send(table, serial=3, hands=(slip(), slip(200, 45)))
    assert slip_of(now(table)).contested_by is None
    phone_contest(table=table, phone=EW, version=version(table), hand=None, note="", at=AT)
    play_table(now(table), slip(), slip(200, 145))
    assert (state(table), result_of(table)[1][1]) == (SlipState.DECIDED, (345, 85))
    assert refused(lambda: agree(table)) == refused(lambda: write(table, serial=9)) == Refusal.DECIDED


def test_after_both_agreed_only_the_referee_changes_it(table: Table) -> None:
    send(table)
    agree(table)
    phone_call(table=table, phone=NS, at=AT)
    assert (state(table), result_of(table)[0]) == (SlipState.DISPUTED, Outcome.PLAYED)
    for act in (lambda: write(table, serial=9), lambda: agree(table, version=2)):
        assert refused(act) == Refusal.AGREED
    with pytest.raises(RoundUnsettled, match="1"):
        play_table(table.round.tables.get(number=2))
        round_close(round=table.round, looked_at=())
    assert round_close(round=table.round, looked_at=(1,)).state == Round.State.CLOSED


@pytest.mark.parametrize(
    "decide",
    [
        lambda table: play_table(table, slip(200), slip(200)),
        lambda table: table_set_outcome(table=table, version=table.version, outcome=Outcome.ABSENT_EW, at=AT),
    ],
)
def test_the_referee_always_wins(table: Table, decide: Callable[[Table], object]) -> None:
    """Before a phone writes, during writing, after sending and after the agreement; the table can write again later."""
    steps: tuple[Callable[[], object], ...] = (
        *(lambda: None, lambda: write(table, serial=1), lambda: send(table, serial=2), lambda: agree(table)),
    )
    for count in range(len(steps) + 1):
        for step in steps[:count]:
            step()
        decide(now(table))
        assert (state(table), PhoneSlip.objects.filter(agreed=True).exists()) == (SlipState.DECIDED, False)
        table_clear(table=now(table), version=now(table).version)
        assert state(table) is (SlipState.DRAFT if count > 1 else SlipState.EMPTY)
        if count > 1:
            PhoneSlip.objects.all().delete()


def test_a_closed_round_is_locked_and_its_codes_are_worthless(table: Table) -> None:
    codes = codes_of(table.round.secret, table.number)
    send(table)
    agree(table)
    play_table(table.round.tables.get(number=2))
    round_close(round=table.round, looked_at=())
    assert state(table) is SlipState.LOCKED
    assert refused(lambda: phone_call(table=table, phone=EW, at=AT)) == Refusal.LOCKED
    assert refused(lambda: phone_enter(table=table, typed=codes[Line.NS], origin=STRANGER, at=AT)) == Refusal.LOCKED
    # A correction is the referee's, and remains so.
    play_table(now(table), slip(200), slip(200))
    assert state(table) is SlipState.LOCKED


def test_wrong_codes_lock_the_table_for_strangers_until_the_referee_unlocks_it(table: Table) -> None:
    right = codes_of(table.round.secret, table.number)
    write(table)

    def guess(typed: str, at: datetime, device: str = "x", line: Line | None = None) -> Phone | None:
        origin = Origin(device=device, address="10.0.0.7", scanned=True, line=line)
        return phone_enter(table=table, typed=typed, origin=origin, at=at)

    # Four tries in ten minutes, and one more when the first is older than that, may be slips of the finger.
    for minute in (0, 6, 7, 8, 11):
        assert guess("0000", AT + timedelta(minutes=minute), device=f"x{minute}") is None
    assert guess(right[Line.EW], AT + timedelta(minutes=11)) == Phone(Line.EW, "x")
    assert guess("0000", AT + timedelta(minutes=12)) is None
    for typed in (right[Line.NS], "0000"):
        with pytest.raises(TableLocked):
            guess(typed, AT + timedelta(minutes=12), device="y")
    assert slips_of(table.round, now=AT)[table.pk].shut
    # Phones known to the table can finish: those that write, confirm, or are handed over.
    send(table, serial=5)
    assert guess(right[Line.EW], AT + timedelta(minutes=12), device="a", line=Line.NS) == Phone(Line.EW, "a")
    agree(table)
    assert result_of(table)[0] == Outcome.PLAYED
    assert tables_unlock(tournament=table.round.tournament, at=AT) == [table.number]
    assert guess("0000", AT + timedelta(minutes=12)) is None
    assert guess(right[Line.NS], AT + timedelta(minutes=12), device="y") == Phone(Line.NS, "y")
    assert not PhoneLog.objects.filter(device__contains=right[Line.NS]).exists()


def test_where_codes_came_from_is_kept_as_long_as_the_referee_may_ask(table: Table) -> None:
    other = table.round.tables.select_related("round__tournament").get(number=2)

    def guess(at: Table, minute: int, device: str) -> None:
        origin = Origin(device=device, address="10.0.0.7", scanned=True)
        phone_enter(table=at, typed="0000", origin=origin, at=AT + timedelta(minutes=minute))

    for device in "abcde":
        guess(table, 0, device)
    guess(other, 1, "f")
    guess(other, 30, "g")
    tries = sorted(CodeTry.objects.values_list("table__number", "device"))
    assert tries == [*((1, device) for device in "abcde"), (2, "g")]
    play_table(table)
    play_table(other)
    round_close(round=table.round)
    assert not CodeTry.objects.exists()


def test_thirty_writes_a_minute_and_no_more(table: Table) -> None:
    for serial in range(1, 31):
        write(table, serial=serial, at=AT + timedelta(seconds=serial))
    with pytest.raises(TooManyWrites, match="un minuto"):
        write(table, serial=31, at=AT + timedelta(seconds=59))
    write(table.round.tables.get(number=2), at=AT + timedelta(seconds=59))
    write(table, serial=31, at=AT + timedelta(seconds=62))


def test_on_paper_nothing_is_written(table: Table) -> None:
    tournament = table.round.tournament
    write(table)
    round_write_on_paper(round=table.round, on_paper=True)
    assert table_for_phones(tournament.slug, 1, 1) is None
    for act in (
        lambda: phone_type(table=table, phone=NS, version=1, serial=2, typed={}, at=AT),
        lambda: phone_enter(table=table, typed="ABCD", origin=STRANGER, at=AT),
    ):
        assert refused(act) == Refusal.NOT_THEIRS
    round_write_on_paper(round=table.round, on_paper=False)
    assert state(table) is SlipState.DRAFT
    history = history_of(tournament)
    texts = [str(tell(change, history)) for change in history.changes[:2]]
    assert texts[0] != texts[1] and all("1" in sentence for sentence in texts)
    tournament_change(tournament=tournament, changes={"writing": Tournament.Writing.PAPER})
    assert table_for_phones(tournament.slug, 1, 1) is None
    # A slip typed while the phones were disabled is the referee's decision when they are enabled again.
    play_table(Table.objects.get(pk=table.pk))
    tournament_change(tournament=tournament, changes={"writing": Tournament.Writing.PHONES})
    assert state(table) is SlipState.DECIDED
    assert refused(lambda: send(table, serial=9)) == Refusal.DECIDED


def test_a_round_that_is_published_again_keeps_what_did_not_change(table: Table) -> None:
    """The code, the address and the phones' figures stay at a table with the same seats; elsewhere all are new."""
    other = table.round.tables.select_related("round__tournament").get(number=2)
    for written in (table, other):
        write(written)
    before = {written.number: written.slip_secret for written in (table, other)}
    round_ = round_withdraw(round=table.round)
    assert table_for_phones(round_.tournament.slug, 1, 1) is None
    draft_change(round=round_, seen=(), change=lambda tables: change_lines(tables, 2))
    with pytest.raises(RoundUnsettled, match="2"):
        round_publish(round=round_, at=AT, discarding=[])
    assert PhoneSlip.objects.count() == 2
    again = round_publish(round=round_, at=AT, discarding=[2])
    assert again.slip_secret(1) == before[1] and again.slip_secret(2) != before[2]
    assert (state(table), state(other)) == (SlipState.DRAFT, SlipState.EMPTY)
    assert set(PhoneLog.objects.values_list("table__number", flat=True)) == {1}
    assert again.new_slips == [2]
    # A referee with an outdated page of table 2 cannot save over those who sit there now.
    with pytest.raises(TableChanged):
        table_record(table=other, version=other.version, hands=LEGAL, at=AT)
    # After any other drafts, a round published as before has everything as before.
    round_withdraw(round=again)
    draft_change(round=again, seen=(), change=lambda tables: change_lines(tables, 1))
    draft_undo(round=again, depth=len(Round.objects.get().undo))
    last = round_publish(round=again, at=AT, discarding=[])
    assert (last.slip_secret(1), last.slip_secret(2)) == (again.slip_secret(1), again.slip_secret(2))
    assert (state(table), last.new_slips) == (SlipState.DRAFT, [])
    call_command("check_club")


def test_a_table_that_is_gone_takes_its_slip_along_and_never_gives_its_code_again(table: Table) -> None:
    other = table.round.tables.select_related("round__tournament").get(number=2)
    write(other)
    was, round_ = other.slip_secret, round_withdraw(round=table.round)
    draft_change(round=round_, seen=(), change=lambda tables: rest(tables, EntrantId(4)))
    round_publish(round=round_, at=AT)
    assert not PhoneSlip.objects.exists()
    round_withdraw(round=round_)
    draft_undo(round=round_, depth=len(Round.objects.get().undo))
    assert round_publish(round=round_, at=AT).slip_secret(2) != was


def test_a_draft_with_what_players_wrote_is_thrown_away_only_if_somebody_means_it(table: Table) -> None:
    write(table)
    round_ = round_withdraw(round=table.round)
    with pytest.raises(RoundUnsettled, match="1"):
        round_discard(round=round_, discarding=[])
    round_discard(round=round_, discarding=[1])
    assert not Round.objects.exists()


def test_the_secret_leaves_the_database_nowhere(table: Table) -> None:
    secret = table.round.secret
    assert len(secret) == 64
    send(table)
    tournament = table.round.tournament
    text = to_json(export_tournament(tournament))
    assert '"writing": "phones"' in text
    codes = [*codes_of(secret, 1).values(), *codes_of(secret, 2).values()]
    history = json.dumps([*Round.history.values(), *Table.history.values(), *Hand.history.values()], default=str)
    log = json.dumps(list(PhoneLog.objects.values()), default=str)
    for page_text in (text, history, log):
        assert not [text for text in (secret, *codes) if text in page_text]
    copy = tournament_import(text=text, slug="copia")
    assert copy.rounds.get().secret not in ("", secret) and copy.rounds.get().phones_write


def test_a_club_without_phones_pays_for_none_of_this(table: Table) -> None:
    tournament_change(tournament=table.round.tournament, changes={"writing": Tournament.Writing.PAPER})
    for open_table in table.round.tables.select_related("round__tournament"):
        with CaptureQueriesContext(connection) as queries:
            play_table(open_table)
        assert [query for query in queries if "phone" in query["sql"]] == []


def test_with_a_final_tournament_nothing_is_left_to_write(table: Table) -> None:
    play_table(table)
    play_table(table.round.tables.get(number=2))
    round_close(round=table.round)
    with pytest.raises(Refused):
        write(table, serial=4)
    assert start_round(Tournament.objects.get()).phones_write
