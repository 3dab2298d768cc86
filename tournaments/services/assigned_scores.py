"""The scores that the referee assigns in place of the slip's: for a table, or for one line in a hand.

The slip stays as the players wrote it. A result entered later replaces an assigned score or an absence. The MP set for
one hand stay until they are unset.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Hand, Round, Table, Tournament
from tournaments.ranking.victory_points import parse_scale
from tournaments.records import Allowance, Line, Outcome
from tournaments.slips.states import Act

from .adjustments import refuse_odd
from .locking import lock_table, save_table
from .phone_rounds import referee_acts


@transaction.atomic
def table_award(
    *, table: Table, version: int, ns: Allowance, ew: Allowance, reason: str, article: str = "", at: datetime
) -> Table:
    """Assign the VP and MP of both lines; they need not add up to the scale's total."""
    table, tournament = lock_table(table, version)
    most = parse_scale(tournament.scale).total
    for score in (ns, ew):
        if not 0 <= score.vp <= most:
            raise Refused(_("VP of a table are from 0 to %(most)s, not %(vp)s.") % {"most": most, "vp": score.vp})
        refuse_odd(score.mp)
    _refuse_unreasoned(reason)
    table.outcome, table.entered_at = Outcome.ARBITRAL, at
    table.ns_vp_set, table.ns_mp_set, table.ew_vp_set, table.ew_mp_set = ns.vp, ns.mp, ew.vp, ew.mp
    table.ruling, table.ruling_article = reason.strip(), article.strip()
    if table.round.phones_write:
        referee_acts(table, Act.DECIDE)
    save_table(table, tournament)
    return table


@transaction.atomic
def table_award_take_back(*, table: Table, version: int) -> Table:
    """Restore the result before the assigned score; in a closed round, only if there was one."""
    table, tournament = lock_table(table, version)
    if table.outcome != Outcome.ARBITRAL:
        raise Refused(_("Table %(table)s has no assigned score.") % {"table": table.name})
    before = _outcome_before(table, tournament)
    if before == Outcome.OPEN and table.round.state == Round.State.CLOSED:
        raise Refused(_("The round is closed, so the table needs a result: change the score, or enter the slip."))
    table.outcome = before
    table.clear_assigned_score()
    if before == Outcome.OPEN:
        table.entered_at = None
        if table.round.phones_write:
            referee_acts(table, Act.REOPEN)
    save_table(table, tournament)
    return table


def _outcome_before(table: Table, tournament: Tournament) -> Outcome:
    """Return the outcome before the assigned score, from the history or else from whether the slip is complete."""
    rows = Table.history.filter(id=table.pk).exclude(outcome=Outcome.ARBITRAL)
    if (last := rows.order_by("history_id").values_list("outcome", flat=True).last()) is not None:
        return Outcome(last)
    return Outcome.PLAYED if table.hands.count() == tournament.hands_per_round else Outcome.OPEN


@transaction.atomic
def hand_set(*, table: Table, version: int, number: int, line: Line, mp: int, reason: str) -> Hand:
    """Set the MP of one line for a hand that it did not play; the other line's score counts as it is."""
    table, tournament = lock_table(table, version)
    hand = _hand(table, number)
    refuse_odd(mp)
    _refuse_unreasoned(reason)
    hand.ns_set, hand.ew_set = (mp, None) if line is Line.NS else (None, mp)
    hand.set_reason = reason.strip()
    hand.save()
    if table.round.phones_write:
        referee_acts(table, Act.DECIDE)
    save_table(table, tournament)
    return hand


@transaction.atomic
def hand_unset(*, table: Table, version: int, number: int) -> Hand:
    """Let the hand count as its slip has it again."""
    table, tournament = lock_table(table, version)
    hand = _hand(table, number)
    hand.ns_set, hand.ew_set, hand.set_reason = None, None, ""
    hand.save()
    save_table(table, tournament)
    return hand


def _hand(table: Table, number: int) -> Hand:
    if table.outcome != Outcome.PLAYED:
        raise Refused(_("Save the slip of table %(table)s first, then set a hand of it.") % {"table": table.name})
    return table.hands.get(number=number)


def _refuse_unreasoned(reason: str) -> None:
    if not reason.strip():
        raise Refused(_("Say why: the reason is shown beside the score."))
