"""Penalties and bonuses: the referee's own decisions, each with a reason."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import Adjustment, Pair, Round
from tournaments.ranking.victory_points import MP_STEP

from .locking import count_revision_up, lock_tournament


@transaction.atomic
def adjustment_add(
    *,
    round: Round,
    pair: Pair,
    reason: str,
    mp: int = 0,
    vp: int = 0,
    article: str = "",
    made_by: User | None = None,
) -> Adjustment:
    """Add or take MP (before the VP of the round are read) or VP (from the pair's total only)."""
    tournament = lock_tournament(round.tournament_id)
    if pair.tournament_id != tournament.pk:
        raise ValueError(f"expected a pair of {tournament.slug}, got {pair!r}")
    if mp == 0 and vp == 0:
        raise Refused(_("Say how many MP or VP the pair gains or loses."))
    if mp % MP_STEP:
        raise Refused(_("%(mp)s is not a multiple of %(step)s: every score in MP is.") % {"mp": mp, "step": MP_STEP})
    if not reason.strip():
        raise Refused(_("Say why: the reason is shown beside the adjustment."))
    adjustment = Adjustment.objects.create(
        tournament=tournament,
        round=round,
        pair=pair,
        mp=mp,
        vp=vp,
        reason=reason.strip(),
        article=article.strip(),
        made_by=made_by,
    )
    count_revision_up(tournament)
    return adjustment


@transaction.atomic
def adjustment_remove(*, adjustment: Adjustment) -> None:
    """Take an adjustment back; the history keeps it."""
    tournament = lock_tournament(adjustment.tournament_id)
    adjustment.delete()
    count_revision_up(tournament)
