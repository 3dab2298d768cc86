"""What every write from a phone begins and ends with: the table as it is now, and the line in its log."""

from datetime import datetime

from tournaments.errors import PhoneRefused, TableShut, TooManyWrites
from tournaments.models import PhoneLog, PhoneSlip, Table, Tournament
from tournaments.phone_slips.states import Phone, Refusal
from tournaments.selectors.phone_slips import slip_of, writes_in_a_minute
from tournaments.selectors.phone_tables import table_for_phones
from tournaments.selectors.prepared import Prepared
from tournaments.wording.phone_slips import REFUSALS, shut_sentence, too_many_writes_sentence

LOCKED_TOURNAMENT = Prepared(
    lambda pk: Tournament.objects.select_for_update().filter(pk=pk).order_by().values("pk"), int
)
"""What `lock_tournament` does, for writes of which hundreds come in a minute, and of which most change no result."""

WRITES_A_MINUTE = 30


def lock_table(table: Table, *, though_shut: bool = False) -> Table:
    """The table as it is now, if phones may come to it; `though_shut`: also where wrong codes have locked it."""
    LOCKED_TOURNAMENT.rows(table.round.tournament_id)
    now = table_for_phones(table.round.tournament.slug, table.round.number, table.number)
    if now is None:
        raise PhoneRefused(str(REFUSALS[Refusal.NOT_THEIRS]), Refusal.NOT_THEIRS)
    if slip_of(now).shut and not though_shut:
        raise TableShut(shut_sentence())
    return now


def lock_for_a_write(table: Table, at: datetime, *, though_shut: bool = False) -> Table:
    """The same for what counts as a write, of which there are `WRITES_A_MINUTE` at most."""
    now = lock_table(table, though_shut=though_shut)
    if writes_in_a_minute(now, before=at) >= WRITES_A_MINUTE:
        raise TooManyWrites(too_many_writes_sentence())
    return now


def slip_row(table: Table) -> PhoneSlip:
    """The row of a table that was read with it, or a new one."""
    slip: PhoneSlip | None = getattr(table, "phone_slip", None)
    return PhoneSlip(table=table) if slip is None else slip


def log(table: Table, event: PhoneLog.Event, phone: Phone, at: datetime) -> None:
    PhoneLog.objects.create(table=table, at=at, event=event, line=phone.line, device=phone.device)
