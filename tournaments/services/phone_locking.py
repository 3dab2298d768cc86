"""The beginning and the end of every write from a phone: the locked table, and the entry in its log."""

from datetime import datetime

from tournaments.models import PhoneLog, PhoneSlip, Table
from tournaments.selectors.phone_slips import writes_in_a_minute
from tournaments.selectors.phone_tables import table_for_phones
from tournaments.services.refusals import PhoneRefused, TooManyWrites
from tournaments.slips.states import Phone, Refusal, SlipProgress
from tournaments.wording.phone_slips import REFUSALS, too_many_writes_sentence

from .locking import LOCK

WRITES_A_MINUTE = 30
OF_THE_STATE = ("state", "version", "line", "device", "agreed", "one_phone")


def lock_table(table: Table) -> Table:
    """Return the current table, if phones write there. Its tournament stays locked until the transaction ends."""
    LOCK.rows(table.round.tournament_id)
    now = table_for_phones(table.round.tournament.slug, table.round.number, table.number)
    if now is None:
        raise PhoneRefused(str(REFUSALS[Refusal.NOT_THEIRS]), Refusal.NOT_THEIRS)
    return now


def lock_for_a_write(table: Table, at: datetime) -> Table:
    """Return the current table for a write. Raise TooManyWrites above `WRITES_A_MINUTE`."""
    now = lock_table(table)
    if writes_in_a_minute(now, before=at) >= WRITES_A_MINUTE:
        raise TooManyWrites(too_many_writes_sentence())
    return now


def log(table: Table, event: PhoneLog.Event, phone: Phone, at: datetime) -> None:
    PhoneLog.objects.create(table=table, at=at, event=event, line=phone.line, device=phone.device)


def lead_to(slip: PhoneSlip, after: SlipProgress, *also: str) -> None:
    """Save the new state of a slip, and the other fields in `also`."""
    slip.state, slip.version, slip.line = after.state, after.version, after.line or ""
    slip.device, slip.agreed, slip.one_phone = after.device, after.agreed, after.one_phone
    if slip.pk is None:
        slip.save()
    else:
        slip.save(update_fields=[*OF_THE_STATE, *also])
