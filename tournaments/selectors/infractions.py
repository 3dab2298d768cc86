"""The infractions that the club answers: the usual ones as the club has changed them, and its own."""

from tournaments.models import Infraction as InfractionRow
from tournaments.records import Infraction, Measure
from tournaments.wording.infractions import usual_infractions


def infractions_of_club(*, left_out: bool = False) -> tuple[Infraction, ...]:
    """The list in its order, or what the club has left out of it. One query."""
    rows = list(InfractionRow.objects.order_by("pk"))
    changed = {row.key: row for row in rows if row.key}
    gone = {key for key, row in changed.items() if not row.offered}
    if left_out:
        return tuple(usual for usual in usual_infractions() if usual.key in gone)
    usual_ones = [usual for usual in usual_infractions() if usual.key not in gone]
    listed = [_of_row(changed[usual.key]) if usual.key in changed else usual for usual in usual_ones]
    return (*listed, *(_of_row(row) for row in rows if not row.key))


def infraction_of_club(key: str) -> Infraction | None:
    """The one of that key, left out or not; None where the club has no such infraction. Two queries at most."""
    listed = infractions_of_club()
    found = {each.key: each for each in listed}.get(key)
    return found or {each.key: each for each in infractions_of_club(left_out=True)}.get(key)


def _of_row(row: InfractionRow) -> Infraction:
    return Infraction(
        key=row.key or str(row.pk),
        title=row.title,
        article=row.article,
        measure=Measure(row.measure),
        points=row.points,
    )
