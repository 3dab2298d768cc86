"""The personal data in entries, erased when a member asks for it, or when nobody needs it any longer."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.transaction import atomic

from tournaments.models import TEST, Entry, Mail, Player, Tournament
from tournaments.people.traces import Traces
from tournaments.records.retention import CONTACTS_AFTER_FINAL, CONTACTS_AFTER_ITS_DAY
from tournaments.selectors.final_times import final_since

from .entry_places import entries_settle
from .locking import count_revision_up

PLACES: Final = ("1", "2")
OPEN: Final = (Entry.State.WAITING, Entry.State.LISTED, Entry.State.PROPOSED)
"""The states of an entry that still waits for a decision."""


def entries_forget(player: Player, traces: Traces) -> None:
    """Replace the typed names with the member's present name, in histories too, and delete the contact.

    An entry is the member's if it refers to them; if it refers to nobody, if nobody else has its name, or if it is
    past. An entry still waiting is refused, because a member who asks to be erased does not play. Run this inside a
    service's transaction.
    """
    here = Entry.objects.in_bulk()
    histories = _histories(here)
    for place in PLACES:
        for key, rows in histories.items():
            if _is_theirs(here.get(key), rows, place, traces):
                _forget(key, place, player)
            elif (entry := here.get(key)) is not None:
                _say_who_is_meant(entry, place, traces)
    for entry in here.values():
        if traces.marked(entry.contact):
            Entry.objects.filter(pk=entry.pk).update(contact="")
    _refuse_waiting(player)


@atomic
def contacts_delete_old(*, at: datetime) -> int:
    """Delete the contacts of tournaments that ended long ago, and the emails about them.

    Return how many contacts there were.
    """
    with_contact = Entry.objects.exclude(contact="", sender="")
    with_addresses = Q(pk__in=with_contact.values("tournament")) | Q(pk__in=Mail.objects.values("tournament"))
    over = [tournament.pk for tournament in Tournament.everything.filter(with_addresses) if _is_over(tournament, at)]
    Mail.objects.filter(Q(tournament__in=over) | Q(kind=TEST, created_at__lt=at - CONTACTS_AFTER_FINAL)).delete()
    expired: QuerySet[Entry] = with_contact.filter(tournament__in=over)
    return expired.update(contact="", sender="", mail_consent_at=None)


Row = dict[str, Any]


def _histories(here: Iterable[int]) -> dict[int, list[Row]]:
    """Return what the histories say of each entry, deleted ones included; nothing for one without a history."""
    rows: dict[int, list[Row]] = {key: [] for key in here}
    fields = [f"{field}{place}" for place in PLACES for field in ("name", "member")]
    for row in Entry.history.order_by("history_id").values("id", "history_id", *fields).iterator():
        rows.setdefault(row["id"], []).append(row)
    return rows


def _is_theirs(entry: Entry | None, rows: list[Row], place: str, traces: Traces) -> bool:
    """Return whether the name in this place of an entry is the member's."""
    typed = {row[f"name{place}"] for row in rows} | ({getattr(entry, f"name{place}")} if entry else set())
    if entry is None:
        return any(row[f"member{place}"] in traces.keys for row in rows) or any(
            traces.called(name) or traces.only_called(name) for name in typed
        )
    member = getattr(entry, f"member{place}_id")
    if member is not None:
        return member in traces.keys
    may_be_another = entry.state in OPEN and not traces.marked(entry.contact)
    return any(traces.only_called(name) or (traces.called(name) and not may_be_another) for name in typed)


def _forget(key: int, place: str, player: Player) -> None:
    forgotten = {f"name{place}": player.full_name, f"member{place}_id": player.pk, "club": ""}
    Entry.objects.filter(pk=key).update(**forgotten, people_key=f"forgotten {key}", contact="", mail_consent_at=None)
    Mail.objects.filter(entry=key).delete()
    Entry.history.filter(id=key).update(**forgotten)


def _say_who_is_meant(entry: Entry, place: str, traces: Traces) -> None:
    """Name the right member in entries where the club first took the name for somebody else."""
    if not traces.only_called(getattr(entry, f"name{place}")):
        return
    right_name = {f"name{place}": str(getattr(entry, f"member{place}"))}
    # The author of the name may have written the contact, too.
    Entry.objects.filter(pk=entry.pk).update(**right_name, contact="")
    Entry.history.filter(id=entry.pk).update(**right_name)


def _refuse_waiting(player: Player) -> None:
    """Refuse the entries row by row, so that the history shows it."""
    waiting = [
        entry for place in PLACES for entry in Entry.objects.filter(**{f"member{place}": player, "state__in": OPEN})
    ]
    for entry in waiting:
        entry.state = Entry.State.REFUSED
        entry.save()
    for tournament in {entry.tournament for entry in waiting}:
        entries_settle(tournament)
        count_revision_up(tournament)


def _is_over(tournament: Tournament, at: datetime) -> bool:
    if tournament.date < (at - CONTACTS_AFTER_ITS_DAY).date():
        return True
    since = final_since(tournament)
    return since is not None and at - since >= CONTACTS_AFTER_FINAL
