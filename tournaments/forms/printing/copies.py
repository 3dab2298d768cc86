"""The form of blank slips and table cards: how many to print."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.records.sections import in_section, section_starts

MOST_COPIES = 500
MOST_TABLES = 500
MOST_SECTIONS = 50


class BlankSlipsForm(forms.Form):
    copies = forms.IntegerField(
        label=_("How many"), min_value=1, max_value=MOST_COPIES, initial=20, help_text=_("Two on a page, as a rule.")
    )


class TablePlatesForm(forms.Form):
    """A form for the plates of the tables: how many, and in how many sections."""

    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("From table 1 on, a sheet for each."),
    )
    sections = forms.IntegerField(
        label=_("Sections"),
        min_value=1,
        max_value=MOST_SECTIONS,
        required=False,
        help_text=_("With more than one, the tables are called A\u00a01, A\u00a02 … B\u00a01, B\u00a02 …"),
    )

    def clean(self) -> dict[str, Any]:
        sent = self.cleaned_data
        sections, tables = sent.get("sections"), sent.get("tables")
        if sections and tables and sections > tables:
            self.add_error("sections", _("There are more sections than tables."))
        return sent

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of the tables, which know their names if there are sections; the form must be valid."""
        tables, sections = self.cleaned_data["tables"], self.cleaned_data["sections"] or 1
        starts = section_starts(tables, sections)
        return [in_section(number, starts) for number in range(1, tables + 1)]
