"""Forms take what is typed or pasted whole: what is too long is answered with a sentence, and never cut off."""

from typing import Any

from django.forms import BoundField
from django.forms.renderers import DjangoTemplates


class WholeBoundField(BoundField):
    """A field without `maxlength`: browsers cut what is pasted at that length and tell nobody.

    The field's own `max_length` is checked as ever. A length that a form gives to its widget itself stays.
    """

    def as_widget(self, widget: Any = None, attrs: Any = None, only_initial: bool = False) -> Any:
        shown = widget or self.field.widget
        if shown.attrs.get("maxlength") == str(getattr(self.field, "max_length", None)):
            del shown.attrs["maxlength"]
        return super().as_widget(widget, attrs, only_initial)


class FormRenderer(DjangoTemplates):
    """Django's own, with those fields."""

    bound_field_class = WholeBoundField
