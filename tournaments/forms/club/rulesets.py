"""The choice of a tournament's ruleset."""

from typing import Any

from django.utils.translation import gettext as _

from pages.refusals import Refused
from scoring.rulesets.choices import offered, offered_by_key, title_of
from tournaments.models import Tournament
from tournaments.pairing.moves import PLAYERS_AT_A_TABLE

AS_IT_IS = "as-it-is"
"""The choice that keeps a tournament's ruleset if it is not among those offered."""

Choices = list[tuple[str, str | list[tuple[str, str]]]]


def ruleset_choices() -> Choices:
    """Return the presets and the club's rulesets for four players."""
    everything = [ruleset for ruleset in offered() if PLAYERS_AT_A_TABLE in ruleset.rules.players]
    choices: Choices = [(ruleset.key, ruleset.label) for ruleset in everything if not ruleset.is_clubs]
    if clubs := [(ruleset.key, ruleset.label) for ruleset in everything if ruleset.is_clubs]:
        choices.append((_("The club’s own"), clubs))
    return choices


def as_it_is(tournament: Tournament) -> tuple[str, str]:
    """Return the choice for the tournament's own ruleset, if it is not among those."""
    return AS_IT_IS, title_of(tournament.ruleset, tournament.options)


def ruleset_chosen(choice: str) -> dict[str, Any]:
    """Return preset and options of a choice, which the tournament keeps even if the club's ruleset changes."""
    chosen = offered_by_key(choice)
    if chosen is None:  # deleted since the form was checked
        raise Refused(_("This ruleset has just been deleted: choose another."))
    return {"ruleset": chosen.preset, "options": dict(chosen.options)}
