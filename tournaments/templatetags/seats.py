"""The tables of a draft, written by joins.

A template's loop takes 474 ms for 500 tables instead of 36; the whole page may take 90.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pages.numbered_addresses import address_of_number
from tournaments.records import Entrant, Kind, Line
from tournaments.records.sections import table_name
from tournaments.wording.figures import figure
from tournaments.wording.results import OUTCOME_NAMES

from .club import called
from .halves import half_class
from .lines import line_badge

register = template.Library()

FEWEST_TO_PLAY = 4
"""The number of resting players from which they form a table."""


@register.simple_tag(takes_context=True)
def seat_rows(context: Context) -> SafeString:
    """Return the tables of `listed` as in `rounds/_seat_row.html`, which still renders the one with an open menu."""
    menu = context.get("menu")
    rows, known = _Rows(context), cast(dict[str, Any], context.flatten())
    return mark_safe(
        "\n".join(
            render_to_string("rounds/_seat_row.html", known | {"table": table, "oob": False})
            if menu is not None and menu.number == table.number
            else rows.row(table)
            for table in context["listed"].page
        )
    )


@register.simple_tag(takes_context=True)
def played_rows(
    context: Context, tables: Iterable[tuple[Any, Sequence[tuple[str, Sequence[Entrant], Any]]]]
) -> SafeString:
    """Return the tables of a published round with what each line has scored: the table, and line, side and score."""
    tournament, total = context["tournament"], context["vp_total"]
    address = address_of_number("table_entry", tournament.slug, context["round"].number)
    at = f'<span class="visually-hidden">{conditional_escape(_("Table"))}</span>'
    lines = {line.value: line_badge(line) for line in Line}
    states = {
        "open": f'<span aria-hidden="true">·</span> {conditional_escape(_("playing"))}',
        "in": '<span aria-hidden="true">✓</span> '
        f'<span class="visually-hidden">{conditional_escape(_("handed in"))}</span>',
        "rest": conditional_escape(pgettext("pair", "rests")),
    }

    def score_of(table: Any, score: Any) -> str:
        mp = f'<span class="number">{figure(score.mp)}</span> ' if table.ew else ""
        half = half_class(score.vp, score.outcome, total)
        return f' <span class="played-score">{mp}<strong class="number {half}">{figure(score.vp)} VP</strong></span>'

    def line_of(table: Any, line: str, side: Iterable[Entrant], score: Any) -> str:
        seated = f'<span class="seat-pair">{lines[line]} {" – ".join(map(_seated, side))}</span>'
        return f'<span class="played-line">{seated}{score_of(table, score) if score else ""}</span>'

    def row(table: Any, sides: Iterable[tuple[str, Iterable[Entrant], Any]]) -> str:
        number = table.number
        name = table_name(number)
        # Without an address it is no link, and stands where the links stand.
        link = f'<a href="{address(number)}">{name}</a>' if table.ew else f"<a>{name}</a>"
        state = states.get(table.state) or conditional_escape(str(OUTCOME_NAMES[table.outcome]))
        return (
            f'<li id="table-{int(number)}" data-key="{int(number)}"{called(number)}>'
            f'<span class="row-number">{at} {link}{_girone(table)}</span>'
            f"{''.join(line_of(table, *side) for side in sides)}"
            f'<span class="played-state is-{table.state}">{state}</span></li>\n'
        )

    return mark_safe("".join(row(table, sides) for table, sides in tables))


@register.simple_tag
def compared_rows(rows: Iterable[tuple[Any, bool]]) -> SafeString:
    """Return the tables of a draft, each with whether the draft beside it has another."""
    at = f'<span class="visually-hidden">{conditional_escape(_("Table"))}</span>'
    lines = {line.value: line_badge(line) for line in Line}
    rests = f'<span class="muted">{conditional_escape(pgettext("pair", "rests"))}</span>'
    sign = f'<span class="differs-sign">{conditional_escape(_("differs"))}</span>'

    def parts(table: Any, differs: bool) -> Iterator[str]:
        for line, side in table.lines:
            yield f'<span class="seat-pair">{lines[line]} {" – ".join(map(_seated, side))}</span><br>'
        if not table.ew:
            yield rests
        if differs:
            yield sign
        yield from map(_warning, table.warnings)

    def row(table: Any, differs: bool) -> str:
        marked = ' class="differs"' if differs else ""
        number = f'<span class="row-number">{at} {table_name(table.number)}</span>'
        return f'<li{marked}>{number} <span class="row-main">{" ".join(parts(table, differs))}</span></li>\n'

    return mark_safe("".join(row(table, differs) for table, differs in rows))


def _seated(entrant: Entrant) -> str:
    clubs = conditional_escape(", ".join(entrant.clubs))
    of_clubs = f' <span class="muted">{clubs}</span>' if clubs else ""
    number = f'<strong class="number-inline">{figure(entrant.id)}</strong>'
    return f"{number} {conditional_escape(entrant.label)}{of_clubs}"


class _Rows:
    """The common parts of all rows, resolved once."""

    def __init__(self, context: Context) -> None:
        tournament, round_, picked = context["tournament"], context["round"], context.get("picked")
        self.picked = picked["entrant"].id if picked else None
        self.free = tournament.kind != Kind.INDIVIDUAL or context["seats"].not_playing >= FEWEST_TO_PLAY
        self.menu = conditional_escape(reverse("draft_menu", args=[tournament.slug, round_.number]))
        self.lines = {line.value: line_badge(line) for line in Line}
        self.table = f'<span class="visually-hidden">{conditional_escape(_("Table"))}</span>'
        self.rests = conditional_escape(pgettext("pair", "rests"))
        self.free_seat = conditional_escape(_("free seat"))
        # Translated with Python's placeholders, as `blocktranslate` writes them.
        self.change_table = _("Change table %(number)s")
        self.what_can_be_done = conditional_escape(_("What can be done with this table"))

    def row(self, table: Any) -> str:
        number = table.number
        sides = "".join(self._side(line, side, table.key) for line, side in table.lines)
        css_class = ' class="is-kept"' if table.stays else ""
        return (
            f'<li id="table-{number}" data-key="{number}"{called(number)}{css_class}>'
            f'<span class="row-number">{self.table} {table_name(number)}{_girone(table)}</span>'
            f"{sides}{'' if table.ew else self._rest(table.key)}{self._menu(number)}{_why(table)}</li>"
        )

    def _side(self, line: str, side: Iterable[Entrant], key: str) -> str:
        seats = "".join(self._seat(entrant, key) for entrant in side)
        return f'<span class="seat-pair">{self.lines[line]}{seats}</span>'

    def _seat(self, entrant: Entrant, key: str) -> str:
        number, pressed = entrant.id, "true" if entrant.id == self.picked else "false"
        clubs = conditional_escape(", ".join(entrant.clubs))
        of_clubs = f' <span class="muted">{clubs}</span>' if clubs else ""
        return (
            f'<button class="seat" type="submit" form="seats-form" name="seat" value="{number}@{key}"'
            f' data-seat="{number}" aria-pressed="{pressed}"><strong class="number-inline">{figure(number)}</strong>'
            f" {conditional_escape(entrant.label)}"
            f"{of_clubs}</button>"
        )

    def _rest(self, key: str) -> str:
        free = (
            f'<button class="seat seat-free" type="submit" form="seats-form" name="free" value="{key}" data-free>'
            f"{self.free_seat}</button>"
        )
        return f'<span class="seat-pair"><span class="muted">{self.rests}</span>{free if self.free else ""}</span>'

    def _menu(self, number: int) -> str:
        change = conditional_escape(self.change_table % {"number": table_name(number)})
        return (
            f'<details class="seat-menu" name="seat-menu" id="menu-{number}" hx-get="{self.menu}?table={number}"'
            ' hx-trigger="toggle once" hx-target="find .seat-menu-body" hx-swap="innerHTML"'
            f' hx-disinherit="*"><summary aria-label="{change}"><span aria-hidden="true">⋯</span></summary>'
            f'<div class="seat-menu-body"><a href="?table={number}#table-{number}">{self.what_can_be_done}</a></div>'
            "</details>"
        )


def _girone(table: Any) -> str:
    return f' <span class="girone-letter">{table.girone}</span>' if table.girone else ""


def _why(table: Any) -> str:
    if not table.warnings and not table.notes:
        return ""
    notes = (conditional_escape(note) for note in table.notes)
    return f'<span class="seat-why">{" ".join([*map(_warning, table.warnings), *notes])}</span>'


def _warning(sentence: str) -> str:
    sign = '<span aria-hidden="true">⚠&#xFE0E;</span>'
    return f'<strong class="seat-warning">{sign} {conditional_escape(sentence)}</strong>'
