"""The writes of phones to a table's slip: typed, sent, confirmed, contested, taken over.

Everything is logged with line and phone. Only a confirmed slip is a result, and no other page shows what comes before,
so the tournament's revision stays.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from scoring.engine.hand import HandEnd
from scoring.services import read_entry, ruleset_for, write_entry
from tournaments.models import PhoneLog, PhoneSlip, Table
from tournaments.selectors.phone_slips import slip_of, slip_row
from tournaments.services.refusals import PhoneRefused, SlipDoubtful, SlipRefused
from tournaments.slips.states import Act, Phone, Refusal, SlipProgress, SlipState, Write, after_write, transition
from tournaments.slips.typed_slip import HandEntry
from tournaments.wording.phone_slips import REFUSALS

from .phone_locking import lead_to, lock_for_a_write, log
from .results import judge_slip, table_record

SENT = (SlipState.SENT, SlipState.AGREED)
OF_A_CONTEST = ("contested_by", "contested_hand", "contest_note")


@transaction.atomic
def phone_type(
    *,
    table: Table,
    phone: Phone,
    version: int,
    serial: int,
    typed: Mapping[str, str],
    at: datetime,
) -> PhoneSlip:
    """Save the figures typed so far.

    `serial` is the phone's own count of its writes. A repeated write changes nothing, an older one is refused.
    """
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    stored, write = Write(slip.serial, slip.typed, slip.state in SENT), Write(serial, dict(typed))
    after = after_write(slip_of(table).written, stored, write, phone, Act.TYPE, version)
    if after is None:
        return slip
    if isinstance(after, Refusal):
        raise PhoneRefused(str(REFUSALS[after]), after)
    slip.typed, slip.serial = dict(typed), serial
    lead_to(slip, after, "typed", "serial")
    log(table, PhoneLog.Event.TYPE, phone, at)
    return slip


@transaction.atomic
def phone_send(
    *,
    table: Table,
    phone: Phone,
    version: int,
    serial: int,
    typed: Mapping[str, str],
    hands: Sequence[HandEntry],
    at: datetime,
    confirmed: bool = False,
    over: bool = False,
) -> PhoneSlip:
    """Send the slip to the other line. If `over` is true, overwrite what another phone at the table wrote.

    Raise `SlipRefused` with every fault, and `SlipDoubtful` for doubts not `confirmed`, as for a referee.
    """
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    stored, write = Write(slip.serial, slip.typed, slip.state in SENT), Write(serial, dict(typed))
    act = Act.TAKE_OVER if over else Act.SEND
    after = after_write(slip_of(table).written, stored, write, phone, act, version)
    if after is None:
        return slip
    if isinstance(after, Refusal):
        raise PhoneRefused(str(REFUSALS[after]), after)
    if over:
        sent = transition(after, phone, Act.SEND, after.version)
        assert isinstance(sent, SlipProgress), f"expected that who took over can send, got {sent}"
        after = sent
    tournament = table.round.tournament
    judgement = judge_slip(ruleset_for(tournament.ruleset, tournament.options), hands)
    if judgement.faults or len(hands) != tournament.hands_per_round:
        raise SlipRefused(judgement.fault_sentences, judgement.faults)
    if judgement.doubts and not confirmed:
        raise SlipDoubtful(judgement.doubt_sentences, judgement.doubts)
    slip.typed, slip.serial, slip.doubtful = dict(typed), serial, bool(judgement.doubts)
    slip.hands = [{"end": hand.end, "ns": write_entry(hand.ns), "ew": write_entry(hand.ew)} for hand in hands]
    slip.contested_by, slip.contested_hand, slip.contest_note = "", None, ""
    lead_to(slip, after, "typed", "serial", "doubtful", "hands", *OF_A_CONTEST)
    log(table, PhoneLog.Event.SEND, phone, at)
    return slip


@transaction.atomic
def phone_agree(*, table: Table, phone: Phone, version: int, at: datetime) -> PhoneSlip:
    """Let the other line confirm that version, which becomes the table's result for now."""
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    after = _after(table, phone, Act.AGREE, version)
    if slip.agreed:
        return slip
    rules = ruleset_for(table.round.tournament.ruleset, table.round.tournament.options)
    hands = [
        HandEntry(HandEnd(hand["end"]), read_entry(hand["ns"], "ns", rules), read_entry(hand["ew"], "ew", rules))
        for hand in slip.hands
    ]
    slip.contested_by, slip.contested_hand, slip.contest_note = "", None, ""
    lead_to(slip, after, *OF_A_CONTEST)
    log(table, PhoneLog.Event.AGREE_PASSED if phone.passed_over else PhoneLog.Event.AGREE, phone, at)
    table_record(table=table, version=table.version, hands=hands, at=at, confirmed=True, by_both_lines=True)
    return slip


@transaction.atomic
def phone_contest(*, table: Table, phone: Phone, version: int, hand: int | None, note: str, at: datetime) -> PhoneSlip:
    """Let the other line contest the slip: optionally a hand, and a reason."""
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    after = _after(table, phone, Act.CONTEST, version)
    slip.contested_by, slip.contested_hand, slip.contest_note = phone.line, hand, note
    lead_to(slip, after, *OF_A_CONTEST)
    log(table, PhoneLog.Event.CONTEST, phone, at)
    return slip


@transaction.atomic
def phone_take_over(*, table: Table, phone: Phone, version: int, at: datetime) -> PhoneSlip:
    """Go on with the figures typed on another phone, which shows that."""
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    after = _after(table, phone, Act.TAKE_OVER, version)
    if after.version != slip.version:
        slip.serial = 0
        lead_to(slip, after, "serial")
        log(table, PhoneLog.Event.TAKE_OVER, phone, at)
    return slip


@transaction.atomic
def phone_call(*, table: Table, phone: Phone, at: datetime) -> PhoneSlip:
    """Call the referee though both lines had agreed; the result counts until the referee decides."""
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    after = _after(table, phone, Act.CALL, slip.version)
    slip.contested_by = phone.line
    lead_to(slip, after, "contested_by")
    log(table, PhoneLog.Event.CALL, phone, at)
    return slip


def _after(table: Table, phone: Phone, act: Act, version: int) -> SlipProgress:
    after = transition(slip_of(table).written, phone, act, version)
    if isinstance(after, SlipProgress):
        return after
    raise PhoneRefused(str(REFUSALS[after]), after)
