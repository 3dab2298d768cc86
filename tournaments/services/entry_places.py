"""The effects on entries of a place that becomes free or a pair that leaves; run inside a service's transaction."""

from collections import Counter

from tournaments.models import Entry, Pair, Single, Tournament
from tournaments.records.club_messages import MessageKind
from tournaments.selectors.entries import LIVE, free_places, is_alone, terms_of
from tournaments.selectors.entry_conflicts import OPEN, conflicts_among, takes_a_place

from .entry_members import members_unmake
from .mails import mail_to_entry


def entries_settle(tournament: Tournament) -> None:
    """Let entries follow their pairs, then move the waiting list up into the free places.

    An entry that cannot be accepted holds no place: it goes to the waiting list, and stays there until it can. Once the
    tournament has begun the list stays as it is. One query if there are no entries.
    """
    entries = list(tournament.entries.select_related("pair"))
    meant = Counter(entry.people_key for entry in entries if entry.state in LIVE)
    for entry in entries:
        _follow(entry, again=bool(meant[entry.people_key]))
    alone = {entry.pk for entry in entries if is_alone(tournament, entry)}
    for entry in entries:
        if entry.state == Entry.State.PROPOSED and entry.answers_id not in alone:
            offer_end(entry, Entry.State.DECLINED)
    undecided = [entry for entry in entries if entry.state in OPEN]
    if not undecided or tournament.state != Tournament.State.REGISTRATION:
        return
    listed = []
    for entry, conflict in zip(undecided, conflicts_among(tournament, undecided), strict=True):
        if conflict is not None and entry.state == Entry.State.WAITING:
            entry.state, entry.moved_up = Entry.State.LISTED, False
            entry.save()
        elif conflict is None and entry.state == Entry.State.LISTED:
            listed.append(entry)
    free = free_places(tournament, terms_of(tournament)) if listed else None
    for entry in listed:
        if free == 0:
            return
        entry.state, entry.moved_up = Entry.State.WAITING, free is not None
        entry.save()
        if entry.moved_up:
            mail_to_entry(entry, MessageKind.MOVED_UP)
        if free is not None and takes_a_place(tournament, entry):
            free -= 1


def entries_of_single_refused(single: Single) -> None:
    """Refuse the entry of a single player who is taken off the list of those who look for a partner."""
    for entry in single.entries.filter(state=Entry.State.ACCEPTED):
        entry.state = Entry.State.REFUSED
        entry.save()
    offers_to_single_end(single)


def offers_to_single_end(single: Single) -> None:
    """Decline the offers to a player who is taken off that list."""
    for offer in Entry.objects.filter(answers__single=single, state=Entry.State.PROPOSED):
        offer_end(offer, Entry.State.DECLINED)


def offer_end(offer: Entry, state: Entry.State) -> None:
    """Give an offer to play with somebody its end, declined or withdrawn; its contact is needed no longer."""
    offer.state, offer.contact, offer.mail_consent_at = state, "", None
    offer.save()


def _follow(entry: Entry, *, again: bool) -> None:
    """Give an accepted entry the state of its pair: withdrawn or back with it, no longer accepted if it was removed.

    If `again` is true, these people have another entry that counts, so the earlier one stays past.
    """
    is_gone = entry.pair is not None and entry.pair.status == Pair.Status.WITHDRAWN
    state = Entry.State(entry.state)
    if state is Entry.State.ACCEPTED and is_gone:
        state = Entry.State.WITHDRAWN
    elif state is Entry.State.WITHDRAWN and entry.pair is not None and not is_gone and not again:
        state = Entry.State.ACCEPTED
    elif state is Entry.State.ACCEPTED and entry.name2 and entry.pair is None:
        state = Entry.State.REFUSED
    if state != entry.state:
        entry.state = state
        entry.save()
    if state is Entry.State.REFUSED:
        members_unmake(entry)
