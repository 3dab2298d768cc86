"""The usual infractions, as public summaries of the Italian codes tell them, until a club changes its list."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.ranking.victory_points import LATE_MP
from tournaments.records import Infraction, Measure

SECOND_WARNING = "second_warning"
"""The key of what a second warning costs."""

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
"""What each is answered with, and the standard amount where there is one."""

TOLD_AT_THE_TABLE: Mapping[Measure, Promise] = {
    Measure.ARBITRAL: _("It is given at its table: open the table’s slip, and there “Arbitral score”."),
    Measure.ABSENCE: _("It is given at its table: open the table’s slip, and there who is absent."),
    Measure.IN_HAND: _(
        "It is no adjustment: the cards count as left in hand when the hand is scored, in the slip of the table."
    ),
}
"""Where a referee writes what is not given to a pair."""


def usual_infractions() -> tuple[Infraction, ...]:
    """The list before a club has changed anything, in the reader's language."""
    return tuple(
        Infraction(key=key, title=str(TITLES[key]), measure=measure, points=points)
        for key, (measure, points) in ANSWERS.items()
    )
