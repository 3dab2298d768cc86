"""The cost of the big sheets: `python -m benchmarks.sheets`. Prints medians in CPU milliseconds, with their aims.

500 pairs after eight rounds, 250 tables. Beside each sheet is its floor: a bare document with as many pages and texts,
without any layout.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from io import BytesIO

import django
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from benchmarks.figures import medians_ms
from benchmarks.ranking import made_up
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import Line, Side, TieBreak
from tournaments.sheets.common import SeatedTable, SheetHeader
from tournaments.sheets.fonts import SANS
from tournaments.sheets.membership_cards import MemberCard, membership_cards
from tournaments.sheets.ranking_sheet import ranking_sheet
from tournaments.sheets.score_sheets import PhoneAccess, score_sheets
from tournaments.sheets.seating import seating_by_name, seating_by_table

PAIRS, ROUNDS = 500, 8


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """A sheet, its aim, and the number of pages and texts of its floor."""

    make: Callable[[], bytes]
    aim: float
    pages: int
    texts: int


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """Yield the name of a figure, the figure, its unit, its aim, and its floor. Django is set up."""
    for name, sheet in _sheets().items():
        figure, floor = medians_ms(sheet.make, lambda sheet=sheet: _bare(sheet.pages, sheet.texts))
        yield name, figure, "ms", sheet.aim, f"{figure / floor:.1f} × the same texts without a layout"


def _sheets() -> dict[str, _Sheet]:
    scale = FIBUR_2026_4
    header = SheetHeader(
        tournament="Campionato nazionale", date=date(2026, 11, 20), hands_per_round=4, rounds_planned=ROUNDS
    )
    entrants, results, adjustments = made_up(PAIRS, ROUNDS)
    side = {entrant.id: Side((entrant,)) for entrant in entrants}
    tables = [SeatedTable(number=r.table, ns=side[r.ns], ew=side[r.ew]) for r in results if r.round == ROUNDS]
    rows = standings(
        entrants,
        results,
        adjustments,
        scale=scale,
        rest=rest_allowance(scale, 4),
        absence=absence_allowance(scale, 4),
        tie_breaks=tuple(TieBreak),
        seed=1,
    )
    place = "192.168.1.23:8000/t/campionato-nazionale"
    access = {
        table.number: PhoneAccess(
            address=f"http://{place}/{ROUNDS}/{table.number}/kq3vX0bZt1u9w_yLrD4mCg/",
            entrance=f"{place}/slip/",
            codes={Line.NS: "K7MR", Line.EW: "P3XT"},
        )
        for table in tables
    }

    def slips(access: dict[int, PhoneAccess]) -> bytes:
        return score_sheets(header, tables, round_number=ROUNDS, scale=scale.bands(), access=access)

    half = len(tables) // 2
    cards = [MemberCard(last_name=f"Cognome{n}", first_name="Anna", number=f"IT-{n:06}") for n in range(1_000)]
    return {
        "250 score sheets": _Sheet(make=lambda: slips({}), aim=400, pages=half, texts=9 * len(tables)),
        "250 score sheets with codes": _Sheet(make=lambda: slips(access), aim=800, pages=half, texts=13 * len(tables)),
        "ranking of 500 pairs": _Sheet(
            make=lambda: ranking_sheet(header, rows, after_round=ROUNDS), aim=280, pages=PAIRS // 16, texts=23 * PAIRS
        ),
        "seating by name": _Sheet(
            make=lambda: seating_by_name(header, tables, round_number=ROUNDS), aim=100, pages=14, texts=6 * PAIRS
        ),
        "1,000 membership cards": _Sheet(
            make=lambda: membership_cards("ASD Aurora", cards), aim=1_000, pages=len(cards) // 10, texts=4 * len(cards)
        ),
        "seating by table": _Sheet(
            make=lambda: seating_by_table(header, tables, round_number=ROUNDS), aim=60, pages=10, texts=5 * PAIRS // 2
        ),
    }


def _bare(pages: int, texts: int) -> bytes:
    file = BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=True)
    for _page in range(pages):
        canvas.setFont(SANS, 10)
        for at in range(texts // pages):
            canvas.drawString(20, 20 + at % 800, "1,250")
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
    django.setup()
    for what, figure, unit, aim, beside in measure():
        print(f"{what:28}{figure:8.0f} {unit} (aim {aim:.0f}), {beside}")


if __name__ == "__main__":
    main()
