"""The calls of tables for the referee, and the answers."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import RefereeCall, Round, Table
from tournaments.records import Line, Outcome

from .locking import count_revision_up, lock_tournament


@transaction.atomic
def call_referee(*, table: Table, line: Line | None, reason: RefereeCall.Reason, at: datetime) -> RefereeCall:
    """Add a call from a line of the table, or from the referee if `line` is None.

    A table has one open call at a time.
    """
    tournament = lock_tournament(table.round.tournament_id)
    table = Table.objects.select_related("round").get(pk=table.pk)
    if table.round.state != Round.State.PUBLISHED or table.outcome == Outcome.REST:
        raise Refused(_("Table %(table)s is not playing now: nobody can call from there.") % {"table": table.name})
    if table.calls.filter(answered_at__isnull=True, taken_back_at__isnull=True).exists():
        raise Refused(_("Table %(table)s has already called: the referee is on the way.") % {"table": table.name})
    call = RefereeCall.objects.create(table=table, line=line or "", reason=reason, called_at=at)
    count_revision_up(tournament)
    return call


@transaction.atomic
def call_answer(*, call: RefereeCall, at: datetime, by: User | None = None) -> RefereeCall:
    """Answer a call: somebody goes to the table."""
    call = _lock(call)
    call.answered_at, call.answered_by = at, by
    return _saved(call)


@transaction.atomic
def call_take_back(*, call: RefereeCall, at: datetime) -> RefereeCall:
    """Withdraw a call that the table has settled."""
    call = _lock(call)
    call.taken_back_at = at
    return _saved(call)


def settled_already(table: Table) -> Refused:
    return Refused(_("This call from table %(table)s has already been settled.") % {"table": table.name})


def _lock(call: RefereeCall) -> RefereeCall:
    lock_tournament(call.table.round.tournament_id)
    call = RefereeCall.objects.select_related("table__round__tournament").get(pk=call.pk)
    if not call.is_open:
        raise settled_already(call.table)
    return call


def _saved(call: RefereeCall) -> RefereeCall:
    call.save()
    count_revision_up(call.table.round.tournament)
    return call
