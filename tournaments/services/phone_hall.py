"""The calls of a table from its phone: for the referee, or that nobody is needed any longer."""

from datetime import datetime

from django.db import transaction

from tournaments.models import PhoneLog, RefereeCall, Table
from tournaments.selectors.referee_calls import open_call_of
from tournaments.slips.states import Phone

from .phone_locking import lock_for_a_write, log
from .referee_calls import call_referee, call_take_back, settled_already


@transaction.atomic
def phone_summon(*, table: Table, phone: Phone, reason: RefereeCall.Reason, at: datetime) -> RefereeCall:
    """Call the referee to the table of the phone's line."""
    table = lock_for_a_write(table, at)
    call = call_referee(table=table, line=phone.line, reason=reason, at=at)
    log(table, PhoneLog.Event.SUMMON, phone, at)
    return call


@transaction.atomic
def phone_settle(*, table: Table, phone: Phone, at: datetime) -> RefereeCall:
    """Settle the call of a table; either line may do so."""
    table = lock_for_a_write(table, at)
    call = open_call_of(table)
    if call is None:
        raise settled_already(table)
    call = call_take_back(call=call, at=at)
    log(table, PhoneLog.Event.SETTLE, phone, at)
    return call
