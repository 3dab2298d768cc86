"""The forms of the referee's decisions: an assigned score for a table, or one line's MP of a hand."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.records import Allowance, Line
from tournaments.wording.lines import line_name, with_lines_lazy

HIGHEST_MP = 99_999
HIGHEST_VP = 999
"""More digits than these are a typing error."""


def _reason() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Shown beside the score, to the players too."),
        max_length=200,
        widget=forms.TextInput(attrs={"list": "usual-reasons"}),
    )


class SetPointsField(forms.IntegerField):
    """MP or VP that the referee sets."""

    def __init__(self, *, most: int, least: int, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(min_value=least, max_value=most, widget=widget, **kwargs)


class AssignedScoreForm(forms.Form):
    """The assigned score of both lines."""

    ns_vp = SetPointsField(label=with_lines_lazy(gettext_lazy("VP of %(ns_line)s")), least=0, most=HIGHEST_VP)
    ns_mp = SetPointsField(label=with_lines_lazy(gettext_lazy("MP of %(ns_line)s")), least=-HIGHEST_MP, most=HIGHEST_MP)
    ew_vp = SetPointsField(label=with_lines_lazy(gettext_lazy("VP of %(ew_line)s")), least=0, most=HIGHEST_VP)
    ew_mp = SetPointsField(label=with_lines_lazy(gettext_lazy("MP of %(ew_line)s")), least=-HIGHEST_MP, most=HIGHEST_MP)
    reason = _reason()
    article = forms.CharField(label=gettext_lazy("Article"), max_length=40, required=False)

    @property
    def facts(self) -> dict[str, Any]:
        """Return the arguments of `table_award`; of a valid form only."""
        data = self.cleaned_data
        ns, ew = (Allowance(vp=data[f"{line}_vp"], mp=data[f"{line}_mp"]) for line in Line)
        return {"ns": ns, "ew": ew, "reason": data["reason"], "article": data["article"]}


class HandSetForm(forms.Form):
    """The MP of one line for a hand that it did not play."""

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
        """Return the arguments of `hand_set`; of a valid form only."""
        return self.cleaned_data
