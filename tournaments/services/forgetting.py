"""The erasure of a member from everything that the club keeps, histories and entries included; results stay."""

import logging
from collections.abc import Collection

from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext as _

from tournaments.models import Entry, PeopleImport, Player, Single, Tournament
from tournaments.selectors.traces import traces_of

from .entry_places import offers_to_single_end
from .entry_privacy import OPEN, entries_forget
from .locking import count_revisions_up_of
from .mails import mails_forget
from .members import player_change
from .memberships import memberships_forget
from .merges import merges_forget
from .text_privacy import texts_forget

log = logging.getLogger(__name__)


@transaction.atomic
def player_forget(*, player: Player) -> Player:
    """Erase a person's name and everything that the club knows of them, in histories too; results stay.

    Afterwards `traces_erase` erases what remains in the unused parts of the database file.
    """
    # Before the member's row: adding a pair locks the tournament first, too.
    waited_for = Entry.objects.filter(state__in=OPEN).values("tournament")
    list(Tournament.everything.select_for_update().filter(pk__in=waited_for).order_by("pk"))
    traces = traces_of(player)
    blank = dict.fromkeys(("first_name", "club", "card", "contact", "category", "province", "region"), "")
    nobody = {"last_name": _("deleted player"), **blank, "birth_year": None, "state": Player.State.LEFT}
    forgotten = player_change(player=player, details=nobody | {"forgotten": True})
    Player.history.filter(id__in=traces.keys).update(**nobody)
    mails_forget(traces)
    entries_forget(forgotten, traces)
    for single in Single.objects.filter(player=forgotten):
        # They no longer look for a partner.
        offers_to_single_end(single)
        single.delete()
    _forget_in_lists(traces.keys)
    merges_forget(forgotten)
    memberships_forget(traces.keys)
    texts_forget(traces, str(forgotten))
    count_revisions_up_of([forgotten.pk])
    traces_note()
    return forgotten


def traces_note() -> None:
    """Note, in the transaction of an erasure, that the file needs `traces_erase`; a start after a crash finds it."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA user_version = 1")


def traces_erase() -> bool:
    """Rewrite the database file after an erasure: until then SQLite keeps deleted data in it.

    Return False if that has to wait, because others read or write for long, or the disk is full.
    """
    if connection.vendor != "sqlite":
        return True
    try:
        with connection.cursor() as cursor:
            if cursor.execute("PRAGMA user_version").fetchone()[0] == 0:
                return True
            cursor.execute("VACUUM")
            # Before the note is deleted, because its text is also in the file beside the database.
            if cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0:
                cursor.execute("PRAGMA user_version = 0")
                return True
    except DatabaseError:
        log.warning("the database's file could not be rewritten", exc_info=True)
    return False


def _forget_in_lists(keys: Collection[int]) -> None:
    """Erase the changes of imported lists to the member, and delete the lists that are only previewed."""
    PeopleImport.objects.filter(state=PeopleImport.State.LOOKED_AT).delete()
    for done in PeopleImport.objects.select_for_update().filter(state=PeopleImport.State.IMPORTED):
        remaining = [entry for entry in done.done if entry["player"] not in keys]
        if len(remaining) < len(done.done):
            done.done = remaining
            done.save()
