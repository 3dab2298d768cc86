"""Membership fees: noted once a year for each member, and taken back; the state of many members changed at once."""

from collections.abc import Collection, Mapping
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Club, Membership, MembershipFee, Player
from tournaments.selectors.membership_fees import fee_terms
from tournaments.wording.memberships import paid_words, year_label
from tournaments.wording.receipts import take_back_first

from .locking import count_revisions_up_of
from .receipts import refuse_with_receipt


@transaction.atomic
def membership_terms_set(*, starts: int, fees: Mapping[str, int]) -> None:
    """Set the month in which years of membership begin, and the fees; what was paid stays as it was."""
    Club.objects.get_or_create(pk=1)
    club = Club.objects.select_for_update().get(pk=1)
    if (club.membership_starts, club.membership_fees) == (starts, fees):
        return
    club.membership_starts, club.membership_fees = starts, dict(fees)
    club.full_clean()
    club.save()


@transaction.atomic
def membership_fee_pay(
    *, player: Player, year: int, means: str, paid_on: date, cents: int | None = None
) -> MembershipFee:
    """Note that a member has paid a year, by default the fee of the member's category.

    The same payment noted twice is one. Raise Refused if the year was paid otherwise, if the club has set no fee, or if
    the member was forgotten.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    terms = fee_terms()
    if player.forgotten:
        raise Refused(_("This member was erased: no fee can be noted."))
    noted = MembershipFee.objects.filter(player=player, year=year).first()
    if noted is not None:
        if noted.means == means and cents in (None, noted.cents):
            return noted
        label = year_label(year, terms.starts)
        paid = paid_words(str(player), label, noted.cents, str(noted.get_means_display()))
        raise Refused(take_back_first(paid))
    cents = terms.fee_of(player.category) if cents is None else cents
    if cents is None:
        raise Refused(_("The club has set no fee for %(player)s: set one, or write the amount.") % {"player": player})
    fee = MembershipFee(player=player, year=year, category=player.category, cents=cents, means=means, paid_on=paid_on)
    fee.full_clean()
    fee.save()
    count_revisions_up_of([player.pk], final=False)
    return fee


@transaction.atomic
def membership_fee_take_back(*, fee: MembershipFee) -> None:
    """Remove a payment; the history keeps it. Raise Refused while a valid receipt says that it was paid."""
    # Somebody else may have been quicker.
    for stored in MembershipFee.objects.select_for_update().filter(pk=fee.pk):
        refuse_with_receipt(stored)
        stored.delete()
        count_revisions_up_of([stored.player_id], final=False)


@transaction.atomic
def members_state_set(*, keys: Collection[int], state: str, on: date) -> int:
    """Change the state of these members and return how many changed; who leaves, leaves the club's book on that day.

    Raise Refused if one of them was admitted later.
    """
    changed = Player.objects.select_for_update().filter(pk__in=keys, forgotten=False).exclude(state=state)
    players = list(changed.order_by("pk"))
    books = {
        book.pk: book for book in Membership.objects.select_for_update().filter(pk__in=[one.pk for one in players])
    }
    for player in players:
        player.state = state
        player.save()
        if (book := books.get(player.pk)) is None:
            continue
        left_on = None
        if state == Player.State.LEFT:
            left_on = book.left_on or on
            if book.admitted_on and left_on < book.admitted_on:
                raise Refused(_("%(player)s was admitted later: choose a later day.") % {"player": player})
        if book.left_on != left_on:
            book.left_on = left_on
            book.save()
    count_revisions_up_of([player.pk for player in players])
    return len(players)
