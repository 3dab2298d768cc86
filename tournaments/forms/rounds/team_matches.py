"""The forms of team matches: the draw of a match day, and a line-up."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import LineUp, Pair
from tournaments.records import EntrantId, NamedSystem, RoundSettings, System
from tournaments.records.defaults import HIGHEST_SEED
from tournaments.records.named_systems import SYSTEMS_OF_TEAMS
from tournaments.selectors.team_matches import LevelMatch
from tournaments.wording.knockout_bracket import usually_the_better_seed
from tournaments.wording.systems import SYSTEM_NAMES


class MatchDayForm(forms.Form):
    """The system by which the teams are drawn, with the settings that it reads."""

    system = forms.ChoiceField(
        label=gettext_lazy("System"),
        choices=[(system.value, SYSTEM_NAMES[NamedSystem(system.value)]) for system in SYSTEMS_OF_TEAMS],
        widget=forms.RadioSelect,
    )
    legs = forms.TypedChoiceField(
        label=gettext_lazy("Round robin: legs"),
        coerce=int,
        choices=[(1, 1), (2, 2)],
        initial=1,
        required=False,
    )
    qualifiers = forms.IntegerField(
        label=gettext_lazy("Knockout: the best teams that play it"),
        min_value=2,
        max_value=512,
        required=False,
        help_text=gettext_lazy("Leave empty for all."),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed of the draw"), min_value=0, max_value=HIGHEST_SEED, required=False
    )

    def __init__(self, *args: Any, level: Sequence[LevelMatch] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.level = level
        for match in level:
            self.fields[f"advance{match.number}"] = forms.ChoiceField(
                label=_("Match %(match)s was level: who goes on") % {"match": match.number},
                choices=[(str(number), f"{number} {name}") for number, name in (match.better, match.other)],
                initial=str(match.better[0]),
                help_text=usually_the_better_seed(match.better[0]),
                widget=forms.RadioSelect,
                required=False,
            )

    @property
    def draw_arguments(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        given, system = self.cleaned_data, System(self.cleaned_data["system"])
        settings = RoundSettings()
        if system is System.ROUND_ROBIN:
            settings = RoundSettings(legs=given["legs"] or 1)
        elif system is System.KNOCKOUT:
            settings = RoundSettings(qualifiers=given["qualifiers"], advance=self._advance())
        return {"system": system, "settings": settings, "seed": given["seed"]}

    def _advance(self) -> tuple[EntrantId, ...]:
        """Return the teams that go on from a level match instead of the better seed."""
        others = [(match.other[0], self.cleaned_data[f"advance{match.number}"]) for match in self.level]
        return tuple(number for number, chosen in others if chosen == str(number))


class LineUpForm(forms.Form):
    """A pair of the team for each table."""

    def __init__(self, *args: Any, pairs: Sequence[Pair], tables: int, held: LineUp | None = None, **kwargs: Any):
        numbers = {pair.pk: pair.number for pair in pairs}
        chosen = [numbers[key] for key in held.pairs if key in numbers] if held else [pair.number for pair in pairs]
        kwargs.setdefault("initial", {f"table{at}": number for at, number in enumerate(chosen[:tables], start=1)})
        super().__init__(*args, **kwargs)
        self.tables = tables
        for at in range(1, tables + 1):
            self.fields[f"table{at}"] = forms.TypedChoiceField(
                label=_("Table %(number)s") % {"number": at},
                coerce=int,
                choices=[("", _("choose a pair")), *((pair.number, f"{pair.number} · {pair}") for pair in pairs)],
            )

    @property
    def pairs(self) -> list[int]:
        """Return the numbers of the pairs, table by table; of a valid form only."""
        return [self.cleaned_data[f"table{at}"] for at in range(1, self.tables + 1)]
