"""The ranking on paper, as of any round: totals, and each round's VP, which add up to the total, above its MP.

Portrait while the rounds leave the names enough room, else landscape, else narrower rounds in smaller type.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.ranking.missed_rounds import late_among
from tournaments.records import EntrantId, Outcome, RoundScore, Standing, TeamStanding
from tournaments.wording.adjustments import adjustment_notes
from tournaments.wording.figures import figure, signed

from .common import SheetHeader, finished, foot, head, page_body, sheet, split
from .layout import BOLD, THICK, Box, rule, write
from .team_rows import draw_teams, split_teams

LABELS = 7 * mm
ROW = 10 * mm
PLACE, NUMBER, VP, DIFFERENCE, MP = 13 * mm, 8 * mm, 13 * mm, 18 * mm, 17 * mm
ROUND = 13.5 * mm
NAMES_AT_LEAST = 58 * mm
NOTES_IN_A_ROW = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout:
    """What a ranking says of a knockout."""

    rounds: Collection[int]
    """Who rests in these has a bye."""
    stages: Mapping[EntrantId, str]
    """How far those of the bracket came."""


NO_KNOCKOUT = Knockout(rounds=(), stages={})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """The page, and how wide the columns are that the number of rounds decides."""

    size: tuple[float, float]
    rounds: Sequence[int]
    names: float
    round: float

    def columns(self, row: Box) -> tuple[Box, ...]:
        """Place, number, names, VP, difference, MP and each round."""
        rounds = [self.round for _number in self.rounds]
        return row.columns(PLACE, NUMBER, self.names, VP, DIFFERENCE, MP, *rounds)


def ranking_sheet(
    header: SheetHeader,
    standings: Sequence[Standing],
    *,
    after_round: int,
    final: bool = False,
    teams: Sequence[TeamStanding] = (),
    knockout: Knockout = NO_KNOCKOUT,
) -> bytes:
    """The ranking after a round (0: before the first), or the final one; of teams first, on pages of their own."""
    title = _title(header, after_round, final)
    layout = _layout(after_round)
    canvas, file = sheet(header, title, size=layout.size)
    body = page_body(layout.size)
    printed = [*standings, *_by_rows(_notes(standings))]
    of_pairs = _("%(ranking)s: pairs") % {"ranking": title} if teams else title
    of_teams = _("%(ranking)s: teams") % {"ranking": title}
    draw_rows = partial(_draw_rows, canvas, header, layout, knockout)
    per_page = int((body.height - LABELS) // ROW)
    pages: list[tuple[str, Callable[[], None]]] = [
        *((of_teams, partial(draw_teams, canvas, on_page, body)) for on_page in split_teams(teams, body)),
        *((of_pairs, partial(draw_rows, on_page, body)) for on_page in split(printed, per_page)),
    ]
    for number, (page_title, draw) in enumerate(pages, start=1):
        head(canvas, header, page_title, body)
        draw()
        foot(canvas, header, number, len(pages), width=layout.size[0])
    return finished(canvas, file)


def _draw_rows(
    canvas: Canvas,
    header: SheetHeader,
    layout: _Layout,
    knockout: Knockout,
    on_page: Sequence[Standing | Sequence[str]],
    body: Box,
) -> None:
    labels, *rows = body.rows(LABELS, *[ROW] * len(on_page))
    _draw_labels(canvas, header, layout, labels)
    for standing_or_notes, row in zip(on_page, rows, strict=True):
        if isinstance(standing_or_notes, Standing):
            _draw_standing(canvas, layout, standing_or_notes, row, knockout)
        else:
            for note, line in zip(standing_or_notes, row.rows(*[ROW / NOTES_IN_A_ROW] * NOTES_IN_A_ROW), strict=False):
                write(canvas, note, line.inside(2 * mm, 0.5 * mm), size=8.5)


def _title(header: SheetHeader, after_round: int, final: bool) -> str:
    if final:
        return _("Final ranking")
    if not after_round:
        return _("Ranking")
    return _("Ranking after round %(round)s of %(rounds)s") % {
        "round": figure(after_round),
        "rounds": figure(header.rounds_planned),
    }


def _layout(after_round: int) -> _Layout:
    rounds = range(1, after_round + 1)
    fixed = PLACE + NUMBER + VP + DIFFERENCE + MP
    for size in (A4, landscape(A4)):
        names = page_body(size).width - fixed - ROUND * after_round
        if names >= NAMES_AT_LEAST:
            return _Layout(size=size, rounds=rounds, names=names, round=ROUND)
    narrow = (page_body(size).width - fixed - NAMES_AT_LEAST) / after_round
    return _Layout(size=size, rounds=rounds, names=NAMES_AT_LEAST, round=narrow)


def _draw_labels(canvas: Canvas, header: SheetHeader, layout: _Layout, labels: Box) -> None:
    place, number, names, *figures = layout.columns(labels)
    write(canvas, _("place"), place, size=8.5)
    write(canvas, _("no."), number.inside(1 * mm), size=8.5, align="right")
    write(canvas, header.entrant_word, names.inside(2 * mm), size=8.5)
    rounds = (_("round %(round)s") % {"round": figure(number)} for number in layout.rounds)
    for label, cell in zip((_("VP"), _("diff."), _("MP"), *rounds), figures, strict=True):
        write(canvas, label, cell.inside(0.5 * mm), size=8.5, smallest=5, align="right")
    rule(canvas, labels, THICK)


def _draw_standing(canvas: Canvas, layout: _Layout, standing: Standing, row: Box, knockout: Knockout) -> None:
    place, number, names, vp, difference, mp, *rounds = layout.columns(row)
    shared = f"{figure(standing.place)} =" if standing.tied else figure(standing.place)
    write(canvas, shared, place, size=13, font=BOLD)
    write(canvas, figure(standing.entrant.id), number.inside(1 * mm), size=9.5, align="right")
    stage = knockout.stages.get(standing.entrant.id, "") if standing.by_knockout else ""
    _draw_names(canvas, standing, stage, names.inside(2 * mm, 0.6 * mm))
    write(canvas, figure(standing.vp), vp, size=13, font=BOLD, align="right")
    write(canvas, signed(standing.mp_difference), difference.inside(0.5 * mm), size=9.5, align="right")
    write(canvas, figure(standing.mp), mp.inside(0.5 * mm), size=9.5, align="right")
    _draw_rounds(canvas, standing, dict(zip(layout.rounds, rounds, strict=True)), byes=knockout.rounds)
    rule(canvas, row)


def _draw_names(canvas: Canvas, standing: Standing, stage: str, cell: Box) -> None:
    """The names above, clubs and how far a knockout was survived below."""
    small_print = " · ".join(filter(None, (*standing.entrant.clubs, stage)))
    if not small_print:
        write(canvas, standing.entrant.label, cell, size=10.5, smallest=7.5)
        return
    above, below = cell.rows(cell.height * 0.62, cell.height * 0.38)
    write(canvas, standing.entrant.label, above, size=10, smallest=7)
    write(canvas, small_print, below, size=7, smallest=6)


def _draw_rounds(canvas: Canvas, standing: Standing, cells: Mapping[int, Box], *, byes: Collection[int]) -> None:
    """VP above, MP or why there are none below; a star where the referee changed something."""
    scores = {score.round: score for score in standing.rounds}
    ruled, vp = standing.rounds_ruled, standing.vp_by_round
    for number in (number for number in cells if number in scores or number in ruled):
        cell = cells[number].inside(0.5 * mm, 0.6 * mm)
        above, below = cell.rows(cell.height / 2, cell.height / 2)
        given = figure(vp[number]) if number in vp else "–"
        write(canvas, f"*{given}" if number in ruled else given, above, size=10, align="right")
        if number in scores:
            said = _below(scores[number], is_bye=number in byes)
            write(canvas, said, below, size=7.5, smallest=5, align="right")


def _below(score: RoundScore, *, is_bye: bool) -> str:
    if score.outcome is Outcome.REST:
        return _("bye") if is_bye else _("rest")
    if score.absent:
        return _("absent")
    return figure(score.mp)


def _by_rows(notes: Sequence[str]) -> list[Sequence[str]]:
    return [notes[at : at + NOTES_IN_A_ROW] for at in range(0, len(notes), NOTES_IN_A_ROW)]


def _notes(standings: Sequence[Standing]) -> list[str]:
    """What the rows mean, below the last of them: rounds, shared places, and every adjustment."""
    notes = [_("of each round: VP, and MP below")] if any(standing.rounds for standing in standings) else []
    if any(standing.tied for standing in standings):
        notes.append(_("= shared place (ex aequo)"))
    for entrant in late_among(standings):
        facts = {"number": figure(entrant.id), "names": entrant.label, "round": figure(entrant.late_after or 0)}
        notes.append(_("%(number)s %(names)s: admitted after round %(round)s") % facts)
    return [*notes, *adjustment_notes(standings)]
