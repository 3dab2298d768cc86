"""A club's ruleset as a form: every option with what it is about, and what it is in the preset."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.club_rulesets import differences
from scoring.engine.ruleset import CARD_VALUES, Pile, Rounding, SemiClean, Stall, Tie, option_values
from scoring.engine.violations import InvalidNotation
from scoring.messages import CHOICES, OPTION_HELPS, OPTION_NAMES, ruleset_label, show_option
from scoring.models import ClubRuleset
from scoring.services import ruleset_for

CHOICES_OF: Mapping[str, type[SemiClean | Pile | Stall | Tie | Rounding]] = {
    "semi_clean_definition": SemiClean,
    "pile": Pile,
    "stall": Stall,
    "tie": Tie,
    "three_player_rounding": Rounding,
}
"""The options that are one of several words."""

YES_NO = frozenset({"closing_needs_clean", "waived_when_neither_took", "sets_allowed"})

MAY_BE_NONE = frozenset({"semi_clean", "royal", "target"})
"""Where an empty field says that the ruleset does not know such a thing."""

MOST_DIGITS = 6

WHOLE_NUMBER = re.compile(rf"[-\u2212]?[0-9]{{1,{MOST_DIGITS}}}")

FAULTS: tuple[tuple[str, Promise], ...] = (
    (r"expected a multiple of (\S+),", gettext_lazy("Not a multiple of %(limit)s, as every score is.")),
    (r"expected (\S+) or more,", gettext_lazy("At least %(limit)s.")),
    (r"expected (\S+) or less,", gettext_lazy("At most %(limit)s.")),
    (r"expected bonuses that never fall", gettext_lazy("A better burraco is never worth less than a lesser one.")),
)
"""What the engine says of a value that no ruleset can have, and the sentence for people."""

GROUPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (gettext_lazy("Burracos"), ("clean", "semi_clean", "semi_clean_definition", "dirty", "royal")),
    (
        gettext_lazy("Closing and pozzetto"),
        ("closing", "closing_needs_clean", "pozzetto_taken", "pozzetto_not_taken", "waived_when_neither_took"),
    ),
    (gettext_lazy("Play"), ("sets_allowed", "pile", "stall")),
    (gettext_lazy("Free games"), ("target", "tie", "three_player_rounding")),
)
"""The options in the order of the page, but for the cards."""


class WholeNumberField(forms.Field):
    """A number of points as it is written: nothing is rounded, and `1.250` is not guessed at."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        typed = "" if value is None else str(value).strip()
        if not typed:
            return None
        if not WHOLE_NUMBER.fullmatch(typed):
            raise forms.ValidationError(_("Write a whole number, with digits only."))
        return int(typed.replace("\u2212", "-"))


class ClubRulesetForm(forms.Form):
    """Name and options of a ruleset of the club's, made from a preset or changed."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("As the club calls it."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, preset: str, ruleset: ClubRuleset | None = None
    ) -> None:
        self.preset, self.ruleset = preset, ruleset
        stored = {} if ruleset is None else ruleset.options
        initial = option_values(ruleset_for(preset, stored)) | ({"name": ruleset.name} if ruleset else {})
        super().__init__(data, initial=initial, use_required_attribute=False)
        for name, usual in option_values(ruleset_for(preset, {})).items():
            field = _field_for(name)
            field.label = capfirst(str(OPTION_NAMES[name]))
            field.help_text = _help(name, preset, usual)
            self.fields[name] = field

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        others = ClubRuleset.objects.filter(name__iexact=name)
        if (others if self.ruleset is None else others.exclude(pk=self.ruleset.pk)).exists():
            raise forms.ValidationError(_("Another ruleset of the club has this name."))
        return name

    def clean(self) -> None:
        given = {name: self.cleaned_data[name] for name in OPTION_NAMES if name in self.cleaned_data}
        for name, value in given.items():
            self._try({name: value}, only=name)
        self.options = self._try({name: value for name, value in given.items() if name not in self.errors})
        # A ruleset of the club's says something that its preset does not.
        if not self.errors and not self.options:
            self.add_error(None, _("Nothing differs from the preset yet. Change at least one value."))

    def _try(self, options: Mapping[str, object], *, only: str = "") -> dict[str, Any]:
        """The differences, or the fault beside the field that it is about; `only` that field's, if one is named."""
        try:
            return differences(self.preset, options)
        except InvalidNotation as fault:
            names, _colon, said = str(fault).partition(": ")
            at_fault = [name for name in names.split(", ") if name in options]
            if only and at_fault != names.split(", "):
                return {}
            usual = option_values(ruleset_for(self.preset, {}))
            changed = [name for name in at_fault if options[name] != usual[name]]
            for name in changed or at_fault:
                if name not in self.errors:
                    self.add_error(name, _sentence(said))
            return {}

    def groups(self) -> Iterator["FieldGroup"]:
        """The options in the order of the page; the values of the cards last, short fields beside each other."""
        yield from (FieldGroup(title, tuple(self[name] for name in names)) for title, names in GROUPS)
        cards = tuple(self[name] for name in CARD_VALUES)
        yield FieldGroup(gettext_lazy("Values of the cards"), cards, short=True)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Options that belong together."""

    title: Promise
    fields: tuple[forms.BoundField, ...]
    short: bool = False


def _field_for(name: str) -> forms.Field:
    if choices := CHOICES_OF.get(name):
        return forms.ChoiceField(choices=[(choice.value, capfirst(str(CHOICES[choice]))) for choice in choices])
    if name in YES_NO:
        return forms.TypedChoiceField(choices=[(True, _("Yes")), (False, _("No"))], coerce=lambda text: text == "True")
    return WholeNumberField(required=name not in MAY_BE_NONE)


def _help(name: str, preset: str, usual: object) -> str:
    """What the option is about, and what it is in the preset; of a card only the latter, for it stands in a row."""
    said = _("%(preset)s: %(value)s.") % {"preset": ruleset_label(preset), "value": show_option(usual)}
    if name in CARD_VALUES:
        return _("Preset: %(value)s") % {"value": show_option(usual)}
    empty = _("Empty: there is none.") if name in MAY_BE_NONE else ""
    return " ".join(filter(None, (str(OPTION_HELPS[name]), empty, said)))


def _sentence(said: str) -> str:
    for pattern, sentence in FAULTS:
        if found := re.match(pattern, said):
            return str(sentence) % {"limit": found[1] if found.groups() else ""}
    return _("No ruleset can have this value.")
