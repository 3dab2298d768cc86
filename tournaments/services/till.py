"""The money of an evening: fees, payments and special prizes; it may change after the last round, too."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from pages.refusals import Refused
from tournaments.models import TOGETHER, Pair, Payment, SpecialPrize, TillTerms, Tournament
from tournaments.selectors.receipts import receipts_of_payments
from tournaments.selectors.till import Owed, owed_parts, paid_together, till_of, till_terms_of
from tournaments.till import PrizeFor, lot_drawn, shares_by_girone
from tournaments.wording.money import amount
from tournaments.wording.receipts import take_back_first

from .locking import count_revision_up, lock_tournament
from .receipts import refuse_with_receipt
from .substitutes import Seat


@transaction.atomic
def till_terms_set(*, tournament: Tournament, terms: Mapping[str, Any]) -> TillTerms:
    """Set the fee and how the fund is shared; payments stay as they were."""
    tournament = lock_tournament(tournament.pk, editable=False)
    stored = TillTerms.objects.filter(tournament=tournament).first() or TillTerms(tournament=tournament)
    for name, value in terms.items():
        setattr(stored, name, value)
    stored.full_clean()
    if sum(sum(own) for _girone, own in shares_by_girone(stored.shares)) != 100:
        raise ValueError(f"expected shares that make 100, got {stored.shares}")
    stored.save()
    count_revision_up(tournament)
    return stored


@transaction.atomic
def pair_pay(*, pair: Pair, means: str, seat: Seat | None = None) -> Payment:
    """Record that a pair, or the one player in a seat, has paid what is owed now.

    An earlier payment must be removed before another is recorded for the same player.
    """
    tournament = lock_tournament(pair.tournament_id, editable=False)
    pair = Pair.objects.select_related("player1", "player2").get(pk=pair.pk)
    if seat is not None and pair.player2 is None:
        raise ValueError("expected a pair of two players, got one who pays alone")
    for payment in Payment.objects.filter(pair=pair).order_by("seat"):
        if payment.seat == seat and payment.means == means:
            return payment
        if seat is None or payment.seat in (None, seat):
            raise Refused(take_back_first(_paid_in_words(pair, payment)))
    (row,) = till_of(tournament, till_terms_of(tournament), [pair.number]).rows
    payment = Payment(pair=pair, seat=seat, cents=row.due if seat is None else row.fees[seat - 1], means=means)
    payment.full_clean()
    payment.save()
    count_revision_up(tournament)
    return payment


@transaction.atomic
def pair_unpay(*, pair: Pair, means: str, seat: Seat | None = None) -> None:
    """Remove a payment by these means, of a pair or of the player in a seat, not one recorded meanwhile.

    The history keeps both.
    """
    tournament = lock_tournament(pair.tournament_id, editable=False)
    # Somebody else may have been quicker.
    for payment in Payment.objects.select_for_update().filter(pair=pair, seat=seat):
        if payment.means != means:
            facts = {"paid": _paid_in_words(pair, payment)}
            raise Refused(_("Nothing was undone: %(paid)s, noted in the meantime.") % facts)
        refuse_with_receipt(payment)
        payment.delete()
        count_revision_up(tournament)


@transaction.atomic
def payments_note_together(*, tournament: Tournament, owed: Collection[Owed], means: str, press: str) -> list[Payment]:
    """Record that all of these have paid, and return the payments.

    Who has paid in the meantime, has withdrawn, or owes another amount by now is left out. `press` is a name by which
    `payments_take_back_together` finds them again.
    """
    tournament = lock_tournament(tournament.pk, editable=False)
    keys = dict(tournament.pairs.values_list("number", "pk"))
    still, meant = owed_parts(till_of(tournament, till_terms_of(tournament))), set(owed)
    payments = [
        Payment(pair_id=keys[part.number], seat=part.seat, cents=part.cents, means=means)
        for part in still
        if part in meant
    ]
    if not payments:
        return []
    for payment in payments:
        payment.clean_fields(exclude=["pair"])
    recorded: list[Payment] = bulk_create_with_history(payments, Payment, default_change_reason=f"{TOGETHER}{press}")
    count_revision_up(tournament)
    return recorded


@transaction.atomic
def payments_take_back_together(*, tournament: Tournament, press: str) -> tuple[int, int]:
    """Remove the payments of a press, except those for which a receipt is valid. Return how many went, and stayed."""
    tournament = lock_tournament(tournament.pk, editable=False)
    noted = paid_together(tournament)
    if noted is None or noted.press != press:
        raise Refused(_("This has been undone in the meantime, or more has been noted since: look again."))
    with_receipt = receipts_of_payments(tournament)
    gone = [payment for payment in Payment.objects.filter(pk__in=noted.payments) if payment.pk not in with_receipt]
    for payment in gone:
        payment.delete()
    count_revision_up(tournament)
    return len(gone), len(noted.payments) - len(gone)


def _paid_in_words(pair: Pair, payment: Payment) -> str:
    payer = pair.number if payment.seat is None else f"{pair.number}, {payment.payer_name}"
    facts = {"number": payer, "amount": amount(payment.cents), "means": payment.get_means_display()}
    return _("%(number)s has already paid %(amount)s (%(means)s)") % facts


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
    for stored in SpecialPrize.objects.filter(pk=prize.pk):
        stored.delete()
    count_revision_up(tournament)


@transaction.atomic
def special_prize_draw(*, prize: SpecialPrize, seed: int) -> SpecialPrize:
    """Draw the prize among those who have not withdrawn.

    The result stays, with its seed, even if somebody withdraws later.
    """
    tournament = lock_tournament(prize.tournament_id, editable=False)
    prize = SpecialPrize.objects.get(pk=prize.pk)
    if prize.given_for != PrizeFor.LOT:
        raise ValueError(f"expected a prize drawn by lot, got {prize.given_for!r}")
    if prize.seed is not None:
        raise Refused(_("This lot has been drawn: it stays."))
    here = {pair.number: pair for pair in tournament.pairs.exclude(status=Pair.Status.WITHDRAWN)}
    drawn = lot_drawn(list(here), seed)
    if drawn is None:
        raise Refused(_("Nobody is entered: there is nobody to draw."))
    prize.seed, prize.pair = seed, here[drawn]
    prize.save()
    count_revision_up(tournament)
    return prize
