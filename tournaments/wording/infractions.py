"""The usual infractions, as public summaries of the Italian codes give them, for clubs without a list of their own."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.ranking.victory_points import LATE_MP
from tournaments.records import ListedInfraction, Measure

SECOND_WARNING = "second_warning"
"""The key of a second warning."""

TITLES: Mapping[str, Promise] = {
    "late_up_to_5": _("Up to five minutes late"),
    "late_5_to_10": _("Five to ten minutes late"),
    "absent": _("More than ten minutes late, or absent"),
    "hint": _("Hint or comment to the partner"),
    SECOND_WARNING: _("Second warning"),
    "card_exposed": _("Card exposed, penalised cards on the table"),
    "cards_mixed": _("Cards mixed before they were counted"),
    "slip_not_signed": _("Slip not handed in or not signed"),
    "phone": _("Mobile phone at the table"),
    "slow_play": _("Slow play"),
    "conduct": _("Unfair behaviour"),
}

ANSWERS: Mapping[str, tuple[Measure, int | None]] = {
    "late_up_to_5": (Measure.WARNING, None),
    "late_5_to_10": (Measure.MP, LATE_MP),
    "absent": (Measure.ABSENCE, None),
    "hint": (Measure.WARNING, None),
    SECOND_WARNING: (Measure.VP_AND_MP, -1),
    "card_exposed": (Measure.IN_HAND, None),
    "cards_mixed": (Measure.ARBITRAL, None),
    "slip_not_signed": (Measure.MP, None),
    "phone": (Measure.MP, None),
    "slow_play": (Measure.MP, None),
    "conduct": (Measure.MP, None),
}
"""The measure of each infraction, and its standard amount if there is one."""

TABLE_MEASURES: Mapping[Measure, Promise] = {
    Measure.ARBITRAL: _("Set this at the table: open the table’s slip and choose “Assigned score”."),
    Measure.ABSENCE: _("Set this at the table: open the table’s slip and choose who is absent."),
    Measure.IN_HAND: _(
        "This is not an adjustment: the cards count as left in hand when the hand is scored, in the slip of the table."
    ),
}
"""The place where a referee enters a measure that does not belong to a pair."""


def usual_infractions() -> tuple[ListedInfraction, ...]:
    """Return the usual list in the reader's language."""
    return tuple(
        ListedInfraction(key=key, title=str(TITLES[key]), measure=measure, points=points)
        for key, (measure, points) in ANSWERS.items()
    )
