"""The referee's forms for the hall: a table's clock, a call, an announcement."""

from collections.abc import Sequence
from datetime import time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.common import TableNumberField
from tournaments.models import RefereeCall, Tournament
from tournaments.wording.announcements import PREPARED, usual_moment

HIGHEST_TABLE = 9_999


class TableClockForm(forms.Form):
    """The table whose clock starts late or is stopped."""

    table = TableNumberField(
        label=gettext_lazy("Table"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, starts: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        TableNumberField.read_names(self, starts)


class RefereeCallForm(forms.Form):
    """A call of a table, noted by the referee."""

    table = TableNumberField(
        label=gettext_lazy("Table that calls"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    reason = forms.ChoiceField(
        label=gettext_lazy("Reason"), choices=RefereeCall.Reason.choices, initial=RefereeCall.Reason.OTHER
    )

    def __init__(self, *args: Any, starts: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        TableNumberField.read_names(self, starts)


class AnnouncementForm(forms.Form):
    """An announcement of the referee's own, or a prepared one with its time."""

    text = forms.CharField(
        label=gettext_lazy("For everybody to read"),
        max_length=Tournament._meta.get_field("announcement").max_length,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    at = forms.TimeField(
        label=gettext_lazy("At"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    stays = forms.BooleanField(label=gettext_lazy("Leave it until I remove it"), required=False)
    prepared = forms.ChoiceField(choices=[(key, key) for key in PREPARED], required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["at"].initial = self._usual_moment

    def clean(self) -> dict[str, object]:
        """Check that there is a text, and a time if the text needs one."""
        sent = self.cleaned_data
        if prepared := PREPARED.get(sent.get("prepared", "")):
            sentence = str(prepared.sentence)
            moment = sent.get("at")
            if "%(time)s" in sentence and moment is None and "at" not in self.errors:
                self.add_error("at", _("Choose a time."))
            sent["said"] = sentence % {"time": time_format(moment)} if moment else sentence
        elif not sent.get("text", "").strip() and "text" not in self.errors:
            self.add_error("text", _("Write what is to be announced."))
        else:
            sent["said"] = sent.get("text", "")
        return sent

    @staticmethod
    def _usual_moment() -> time:
        return usual_moment(timezone.localtime()).time()

    @property
    def prepared_ones(self) -> list[tuple[str, str]]:
        """Return the buttons, as key and label."""
        return [(key, str(announcement.label)) for key, announcement in PREPARED.items()]
