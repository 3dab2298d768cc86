"""The field for a figure as somebody types it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy

from scoring.forms.joined_widgets import JoinedTextInput
from scoring.forms.typed_figures import FigureFault, UnreadableFigure, read_figure

FAULTS: Mapping[FigureFault, Promise] = {
    FigureFault.SEPARATOR: gettext_lazy("“%(typed)s” has a separator in it. Write the digits only, without one."),
    FigureFault.PLUS: gettext_lazy("“%(typed)s” has a plus sign. Write it without."),
    FigureFault.TOO_LONG: gettext_lazy("“%(typed)s” has too many digits. Check the figure."),
    FigureFault.NOT_WHOLE: gettext_lazy(
        "“%(typed)s” is not a whole number. Write digits only, with a minus in front if it is negative."
    ),
}


class FigureField(forms.Field):
    """A whole number typed on a figure pad, or nothing; what cannot be read is refused in a sentence."""

    widget = JoinedTextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        typed = "" if value is None else str(value)
        try:
            return read_figure(typed)
        except UnreadableFigure as unreadable:
            shown = Truncator(typed.strip().replace("\0", "␀")).chars(20)
            raise forms.ValidationError(
                str(FAULTS[unreadable.fault]), code=unreadable.fault, params={"typed": shown}
            ) from unreadable
