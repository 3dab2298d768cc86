"""The filter of the journal."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.history.journal_lines import KIND_NAMES

LONGEST_TEXT = 80


class JournalForm(forms.Form):
    """A filter with optional fields; a line must match all that are filled."""

    kind = forms.ChoiceField(label=_("What"), choices=[("", _("everything")), *KIND_NAMES.items()], required=False)
    who = forms.ChoiceField(label=_("Who"), required=False)
    text = forms.CharField(
        label=_("Name or address"), max_length=LONGEST_TEXT, required=False, widget=forms.TextInput({"type": "search"})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = User.objects.order_by("username").values_list("username", flat=True)
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)
        who.choices = [("", _("everybody")), *((name, name) for name in names)]

    @property
    def filters(self) -> dict[str, str]:
        """Return the filled fields; none while the form is not valid."""
        return {name: value for name, value in self.cleaned_data.items() if value} if self.is_valid() else {}
