"""The rows of a cross-table, whose cells a page prints by the thousand: a template's loop would cost ten times more."""

from collections.abc import Callable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Tournament
from tournaments.ranking.cross_table import CrossTable, Encounter
from tournaments.records import Line
from tournaments.wording.figures import figure_writer, line_name

from .players import names, page_of

register = template.Library()

BLOCK = 20
"""So many rows are a block: a browser lays out those alone of which something is seen (cross_table.css)."""


@register.simple_tag
def cross_rows(table: CrossTable, tournament: Tournament, pair_page: str) -> SafeString:
    """A row for everybody: who it is, what every round brought, and the VP. `pair_page`: the name of their address.

    What they are is said beside the tags, since on a screen no row is laid out as a table's.
    """
    page, figure = page_of(tournament, pair_page), figure_writer()
    encounter = _encounters(figure)
    cell = '<td role="cell">'
    rows = [
        f'<tr role="row"><th scope="row" role="rowheader"><span class="crossed">'
        f'<span class="number-inline">{figure(row.standing.place)}.</span> '
        f'<strong class="number-inline">{figure(row.standing.entrant.id)}</strong> '
        f'<a href="{page(row.standing.entrant.id)}">{names(row.standing.entrant)}</a></span></th>'
        f"{''.join([f'{cell}{encounter(met)}</td>' for met in row.encounters])}"
        f'<td class="number vp" role="cell">{figure(row.standing.vp)}</td></tr>\n'
        for row in table.rows
    ]
    blocks = ("".join(rows[at : at + BLOCK]) for at in range(0, len(rows), BLOCK))
    return mark_safe("".join(f'<tbody class="row-block" role="rowgroup">\n{block}</tbody>\n' for block in blocks))


def _encounters(figure: Callable[[int], str]) -> Callable[[Encounter | None], str]:
    """One round of a row: line and opponents, below them VP and the total; nothing where there was nothing."""
    lines = {line: f'<span class="line line-{line.value}">{escape(line_name(line))}</span>' for line in Line}
    not_seated, absent, rest = (f'<span class="muted">{escape(said)}</span>' for said in _words())
    beside = escape(pgettext("partner", "with"))

    def against(met: Encounter) -> str:
        if met.line is None:
            return not_seated
        if not met.opponents:
            return absent if met.absent else rest
        partner = "" if met.partner is None else f"{beside} {met.partner.entrant.id} "
        others = ", ".join([str(other.entrant.id) for other in met.opponents])
        return f"{lines[met.line]} {partner}– {others}{' ' + absent if met.absent else ''}"

    def encounter(met: Encounter | None) -> str:
        if met is None:
            return ""
        vp = "·" if met.vp is None else figure(met.vp)
        return f'{against(met)}<br><strong>{vp}</strong> <span class="muted">→ {figure(met.total)}</span>'

    return encounter


def _words() -> tuple[str, str, str]:
    return _("not seated"), _("absent"), _("rest")
