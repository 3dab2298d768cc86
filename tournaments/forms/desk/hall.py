"""What the referee does for the hall: a table's clock, a table that calls, a line for everybody."""

from datetime import time

from django import forms
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import RefereeCall, Tournament
from tournaments.wording.announcements import PREPARED, usual_moment

HIGHEST_TABLE = 9_999


class TableClockForm(forms.Form):
    """The table whose clock is started late or held up."""

    table = forms.IntegerField(
        label=gettext_lazy("Table"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class RefereeCallForm(forms.Form):
    """A table that calls, noted by the referee."""

    table = forms.IntegerField(
        label=gettext_lazy("Table that calls"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    reason = forms.ChoiceField(
        label=gettext_lazy("What for"), choices=RefereeCall.Reason.choices, initial=RefereeCall.Reason.OTHER
    )


class AnnouncementForm(forms.Form):
    """A line of the referee's own, or one that is prepared, with the time filled in."""

    text = forms.CharField(
        label=gettext_lazy("For everybody to read"),
        max_length=Tournament._meta.get_field("announcement").max_length,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    at = forms.TimeField(
        label=gettext_lazy("At"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    prepared = forms.ChoiceField(choices=[(key, key) for key in PREPARED], required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["at"].initial = self._usual_moment

    def clean(self) -> dict[str, object]:
        """Something is said, and what is said to happen has its time."""
        sent = self.cleaned_data
        if prepared := PREPARED.get(sent.get("prepared", "")):
            sentence = str(prepared.sentence)
            moment = sent.get("at")
            if "%(time)s" in sentence and moment is None and "at" not in self.errors:
                self.add_error("at", _("Say at what time."))
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
        """The buttons: key and label."""
        return [(key, str(each.label)) for key, each in PREPARED.items()]
