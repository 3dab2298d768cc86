"""The tables of a round under way whose seats are corrected, each seat a link, written by joins.

A test compares the rows with an equivalent template, whose loop took half of the page.
"""

from typing import Any
from urllib.parse import quote

from django import template
from django.template.context import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.records import Entrant, Line
from tournaments.records.sections import table_name
from tournaments.wording.figures import figure_writer
from tournaments.wording.lines import line_facts

from .club import called
from .lines import line_badge

register = template.Library()


@register.simple_tag(takes_context=True)
def seat_correction_rows(context: Context) -> SafeString:
    """Return each table of the page `listed`.

    `one` is the seat that was chosen, as forms send it, `chosen` its entrant and `chosen_at` its table; `comes` is the
    entrant who gets a seat.
    """
    rows = _CorrectionRows(context)
    return mark_safe("".join(map(rows.row, context["listed"].page)))


class _CorrectionRows:
    """The common parts of all rows, resolved once."""

    def __init__(self, context: Context) -> None:
        self.chosen, self.at, comes = context["chosen"], context["chosen_at"], context["comes"]
        self.figure, self.comes, self.one = figure_writer(), comes, context["one"]
        self.lines = {line.value: line_badge(line) for line in Line}
        self.table = f'<span class="visually-hidden">{conditional_escape(_("Table"))}</span>'
        self.rests = f' <span class="seat-pair muted">{conditional_escape(pgettext("pair", "rests"))}</span>'
        self.lines_swapped, self.line_names = _("Table %(number)s: %(ns_line)s and %(ew_line)s swapped"), line_facts()
        self.everybody = _("Everybody at tables %(one)s and %(other)s")
        if comes:
            self.leads_to, self.behind = "?happened=sit_in&amp;one=", f"&amp;entrant={int(comes.id)}"
        elif self.one:
            self.leads_to, self.behind = f"?happened=swap&amp;one={quote(self.one)}&amp;other=", ""
        else:
            self.leads_to, self.behind = "?one=", ""

    def row(self, table: Any) -> str:
        number, key = int(table.number), quote(table.key)
        return (
            f'<li id="table-{number}" data-key="{number}"{called(table.number)}>'
            f'<span class="row-number">{self.table} {table_name(table.number)}</span>'
            f"{''.join([self._side(line, side, key) for line, side in table.lines])}{self._whole(table, key)}</li>\n"
        )

    def _side(self, line: str, side: tuple[Entrant, ...], key: str) -> str:
        seats = " ".join([self._seat(entrant, key) for entrant in side])
        return f' <span class="seat-pair">{self.lines[line]} {seats}</span>'

    def _seat(self, entrant: Entrant, key: str) -> str:
        who = f'<strong class="number-inline">{self.figure(entrant.id)}</strong> {conditional_escape(entrant.label)}'
        if self.chosen is not None and self.chosen.id == entrant.id:
            return f'<span class="seat" aria-current="true">{who}</span>'
        return f'<a class="seat" href="{self.leads_to}{int(entrant.id)}@{key}{self.behind}">{who}</a>'

    def _whole(self, table: Any, key: str) -> str:
        """Return the way to correct the whole table: its lines, or it and that of the seat that was chosen."""
        if not table.ew:
            return self.rests
        if self.comes:
            return ""
        if not self.one:
            said = self.lines_swapped % {"number": table_name(table.number), **self.line_names}
            return self._link(f"?happened=lines&amp;table={key}", said)
        if self.at is not None and self.at.ew and self.at.number != table.number:
            said = self.everybody % {"one": table_name(self.at.number), "other": table_name(table.number)}
            return self._link(f"?happened=tables&amp;table={quote(self.at.key)}&amp;and_table={key}", said)
        return ""

    @staticmethod
    def _link(address: str, said: str) -> str:
        link = f'<a class="btn btn-plain" href="{address}">{conditional_escape(said)}</a>'
        return f' <span class="seat-why">{link}</span>'
