"""The teams' ranking on paper: a row for each team, and below its name its pairs with their points."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import Standing, TeamStanding
from tournaments.wording.figures import figure, signed

from .common import paged
from .fonts import BOLD
from .layout import THICK, Box, height_needed, rule, write
from .masthead import draw_place

LABELS = 7 * mm
TEAM = 8 * mm
PAIR = 5 * mm
GAP = 1.5 * mm
PLACE, NUMBER, VP, DIFFERENCE, MP = 14 * mm, 12 * mm, 16 * mm, 22 * mm, 22 * mm


def split_teams(teams: Sequence[TeamStanding], body: Box) -> list[list[TeamStanding]]:
    """Return the teams of each page; a team and its pairs stay together. Without teams there is no page."""
    dealt = paged(teams, lambda team: sum(_heights(team, body)), body.height - LABELS)
    return [[team for team, _height in page] for page in dealt if page]


def draw_teams(canvas: Canvas, teams: Sequence[TeamStanding], body: Box) -> None:
    """Draw a page of teams, under the labels of their columns."""
    labels, *rows = body.rows(LABELS, *(sum(_heights(team, body)) for team in teams))
    place, _number, name, *figures = _columns(labels)
    write(canvas, _("place"), place, size=8.5)
    write(canvas, _("team"), name.inside(1 * mm), size=8.5)
    for text, cell in zip((_("VP"), _("diff."), _("MP")), figures, strict=True):
        write(canvas, text, cell.inside(1 * mm), size=8.5, align="right")
    rule(canvas, labels, THICK)
    for team, row in zip(teams, rows, strict=True):
        _draw_team(canvas, team, row)


def _heights(team: TeamStanding, body: Box) -> list[float]:
    """Return the heights of the team's name, of each of its pairs, and of the gap to the next."""
    name = _columns(body)[2].width - 2 * mm
    pairs = (height_needed(standing.entrant.label, name, at_least=PAIR) for standing in team.pairs)
    return [height_needed(team.name, name, at_least=TEAM, font=BOLD), *pairs, GAP]


def _columns(row: Box) -> tuple[Box, ...]:
    """Return the boxes of place, number, name, VP, difference and MP."""
    name = row.width - PLACE - NUMBER - VP - DIFFERENCE - MP
    return row.columns(PLACE, NUMBER, name, VP, DIFFERENCE, MP)


def _draw_team(canvas: Canvas, team: TeamStanding, box: Box) -> None:
    row, *pairs, _gap = box.rows(*_heights(team, box))
    place, number, name, vp, difference, mp = _columns(row)
    place_text = f"{figure(team.place)} =" if team.tied else figure(team.place)
    draw_place(canvas, team.place, place_text, place, size=12, has_medal=any(pair.rounds for pair in team.pairs))
    write(canvas, figure(team.number), number.inside(1 * mm), size=9.5, align="right")
    write(canvas, team.name, name.inside(1 * mm), size=12, font=BOLD)
    write(canvas, figure(team.vp), vp.inside(1 * mm), size=13, font=BOLD, align="right")
    write(canvas, signed(team.mp_difference), difference.inside(1 * mm), size=10, align="right")
    write(canvas, figure(team.mp), mp.inside(1 * mm), size=10, align="right")
    for standing, line in zip(team.pairs, pairs, strict=True):
        _draw_pair(canvas, standing, line)
    rule(canvas, box)


def _draw_pair(canvas: Canvas, standing: Standing, line: Box) -> None:
    _place, number, name, vp, difference, mp = _columns(line)
    write(canvas, figure(standing.entrant.id), number.inside(1 * mm), size=8, align="right")
    write(canvas, standing.entrant.label, name.inside(1 * mm), size=8.5)
    for text, cell in (
        (figure(standing.vp), vp),
        (signed(standing.mp_difference), difference),
        (figure(standing.mp), mp),
    ):
        write(canvas, text, cell.inside(1 * mm), size=8, align="right")
