"""What the referee sets instead of what a slip says, as forms: a table's score, or one line's MP of a hand."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.records import Allowance, Line
from tournaments.wording.figures import line_name

HIGHEST_MP = 99_999
HIGHEST_VP = 999
"""More digits than these are a slip of the finger."""


def _reason() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Shown beside the score, to the players too."),
        max_length=200,
        widget=forms.TextInput(attrs={"list": "usual-reasons"}),
    )


class SetPointsField(forms.IntegerField):
    """MP or VP as the referee sets them."""

    def __init__(self, *, most: int, least: int, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(min_value=least, max_value=most, widget=widget, **kwargs)


class ArbitralForm(forms.Form):
    """What both lines of a table get, set by the referee."""

    ns_vp = SetPointsField(label=gettext_lazy("VP of NS"), least=0, most=HIGHEST_VP)
    ns_mp = SetPointsField(label=gettext_lazy("MP of NS"), least=-HIGHEST_MP, most=HIGHEST_MP)
    ew_vp = SetPointsField(label=gettext_lazy("VP of EW"), least=0, most=HIGHEST_VP)
    ew_mp = SetPointsField(label=gettext_lazy("MP of EW"), least=-HIGHEST_MP, most=HIGHEST_MP)
    reason = _reason()
    article = forms.CharField(label=gettext_lazy("Article"), max_length=40, required=False)

    @property
    def facts(self) -> dict[str, Any]:
        """What `table_award` takes, once the form is valid."""
        data = self.cleaned_data
        ns, ew = (Allowance(vp=data[f"{line}_vp"], mp=data[f"{line}_mp"]) for line in Line)
        return {"ns": ns, "ew": ew, "reason": data["reason"], "article": data["article"]}


class HandSetForm(forms.Form):
    """What one line gets for a hand that it did not play."""

    number = forms.TypedChoiceField(label=gettext_lazy("Hand"), coerce=int)
    line = forms.TypedChoiceField(label=gettext_lazy("Line"), coerce=Line, widget=forms.RadioSelect)
    mp = SetPointsField(label=gettext_lazy("MP of that line"), least=-HIGHEST_MP, most=HIGHEST_MP)
    reason = _reason()

    def __init__(self, *args: Any, hands: int, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "hand-%s"} | kwargs)
        for name, choices in (
            ("number", [(number, number) for number in range(1, hands + 1)]),
            ("line", [(line.value, line_name(line)) for line in Line]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    @property
    def facts(self) -> dict[str, Any]:
        """What `hand_set` takes, once the form is valid."""
        return self.cleaned_data
