"""A club's ruleset as a form: every option with its help and the preset's value."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.cards import Suit
from scoring.engine.conventions import Pile, PlayOnly, Rounding, Stall, TargetIs, Tie, WildShare
from scoring.engine.deck import CARD_VALUES
from scoring.engine.grades import SemiClean
from scoring.engine.options import RANK_LETTERS, option_values
from scoring.engine.ruleset import PLAYERS, SET_RANKS
from scoring.engine.violations import InvalidNotation
from scoring.messages import CHOICES, OPTION_HELPS, OPTION_NAMES, ruleset_label, show_option, show_suit
from scoring.models import ClubRuleset
from scoring.rulesets.club import differences
from scoring.rulesets.examples import row_melds
from scoring.services import ruleset_for

from .grade_rows import GradeRowForm, grade_rows
from .whole_numbers import WholeNumberField

CHOICES_OF: Mapping[str, type[SemiClean | Pile | Stall | TargetIs | Tie | Rounding | WildShare]] = {
    "semi_clean_definition": SemiClean,
    "wild_share": WildShare,
    "pile": Pile,
    "stall": Stall,
    "target_is": TargetIs,
    "tie": Tie,
    "three_player_rounding": Rounding,
}
"""The options with a choice of words."""

YES_NO = frozenset(
    {
        *("closing_needs_clean", "closing_needs_pozzetto", "waived_when_neither_took", "sets_allowed"),
        *("no_burraco_counts_against", "no_clean_counts_against", "melded_wilds_count"),
        *("sequences_allowed", "red_threes_need_burraco", "black_threes"),
    }
)

MAY_BE_NONE = frozenset(
    {
        *("semi_clean", "royal", "ace_to_ace", "wilds_alone", "red_threes", "red_threes_together", "exact_cut"),
        *("wilds", "target", "alone_from", "pozzetto_unlooked"),
    }
)
"""The options for which an empty field means that the ruleset has no such rule."""

FAULTS: tuple[tuple[str, Promise], ...] = (
    (r"expected a multiple of (\S+),", gettext_lazy("Not a multiple of %(limit)s, as every score is.")),
    (r"expected (\S+) or more,", gettext_lazy("At least %(limit)s.")),
    (r"expected (\S+) or less,", gettext_lazy("At most %(limit)s.")),
    (
        r"expected more than (\S+),",
        gettext_lazy("More than %(limit)s: a burraco that pays no more is never counted as this one."),
    ),
    (r"expected bonuses that never fall", gettext_lazy("A better burraco cannot be worth less than a lesser one.")),
)
"""The engine's errors for an impossible value, and the sentences for people."""

NO_GRADE = gettext_lazy("One of the club’s own burracos is not possible. What is wrong is shown beside it.")

GROUPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (
        gettext_lazy("Burracos"),
        ("clean", "semi_clean", "semi_clean_definition", "dirty", "royal", "ace_to_ace", "wilds_alone"),
    ),
    (
        gettext_lazy("Red and black threes"),
        ("red_threes", "red_threes_together", "red_threes_need_burraco", "black_threes"),
    ),
    (gettext_lazy("Wilds"), ("wilds", "wild_share", "melded_wilds_count")),
    (
        gettext_lazy("Closing and pozzetto"),
        (
            *("closing", "closing_needs_burracos", "closing_needs_clean", "closing_needs_pozzetto"),
            *("no_burraco_counts_against", "no_clean_counts_against"),
            *("pozzetto_taken", "pozzetto_not_taken", "pozzetto_unlooked", "waived_when_neither_took"),
        ),
    ),
    (
        gettext_lazy("Play"),
        ("players", "sides_of_six", "sets_allowed", "set_ranks", "sequences_allowed", "pile", "stall", "draw_suits"),
    ),
    (
        gettext_lazy("Deck and deal"),
        ("decks", "jollies", "dealt", "dealt_to_two", "pozzetto_cards", "solo_pozzetto_cards"),
    ),
    (gettext_lazy("Free games"), ("target", "target_is", "tie", "alone_from", "three_player_rounding")),
    (gettext_lazy("Play only"), ("play_only", "exact_cut")),
)
"""The options in the order of the page, except the values of the cards."""


class ClubRulesetForm(forms.Form):
    """The name and options of a club's ruleset, created from a preset or changed."""

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
        stored_rules = ruleset_for(preset, stored)
        initial = option_values(stored_rules) | ({"name": ruleset.name} if ruleset else {})
        initial["draw_suits"] = "".join(map(str, stored_rules.draw_suits))
        self.rows = grade_rows(data, initial.pop("grades"))  # type: ignore[arg-type]
        super().__init__(data, initial=initial, use_required_attribute=False)
        for name, usual in option_values(ruleset_for(preset, {})).items():
            if name == "grades":
                continue
            field = _field_for(name, usual)
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
        given["grades"] = self._read_rows()
        self.options = self._try({name: value for name, value in given.items() if name not in self.errors})
        self._find_examples()
        # A club's ruleset differs from its preset.
        if not self.errors and not self.options:
            self.add_error(None, _("Nothing differs from the preset yet. Change at least one value."))

    @property
    def filled_rows(self) -> list[GradeRowForm]:
        return [row for row in self.rows if not row.is_blank]

    def _read_rows(self) -> list[dict[str, Any]]:
        """Return the typed grades, or none while one of them is unreadable."""
        grades: list[dict[str, Any]] = []
        wrong = [row for row in self.filled_rows if not row.is_valid()]
        if wrong:
            self.add_error(None, NO_GRADE)
            return []
        for row in self.filled_rows:
            grades.append(row.grade([grade["key"] for grade in grades]))
        return grades

    def _find_examples(self) -> None:
        """Find melds that the engine reads as each grade. A grade without any cannot be meant."""
        if self.errors:
            return
        rules = ruleset_for(self.preset, self.options)
        for form, row in zip(self.filled_rows, rules.own_grades, strict=True):
            form.examples = row_melds(rules, row)
            if not form.examples:
                form.add_error("label", _("No burraco of this ruleset can be like that."))
        if any(row.errors for row in self.filled_rows):
            self.add_error(None, NO_GRADE)

    def _try(self, options: Mapping[str, object], *, only: str = "") -> dict[str, Any]:
        """Return the differences, or add each error to its field; if `only` is given, just to that field."""
        try:
            return differences(self.preset, options)
        except InvalidNotation as fault:
            names, _colon, sentence = str(fault).partition(": ")
            if row := re.fullmatch(r"grades\[(\d+)\]\.(\w+)", names):
                self._blame_row(self.filled_rows[int(row[1])], row[2], sentence)
                return {}
            at_fault = [name for name in names.split(", ") if name in options]
            if only and at_fault != names.split(", "):
                return {}
            usual = option_values(ruleset_for(self.preset, {}))
            changed = [name for name in at_fault if options[name] != usual[name]]
            # Those that have an error already are in no options.
            for name in changed or at_fault:
                self.add_error(name, _sentence(sentence))
            return {}

    def _blame_row(self, row: GradeRowForm, name: str, message: str) -> None:
        sentence = _sentence(message)
        if sentence not in row.errors.get(name, []):
            row.add_error(name, sentence)
        if NO_GRADE not in self.non_field_errors():
            self.add_error(None, NO_GRADE)

    def groups(self) -> Iterator["FieldGroup"]:
        """Yield the options in the order of the page.

        The values of the cards come last, as short fields side by side.
        """
        yield from (FieldGroup(title, tuple(self[name] for name in names)) for title, names in GROUPS)
        cards = tuple(self[name] for name in CARD_VALUES)
        yield FieldGroup(gettext_lazy("Values of the cards"), cards, short=True)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Options that belong together."""

    title: Promise
    fields: tuple[forms.BoundField, ...]
    short: bool = False


def _field_for(name: str, usual: object) -> forms.Field:
    if choices := CHOICES_OF.get(name):
        return forms.ChoiceField(choices=[(choice.value, capfirst(str(CHOICES[choice]))) for choice in choices])
    if name in YES_NO:
        return forms.TypedChoiceField(choices=[(True, _("Yes")), (False, _("No"))], coerce=lambda text: text == "True")
    if name == "draw_suits":
        ways = permutations(map(Suit, usual))  # type: ignore[call-overload]
        orders = [("".join(suits), " ".join(map(show_suit, suits))) for suits in ways]
        return forms.TypedChoiceField(choices=orders, coerce=list)
    if name == "players":
        numbers = [(number, number) for number in PLAYERS]
        return forms.TypedMultipleChoiceField(choices=numbers, coerce=int, widget=forms.CheckboxSelectMultiple)
    if name == "set_ranks":
        ranks = [(letter, letter) for rank in SET_RANKS for letter in RANK_LETTERS[rank - 1 : rank]]
        return forms.MultipleChoiceField(choices=ranks, widget=forms.CheckboxSelectMultiple)
    if name == "play_only":
        rules = [(one.value, capfirst(str(CHOICES[one]))) for one in PlayOnly]
        return forms.MultipleChoiceField(choices=rules, required=False, widget=forms.CheckboxSelectMultiple)
    return WholeNumberField(required=name not in MAY_BE_NONE)


def _help(name: str, preset: str, usual: object) -> str:
    """Return the help of the option and the preset's value; of a card only the value, because cards are in a row."""
    sentence = _("%(preset)s: %(value)s.") % {"preset": ruleset_label(preset), "value": show_option(name, usual)}
    if name in CARD_VALUES:
        return _("Preset: %(value)s") % {"value": show_option(name, usual)}
    empty = _("Leave empty for none.") if name in MAY_BE_NONE else ""
    return " ".join(filter(None, (str(OPTION_HELPS[name]), empty, sentence)))


def _sentence(words: str) -> str:
    for pattern, sentence in FAULTS:
        if found := re.match(pattern, words):
            return str(sentence) % {"limit": found[1] if found.groups() else ""}
    return _("No ruleset can have this value.")
