"""The money of an evening: what it costs, who has paid, special prizes. Money may move after the last round, too."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import Pair, Payment, SpecialPrize, TillTerms, Tournament
from tournaments.selectors.till import till_of, till_terms_of
from tournaments.till import PrizeFor

from .locking import count_revision_up, lock_tournament


@transaction.atomic
def till_terms_set(*, tournament: Tournament, terms: Mapping[str, Any]) -> TillTerms:
    """Say what taking part costs and how the fund is shared; what was paid stays what it was."""
    tournament = lock_tournament(tournament.pk, editable=False)
    kept = TillTerms.objects.filter(tournament=tournament).first() or TillTerms(tournament=tournament)
    for name, value in terms.items():
        setattr(kept, name, value)
    kept.full_clean()
    if sum(kept.shares) != 100:
        raise ValueError(f"expected shares that make 100, got {kept.shares}")
    kept.save()
    count_revision_up(tournament)
    return kept


@transaction.atomic
def pair_pay(*, pair: Pair, means: str) -> Payment:
    """Tick a pair as paid, with what it owes now; ticked again it has paid another way, and no other amount."""
    tournament = lock_tournament(pair.tournament_id, editable=False)
    pair = Pair.objects.get(pk=pair.pk)
    payment = Payment.objects.filter(pair=pair).first()
    if payment is None:
        (row,) = till_of(tournament, till_terms_of(tournament), [pair.number]).rows
        payment = Payment(pair=pair, cents=row.due)
    payment.means = means
    payment.full_clean()
    payment.save()
    count_revision_up(tournament)
    return payment


@transaction.atomic
def pair_unpay(*, pair: Pair) -> None:
    """Take the tick back; the history keeps both."""
    tournament = lock_tournament(pair.tournament_id, editable=False)
    for payment in Payment.objects.filter(pair=pair):
        payment.delete()
    count_revision_up(tournament)


@transaction.atomic
def special_prize_add(*, tournament: Tournament, details: Mapping[str, Any]) -> SpecialPrize:
    tournament = lock_tournament(tournament.pk, editable=False)
    prize = SpecialPrize(tournament=tournament, **details)
    prize.full_clean()
    prize.save()
    count_revision_up(tournament)
    return prize


@transaction.atomic
def special_prize_remove(*, prize: SpecialPrize) -> None:
    tournament = lock_tournament(prize.tournament_id, editable=False)
    # Somebody else may have been quicker.
    for found in SpecialPrize.objects.filter(pk=prize.pk):
        found.delete()
    count_revision_up(tournament)


@transaction.atomic
def special_prize_draw(*, prize: SpecialPrize, seed: int) -> SpecialPrize:
    """Draw the lot: the seed is kept, and drawn once it is not drawn again."""
    tournament = lock_tournament(prize.tournament_id, editable=False)
    prize = SpecialPrize.objects.get(pk=prize.pk)
    if prize.given_for != PrizeFor.LOT:
        raise ValueError(f"expected a prize drawn by lot, got {prize.given_for!r}")
    if prize.seed is not None:
        raise Refused(_("This lot has been drawn: it stays."))
    if not tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).exists():
        raise Refused(_("Nobody is entered: there is nobody to draw."))
    prize.seed = seed
    prize.save()
    count_revision_up(tournament)
    return prize
