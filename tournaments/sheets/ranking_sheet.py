"""The ranking on paper, as of any round: totals, and each round's VP, which add up to the total, above its MP.

Portrait, thirty to a page, while the rounds leave the names enough room; otherwise landscape, with further rounds on
pages after them. A row with long names is higher. The referee signs the last page.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.ranking.missed_rounds import late_among
from tournaments.records import Cut, EntrantId, Outcome, RoundScore, Standing, TeamStanding
from tournaments.wording.adjustments import adjustment_notes
from tournaments.wording.figures import figure, figure_writer, with_sign
from tournaments.wording.gironi import by_girone, gironi_notes
from tournaments.wording.stages_reached import knockout_notes

from .common import SheetHeader, finished, growth, page_body, paged, sheet, split
from .fonts import BOLD
from .layout import THICK, Box, fits, height_needed, rule, write
from .masthead import draw_place, foot, head
from .team_rows import draw_teams, split_teams

LABELS = 7 * mm
ROW = 7.75 * mm
INSIDE = 0.3 * mm
"""The gap between the rule of a row and its type."""
NOTE = 4.2 * mm
PLACE, NUMBER, VP, DIFFERENCE, MP = 13 * mm, 9 * mm, 12 * mm, 16 * mm, 15 * mm
ROUND_AT_MOST, ROUND_AT_LEAST = 13.5 * mm, 9.8 * mm
NAMES_AT_LEAST = 46 * mm
SIGNATURE = 13 * mm
"""The room kept free on each page, so that all are alike."""
SIGNED_ON = 70 * mm
NOTES_BESIDE_THE_SIGNATURE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout:
    """The facts of a knockout for a ranking, or of those of gironi."""

    byes: Collection[tuple[int, EntrantId]]
    """The rounds in which an entrant went on without playing, each with the entrant."""
    stages: Mapping[EntrantId, str]
    """The stage that each entrant of the bracket reached."""


NO_KNOCKOUT = Knockout(byes=(), stages={})


@dataclass(frozen=True, slots=True, kw_only=True)
class _RankingLayout:
    """The page, and the widths of the columns, which depend on the number of rounds."""

    size: tuple[float, float]
    rounds: Sequence[int]
    names: float
    round: float

    def columns(self, row: Box) -> tuple[Box, ...]:
        """Return the boxes of place, number, names, VP, difference, MP and each round."""
        rounds = [self.round for _number in self.rounds]
        return row.columns(PLACE, NUMBER, self.names, VP, DIFFERENCE, MP, *rounds)


@dataclass(frozen=True, slots=True)
class _Row:
    """A measured row of an entrant."""

    standing: Standing
    small_print: str
    """The clubs, and the stage reached in a knockout."""
    height: float
    below: float
    """The height of the small print."""


def ranking_sheet(
    header: SheetHeader,
    standings: Sequence[Standing],
    *,
    after_round: int,
    final: bool = False,
    teams: Sequence[TeamStanding] = (),
    knockout: Knockout = NO_KNOCKOUT,
    cut: Cut | None = None,
) -> bytes:
    """Return the ranking after a round (0: before the first), or the final one; of teams first, on their own pages.

    Once it was `cut`, each girone has its name above its rows.
    """
    title = _title(header, after_round, final)
    layouts = _layouts(after_round)
    canvas, file = sheet(header, title, size=layouts[0].size)
    body = page_body(layouts[0].size)
    of_pairs = _("%(ranking)s: pairs") % {"ranking": title} if teams else title
    of_teams = _("%(ranking)s: teams") % {"ranking": title}
    notes = [*_notes(standings), *gironi_notes(standings, cut)]
    beside = notes if _fit_beside(notes, body) else []
    pages: list[tuple[str, Callable[[], None]]] = [
        (of_teams, partial(draw_teams, canvas, on_page, body)) for on_page in split_teams(teams, body)
    ]
    for layout in layouts:
        rows: list[_Row | str] = []
        for name, of_girone in by_girone(standings):
            rows += [*([name] if name else []), *(_row(standing, layout, knockout) for standing in of_girone)]
        printed = [*rows, *([] if beside else notes)]
        room = body.height - LABELS - SIGNATURE
        dealt = paged(printed, lambda row: _height(row, body), room)
        larger = growth(dealt, room)
        draw_page = partial(_draw_rows, canvas, header, layout, knockout, larger=larger, body=body)
        pages += [(of_pairs, partial(draw_page, page)) for page in dealt]
    for number, (page_title, draw) in enumerate(pages, start=1):
        head(canvas, header, page_title, body)
        draw()
        if number == len(pages):
            _draw_end(canvas, beside, body)
        foot(canvas, number, len(pages), width=layouts[0].size[0])
    return finished(canvas, file)


def _row(standing: Standing, layout: _RankingLayout, knockout: Knockout) -> _Row:
    """Return a row of the usual height, or as high as the names and the small print below them need."""
    stage = knockout.stages.get(standing.entrant.id, "") if standing.by_knockout else ""
    small_print = " · ".join(filter(None, (*standing.entrant.clubs, stage)))
    width = layout.names - 4 * mm
    below = height_needed(small_print, width) if small_print else 0.0
    needed = height_needed(standing.entrant.label, width) + below + 2 * INSIDE
    return _Row(standing, small_print, max(ROW, needed), below)


def _height(row: _Row | str, body: Box) -> float:
    return height_needed(row, body.width - 4 * mm, at_least=NOTE) if isinstance(row, str) else row.height


def _draw_rows(
    canvas: Canvas,
    header: SheetHeader,
    layout: _RankingLayout,
    knockout: Knockout,
    on_page: Sequence[tuple[_Row | str, float]],
    *,
    larger: float,
    body: Box,
) -> None:
    labels, *boxes = body.rows(LABELS, *(height * larger for _row, height in on_page))
    _draw_labels(canvas, header, layout, labels)
    for (row, _height), box in zip(on_page, boxes, strict=True):
        if isinstance(row, _Row):
            _draw_row(canvas, layout, row, box, knockout, larger)
        else:
            write(canvas, row, box.inside(2 * mm), size=8.5 * larger, smallest=8.5)


def _fit_beside(notes: Sequence[str], body: Box) -> bool:
    """Return whether the notes fit to the left of the signature."""
    width = body.width - SIGNED_ON
    return len(notes) <= NOTES_BESIDE_THE_SIGNATURE and all(fits(note, width) for note in notes)


def _draw_end(canvas: Canvas, notes: Sequence[str], body: Box) -> None:
    """Draw the foot of the last page: the notes, and the line for the referee's signature."""
    end = Box(x=body.x, y=body.y, width=body.width, height=SIGNATURE)
    left, right = end.columns(end.width - SIGNED_ON, SIGNED_ON)
    for note, line in zip(notes, left.rows(*[SIGNATURE / NOTES_BESIDE_THE_SIGNATURE] * len(notes)), strict=True):
        write(canvas, note, line, size=8.5)
    room, label = right.rows(SIGNATURE - 4 * mm, 4 * mm)
    rule(canvas, room)
    write(canvas, _("the referee"), label, size=8.5, align="centre")


def _title(header: SheetHeader, after_round: int, final: bool) -> str:
    if final:
        return _("Final ranking")
    if not after_round:
        return _("Ranking")
    return _("Ranking after round %(round)s of %(rounds)s") % {
        "round": figure(after_round),
        "rounds": figure(max(header.rounds_planned, after_round)),
    }


def _layouts(after_round: int) -> list[_RankingLayout]:
    """Return a layout, or several with parts of the rounds if these are too many for a landscape page."""
    rounds = range(1, after_round + 1)
    fixed = PLACE + NUMBER + VP + DIFFERENCE + MP
    for size in (A4, landscape(A4)):
        room = page_body(size).width - fixed
        most = int((room - NAMES_AT_LEAST) // ROUND_AT_LEAST)
        if after_round <= most:
            break
    parts = split(rounds, most)
    width = min(ROUND_AT_MOST, (room - NAMES_AT_LEAST) / max(len(parts[0]), 1))
    return [_RankingLayout(size=size, rounds=part, names=room - width * len(part), round=width) for part in parts]


def _draw_labels(canvas: Canvas, header: SheetHeader, layout: _RankingLayout, labels: Box) -> None:
    place, number, names, *figures = layout.columns(labels)
    write(canvas, _("place"), place, size=8.5)
    write(canvas, _("no."), number.inside(1 * mm), size=8.5, align="right")
    write(canvas, header.entrant_word, names.inside(2 * mm), size=8.5)
    rounds = (_("round %(round)s") % {"round": figure(number)} for number in layout.rounds)
    for label, cell in zip((_("VP"), _("diff."), _("MP"), *rounds), figures, strict=True):
        write(canvas, label, cell.inside(0.5 * mm), size=8.5, align="right")
    rule(canvas, labels, THICK)


def _draw_row(canvas: Canvas, layout: _RankingLayout, row: _Row, box: Box, knockout: Knockout, larger: float) -> None:
    standing, figure = row.standing, figure_writer()
    place, number, names, vp, difference, mp, *rounds = layout.columns(box)
    place_text = f"{figure(standing.place)} =" if standing.tied else figure(standing.place)
    draw_place(canvas, standing.place, place_text, place, size=12 * larger, has_medal=bool(standing.rounds))
    write(canvas, figure(standing.entrant.id), number.inside(1 * mm), size=9.5 * larger, align="right")
    name, below = names.inside(2 * mm, INSIDE).rows(names.height - 2 * INSIDE - row.below * larger, row.below * larger)
    write(canvas, standing.entrant.label, name, size=10.5 * larger)
    if row.small_print:
        write(canvas, row.small_print, below, size=7.5 * larger)
    write(canvas, figure(standing.vp), vp.inside(0.5 * mm), size=13 * larger, font=BOLD, align="right")
    write(
        canvas, with_sign(standing.mp_difference, figure), difference.inside(0.7 * mm), size=9.5 * larger, align="right"
    )
    write(canvas, figure(standing.mp), mp.inside(0.5 * mm), size=9.5 * larger, align="right")
    _draw_rounds(canvas, standing, dict(zip(layout.rounds, rounds, strict=True)), byes=knockout.byes, larger=larger)
    rule(canvas, box)


def _draw_rounds(
    canvas: Canvas,
    standing: Standing,
    cells: Mapping[int, Box],
    *,
    byes: Collection[tuple[int, EntrantId]],
    larger: float,
) -> None:
    """Draw VP above, MP or the reason for none below, and a star if the referee changed something."""
    scores, figure = {score.round: score for score in standing.rounds}, figure_writer()
    ruled, vp = standing.rounds_ruled, standing.vp_by_round
    for number in (number for number in cells if number in scores or number in ruled):
        cell = cells[number].inside(0.3 * mm, INSIDE)
        above, below = cell.rows(cell.height * 0.57, cell.height * 0.43)
        text = figure(vp[number]) if number in vp else "–"
        write(canvas, f"*{text}" if number in ruled else text, above, size=10 * larger, align="right")
        if number in scores:
            score = scores[number]
            if (words := _words(score, is_bye=(number, standing.entrant.id) in byes)) is None:
                text = figure(score.mp)
            else:
                text = words[0] if fits(words[0], below.width) else words[1]
            write(canvas, text, below, size=7.5 * larger, align="right")


def _words(score: RoundScore, *, is_bye: bool) -> tuple[str, str] | None:
    """Return the reason for no MP, and its form for a narrow column; None if there are MP."""
    if score.outcome is Outcome.REST:
        return (_("bye"), _("bye")) if is_bye else (_("rest"), pgettext("in a narrow column", "rest"))
    if score.absent:
        return _("absent"), pgettext("in a narrow column", "abs.")
    return None


def _notes(standings: Sequence[Standing]) -> list[str]:
    """Return the notes below the last row: rounds, shared places, and every adjustment."""
    notes = [_("of each round: VP, and MP below")] if any(standing.rounds for standing in standings) else []
    if any(standing.tied for standing in standings):
        notes.append(_("= shared place (ex aequo)"))
    for entrant in late_among(standings):
        facts = {"number": figure(entrant.id), "names": entrant.label, "round": figure(entrant.late_after or 0)}
        notes.append(_("%(number)s %(names)s: admitted after round %(round)s") % facts)
    return [*notes, *knockout_notes(standings), *(f"* {note}" for note in adjustment_notes(standings))]
