"""The choice of a tournament's ruleset."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import Refused
from scoring.rulesets.offered import offered, offered_by_key, title_of
from tournaments.drafting.moves import PLAYERS_AT_A_TABLE
from tournaments.models import Tournament

AS_IT_IS = "as-it-is"
"""The choice that leaves a tournament's ruleset alone, where it is none of those offered."""

Choices = list[tuple[str, str | list[tuple[str, str]]]]


def ruleset_choices() -> Choices:
    """The presets and the club's own, for four at a table."""
    everything = [each for each in offered() if PLAYERS_AT_A_TABLE in each.rules.players]
    choices: Choices = [(each.key, each.label) for each in everything if not each.is_clubs]
    if clubs := [(each.key, each.label) for each in everything if each.is_clubs]:
        choices.append((_("The club’s own"), clubs))
    return choices


def as_it_is(tournament: Tournament) -> tuple[str, str]:
    """The choice for what a tournament plays by, if it is none of those."""
    return AS_IT_IS, title_of(tournament.ruleset, tournament.options)


def ruleset_chosen(choice: str) -> dict[str, Any]:
    """Preset and options of a choice, which the tournament keeps whatever becomes of a ruleset of the club's."""
    chosen = offered_by_key(choice)
    if chosen is None:  # deleted since the form was checked
        raise Refused(_("This ruleset has just been deleted: choose another."))
    return {"ruleset": chosen.preset, "options": dict(chosen.options)}
