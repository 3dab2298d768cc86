"""How a round is paired: the system with its settings, or every seat by hand."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.forms.formsets import BaseFormSet, formset_factory
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Pair, Round
from tournaments.pairing import SYSTEMS
from tournaments.records import EntrantId, Policy, RoundSettings, System
from tournaments.system_names import POLICY_NAMES, SYSTEM_NAMES, SYSTEM_SENTENCES

HIGHEST_SEED = 2**31 - 1
"""What the column of `Round.seed` holds in every database."""

HIGHEST_STEP = 9_999
HIGHEST_NUMBER = 999_999

Seat = tuple[EntrantId, EntrantId | None]

_SYSTEM_AFTER = {System.DRAW: System.MITCHELL, System.REGISTRATION: System.MITCHELL}
"""Systems that open an evening, and what usually follows; after the others comes the same again."""


def usual_system(before: Round | None) -> System:
    """What a referee most likely wants after the round before; a draw to begin with."""
    if before is None:
        return System.DRAW
    system = System(before.system)
    return _SYSTEM_AFTER.get(system, system)


class RoundForm(forms.Form):
    """The system of the next round; step, policy and seed have defaults that need no touching."""

    system = forms.ChoiceField(label=gettext_lazy("How the round is paired"), widget=forms.RadioSelect)
    step = forms.IntegerField(
        label=gettext_lazy("Mitchell: step of EW, in tables"), min_value=1, max_value=HIGHEST_STEP, required=False
    )
    policy = forms.ChoiceField(
        label=gettext_lazy("Danish without rematches: which neighbours"), widget=forms.RadioSelect, required=False
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed of the draw"),
        help_text=gettext_lazy("The same seed always gives the same draw; another one draws anew."),
        min_value=0,
        max_value=HIGHEST_SEED,
        required=False,
    )

    def __init__(self, *args: Any, usual: Mapping[str, Any], step_help: str, **kwargs: Any) -> None:
        """`usual` are the settings that an empty field stands for."""
        super().__init__(*args, **kwargs)
        self.usual = usual
        system, policy = self.fields["system"], self.fields["policy"]
        assert isinstance(system, forms.ChoiceField) and isinstance(policy, forms.ChoiceField)
        system.choices = [(key.value, _explained(key)) for key in SYSTEMS]
        policy.choices = [(key.value, POLICY_NAMES[key]) for key in Policy]
        self.fields["step"].help_text = step_help

    def clean_step(self) -> int:
        step = self.cleaned_data["step"]
        return int(self.usual["step"]) if step is None else int(step)

    def clean_policy(self) -> Policy:
        return Policy(self.cleaned_data["policy"] or Policy.TOP_DOWN)

    def clean_seed(self) -> int:
        seed = self.cleaned_data["seed"]
        return int(self.usual["seed"]) if seed is None else int(seed)

    @property
    def system_chosen(self) -> System:
        return System(self.cleaned_data["system"])

    @property
    def asked(self) -> dict[str, Any]:
        """What `round_draft` takes beside the tournament and the system."""
        return self.asked_by(self.cleaned_data | {"system": self.system_chosen})

    @staticmethod
    def asked_by(values: Mapping[str, Any]) -> dict[str, Any]:
        """The same of values that nobody typed."""
        step = values["step"] if values["system"] is System.MITCHELL else None
        return {"settings": RoundSettings(step=step, policy=values["policy"]), "seed": values["seed"]}


class SeatForm(forms.Form):
    """One table: the numbers of its pairs, none at all, or one pair that rests."""

    ns = forms.IntegerField(label="NS", min_value=1, max_value=HIGHEST_NUMBER, required=False)
    ew = forms.IntegerField(label="EW", min_value=1, max_value=HIGHEST_NUMBER, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, line in (("ns", _("NS")), ("ew", _("EW"))):
            label = _("Table %(table)s, %(line)s") % {"table": self.table, "line": line}
            attrs = {"inputmode": "numeric", "list": "pairs-here", "autocomplete": "off", "aria-label": label}
            self.fields[name].widget = forms.TextInput(attrs=attrs)

    @property
    def table(self) -> int:
        return int(str(self.prefix).rsplit("-", 1)[-1]) + 1

    @property
    def is_empty(self) -> bool:
        return self.cleaned_data.get("ns") is None and self.cleaned_data.get("ew") is None

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        # A pair alone at a table rests, and is written where it would sit: as NS.
        if not self.errors and data["ns"] is None and data["ew"] is not None:
            raise forms.ValidationError(_("A pair that rests is written under NS."))
        return data


class BaseSeatFormSet(BaseFormSet[SeatForm]):
    """Every table of a round, numbered from 1 without holes."""

    def clean(self) -> None:
        if any(self.errors):
            return
        last = max((form.table for form in self.forms if not form.is_empty), default=0)
        for form in self.forms:
            if form.is_empty and form.table < last:
                form.add_error(None, _("Nobody sits here: fill this table before the ones after it."))
        if any(form.errors for form in self.forms):
            raise forms.ValidationError(_("Tables are numbered without holes."))

    @property
    def seats(self) -> list[Seat]:
        """NS and EW of tables 1, 2, 3 …, once the formset is valid."""
        return [
            (EntrantId(form.cleaned_data["ns"]), None if (ew := form.cleaned_data["ew"]) is None else EntrantId(ew))
            for form in self.forms
            if not form.is_empty
        ]


SeatFormSet = cast("type[BaseSeatFormSet]", formset_factory(SeatForm, formset=BaseSeatFormSet, extra=0))


def seats_initial(seats: Sequence[tuple[int, int | None]], pairs: int) -> list[dict[str, int | None]]:
    """The rows of the form: the seats as drafted, and as many empty tables as so many pairs still need."""
    rows: list[dict[str, int | None]] = [{"ns": ns, "ew": ew} for ns, ew in seats]
    return rows + [{"ns": None, "ew": None}] * ((pairs + 1) // 2 - len(rows))


def pair_choices(pairs: Sequence[Pair]) -> list[tuple[int, str]]:
    """Number and names of those who can be seated, for completion."""
    return [(pair.number, str(pair)) for pair in pairs if pair.status == Pair.Status.ACTIVE]


def _explained(system: System) -> str:
    return format_html(
        '<span><strong>{}</strong><br><span class="muted">{}</span></span>',
        SYSTEM_NAMES[system],
        SYSTEM_SENTENCES[system],
    )
