"""The field of a tournament's announced systems: a number of rounds of one, then of another."""

from collections.abc import Mapping, Sequence
from itertools import chain, count, groupby, takewhile
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import ClubPlan
from tournaments.people.names import tidy
from tournaments.records import NamedSystem
from tournaments.wording.systems import SYSTEM_NAMES

ROWS = 4
"""Three Mitchell, two Danish, a final: plans seldom have more parts."""

MOST_ROUNDS = 100


class PlanWidget(forms.MultiWidget):
    """Rows of a number and a system."""

    use_fieldset = True

    def __init__(self, rows: int, choices: Sequence[tuple[str, object]]) -> None:
        widgets: list[forms.Widget] = []
        for row in range(1, rows + 1):
            rounds = format_lazy(gettext_lazy("rounds, row {row}"), row=row)
            system = format_lazy(gettext_lazy("system, row {row}"), row=row)
            widgets.append(forms.NumberInput(attrs={"aria-label": rounds, "min": 1, "max": MOST_ROUNDS}))
            widgets.append(forms.Select(attrs={"aria-label": system}, choices=choices))
        super().__init__(widgets)

    def decompress(self, value: Sequence[Any] | None) -> list[Any]:
        return list(value or [])


class PlanField(forms.MultiValueField):
    """The name of each round's system, in order; empty rows are ignored."""

    def __init__(self, *, rows: int = ROWS, **kwargs: Any) -> None:
        offered = [named for named in NamedSystem if named is not NamedSystem.INDIVIDUAL]
        choices = [("", "—"), *((named.value, SYSTEM_NAMES[named]) for named in offered)]
        fields: list[forms.Field] = []
        for _row in range(rows):
            fields.append(forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, required=False))
            fields.append(forms.ChoiceField(choices=choices, required=False))
        super().__init__(fields, widget=PlanWidget(rows, choices), require_all_fields=False, **kwargs)

    def compress(self, data_list: Sequence[Any]) -> list[str]:
        plan: list[str] = []
        for row, (rounds, named) in enumerate(zip(data_list[::2], data_list[1::2], strict=True), start=1):
            if bool(rounds) != bool(named):
                raise forms.ValidationError(_("Row %(row)s: give both the rounds and their system.") % {"row": row})
            plan += [named] * (rounds or 0)
        return plan


class PlanNameForm(forms.ModelForm[ClubPlan]):
    """The name under which the club keeps a plan."""

    class Meta:
        model = ClubPlan
        fields = ("name",)

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Give the plan a name."))
        return name


def plan_initial(plan: Sequence[str]) -> list[Any]:
    """Return a plan as the rows of the field: `[3, "mitchell", 2, "danish_modified"]`."""
    return list(chain.from_iterable((len(list(run)), named) for named, run in groupby(plan)))


def plan_sent(plan: Sequence[str], rows: int) -> dict[str, str]:
    """Return a plan as a browser sends it, in as many rows as the page has or as it needs."""
    cells = [str(cell) for cell in plan_initial(plan)]
    return {f"plan_{at}": cell for at, cell in enumerate(cells + [""] * (2 * rows - len(cells)))}


def rows_sent(data: Mapping[str, Any]) -> int:
    """Return the number of rows that a page has sent."""
    return sum(1 for _row in takewhile(lambda row: f"plan_{2 * row}" in data, count()))


def rows_for(plan: Sequence[str]) -> int:
    """Return the number of rows for a plan, with one empty row."""
    return max(ROWS, sum(1 for _run in groupby(plan)) + 1)
