"""The clock of a round under way: the hall's, or that of a table that began late or was held up."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.clock.clock import ClockAction, ClockRefused
from tournaments.clock.clocks import RoundClocks, clocks_to_json, hall_changed, table_changed, table_follows
from tournaments.models import Round
from tournaments.records import Outcome
from tournaments.records.sections import table_name
from tournaments.wording.clock import FAULT_SENTENCES

from .locking import count_revision_up, end_announcement, lock_tournament


@transaction.atomic
def clock_change(*, round: Round, action: ClockAction, at: datetime, table: int | None = None) -> Round:
    """Start, stop, lengthen or shorten the hall's clock, or that of the table with this number."""
    if table is None:
        written = _write(round, None, lambda clocks: hall_changed(clocks, action, at))
        if action is ClockAction.START:
            end_announcement(lock_tournament(round.tournament_id), until=0)
        return written
    return _write(round, table, lambda clocks: table_changed(clocks, table, action, at))


@transaction.atomic
def clock_follow_hall(*, round: Round, table: int) -> Round:
    """Let a table with a clock of its own follow the hall's again."""
    return _write(round, table, lambda clocks: table_follows(clocks, table))


def _write(round: Round, table: int | None, change: Callable[[RoundClocks], RoundClocks]) -> Round:
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state != Round.State.PUBLISHED:
        raise Refused(_("Round %(round)s is not under way: its clock is stopped.") % {"round": round.number})
    if not tournament.round_minutes:
        raise Refused(_("The rounds have no clock: give them minutes in the settings."))
    if table is not None and not round.tables.filter(number=table).exclude(outcome=Outcome.REST).exists():
        raise Refused(
            _("Nobody plays at table %(table)s in round %(round)s.")
            % {"table": table_name(round.table_number(table)), "round": round.number}
        )
    try:
        round.clocks = clocks_to_json(change(round.running_clocks))
    except ClockRefused as refusal:
        raise Refused(str(FAULT_SENTENCES[refusal.fault])) from refusal
    round.save()
    count_revision_up(tournament)
    return round
