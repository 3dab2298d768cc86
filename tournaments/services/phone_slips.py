"""What phones write: a table's slip typed, sent, confirmed, contested, taken over; and the codes that let them.

Everything is logged with line and phone. Only a confirmed slip is a result: of what comes before no other page knows,
so the tournament's revision stays.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from scoring.engine.hand import HandEnd
from scoring.services import read_entry, ruleset_for, write_entry
from tournaments.errors import PhoneRefused, SlipDoubtful, SlipRefused
from tournaments.models import PhoneLog, PhoneSlip, Table
from tournaments.phone_slips.codes import line_of
from tournaments.phone_slips.codes import same as same_text
from tournaments.phone_slips.states import Act, Phone, Refusal, SlipState, SlipWritten, transition
from tournaments.records import Line
from tournaments.selectors.phone_slips import slip_of, wrong_codes
from tournaments.wording.phone_slips import REFUSALS

from .phone_locking import lock_for_a_write, lock_table, log, slip_row
from .phone_rounds import lead_to
from .results import HandEntry, judge_slip, table_record

WRONG_CODES = 5
WITHIN = timedelta(minutes=10)
"""So many wrong codes in that time lock a table for phones: of a million codes nobody finds one."""

OF_A_CONTEST = ("contested_by", "contested_hand", "contest_note")


@transaction.atomic
def phone_enter(*, table: Table, typed: str, device: str, at: datetime) -> Phone | None:
    """The phone of the line whose code was typed. None: the code is wrong, and it has been counted.

    Raises `TableShut` where wrong codes have locked the table, `PhoneRefused` once the round is closed.
    """
    table = _lock_for_a_code(table)
    line = line_of(table.round.secret, table.number, typed)
    if line is None:
        _count_wrong_code(table, device, at)
        return None
    log(table, PhoneLog.Event.ENTER, Phone(line, device), at)
    return Phone(line, device)


@transaction.atomic
def pair_prove(*, table: Table, line: Line, cards: Sequence[str], typed: str, at: datetime) -> bool:
    """Whether who asks for a line's code belongs to it: by the card number of a member, or the code itself.

    A wrong one counts like a wrong code. Raises as `phone_enter` does.
    """
    table = _lock_for_a_code(table)
    # Each is compared, so that the time tells nothing.
    proofs = [same_text(typed.strip(), card) for card in cards if card]
    if any(proofs) or line_of(table.round.secret, table.number, typed) is line:
        return True
    _count_wrong_code(table, "", at)
    return False


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
    """Keep the figures as they were typed so far.

    `serial` is the phone's own count of its writes: the same once more changes nothing, an older one is refused.
    """
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    if _repeats(slip, phone, serial):
        return slip
    after = _after(table, phone, Act.TYPE, version)
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
    """Hand the slip to the other line. `over`: on purpose over what another phone of the table wrote.

    Raises `SlipRefused` with every fault and `SlipDoubtful` for what nobody `confirmed`, as a referee gets them.
    """
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    if _repeats(slip, phone, serial):
        return slip
    after = _after(table, phone, Act.TAKE_OVER if over else Act.SEND, version)
    if over:
        sent = transition(after, phone, Act.SEND, after.version)
        assert isinstance(sent, SlipWritten), f"expected that who took over can send, got {sent}"
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
    """The other line says that version is right: it becomes the table's result, for now."""
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
    """The other line says that it is not right: of which hand, if it knows, and why, if it likes."""
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    after = _after(table, phone, Act.CONTEST, version)
    slip.contested_by, slip.contested_hand, slip.contest_note = phone.line, hand, note
    lead_to(slip, after, *OF_A_CONTEST)
    log(table, PhoneLog.Event.CONTEST, phone, at)
    return slip


@transaction.atomic
def phone_take_over(*, table: Table, phone: Phone, version: int, at: datetime) -> PhoneSlip:
    """Go on with the figures that another phone had typed; it sees so."""
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
    """Ask for the referee though both lines had agreed; the result counts on until the referee has spoken."""
    table = lock_for_a_write(table, at)
    slip = slip_row(table)
    after = _after(table, phone, Act.CALL, slip.version)
    slip.contested_by = phone.line
    lead_to(slip, after, "contested_by")
    log(table, PhoneLog.Event.CALL, phone, at)
    return slip


def _lock_for_a_code(table: Table) -> Table:
    now = lock_table(table)
    if slip_of(now).state is SlipState.LOCKED:
        raise PhoneRefused(str(REFUSALS[Refusal.LOCKED]), Refusal.LOCKED)
    return now


def _repeats(slip: PhoneSlip, phone: Phone, serial: int) -> bool:
    """Whether this write has arrived before. One that a newer one has overtaken is refused."""
    if (slip.line, slip.device) != (phone.line, phone.device) or serial > slip.serial:
        return False
    if serial < slip.serial:
        raise PhoneRefused(str(REFUSALS[Refusal.OLDER]), Refusal.OLDER)
    return True


def _after(table: Table, phone: Phone, act: Act, version: int) -> SlipWritten:
    after = transition(slip_of(table).written, phone, act, version)
    if isinstance(after, SlipWritten):
        return after
    raise PhoneRefused(str(REFUSALS[after]), after)


def _count_wrong_code(table: Table, device: str, at: datetime) -> None:
    PhoneLog.objects.create(table=table, at=at, event=PhoneLog.Event.WRONG_CODE, device=device)
    if wrong_codes(table, since=at - WITHIN) >= WRONG_CODES:
        slip = slip_row(table)
        slip.shut_at = at
        slip.save()
        PhoneLog.objects.create(table=table, at=at, event=PhoneLog.Event.SHUT)
