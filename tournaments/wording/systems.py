"""The names of the pairing systems, and each described in one line (docs/tournaments.md §2)."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.records import (
    Fold,
    Movement,
    NamedSystem,
    Policy,
    RoundSettings,
    System,
    named_system,
    of_the_whole_field,
)
from tournaments.records.gironi import girone_letter

from .lines import with_lines_lazy

SYSTEM_NAMES: Mapping[NamedSystem, Promise] = {
    NamedSystem.DRAW: _("Draw by lot"),
    NamedSystem.REGISTRATION: _("Order of registration"),
    NamedSystem.MANUAL: _("By hand"),
    NamedSystem.MITCHELL: _("Mitchell"),
    NamedSystem.DANISH: _("Danish"),
    NamedSystem.DANISH_MODIFIED: _("Modified Danish"),
    NamedSystem.DANISH_NO_REMATCH: _("Danish without rematches"),
    NamedSystem.SWISS: _("Swiss"),
    NamedSystem.ROUND_ROBIN: _("Round robin"),
    NamedSystem.KNOCKOUT: _("Knockout"),
    NamedSystem.INDIVIDUAL: _("Individual"),
}

SYSTEM_SENTENCES: Mapping[NamedSystem, Promise] = {
    NamedSystem.DRAW: _(
        "Chance decides; pairs of the same club are kept apart as far as possible, nobody meets twice."
    ),
    NamedSystem.REGISTRATION: _("1 with 2, 3 with 4 … by the numbers of the pairs."),
    NamedSystem.MANUAL: _("You seat every pair; the program checks."),
    NamedSystem.MITCHELL: with_lines_lazy(
        _("%(ns_line)s stay at their tables, %(ew_line)s move on by a fixed number of tables.")
    ),
    NamedSystem.DANISH: _("Down the ranking: first with second, third with fourth …; pairs may meet again."),
    NamedSystem.DANISH_MODIFIED: _(
        "Down the ranking, avoiding the opponents of the round before; in the last round everybody may meet again."
    ),
    NamedSystem.DANISH_NO_REMATCH: _("Down the ranking as closely as possible with no two pairs meeting twice."),
    NamedSystem.SWISS: _("Equal VP meet: the upper half of a group against its lower half, no two pairs twice."),
    NamedSystem.ROUND_ROBIN: _("Everybody meets everybody, once or twice, in one group or several."),
    NamedSystem.KNOCKOUT: _("The loser is out. The bracket is drawn from the ranking, with the best pairs far apart."),
    NamedSystem.INDIVIDUAL: _("Partners and opponents change every round; every player is ranked alone."),
}

POLICY_NAMES: Mapping[Policy, Promise] = {
    Policy.TOP_DOWN: _("from the top: each pair meets the best-placed one it may meet"),
    Policy.MIN_SQUARE: _("balanced: the smallest distances in the ranking over the whole hall"),
}

FOLD_NAMES: Mapping[Fold, Promise] = {
    Fold.FOLDED: _("the upper half of them against the lower half: of eight, 1–5, 2–6, 3–7, 4–8"),
    Fold.ADJACENT: _("neighbours: 1–2, 3–4 …"),
}

MOVEMENT_NAMES: Mapping[Movement, Promise] = {
    Movement.WHIST: _("by a whist movement: everybody partners everybody once and opposes everybody twice"),
    Movement.DANISH: _("Danish individual: in fours down the ranking, first and fourth against second and third"),
}


def system_name(system: System, settings: RoundSettings) -> str:
    """Return the name of the system of a round that was drawn like this, and after it those of gironi that differ."""
    name = str(SYSTEM_NAMES[named_system(system, settings)])
    if not settings.by_girone or of_the_whole_field(system, settings):
        return name
    if {named for _girone, named in settings.by_girone} == {NamedSystem.KNOCKOUT} and system is System.KNOCKOUT:
        return gettext("Knockout in each girone")
    gironi = [
        gettext("%(system)s in girone %(letter)s") % {"letter": girone_letter(girone), "system": SYSTEM_NAMES[named]}
        for girone, named in settings.by_girone
    ]
    # A knockout lists every girone.
    return ", ".join(gironi) if system is System.KNOCKOUT else f"{name}; {', '.join(gironi)}"
