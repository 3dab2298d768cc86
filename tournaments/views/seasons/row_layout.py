"""Whether a phone lays the rows of a season out by themselves (`seasons.css`), and how wide their columns are then.

The columns of a table are as wide as the widest of all their cells, so it is laid out as a whole. Rows that are laid
out by themselves are laid out when they are seen, and faster, in columns whose widths are reckoned here.
"""

from collections.abc import Iterable, Sequence

from tournaments.seasons.best_results import Counts
from tournaments.seasons.ranking import SeasonRow
from tournaments.wording.figures import figure
from tournaments.wording.seasons import points_in_words

FEW_CELLS = 400
"""So many cells a slow phone lays out as a table in a tenth of a second."""
MANY_TOURNAMENTS = 12
"""They never fit on a phone: no room is left that would be given to the names."""
LONGEST_PLACE = 3
CELL_WIDTHS, POINTS_WIDTHS = range(4, 17), range(6, 18)
"""The widths that `seasons.css` has for a result and for the points of all of them, in halves of a digit."""
NARROW = "(),.’\u00a0\u202f"
"""No wider than half a digit."""


def classes_of_rows(rows: Sequence[SeasonRow], tournaments: int) -> str:
    """Return the classes of a table whose rows are laid out by themselves; empty for one laid out as a whole."""
    if len(rows) * tournaments <= FEW_CELLS:
        return ""
    results = {(cell.points, cell.counts is Counts.YES) for row in rows for cell in row.cells if cell}
    written = [points_in_words(points) if counts else f"({points_in_words(points)})" for points, counts in results]
    cell = max(CELL_WIDTHS[0], _halves([*written, figure(tournaments)]))
    total = max(POINTS_WIDTHS[0], _halves([points_in_words(row.points) for row in rows]))
    place = max(len(figure(row.place or 0)) for row in rows)
    if cell not in CELL_WIDTHS or total not in POINTS_WIDTHS or place > LONGEST_PLACE:
        return ""
    many = " of-many-tournaments" if tournaments >= MANY_TOURNAMENTS else ""
    tied = " has-ties" if any(row.tied for row in rows) else ""
    return f"rows-apart cells-{cell} points-{total}{many}{tied}"


def _halves(texts: Iterable[str]) -> int:
    """Return how many halves of a digit are as wide as the widest of these texts."""
    return max(2 * len(text) - sum(map(text.count, NARROW)) for text in texts)
