"""Penalties, bonuses and warnings: the referee's own decisions, each with a reason."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import Adjustment, Pair, Player, Round, Tournament
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
    felt: bool = True,
    article: str = "",
    player: Player | None = None,
    made_by: User | None = None,
) -> Adjustment:
    """Add or take MP or VP; neither is a warning.

    MP that the opponents feel count before the VP of the round are read; others, and VP, in the pair's own total only.
    `player`: who of the pair it is about.
    """
    tournament = lock_tournament(round.tournament_id)
    if pair.tournament_id != tournament.pk:
        raise ValueError(f"expected a pair of {tournament.slug}, got {pair!r}")
    if player is not None and player.pk not in pair.player_keys:
        raise ValueError(f"expected a player of pair {pair.number}, got {player!r}")
    if mp % MP_STEP:
        raise Refused(_("%(mp)s is not a multiple of %(step)s: every score in MP is.") % {"mp": mp, "step": MP_STEP})
    if not reason.strip():
        raise Refused(_("Say why: the reason is shown beside the adjustment."))
    adjustment = Adjustment.objects.create(
        tournament=tournament,
        round=round,
        pair=pair,
        player=player,
        mp=mp,
        vp=vp,
        felt=felt or not mp,
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


@transaction.atomic
def adjustment_give_again(*, tournament: Tournament, key: int, made_by: User | None = None) -> Adjustment:
    """The adjustment of that key as it was when it was taken back."""
    tournament = lock_tournament(tournament.pk)
    removed = Adjustment.history.filter(tournament_id=tournament.pk, id=key, history_type="-").order_by("history_id")
    last = removed.last()
    if last is None:
        raise Refused(_("There is no such adjustment any more."))
    if tournament.adjustments.filter(pk=key).exists():
        raise Refused(_("It has been given again already."))
    about = (tournament.rounds.filter(pk=last.round_id), tournament.pairs.filter(pk=last.pair_id))
    if not all(each.exists() for each in about):
        raise Refused(_("Its round or its pair is not there any more: give it anew."))
    adjustment: Adjustment = last.instance
    adjustment.made_by = made_by
    adjustment.save(force_insert=True)
    count_revision_up(tournament)
    return adjustment
