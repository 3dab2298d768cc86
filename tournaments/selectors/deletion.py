"""The data deleted with a tournament, or that lose a reference to it."""

from collections.abc import Mapping

from tournaments.models import (
    Adjustment,
    Entry,
    Incident,
    Pair,
    Payment,
    PhonePhoto,
    Round,
    SeasonTournament,
    SpecialPrize,
    Table,
    Tournament,
)
from tournaments.records import Outcome


def goes_along(tournament: Tournament) -> Mapping[str, int]:
    """Return how many rows of each kind belong to this tournament only, without the kinds that have none."""
    of_it = {"tournament": tournament}
    counts = {
        "pairs": Pair.objects.filter(**of_it).count(),
        "rounds": Round.objects.filter(**of_it).count(),
        "slips": Table.objects.filter(round__tournament=tournament, ew__isnull=False)
        .exclude(outcome=Outcome.OPEN)
        .count(),
        "adjustments": Adjustment.objects.filter(**of_it).count(),
        "incidents": Incident.objects.filter(**of_it).count(),
        "photos": PhonePhoto.objects.filter(table__round__tournament=tournament).count(),
        "entries": Entry.objects.filter(**of_it).count(),
        "payments": Payment.objects.filter(pair__tournament=tournament).count(),
        "prizes": SpecialPrize.objects.filter(**of_it).count(),
        "seasons": SeasonTournament.objects.filter(**of_it).count(),
    }
    return {what: count for what, count in counts.items() if count}
