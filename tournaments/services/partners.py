"""Players alone who look for a partner: shown or not, and offered to play with; an offer accepted is an entry of two.

Whoever offers to play with somebody has an entry with a link of its own, which holds no place. The tournament's lock
lets one go first where two are accepted at once, or one is accepted while it is withdrawn.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.refusals import Refused
from tournaments.models import Entry, Tournament
from tournaments.people.names import people_key
from tournaments.selectors.entries import LIVE, Entrance, entrance_of, free_places, is_alone, known_already, terms_of
from tournaments.selectors.entry_conflicts import OPEN, conflicts_among
from tournaments.selectors.partners import MOST_OFFERS, offers_to, partner_wanted
from tournaments.wording.entries import ENTERED_ALREADY, ENTRANCE_SENTENCES, plays_already

from .entries import SentEntry, entry_withdraw, refuse_unwanted, settle_and_accept
from .entry_places import offer_end
from .entry_tokens import entry_token, token_hash_of
from .locking import count_revision_up, lock_tournament
from .refusals import EnteredAlready
from .singles import single_remove

PROPOSED, JOINED = Entry.State.PROPOSED, Entry.State.JOINED

ENDED: Mapping[str, Promise] = {
    Entry.State.WITHDRAWN: gettext_lazy("This offer has been withdrawn in the meantime."),
    Entry.State.JOINED: gettext_lazy("This offer has been accepted in the meantime."),
}
NO_LONGER = gettext_lazy("This offer is no longer open.")


@transaction.atomic
def entry_look(*, entry: Entry, looking: bool, at: datetime | None = None) -> Entry:
    """Show a player alone as looking for a partner, or no longer; offers that wait stay.

    `at` is the moment for a player, who is bound to the time of entries; None for the club.
    """
    tournament = lock_tournament(entry.tournament_id)
    entry = Entry.objects.get(pk=entry.pk)
    if looking:
        _refuse_with_partner(tournament, entry)
        _refuse_late(tournament, at)
    entry.looking = looking
    entry.save()
    count_revision_up(tournament)
    return entry


@transaction.atomic
def offer_make(*, wanted: Entry, sent: SentEntry, at: datetime) -> tuple[Entry, str]:
    """Offer to play with somebody who looks for a partner. Return the offer with the token of its own link.

    A form sent twice with the same name is one offer.
    """
    tournament = lock_tournament(wanted.tournament_id)
    key = people_key(sent.names)
    token = entry_token(tournament, sent.form, f"{key}/{wanted.pk}")
    if (before := tournament.entries.filter(token_hash=token_hash_of(token)).first()) is not None:
        return before, token
    refuse_unwanted(tournament, terms_of(tournament), sent, at)
    found = partner_wanted(tournament, wanted.pk)
    if found is None:
        raise Refused(_("This player is no longer looking for a partner."))
    offers = offers_to(found)
    if key == found.people_key or any(offer.people_key == key for offer in offers):
        raise EnteredAlready(_("This name has already made an offer. Whoever wrote it has a link of their own."))
    if len(offers) >= MOST_OFFERS:
        raise Refused(_("Many offers are waiting already: come back when the player has chosen, or tell the club."))
    _refuse_busy(tournament, found, sent.names[0], sent.club)
    offer = Entry(
        tournament=tournament,
        answers=found,
        name1=sent.names[0],
        people_key=key,
        club=sent.club,
        contact=sent.contact,
        state=PROPOSED,
        created_at=at,
        token_hash=token_hash_of(token),
        sender=sent.sender,
    )
    offer.full_clean()
    offer.save()
    count_revision_up(tournament)
    return offer, token


@transaction.atomic
def offer_accept(*, offer: Entry, at: datetime | None = None) -> Entry:
    """Accept an offer: the two are one entry, in the earlier place of the two. Return it.

    Whatever else either of them offered or was offered ends. The club's approval is needed as for every entry of two.
    `at` is the moment for a player, who is bound to the time of entries; None for the club.
    """
    tournament = lock_tournament(offer.tournament_id)
    offer = _waiting(offer)
    _refuse_late(tournament, at)
    entry = Entry.objects.select_related("single").get(answered_by=offer)
    _refuse_with_partner(tournament, entry)
    _refuse_busy(tournament, entry, offer.name1, offer.club)
    keys = (entry.people_key, offer.people_key)
    offer.state = JOINED
    offer.save()
    single = entry.single
    entry.name2, entry.people_key = offer.name1, people_key([entry.name1, offer.name1])
    entry.single, entry.looking, entry.moved_up = None, False, False
    _take_over(tournament, entry, offer.people_key)
    is_full = free_places(tournament, terms_of(tournament)) == 0
    entry.state = Entry.State.LISTED if is_full else Entry.State.WAITING
    entry.full_clean()
    entry.save()
    if single is not None:
        single_remove(single=single)
    # Other people's offers to the one or the other are declined when the entries settle.
    for other in tournament.entries.filter(state=PROPOSED, people_key__in=keys):
        offer_end(other, Entry.State.WITHDRAWN)
    settle_and_accept(tournament)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def offer_decline(*, offer: Entry) -> Entry:
    """Decline an offer; its contact is deleted."""
    tournament = lock_tournament(offer.tournament_id)
    offer = _waiting(offer)
    offer_end(offer, Entry.State.DECLINED)
    count_revision_up(tournament)
    return offer


@transaction.atomic
def offer_withdraw(*, offer: Entry, joined: bool) -> Entry:
    """Withdraw an offer by its own link, or with `joined` the entry of two that it has become.

    Raise Refused if it was accepted or ended since the person looked.
    """
    tournament = lock_tournament(offer.tournament_id)
    if joined:
        offer = Entry.objects.select_related("answers").get(pk=offer.pk)
        if offer.state == JOINED and offer.answers is not None:  # equivalent `offer.state == JOINED`: it answers one
            entry_withdraw(entry=offer.answers)
        return offer
    offer = Entry.objects.get(pk=offer.pk)
    if offer.state != Entry.State.WITHDRAWN:
        offer = _waiting(offer)
        offer_end(offer, Entry.State.WITHDRAWN)
        count_revision_up(tournament)
    return offer


def _waiting(offer: Entry) -> Entry:
    offer = Entry.objects.get(pk=offer.pk)
    if offer.state != PROPOSED:
        raise Refused(str(ENDED.get(offer.state, NO_LONGER)))
    return offer


def _refuse_with_partner(tournament: Tournament, entry: Entry) -> None:
    if not is_alone(tournament, entry):
        raise Refused(_("This entry is no longer looking for a partner."))


def _refuse_late(tournament: Tournament, at: datetime | None) -> None:
    if at is None and tournament.state == Tournament.State.REGISTRATION:
        return
    entrance = Entrance.BEGUN if at is None else entrance_of(tournament, terms_of(tournament), at)
    if entrance is not Entrance.OPEN:
        raise Refused(str(ENTRANCE_SENTENCES[entrance.value]))


def _refuse_busy(tournament: Tournament, entry: Entry, partner: str, club: str) -> None:
    """Raise EnteredAlready if the player or the partner plays already, or holds a place in another entry."""
    if known_already(tournament, (entry.name1, partner)):
        raise EnteredAlready(str(ENTERED_ALREADY))
    # Each with the club that was typed, which tells namesakes apart.
    asked = [Entry(tournament=tournament, name1=partner, club=club), Entry(tournament=tournament, name1=entry.name1)]
    asked[1].club = entry.club
    others = tournament.entries.filter(state__in=OPEN).exclude(pk=entry.pk)
    for conflict in conflicts_among(tournament, [*others, *asked])[-len(asked) :]:
        if conflict is not None:
            raise EnteredAlready(plays_already(conflict.name))


def _take_over(tournament: Tournament, entry: Entry, partner_key: str) -> None:
    """Put the partner's own entry, if they had entered alone, into this one, with the earlier place of the two."""
    for alone in tournament.entries.select_related("single").filter(people_key=partner_key, state__in=LIVE, name2=""):
        entry.member2, entry.made2 = alone.member1, alone.made1
        entry.created_at = min(entry.created_at, alone.created_at)
        single = alone.single
        alone.state, alone.answers, alone.looking = JOINED, entry, False
        alone.single, alone.member1, alone.made1 = None, None, False
        alone.save()
        if single is not None:
            single_remove(single=single)
