"""The people of a season, their secretary's spreadsheet, and the expected results of their evenings.

The results are computed from the typed slips by the naive rankings of the engine's tests.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from openpyxl import Workbook, load_workbook

from scoring.engine.hand import EnteredHand
from tests.tournaments.ranking.oracle_ranking import Tournament as NaiveTournament
from tests.tournaments.seasons import oracle as naive_season
from tournaments.models import Table
from tournaments.records import Allowance, Outcome, TableResult, TieBreak
from tournaments.seasons.rule import SeasonRule
from tournaments.seasons.tournament_points import Finish, PlayedTournament, Ranked
from tournaments.simulation import FIRST_NAMES, LAST_NAMES

MEMBERS = [f"{LAST_NAMES[at % 40]} {FIRST_NAMES[at * 3 % 35]}" for at in range(120)]
"""Last name first; all names are different."""
SWAPPED, MISSPELT, TWICE = 10, 25, 40
"""The row with the first name first, the member stored with another spelling, and the one listed twice."""
JUNIORS = range(0, 120, 7)
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def card_of(at: int) -> str:
    return f"{100 + at:05}"


def category_of(at: int) -> str:
    return "Juniores" if at in JUNIORS else "Senior"


def members_workbook() -> bytes:
    """Return a workbook as clubs have it: merged titles, headings repeated in the middle, empty rows, a footer.

    Names are in one column, one of them the other way round; most card numbers are numbers, without their zeros.
    """
    book = Workbook()
    book.active.title = "Copertina"
    sheet = book.create_sheet("Soci")
    for title in ("A.S.D. Burraco Aurora – Porto Cesareo", "Elenco soci al 31/08/2026"):
        sheet.append([title])
        sheet.merge_cells(start_row=sheet.max_row, end_row=sheet.max_row, start_column=1, end_column=7)
    headings = ["N.", "Nominativo", "N. Tessera", "Data di nascita", "Cellulare", "Categoria", "Note"]
    sheet.append([])
    sheet.append(headings)
    for at in range(len(MEMBERS)):
        if at == 60:
            sheet.append([])
            sheet.append(headings)
        sheet.append(_row_of(at))
    sheet.append([])
    sheet.append([121, *_row_of(TWICE)[1:]])
    sheet.append([])
    sheet.append(["Totale soci: 120"])
    sheet.merge_cells(start_row=sheet.max_row, end_row=sheet.max_row, start_column=1, end_column=7)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _row_of(at: int) -> list[Any]:
    last, first = MEMBERS[at].rsplit(" ", 1)
    name = f"{first} {last}" if at == SWAPPED else MEMBERS[at]
    card = card_of(at) if at % 9 == 0 else int(card_of(at))
    return [at + 1, name, card, date(1950 + at % 40, 3, 2), 3335550000 + at, category_of(at), "" if at % 5 else "sì"]


SCALE = ((40, 10), (120, 11), (200, 12), (300, 13), (400, 14), (500, 15), (620, 16), (740, 17), (870, 18), (1000, 19))
"""For rounds of two hands (docs/tournaments.md §4)."""
REST, ABSENCE = Allowance(vp=14, mp=305), Allowance(vp=6, mp=-305)
TIE_BREAKS = (TieBreak.VP, TieBreak.MP_DIFFERENCE, TieBreak.MP, TieBreak.DIRECT, TieBreak.WINS, TieBreak.LOT)


@dataclass
class Evening:
    """The slips typed at the desk on one evening, and the ranking that follows from them."""

    name: str
    pairs: Mapping[int, tuple[str, ...]]
    """The names of both players, by the pair's number."""
    seed: int
    results: list[TableResult] = field(default_factory=list)

    def note(self, table: Table, hands: Sequence[EnteredHand]) -> None:
        """Note a slip, or a rest if there are no hands."""
        ns, ew = (sum(hand.sides[at].base + hand.sides[at].points for hand in hands) for at in (0, 1))
        place = {"round": table.round.number, "table": table.number, "ns": table.ns.number}
        if hands:
            played = {"outcome": Outcome.PLAYED, "ew": table.ew.number, "ns_mp": ns, "ew_mp": ew}
        self.results.append(TableResult(**place, **(played if hands else {"outcome": Outcome.REST, "ew": None})))

    def naive(self) -> NaiveTournament:
        return NaiveTournament(
            ids=list(self.pairs),
            results=self.results,
            adjustments=(),
            rows=SCALE,
            total=20,
            rest=REST,
            absence=ABSENCE,
            seed=self.seed,
        )

    def ranking(self) -> list[tuple[int, int]]:
        """Return everybody's place and number."""
        return self.naive().ranked(TIE_BREAKS)

    def prizes(self, fund: int, shares: Sequence[int]) -> dict[int, int]:
        """Return the prizes in cents, by number: rounded down to the euro, with the remainder for the first."""
        ranking = self.ranking()
        won = {}
        for place, number in ranking:
            equal = [other for at, other in ranking if at == place]
            together = sum(shares[place - 1 : place - 1 + len(equal)])
            won[number] = int(Fraction(fund * together, 100 * len(equal)) / 100) * 100
        won[ranking[0][1]] += fund - sum(won.values())
        return {number: cents for number, cents in won.items() if cents}

    def file_rows(self, cards: Mapping[str, str]) -> list[list[Any]]:
        """Return the federation's rows: place, last name, first name, card, VP, MP, difference, VP and MP of rounds."""
        naive, rows = self.naive(), []
        for place, number in self.ranking():
            of_rounds = [naive.at(table, number)[:2] for table in naive.tables_of(number)]
            sums = [naive.vp(number), naive.mp(number), naive.mp_difference(number)]
            figures = [*sums, *(vp for vp, _mp in of_rounds), *(mp for _vp, mp in of_rounds)]
            rows += [[place, *name.rsplit(" ", 1), cards[name], *figures] for name in self.pairs[number]]
        return rows

    def played(self, key: int, weight: int) -> PlayedTournament:
        """Return the evening as a season reads it, with the players' names as their keys."""
        naive, ranking = self.naive(), self.ranking()
        finishes = []
        for place, number in ranking:
            tables = naive.tables_of(number)
            met = [
                (
                    tuple(Ranked(name) for x in naive.opponents(number, t) for name in self.pairs[x]),
                    naive.at(t, number)[0],
                )
                for t in tables
                if t.outcome is Outcome.PLAYED
            ]
            sharing = [at for at, _other in ranking].count(place)
            figures = (naive.vp(number), 20 * 2, naive.mp_difference(number), tuple(met))
            finishes += [Finish(Ranked(name), place, sharing, len(tables), *figures) for name in self.pairs[number]]
        return PlayedTournament(key=key, weight=weight, finishes=tuple(finishes))


def season_points(evenings: Sequence[PlayedTournament], rule: SeasonRule) -> dict[str, list[Any]]:
    """Return place, points and the points of each evening, by name."""
    worth = [
        {finish.who: naive_season.worth(finish, evening, rule) for finish in evening.finishes} for evening in evenings
    ]
    return {
        who: [place, float(points), *(float(of[who]) if who in of else None for of in worth)]
        for who, (place, points) in naive_season.ranking(list(evenings), rule).items()
    }


def sheet_rows(content: bytes) -> list[list[Any]]:
    """Return the rows of a workbook's first sheet, including the headings."""
    return [list(row) for row in load_workbook(io.BytesIO(content)).worksheets[0].iter_rows(values_only=True)]


def plain(text: str) -> str:
    """Return the text with single spaces, all of one kind."""
    return " ".join(text.split())


def euro(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    return f"€ {whole:,},{rest:02}".replace(",", ".", whole >= 1000)
