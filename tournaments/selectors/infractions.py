"""The club's infractions: the usual ones with its changes, and its own."""

from tournaments.models import Infraction as InfractionRow
from tournaments.records import ListedInfraction, Measure
from tournaments.wording.infractions import usual_infractions


def infractions_of_club(*, left_out: bool = False) -> tuple[ListedInfraction, ...]:
    """Return the list in its order, or the infractions left out of it. One query."""
    rows = list(InfractionRow.objects.order_by("pk"))
    changed = {row.key: row for row in rows if row.key}
    gone = {key for key, row in changed.items() if not row.offered}
    if left_out:
        return tuple(usual for usual in usual_infractions() if usual.key in gone)
    usual_ones = [usual for usual in usual_infractions() if usual.key not in gone]
    listed = [_of_row(changed[usual.key]) if usual.key in changed else usual for usual in usual_ones]
    return (*listed, *(_of_row(row) for row in rows if not row.key))


def infraction_of_club(key: str) -> ListedInfraction | None:
    """Return the infraction with this key, left out or not, or None. Two queries at most."""
    listed = infractions_of_club()
    found = {infraction.key: infraction for infraction in listed}.get(key)
    return found or {infraction.key: infraction for infraction in infractions_of_club(left_out=True)}.get(key)


def _of_row(row: InfractionRow) -> ListedInfraction:
    return ListedInfraction(
        key=row.key or str(row.pk),
        title=row.title,
        article=row.article,
        measure=Measure(row.measure),
        points=row.points,
    )
