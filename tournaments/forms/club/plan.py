"""The field of a tournament's plan: a number of rounds of a system, then of another, and a cut into so many gironi."""

from collections.abc import Mapping, Sequence
from itertools import chain, count, groupby, takewhile
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import ClubPlan
from tournaments.people.names import tidy
from tournaments.records import Carry, NamedSystem
from tournaments.records.plans import FEWEST_GIRONI, MOST_GIRONI_PLANNED, Step, cut_step, cuts_of
from tournaments.wording.gironi import CARRY_NAMES
from tournaments.wording.systems import SYSTEM_NAMES

ROWS = 4
"""Six Mitchell, two Danish, a cut, three Danish: plans seldom have more parts."""

MOST_ROUNDS = 100

CUT = "cut_"
"""The beginning of the key of a cut, before that of what goes on into the gironi."""

CUTS = [(CUT + carry.value, format_lazy(gettext_lazy("gironi: {carry}"), carry=CARRY_NAMES[carry])) for carry in Carry]


def cut_of_row(key: str, gironi: int) -> Step | None:
    """Return the cut of a row with this choice of `CUTS`; None if a ranking is not cut into so many."""
    if not FEWEST_GIRONI <= gironi <= MOST_GIRONI_PLANNED:
        return None
    return cut_step(gironi, Carry(key.removeprefix(CUT)))


class PlanWidget(forms.MultiWidget):
    """Rows of a number and a system, or of a number and a cut."""

    use_fieldset = True

    def __init__(self, rows: int, choices: Sequence[tuple[object, object]]) -> None:
        widgets: list[forms.Widget] = []
        for row in range(1, rows + 1):
            rounds = format_lazy(gettext_lazy("rounds or gironi, row {row}"), row=row)
            system = format_lazy(gettext_lazy("system or cut, row {row}"), row=row)
            widgets.append(forms.NumberInput(attrs={"aria-label": rounds, "min": 1, "max": MOST_ROUNDS}))
            widgets.append(forms.Select(attrs={"aria-label": system}, choices=choices))
        super().__init__(widgets)

    def decompress(self, value: None) -> list[Any]:
        """Return no rows for no value; a list of them is shown as it is."""
        return []


class PlanField(forms.MultiValueField):
    """The steps of a plan, in order; empty rows are ignored."""

    def __init__(self, *, rows: int = ROWS, **kwargs: Any) -> None:
        offered = [named for named in NamedSystem if named is not NamedSystem.INDIVIDUAL]
        systems = [(named.value, SYSTEM_NAMES[named]) for named in offered]
        choices = [("", "—"), *systems, (gettext_lazy("Cut into"), CUTS)]
        fields: list[forms.Field] = []
        for _row in range(rows):
            fields.append(forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, required=False))
            fields.append(forms.ChoiceField(choices=choices, required=False))
        super().__init__(fields, widget=PlanWidget(rows, choices), require_all_fields=False, **kwargs)

    def compress(self, data_list: Sequence[Any]) -> list[Step]:
        plan: list[Step] = []
        for row, (rounds, named) in enumerate(zip(data_list[::2], data_list[1::2], strict=True), start=1):
            if named.startswith(CUT):
                plan.append(_cut_read(row, rounds, named))
                continue
            if bool(rounds) != bool(named):
                raise forms.ValidationError(_("Row %(row)s: give both the rounds and their system.") % {"row": row})
            if rounds:
                plan += [named] * rounds
        return plan


def _cut_read(row: int, gironi: int | None, named: str) -> Step:
    cut = cut_of_row(named, gironi) if gironi else None
    if cut is None:
        facts = {"row": row, "fewest": FEWEST_GIRONI, "most": MOST_GIRONI_PLANNED}
        sentence = _("Row %(row)s: a ranking is cut into %(fewest)s to %(most)s gironi.")
        raise forms.ValidationError(sentence % facts)
    return cut


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


def plan_initial(plan: Sequence[Step]) -> list[Any]:
    """Return a plan as the rows of the field: `[3, "mitchell", 2, "cut_whole", 2, "danish_modified"]`."""
    return list(chain.from_iterable(_row(step, len(list(run))) for step, run in groupby(plan)))


def _row(step: Step, count: int) -> tuple[int, str]:
    if isinstance(step, str):
        return count, step
    (cut,) = cuts_of([step])
    return cut.gironi, CUT + cut.carry.value


def plan_sent(plan: Sequence[Step], rows: int) -> dict[str, str]:
    """Return a plan as a browser sends it, in as many rows as the page has or as it needs."""
    cells = [str(cell) for cell in plan_initial(plan)]
    return {f"plan_{at}": cell for at, cell in enumerate(cells + [""] * (2 * rows - len(cells)))}


def rows_sent(data: Mapping[str, Any]) -> int:
    """Return the number of rows that a page has sent."""
    return sum(1 for _row in takewhile(lambda row: f"plan_{2 * row}" in data, count()))


def rows_for(plan: Sequence[Step]) -> int:
    """Return the number of rows for a plan, with one empty row."""
    return max(ROWS, sum(1 for _run in groupby(plan)) + 1)
