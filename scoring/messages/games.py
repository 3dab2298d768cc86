"""Why a free game goes on, or who has won it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.engine.free_game import GameState, Outlook
from scoring.engine.ruleset import RuleSet

from .rulesets import show_figure

OUTLOOKS: Mapping[Outlook, Promise] = {
    Outlook.NOT_BEGUN: _("No hand has been played yet."),
    Outlook.BELOW_TARGET: _("The game continues: %(leaders)s leads with %(total)s and needs %(missing)s more."),
    Outlook.TIED: _("The game continues: %(leaders)s are level on %(total)s."),
    Outlook.WON: _("%(winner)s wins with %(total)s."),
    Outlook.WON_AS_STARTER: _("%(winner)s wins: level on %(total)s, and first to begin."),
}


EACH_ALONE = _(
    "A total of %(total)s is reached: from now on each of the three plays alone. Lay three pozzetti of %(cards)s cards."
)
"""The sentence at the total from which three players have no partners."""


def alone_sentence(rules: RuleSet) -> str:
    """Return how three players go on after somebody has the total from which nobody has a partner."""
    return str(EACH_ALONE) % {"total": show_figure(rules.alone_from or 0), "cards": rules.pozzetto_cards}


def show_points(points: Fraction) -> str:
    """Return the points as people write them: `1.250`, `−385`, `192½`.

    >>> show_points(Fraction(-385, 2))
    '−192½'
    """
    whole, half = divmod(abs(points), 1)
    text = show_figure(int(whole)) if whole or not half else ""
    return f"{'−' if points < 0 else ''}{text}{'½' if half else ''}"


def game_sentence(state: GameState, names: Sequence[str]) -> str:
    """Return `The game continues: Anna leads with 1,750 and needs 255 more.`, for example."""
    return str(OUTLOOKS[state.outlook]) % {
        "leaders": ", ".join(names[party] for party in state.leaders),
        "winner": "" if state.winner is None else names[state.winner],
        "total": show_points(max(state.totals, default=Fraction(0))),
        "missing": show_points(state.missing or Fraction(0)),
    }
