"""What entries say of people, forgotten: for who asks for it, and once nobody needs it any more."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.db.transaction import atomic

from tournaments.models import Entry, Player, Tournament
from tournaments.selectors.final_since import final_since

KEPT_AFTER_FINAL = timedelta(days=30)
"""So long after a tournament became final the club may have to reach who played."""
KEPT_AFTER_ITS_DAY = timedelta(days=90)
"""Of a tournament that nobody ever made final."""


def entries_forget_player(player: Player) -> None:
    """Put the name that the member has now in the place of the typed one, histories too, and drop the contact.

    Run inside a service's transaction.
    """
    for place, named in (("name1", "player1"), ("name2", "player2")):
        of_pairs = Q(**{f"pair__{named}": player})
        theirs = Entry.objects.filter(of_pairs | Q(single__player=player) if place == "name1" else of_pairs)
        for key in list(theirs.values_list("pk", flat=True)):
            forgotten = {place: player.full_name, "people_key": f"forgotten {key}"}
            Entry.objects.filter(pk=key).update(**forgotten, contact="", club="")
            Entry.history.filter(id=key).update(**{place: player.full_name}, club="")


@atomic
def contacts_delete_old(*, at: datetime) -> int:
    """Drop the contacts of tournaments that have been over for long; how many there were."""
    kept = Entry.objects.exclude(contact="", sender="")
    over = [each.pk for each in Tournament.everything.filter(pk__in=kept.values("tournament")) if _is_over(each, at)]
    found: QuerySet[Entry] = kept.filter(tournament__in=over)
    return found.update(contact="", sender="")


def _is_over(tournament: Tournament, at: datetime) -> bool:
    if tournament.date < (at - KEPT_AFTER_ITS_DAY).date():
        return True
    since = final_since(tournament)
    return since is not None and at - since >= KEPT_AFTER_FINAL
