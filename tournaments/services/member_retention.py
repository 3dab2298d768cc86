"""What is kept of members for a while, deleted by itself: lists, what would undo a merge, the data of who left."""

from datetime import datetime
from typing import Any, Final

from dateutil.relativedelta import relativedelta
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import JournalEntry
from tournaments.models import Club, Membership, Player, PlayerMerge

from .forgetting import traces_note
from .merges import merges_delete_old
from .people_imports import people_imports_delete_old

IN_BOOK: Final = ("born_on", "tax_code", "address", "card_kind", "card_year")
"""What the book says of the person. The number, the days of admission and leaving, and the consents are the club's."""
OF_PERSON: Final = ("contact", "birth_year")
AT_A_TIME: Final = 500
"""The number of members changed at once, because databases limit the values of a query."""


@transaction.atomic
def member_data_delete_old(*, at: datetime) -> int:
    """Delete old lists, what would undo old merges, and personal data of members who left long enough ago.

    Return the number of members whose data were deleted, which the journal notes.
    """
    people_imports_delete_old(at=at)
    merges_delete_old(at=at)
    years = Club.objects.values_list("years_after_leaving", flat=True).first()
    if years is None:
        return 0
    left = Membership.objects.filter(
        left_on__lte=timezone.localdate(at) - relativedelta(years=years), player__forgotten=False
    )
    # Who is a member again has asked for nothing to be deleted; a guest's contact is of today.
    books = list(left.exclude(player__state=Player.State.ACTIVE).values_list("pk", flat=True))
    people = list(left.filter(player__state=Player.State.LEFT).values_list("pk", flat=True))
    cleared = _clear(Membership, "player_id", books, IN_BOOK) | _clear(Player, "id", people, OF_PERSON)
    if cleared:
        JournalEntry.objects.create(event=JournalEntry.Event.LEAVERS_CLEARED, about=str(len(cleared)))
        traces_note()
    return len(cleared)


def _clear(model: Any, key: str, keys: list[int], fields: tuple[str, ...]) -> set[int]:
    """Empty the fields in the rows of these members and in their histories; return whose had any.

    The history of a member who was merged with one of them is that one's.
    """
    blank = {name: model._meta.get_field(name).get_default() for name in fields}
    filled = Q(*(~Q(**{name: value}) for name, value in blank.items()), _connector=Q.OR)
    cleared: set[int] = set()
    for start in range(0, len(keys), AT_A_TIME):
        some = keys[start : start + AT_A_TIME]
        owners = {one: one for one in some}
        owners |= dict(PlayerMerge.objects.filter(kept__in=some).values_list("gone", "kept"))
        for rows in (model.objects, model.history):
            found = rows.filter(filled, **{f"{key}__in": owners})
            cleared |= {owners[one] for one in found.values_list(key, flat=True)}
            found.update(**blank)
    return cleared
