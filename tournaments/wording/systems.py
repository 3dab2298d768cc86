"""What people call the pairing systems, and what each does in one line (docs/tournaments.md §2)."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.records import Fold, Movement, Policy, System

SYSTEM_NAMES: Mapping[System, Promise] = {
    System.DRAW: _("Draw by lot"),
    System.REGISTRATION: _("Order of registration"),
    System.MANUAL: _("By hand"),
    System.MITCHELL: _("Mitchell"),
    System.DANISH: _("Danish"),
    System.DANISH_NO_REMATCH: _("Danish without rematches"),
    System.SWISS: _("Swiss"),
    System.ROUND_ROBIN: _("Round robin"),
    System.KNOCKOUT: _("Knockout"),
    System.INDIVIDUAL: _("Individual"),
}

SYSTEM_SENTENCES: Mapping[System, Promise] = {
    System.DRAW: _("Chance decides; pairs of the same club are kept apart as far as possible, nobody meets twice."),
    System.REGISTRATION: _("1 with 2, 3 with 4 … by the numbers of the pairs."),
    System.MANUAL: _("You seat every pair; the program checks."),
    System.MITCHELL: _("NS stay at their tables, EW move on by a fixed number of tables."),
    System.DANISH: _("Down the ranking: first with second, third with fourth …; pairs may meet again."),
    System.DANISH_NO_REMATCH: _("Down the ranking as near as can be with no two pairs meeting twice."),
    System.SWISS: _("Equal VP meet: the upper half of a group against its lower half, no two pairs twice."),
    System.ROUND_ROBIN: _("Everybody meets everybody, once or twice, in one group or several."),
    System.KNOCKOUT: _("Who loses is out: a bracket drawn from the ranking, the best far from each other."),
    System.INDIVIDUAL: _("Partners and opponents change every round; every player is ranked alone."),
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
