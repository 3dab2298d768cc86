"""The press by which everybody who owes a fee has paid it, a page of them at a time."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.joined_widgets import JoinedCheckboxes
from tournaments.models import Means
from tournaments.selectors.till import Owed, TillPart
from tournaments.wording.money import amount

OWED = re.compile(r"([0-9]{1,4})(?:\.([12]))?-([0-9]{1,9})")
MOST_TOGETHER, OWED_A_PAGE = 800, 500
"""The most who owe on one page, and how many of more are on each."""


class OwedField(forms.MultipleChoiceField):
    """What is owed, as a page has shown it; that it was paid meanwhile is no fault."""

    def valid_value(self, value: str) -> bool:
        return OWED.fullmatch(value) is not None


def owed_typed(key: str) -> Owed:
    """Return what a page sent of somebody who owes, `12.2-500`."""
    number, seat, cents = OWED.fullmatch(key).groups()  # type: ignore[union-attr]
    return Owed(int(number), int(seat) if seat else None, int(cents))


class TogetherForm(forms.Form):
    """Everybody who has not paid, each ticked, and how they paid; `who` of a valid form are those left ticked.

    Of many, a page is shown at a time: the form carries all of them, and those unticked on other pages.
    """

    owed = OwedField(label=gettext_lazy("Who has paid"), widget=JoinedCheckboxes)
    means = forms.ChoiceField(
        label=gettext_lazy("Paid"), choices=Means.choices, initial=Means.CASH, widget=forms.RadioSelect
    )

    everybody = forms.CharField(required=False, widget=forms.HiddenInput)
    """All who owed when the first page was shown; empty if they are on one page."""
    without = forms.CharField(required=False, widget=forms.HiddenInput)
    """Those unticked, on other pages than the one that is shown."""
    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    """The number of the page that was shown."""

    def __init__(
        self, data: QueryDict | None = None, *, owed: Mapping[Owed, TillPart], absent: Collection[int], turned: str = ""
    ) -> None:
        """Show who owes; `turned` is the number of the page to be shown next."""
        super().__init__(data)
        now = {str(part): (part, paid) for part, paid in owed.items()}
        meant = self._words("everybody") or (list(now) if len(now) > MOST_TOGETHER else [])
        self._pages = Paginator(meant, OWED_A_PAGE)
        was_shown = self._pages.get_page(self._sent("shown")).object_list if data is not None else []
        ticked = set(data.getlist("owed")) if data is not None else set()
        self._without = (set(self._words("without")) - {*was_shown}) | ({*was_shown} - ticked)
        self.page = self._pages.get_page(turned or self._sent("shown"))
        keys = [key for key in self.page.object_list if key in now] if meant else list(now)
        self.fields["owed"].choices = [(key, self._label(*now[key], absent)) for key in keys]  # type: ignore[attr-defined]
        if not meant:
            self.initial["owed"] = keys
            for name in ("everybody", "without", "shown"):
                del self.fields[name]
            return
        self.fields["owed"].required = False
        turned_to = {
            "everybody": " ".join(meant),
            "without": " ".join(sorted(self._without - {*keys})),
            "shown": self.page.number,
        }
        ticked_here = [key for key in keys if key not in self._without]
        self.initial = {**self.initial, **turned_to, "owed": ticked_here}
        if turned:
            self.is_bound = False
            self.initial["means"] = self._sent("means") or Means.CASH

    def _sent(self, name: str) -> str:
        return str(self.data.get(name, ""))

    def _words(self, name: str) -> list[str]:
        """Return the keys of those who owe that a hidden field carries."""
        return [key for key in self._sent(name).split() if OWED.fullmatch(key)]

    @staticmethod
    def _label(part: Owed, paid: TillPart, absent: Collection[int]) -> str:
        label = f"{part.number} {paid.names}: {amount(part.cents)}"
        return f"{label} ({_('not here yet')})" if part.number in absent else label

    def clean(self) -> dict[str, Any]:
        if self._pages.count and not self.who:
            self.add_error("owed", _("Nobody is ticked."))
        return self.cleaned_data

    @property
    def who(self) -> list[Owed]:
        if not self._pages.count:
            return [owed_typed(key) for key in self.cleaned_data["owed"]]
        return [owed_typed(key) for key in self._pages.object_list if key not in self._without]
