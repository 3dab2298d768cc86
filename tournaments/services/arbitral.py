"""What the referee sets instead of what the slip says: the score of a table, or one line's MP of a hand.

The slip stays as the players wrote it. A result entered later takes an arbitral score's place, as it takes that of an
absence; what was set of one hand lasts until it is taken back.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import Hand, Round, Table, Tournament
from tournaments.phone_slips.states import Act
from tournaments.ranking.victory_points import MP_STEP, parse_scale
from tournaments.records import Allowance, Line, Outcome

from .phone_rounds import referee_acts
from .results import lock_table, save_table


@transaction.atomic
def table_award(
    *, table: Table, version: int, ns: Allowance, ew: Allowance, reason: str, article: str = "", at: datetime
) -> Table:
    """Set the VP and the MP that both lines get; they need not add up to the scale's total."""
    table, tournament = lock_table(table, version)
    most = parse_scale(tournament.scale).total
    for given in (ns, ew):
        if not 0 <= given.vp <= most:
            raise Refused(_("VP of a table are from 0 to %(most)s, not %(vp)s.") % {"most": most, "vp": given.vp})
        _refuse_odd(given.mp)
    _refuse_unreasoned(reason)
    table.outcome, table.entered_at = Outcome.ARBITRAL, at
    table.ns_vp_set, table.ns_mp_set, table.ew_vp_set, table.ew_mp_set = ns.vp, ns.mp, ew.vp, ew.mp
    table.ruling, table.ruling_article = reason.strip(), article.strip()
    referee_acts(table, Act.DECIDE)
    save_table(table, tournament)
    return table


@transaction.atomic
def table_award_take_back(*, table: Table, version: int) -> Table:
    """The result as it was before the arbitral score; in a closed round, only where there was one."""
    table, tournament = lock_table(table, version)
    if table.outcome != Outcome.ARBITRAL:
        raise Refused(_("Table %(table)s has no arbitral score.") % {"table": table.number})
    before = _outcome_before(table, tournament)
    if before == Outcome.OPEN and table.round.state == Round.State.CLOSED:
        raise Refused(_("The round is closed, so the table needs a result: change the score, or enter the slip."))
    table.outcome = before
    table.forget_arbitral_score()
    if before == Outcome.OPEN:
        table.entered_at = None
        referee_acts(table, Act.REOPEN)
    save_table(table, tournament)
    return table


def _outcome_before(table: Table, tournament: Tournament) -> Outcome:
    """What the history says; of a table that came with an arbitral score, whether its slip is whole."""
    told = Table.history.filter(id=table.pk).exclude(outcome=Outcome.ARBITRAL)
    if (last := told.order_by("history_id").values_list("outcome", flat=True).last()) is not None:
        return Outcome(last)
    return Outcome.PLAYED if table.hands.count() == tournament.hands_per_round else Outcome.OPEN


@transaction.atomic
def hand_set(*, table: Table, version: int, number: int, line: Line, mp: int, reason: str) -> Hand:
    """Set what one line gets for a hand that it did not play; the other line's figures count as they are."""
    table, tournament = lock_table(table, version)
    hand = _hand(table, number)
    _refuse_odd(mp)
    _refuse_unreasoned(reason)
    hand.ns_set, hand.ew_set = (mp, None) if line is Line.NS else (None, mp)
    hand.set_reason = reason.strip()
    hand.save()
    referee_acts(table, Act.DECIDE)
    save_table(table, tournament)
    return hand


@transaction.atomic
def hand_unset(*, table: Table, version: int, number: int) -> Hand:
    """The hand counts as its slip has it again."""
    table, tournament = lock_table(table, version)
    hand = _hand(table, number)
    hand.ns_set, hand.ew_set, hand.set_reason = None, None, ""
    hand.save()
    save_table(table, tournament)
    return hand


def _hand(table: Table, number: int) -> Hand:
    if table.outcome != Outcome.PLAYED:
        raise Refused(_("Save the slip of table %(table)s first, then set a hand of it.") % {"table": table.number})
    return table.hands.get(number=number)


def _refuse_odd(mp: int) -> None:
    if mp % MP_STEP:
        raise Refused(_("%(mp)s is not a multiple of %(step)s: every score in MP is.") % {"mp": mp, "step": MP_STEP})


def _refuse_unreasoned(reason: str) -> None:
    if not reason.strip():
        raise Refused(_("Say why: the reason is shown beside the score."))
