"""The groups of a tournament's settings, folded while the defaults suffice."""

from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from .team_matches import MATCH_FIELDS

SETTINGS_GROUPS: tuple[tuple[Promise, Promise, tuple[str, ...]], ...] = (
    (
        gettext_lazy("How it is played"),
        gettext_lazy("pairs, players or teams; ruleset, hands, rounds"),
        ("kind", "ruleset", "hands_per_round", "rounds_planned", "plan", "writing", "entry"),
    ),
    (
        gettext_lazy("The clock and who has come"),
        gettext_lazy("minutes of a round, calls, check-in"),
        ("round_minutes", "call_minutes", "last_hand_minutes", "check_in_until", "self_check_in"),
    ),
    (
        gettext_lazy("How it is ranked"),
        gettext_lazy("VP scale, equal pairs"),
        ("scale", "scale_name", "scale_total", "scale_rows", "tie_breaks"),
    ),
    (
        gettext_lazy("Team matches"),
        gettext_lazy("only where teams meet: pairs and sessions of a match, its VP scale"),
        MATCH_FIELDS,
    ),
    (
        gettext_lazy("Rest and absence"),
        gettext_lazy("what a round without play is worth; substitutes"),
        ("rest_vp", "rest_mp", "absence_vp", "absence_mp", "missed_rounds", "substitutes_allowed"),
    ),
    (
        gettext_lazy("Place, referees and draws"),
        gettext_lazy("venue, referees, languages of sheets, seed"),
        ("venue", "referees", "second_language", "seed"),
    ),
)
"""Title, hint and fields of each group, in the order of the page."""


@dataclass(frozen=True, slots=True)
class SettingsGroup:
    """A group of settings that is folded while its defaults suffice."""

    form: forms.Form
    title: Promise
    hint: Promise
    names: tuple[str, ...]

    @property
    def fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in self.names]

    @property
    def open(self) -> bool:
        """Return whether the group is open, as it is if it has errors or a plan was filled in."""
        return self.fills_in or any(name in self.form.errors for name in self.names)

    @property
    def fills_in(self) -> bool:
        """Return whether a plan has just been filled in here."""
        return "plan" in self.names and getattr(self.form, "plan_chosen", None) is not None

    @property
    def offers_plans(self) -> bool:
        """Return whether the plans of an evening are chosen here."""
        return "plan" in self.names
