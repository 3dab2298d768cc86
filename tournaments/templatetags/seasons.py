"""The ranking of a season, row by row: 400 players in 60 tournaments are 24,000 cells."""

from collections.abc import Sequence
from functools import cache
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.seasons.best_results import Counts, SeasonCell
from tournaments.seasons.ranking import SeasonRow
from tournaments.selectors.seasons import SeasonView
from tournaments.wording.figures import figure_writer
from tournaments.wording.seasons import points_in_words

register = template.Library()

register.filter("season_points", points_in_words)

MEDALS = 3


@register.simple_tag
def season_rows(
    season_view: SeasonView, rows: Sequence[SeasonRow], in_public: bool, has_roles: bool = False
) -> SafeString:
    """Return place, name, points, attendance, and a cell for each tournament. `in_public` selects public names.

    `has_roles`: the tags have ARIA roles, because on a phone the rows are not laid out as a table's.
    """
    figure = figure_writer()
    ex_aequo = f' <span class="tied">{escape(_("ex aequo"))}</span>'
    # Each figure is formatted once: a table has thousands of cells with few different ones.
    points = cache(points_in_words)

    of_row, of_head, of_cell = (f' role="{role}"' if has_roles else "" for role in ("row", "rowheader", "cell"))
    td = f"<td{of_cell} class"
    absent = f'{td}="number"></td>'

    def name(row: SeasonRow) -> str:
        somebody = season_view.name_of(row.who)
        return escape(somebody.public if in_public else somebody.name)

    def place(row: SeasonRow) -> str:
        if row.place is None:
            return '<span class="muted">–</span>'
        medal = f" place-{row.place}" if row.place <= MEDALS else ""
        return f'<span class="place{medal}">{figure(row.place)}</span>{ex_aequo if row.tied else ""}'

    def cell(of: SeasonCell | None) -> str:
        if of is None:
            return absent
        if of.counts is Counts.YES:
            return f'{td}="number">{points(of.points)}</td>'
        written = "–" if of.counts is Counts.TOO_SHORT else points(of.points)
        return f'{td}="number muted">({written})</td>'

    return mark_safe(
        "".join(
            f'<tr{of_row}>{td}="number">{place(row)}</td><th{of_head} scope="row">{name(row)}</th>'
            f'{td}="number vp">{points(row.points)}</td>{td}="number">{figure(row.attended)}</td>'
            f"{''.join([cell(value) for value in row.cells])}</tr>\n"
            for row in rows
        )
    )
