"""What a table tells the hall from its phone: that the referee is wanted, or no longer."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import PhoneLog, RefereeCall, Table
from tournaments.phone_slips.states import Phone
from tournaments.selectors.referee_calls import open_call_of

from .phone_locking import lock_for_a_write, log
from .referee_calls import call_referee, call_take_back


@transaction.atomic
def phone_summon(*, table: Table, phone: Phone, reason: RefereeCall.Reason, at: datetime) -> RefereeCall:
    """The phone's line calls the referee to its table, also from one that wrong codes have locked."""
    table = lock_for_a_write(table, at, though_shut=True)
    call = call_referee(table=table, line=phone.line, reason=reason, at=at)
    log(table, PhoneLog.Event.SUMMON, phone, at)
    return call


@transaction.atomic
def phone_settle(*, table: Table, phone: Phone, at: datetime) -> RefereeCall:
    """The table has settled by itself what it called for; either line may say so."""
    table = lock_for_a_write(table, at, though_shut=True)
    call = open_call_of(table)
    if call is None:
        raise Refused(_("This call of table %(table)s is settled already.") % {"table": table.number})
    call = call_take_back(call=call, at=at)
    log(table, PhoneLog.Event.SETTLE, phone, at)
    return call
