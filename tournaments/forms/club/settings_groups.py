"""How a tournament's settings are grouped on their page: folded, while the defaults will do."""

from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

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
        gettext_lazy("Rest and absence"),
        gettext_lazy("what a round without play is worth; substitutes"),
        ("rest_vp", "rest_mp", "absence_vp", "absence_mp", "missed_rounds", "substitutes_allowed"),
    ),
    (gettext_lazy("Place and draws"), gettext_lazy("venue, seed"), ("venue", "seed")),
)
"""Title, hint and fields of each group of settings, in the order of the page."""


@dataclass(frozen=True, slots=True)
class SettingsGroup:
    """A group of settings that is folded while its defaults will do."""

    form: forms.Form
    title: Promise
    hint: Promise
    names: tuple[str, ...]

    @property
    def fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in self.names]

    @property
    def open(self) -> bool:
        """An error inside is seen at once."""
        return any(name in self.form.errors for name in self.names)
