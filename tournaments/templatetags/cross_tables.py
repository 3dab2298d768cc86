"""The rows of a cross-table with thousands of cells, for which a template's loop would cost ten times more."""

from collections.abc import Callable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Tournament
from tournaments.ranking.cross_table import CrossTable, Encounter
from tournaments.records import Line
from tournaments.wording.figures import figure_writer

from .lines import line_badge
from .players import names, page_of

register = template.Library()

BLOCK = 5
"""The rows in a block: a browser lays out only the blocks in view (cross_table.css)."""


@register.simple_tag
def cross_rows(table: CrossTable, tournament: Tournament, pair_page: str) -> SafeString:
    """Return a row for each entrant: the names, every round, and the VP. `pair_page` names the URL of an entrant.

    The tags have ARIA roles, because on a screen rows are not laid out as a table's.
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
    """Return the function for the cell of a round: line and opponents, below them VP and the total.

    The cell is empty without a meeting.
    """
    lines = {line: line_badge(line) for line in Line}
    not_seated, absent, rest = (f'<span class="muted">{escape(word)}</span>' for word in _words())
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
