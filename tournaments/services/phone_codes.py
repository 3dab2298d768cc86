"""The codes typed on phones: what they open, and what follows wrong ones."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tournaments.models import CodeTry, PhoneLog, PhoneSlip, Round, Table, Tournament
from tournaments.records import Line
from tournaments.selectors.code_tries import tries_in
from tournaments.selectors.phone_slips import slip_of, slip_row
from tournaments.services.refusals import CodesHeldUp, PhoneRefused, TableLocked
from tournaments.slips.code_tries import WITHIN, Origin, hold_up, lock
from tournaments.slips.codes import line_of, same
from tournaments.slips.states import Phone, Refusal, SlipState
from tournaments.wording.phone_slips import REFUSALS, held_up_sentence, shut_sentence

from .locking import lock_tournament
from .phone_locking import lock_table, log


@transaction.atomic
def phone_enter(*, table: Table, typed: str, origin: Origin, at: datetime) -> Phone | None:
    """Return the phone for the line whose code was typed, or None for a wrong code, which is counted.

    Raise `TableLocked` if wrong codes have locked the table for unknown phones, `CodesHeldUp` if the phone has to wait,
    and `PhoneRefused` once the round is closed.
    """
    table = _lock_for_a_code(table, origin, at)
    line = line_of(table.slip_secret, table.number, typed)
    if line is None:
        _count_wrong_code(table, origin, at)
        return None
    _note_right_code(table, origin, line, at)
    log(table, PhoneLog.Event.ENTER, Phone(line, origin.device), at)
    return Phone(line, origin.device)


@transaction.atomic
def pair_prove(*, table: Table, line: Line, cards: Sequence[str], typed: str, origin: Origin, at: datetime) -> bool:
    """Return whether the asker belongs to the line, by a member's card number or the line's code.

    A wrong number or code counts as a wrong code. Raise the same exceptions as `phone_enter`.
    """
    table = _lock_for_a_code(table, origin, at)
    # All are compared, so that the time reveals nothing.
    proofs = [same(typed.strip(), card) for card in cards if card]
    if any(proofs) or line_of(table.slip_secret, table.number, typed) is line:
        return True
    _count_wrong_code(table, origin, at)
    return False


@transaction.atomic
def tables_unlock(*, tournament: Tournament, at: datetime) -> list[int]:
    """Forget the wrong codes and unlock all tables. Return the numbers of the tables that were locked."""
    lock_tournament(tournament.pk)
    locked = list(
        Table.objects.filter(
            round__tournament=tournament, round__state=Round.State.PUBLISHED, phone_slip__shut_at__isnull=False
        ).order_by("number")
    )
    PhoneSlip.objects.filter(table__in=locked).update(shut_at=None)
    CodeTry.objects.filter(table__round__tournament=tournament, opened="").delete()
    for table in locked:
        PhoneLog.objects.create(table=table, at=at, event=PhoneLog.Event.UNLOCK)
    return [table.round.table_number(table.number) for table in locked]


def _lock_for_a_code(table: Table, origin: Origin, at: datetime) -> Table:
    now = lock_table(table)
    slip = slip_of(now)
    if slip.state is SlipState.LOCKED:
        raise PhoneRefused(str(REFUSALS[Refusal.LOCKED]), Refusal.LOCKED)
    if slip.shut and origin.line is None:
        raise TableLocked(shut_sentence())
    if held := hold_up(tries_in(now.round.tournament), now.pk, origin, at):
        raise CodesHeldUp(held_up_sentence(held, at))
    return now


def _count_wrong_code(table: Table, origin: Origin, at: datetime) -> None:
    _forget_old(table.round.tournament, at)
    _note(table, origin, None, at)
    PhoneLog.objects.create(table=table, at=at, event=PhoneLog.Event.WRONG_CODE, device=origin.device)
    slip = slip_row(table)
    if slip.shut_at is None and lock(tries_in(table.round.tournament), table.pk, at):
        slip.shut_at = at
        slip.save()
        PhoneLog.objects.create(table=table, at=at, event=PhoneLog.Event.SHUT)


def _note_right_code(table: Table, origin: Origin, line: Line, at: datetime) -> None:
    """Note a right code once for each phone."""
    if not CodeTry.objects.filter(table=table, device=origin.device, opened=line).exists():
        _note(table, origin, line, at)


def _note(table: Table, origin: Origin, opened: Line | None, at: datetime) -> None:
    CodeTry.objects.create(
        table=table,
        at=at,
        opened=opened or "",
        line=origin.line or "",
        device=origin.device,
        address=origin.address,
        scanned=origin.scanned,
    )


def _forget_old(tournament: Tournament, at: datetime) -> None:
    """Delete old wrong codes, except those of a locked table, whose origin is shown until it is unlocked."""
    old = CodeTry.objects.filter(table__round__tournament=tournament, opened="", at__lte=at - WITHIN)
    old.exclude(table__phone_slip__shut_at__isnull=False).delete()
