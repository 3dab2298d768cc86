"""Form fields without `maxlength`: text that is too long is refused with a sentence and never cut off."""

from typing import Any

from django.forms import BoundField
from django.forms.renderers import DjangoTemplates


class WholeBoundField(BoundField):
    """A field without `maxlength`, because browsers silently cut pasted text at that length.

    The field's own `max_length` is still checked. A `maxlength` that a form gives its widget explicitly stays.
    """

    def as_widget(self, widget: Any = None, attrs: Any = None, only_initial: bool = False) -> Any:
        used_widget = widget or self.field.widget
        if used_widget.attrs.get("maxlength") == str(getattr(self.field, "max_length", None)):
            del used_widget.attrs["maxlength"]
        return super().as_widget(widget, attrs, only_initial)


class FormRenderer(DjangoTemplates):
    """Django's renderer, with these fields."""

    bound_field_class = WholeBoundField
