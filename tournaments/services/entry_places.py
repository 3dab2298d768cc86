"""What follows for entries when a place becomes free or a pair goes; run inside a service's transaction."""

from collections import Counter

from tournaments.models import Entry, Pair, Single, Tournament
from tournaments.selectors.entries import LIVE, free_places, takes_a_place, terms_of


def entries_settle(tournament: Tournament) -> None:
    """Let entries follow what became of their pairs, then move the waiting list up into the places that are free.

    Once the tournament has begun the list stays as it is. One query where nobody has entered themselves.
    """
    entries = list(tournament.entries.select_related("pair"))
    meant = Counter(entry.people_key for entry in entries if entry.state in LIVE)
    for entry in entries:
        _follow(entry, again=bool(meant[entry.people_key]))
    listed = [entry for entry in entries if entry.state == Entry.State.LISTED]
    if not listed or tournament.state != Tournament.State.REGISTRATION:
        return
    free = free_places(tournament, terms_of(tournament))
    for entry in listed:
        if free == 0:
            return
        entry.state, entry.moved_up = Entry.State.WAITING, True
        entry.save()
        if free is not None and takes_a_place(tournament, entry):
            free -= 1


def entries_of_single_refused(single: Single) -> None:
    """Somebody who entered alone is taken off the list of those who look for a partner."""
    for entry in single.entries.filter(state=Entry.State.ACCEPTED):
        entry.state = Entry.State.REFUSED
        entry.save()


def _follow(entry: Entry, *, again: bool) -> None:
    """An accepted entry is what its pair is: withdrawn with it, back with it, not accepted once it was taken out.

    `again`: these people have an entry that counts, so that an earlier one stays past.
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
