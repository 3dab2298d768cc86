"""The form of a trial: the number of entrants, and one or two formats with their systems, and a cut, in order."""

from collections.abc import Iterator
from random import Random
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.services import ruleset_for
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.systems import SYSTEMS
from tournaments.records import Kind, NamedSystem, System
from tournaments.records.plans import FEWEST_GIRONI, MOST_GIRONI_PLANNED, Step, systems_of
from tournaments.simulation import EveningFormat, HandPool, play_trial_evening
from tournaments.trials.runner import RULESET
from tournaments.wording.plans import cut_fault
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.systems import SYSTEM_NAMES

from .club.plan import CUT, CUTS, cut_of_row

STAGES = 4
"""The most parts of a format: six Mitchell, two Danish, a cut, three Danish."""

MOST_ENTRANTS, MOST_EVENINGS, MOST_ROUNDS = 500, 1000, 20
FORMATS = ("a", "b")
PROPOSED = {
    "a": ((System.MITCHELL, 3), (System.DANISH, 1)),
    "b": ((System.DANISH_NO_REMATCH, 4),),
}


class TrialForm(forms.Form):
    """The form of a trial.

    `a1_system`, `a1_rounds` and so on are the parts, and an empty system skips its part. A cut has gironi for rounds.
    """

    entrants = forms.IntegerField(
        label=gettext_lazy("Pairs"),
        help_text=gettext_lazy("In an individual format: players."),
        min_value=2,
        max_value=MOST_ENTRANTS,
        initial=40,
    )
    hands = forms.TypedChoiceField(
        label=gettext_lazy("Hands per round"), choices=[(2, "2"), (3, "3"), (4, "4")], coerce=int, initial=4
    )
    evenings = forms.IntegerField(
        label=gettext_lazy("Evenings to play"),
        help_text=gettext_lazy("The more evenings, the smaller the part of chance: 300 show most differences."),
        min_value=10,
        max_value=MOST_EVENINGS,
        initial=300,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.formats: list[list[Step]] = []
        """The steps of each format; of a valid form only."""
        named = [(key.value, SYSTEM_NAMES[NamedSystem(key)]) for key in SYSTEMS if key is not System.MANUAL]
        systems = [("", "–"), *named, (_("Cut into"), CUTS)]
        for letter in FORMATS:
            for number in range(1, STAGES + 1):
                proposed = PROPOSED[letter][number - 1 : number]
                system, rounds = proposed[0] if proposed else ("", None)
                part = {"letter": letter.upper(), "number": number}
                about_system = _("Format %(letter)s, part %(number)s: system") % part
                about_rounds = _("Format %(letter)s, part %(number)s: rounds") % part
                self.fields[f"{letter}{number}_system"] = forms.ChoiceField(
                    label=_("System"),
                    widget=forms.Select(attrs={"aria-label": about_system}),
                    choices=systems,
                    required=False,
                    initial=system,
                )
                self.fields[f"{letter}{number}_rounds"] = forms.IntegerField(
                    label=_("Rounds"),
                    widget=forms.NumberInput(attrs={"aria-label": about_rounds}),
                    min_value=1,
                    max_value=max(MOST_ROUNDS, MOST_GIRONI_PLANNED),
                    required=False,
                    initial=rounds,
                )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if self.errors:
            return data
        for letter in FORMATS:
            steps = self._steps(letter)
            if steps and self._can_be_played(letter, steps):
                self.formats.append(steps)
        if not self.formats and not self.errors:
            self.add_error("a1_system", _("Choose at least one system."))
        return data

    def stages(self) -> Iterator[tuple[str, list[tuple[forms.BoundField, forms.BoundField]]]]:
        """Return the fields of each format, as the page lays them out."""
        for letter in FORMATS:
            numbers = range(1, STAGES + 1)
            yield letter.upper(), [(self[f"{letter}{n}_system"], self[f"{letter}{n}_rounds"]) for n in numbers]

    def _steps(self, letter: str) -> list[Step]:
        """Return the steps of a format; empty, with an error at the field, if a part is incomplete."""
        steps: list[Step] = []
        for number in range(1, STAGES + 1):
            key, rounds = (self.cleaned_data[f"{letter}{number}_{part}"] for part in ("system", "rounds"))
            if key and rounds is None:
                self.add_error(f"{letter}{number}_rounds", _("How many rounds are paired like this?"))
            elif key.startswith(CUT):
                steps += self._cut(f"{letter}{number}_rounds", key, rounds)
            elif key:
                steps += [key] * rounds
            elif rounds is not None:
                self.add_error(f"{letter}{number}_system", _("Which system? Or leave its rounds empty."))
        systems = systems_of(steps)
        if len(systems) > MOST_ROUNDS:
            self.add_error(f"{letter}1_rounds", _("At most %(most)s rounds in all.") % {"most": MOST_ROUNDS})
        mixed = NamedSystem.INDIVIDUAL in systems and set(systems) != {NamedSystem.INDIVIDUAL}
        if mixed:
            self.add_error(
                f"{letter}1_system", _("An individual tournament is individual in all its rounds: remove the others.")
            )
        kind = Kind.INDIVIDUAL if NamedSystem.INDIVIDUAL in systems else Kind.PAIRS
        if fault := cut_fault(steps, kind=kind, rounds=len(systems)):
            self.add_error(f"{letter}1_system", fault)
        return [] if self.errors else steps

    def _cut(self, field: str, key: str, gironi: int) -> list[Step]:
        cut = cut_of_row(key, gironi)
        if cut is None:
            facts = {"fewest": FEWEST_GIRONI, "most": MOST_GIRONI_PLANNED}
            self.add_error(field, _("A ranking is cut into %(fewest)s to %(most)s gironi.") % facts)
        return [] if cut is None else [cut]

    def _can_be_played(self, letter: str, steps: list[Step]) -> bool:
        """Play one evening at once, so that a system's refusal is an error of the form, not of the runner."""
        wanted = EveningFormat.of_plan(steps, hands=self.cleaned_data["hands"])
        pool = HandPool(ruleset_for(RULESET, {}), Random(0), size=1)
        try:
            play_trial_evening(wanted, entrants=self.cleaned_data["entrants"], pool=pool, seed=1)
        except PairingRefused as refusal:
            self.add_error(f"{letter}1_system", _not_playable(refusal))
            return False
        return True


def _not_playable(refusal: PairingRefused) -> str:
    """Return the refusal; a tied match, or a new bracket, is not one in a simulated evening."""
    if refusal.code is RefusalCode.KNOCKOUT_OVER:
        return _("With so few, the knockout is over sooner: give it fewer rounds, or let another system follow it.")
    return refusal_sentence(refusal)
