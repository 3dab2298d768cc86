"""The penalties, bonuses and warnings given by the referee, each with a reason."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Adjustment, Pair, Player, Round, Tournament
from tournaments.ranking.victory_points import MP_STEP
from tournaments.selectors.adjustments import is_given
from tournaments.wording.adjustments import sent_twice

from .locking import count_revision_up, lock_tournament
from .refusals import AdjustmentSentTwice


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
    last_known: int | None = None,
) -> Adjustment:
    """Add or subtract MP or VP; an adjustment with neither is a warning.

    `last_known` is the newest change that the page of the form knew: if the same person has given the same one since,
    the form was sent twice, and AdjustmentSentTwice is raised.

    If the opponents feel the MP, they count before the VP of the round are worked out. Other MP, and VP, count only in
    the pair's own total. `player` is the player of the pair concerned, if it is one of them.
    """
    tournament = lock_tournament(round.tournament_id)
    if pair.tournament_id != tournament.pk:
        raise ValueError(f"expected a pair of {tournament.slug}, got {pair!r}")
    if player is not None and player.pk not in pair.player_keys:
        raise ValueError(f"expected a player of pair {pair.number}, got {player!r}")
    refuse_odd(mp)
    if not reason.strip():
        raise Refused(_("Say why: the reason is shown beside the adjustment."))
    adjustment = Adjustment(
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
    if last_known is not None and is_given(adjustment, since=last_known):
        raise AdjustmentSentTwice(sent_twice())
    adjustment.save()
    count_revision_up(tournament)
    return adjustment


@transaction.atomic
def adjustment_remove(*, adjustment: Adjustment) -> None:
    """Remove an adjustment; the history keeps it."""
    tournament = lock_tournament(adjustment.tournament_id)
    adjustment.delete()
    count_revision_up(tournament)


@transaction.atomic
def adjustment_give_again(*, tournament: Tournament, key: int, made_by: User | None = None) -> Adjustment:
    """Restore the removed adjustment with this key."""
    tournament = lock_tournament(tournament.pk)
    removed = Adjustment.history.filter(tournament_id=tournament.pk, id=key, history_type="-").order_by("history_id")
    last = removed.last()
    if last is None:
        raise Refused(_("This adjustment no longer exists."))
    if tournament.adjustments.filter(pk=key).exists():
        raise Refused(_("It has already been given again."))
    about = (tournament.rounds.filter(pk=last.round_id), tournament.pairs.filter(pk=last.pair_id))
    if not all(query.exists() for query in about):
        raise Refused(_("Its round or pair no longer exists: enter it again."))
    adjustment: Adjustment = last.instance
    adjustment.made_by = made_by
    adjustment.save(force_insert=True)
    count_revision_up(tournament)
    return adjustment


def refuse_odd(mp: int) -> None:
    """Refuse an amount of MP that no score can have."""
    if mp % MP_STEP:
        raise Refused(_("%(mp)s is not a multiple of %(step)s: every score in MP is.") % {"mp": mp, "step": MP_STEP})
