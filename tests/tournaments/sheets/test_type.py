"""All sheets have readable type, however much text they have; and all name the club."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest
from django.utils import translation

from tests.tournaments.sheets.sheet_text import HEADER, entrant, pages_of, squeezed, table, type_sizes
from tournaments.ranking.bracket import bracket_of
from tournaments.ranking.cross_table import CrossTableView, cross_table
from tournaments.ranking.standings import standings
from tournaments.ranking.teams import team_standings
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import (
    Entrant,
    EntrantId,
    Kind,
    Line,
    Outcome,
    PointAdjustment,
    RoundScore,
    RoundSettings,
    Run,
    ScaleBand,
    Side,
    Standing,
    TableResult,
    TieBreak,
)
from tournaments.records.result_rows import ResultLine, ResultRow
from tournaments.sheets.bracket_sheet import bracket_sheet
from tournaments.sheets.common import SeatedTable, SheetHeader
from tournaments.sheets.cross_table_sheet import cross_table_sheet
from tournaments.sheets.how_to_play import how_to_play
from tournaments.sheets.layout import SMALLEST
from tournaments.sheets.name_plates import entrant_plates, table_plates
from tournaments.sheets.phone_guide import phone_guide
from tournaments.sheets.poster import poster
from tournaments.sheets.ranking_sheet import ranking_sheet
from tournaments.sheets.result_sheet import result_sheet
from tournaments.sheets.roll_call import RollCallRow, roll_call_sheet
from tournaments.sheets.score_sheets import PhoneAccess, blank_score_sheets, score_sheets
from tournaments.sheets.seating import seating_by_name, seating_by_table
from tournaments.wording.knockout_bracket import knockout_bracket

LONG = (
    "Wolfeschlegelsteinhausenbergerdorff Maria Antonietta Giuseppina Vittoria Donatel",
    "D'Angelò della Rovere Montefeltro Gonzaga Przybyszewska Ågot Guglielmina Teresa ",
)
"""Names of 80 letters, the longest that a field accepts."""
CLUB = "Associazione sportiva dilettantistica Burraco e amici del gioco delle carte della Riviera di Levante e Liguria"

WORST = SheetHeader(
    tournament="Campionato nazionale a squadre libere, trofeo internazionale della Riviera, edizione 2026",
    date=HEADER.date,
    venue="Grand Hotel e Centro Congressi della Riviera dei Fiori, Sala Grande, ingresso dal giardino sul mare",
    club=CLUB,
    hands_per_round=4,
    rounds_planned=12,
)
PAIRS = tuple(entrant(number, *LONG, clubs=(CLUB, "Aurora")) for number in (101, 102, 103, 104, 105))
PLAYERS = tuple(entrant(number, LONG[number % 2]) for number in range(1, 9))
TABLES = [table(248, PAIRS[0], PAIRS[1]), table(249, PAIRS[2], PAIRS[3]), table(250, PAIRS[4])]
INDIVIDUAL = [
    SeatedTable(number=7, ns=Side(PLAYERS[:2]), ew=Side(PLAYERS[2:4])),
    SeatedTable(number=8, ns=Side(PLAYERS[4:6]), ew=Side(PLAYERS[6:])),
]
ACCESS = {
    number: PhoneAccess(
        address=f"http://192.168.100.123:8000/t/{number}/kq3vX0bZt1u9w_yLrD4mCg/",
        entrance="192.168.100.123:8000/t/campionato-nazionale-a-squadre-libere-trofeo-internazionale-della-riviera/slip/",
        codes={Line.NS: "WWWW", Line.EW: "P3XT"},
    )
    for number in (248, 249)
}
MANY_BANDS = tuple(
    ScaleBand(low=500 * at, high=500 * at + 495 if at < 20 else None, winner=20 + at, loser=20 - at) for at in range(21)
)


def results(rounds: int, *, together: bool = False) -> list[TableResult]:
    """Return rounds of the same tables, with a resting pair; with `together`, those of an individual tournament."""
    seats = [(1, 2, 3, 4), (5, 6, 7, 8)] if together else [(101, None, 102, None), (103, None, 104, None)]
    played = [
        TableResult(
            round=number,
            table=at,
            ns=EntrantId(ns),
            ns_partner=None if ns_partner is None else EntrantId(ns_partner),
            ew=EntrantId(ew),
            ew_partner=None if ew_partner is None else EntrantId(ew_partner),
            outcome=Outcome.PLAYED,
            ns_mp=10_105,
            ew_mp=-1_005,
        )
        for number in range(1, rounds + 1)
        for at, (ns, ns_partner, ew, ew_partner) in enumerate(seats, start=1)
    ]
    rest = [
        TableResult(round=n, table=3, ns=EntrantId(105), ew=None, outcome=Outcome.REST) for n in range(1, rounds + 1)
    ]
    return played if together else [*played, *rest]


def ranked(rounds: int, entrants: tuple[Entrant, ...] = PAIRS, *, together: bool = False) -> tuple[Standing, ...]:
    ruled = PointAdjustment(round=1, entrant=entrants[0].id, mp=-100, vp=-1)
    return standings(
        entrants,
        results(rounds, together=together),
        [ruled],
        scale=FIBUR_2026_4,
        rest=rest_allowance(FIBUR_2026_4, 4),
        absence=absence_allowance(FIBUR_2026_4, 4),
        tie_breaks=(TieBreak.VP,),
        seed=1,
    )


def of_teams(header: SheetHeader) -> bytes:
    rows = [replace(row, entrant=replace(row.entrant, team=1 + row.entrant.id % 2)) for row in ranked(4)]
    teams = team_standings(rows, {1: CLUB, 2: "Sole"}, tie_breaks=(TieBreak.VP,), seed=1)
    return ranking_sheet(header, rows, after_round=4, teams=teams)


def bracket_view(header: SheetHeader, size: int) -> bytes:
    """Return a finished knockout in which the better seed always won."""
    order = tuple(EntrantId(number) for number in range(1, size + 1))
    played: list[TableResult] = []
    left, round_ = size, 1
    while left > 1:
        pairs = [(number, left + 1 - number) for number in range(1, left // 2 + 1)]
        played += [
            TableResult(
                round=round_,
                table=at,
                ns=EntrantId(ns),
                ew=EntrantId(ew),
                outcome=Outcome.PLAYED,
                ns_mp=12_500,
                ew_mp=1_000,
            )
            for at, (ns, ew) in enumerate(pairs, start=1)
        ]
        left, round_ = left // 2, round_ + 1
    people = {number: entrant(number, *LONG) for number in order}
    vp = {(result.round, number): 20 for result in played for number in (result.ns, result.ew)}
    bracket = bracket_of(Run(start=1, order=order), played, RoundSettings(), {})
    return bracket_sheet(header, [knockout_bracket(bracket, people, vp)])


def crossed(header: SheetHeader, rounds: int, *, as_matrix: bool) -> bytes:
    pairs, players = cross_table(ranked(rounds)), cross_table(ranked(rounds, PLAYERS, together=True))
    tables = [
        CrossTableView(name=name, table=table, as_matrix=as_matrix) for name, table in (("A", pairs), ("B", players))
    ]
    return cross_table_sheet(header, tables)


def round_results(header: SheetHeader, hands: int) -> bytes:
    lines = tuple(
        ResultLine(
            line=line,
            side=Side((pair,)),
            hands=(-1_250, *[2_500] * (hands - 1)),
            score=RoundScore(
                round=1,
                table=248,
                line=line,
                opponents=(),
                outcome=Outcome.PLAYED,
                mp=10_000,
                conceded=0,
                vp=20,
            ),
        )
        for line, pair in zip(Line, PAIRS, strict=False)
    )
    rows = [
        ResultRow(number=248, version=1, outcome=Outcome.PLAYED, lines=lines, hand_set=True),
        ResultRow(number=250, version=1, outcome=Outcome.REST, lines=lines[:1]),
    ]
    return result_sheet(replace(header, hands_per_round=hands), rows, round_number=1)


def roll(header: SheetHeader) -> bytes:
    return roll_call_sheet(header, [RollCallRow(name=LONG[0], number=1, partner=LONG[1], club=CLUB)])


def slips(
    header: SheetHeader,
    tables: list[SeatedTable],
    *,
    scale: Sequence[ScaleBand] = MANY_BANDS,
    access: Mapping[int, PhoneAccess] | None = None,
) -> bytes:
    return score_sheets(header, tables, round_number=12, scale=scale, access=access)


def individual(header: SheetHeader) -> SheetHeader:
    return replace(header, kind=Kind.INDIVIDUAL)


ADDRESS = (
    "http://192.168.100.123:8000/t/campionato-nazionale-a-squadre-libere-trofeo-internazionale-della-riviera/table/"
)

SHEETS: dict[str, Callable[[SheetHeader], bytes]] = {
    "score sheets": lambda header: slips(header, TABLES),
    "score sheets of the federation": lambda header: slips(header, TABLES, scale=FIBUR_2026_4.bands()),
    "score sheets with codes": lambda header: slips(header, TABLES, access=ACCESS),
    "score sheets of players": lambda header: slips(individual(header), INDIVIDUAL),
    "blank score sheets": lambda header: blank_score_sheets(2, hands=6, scale=MANY_BANDS, header=header),
    "seating by name": lambda header: seating_by_name(header, TABLES, round_number=12),
    "seating by table": lambda header: seating_by_table(header, TABLES, round_number=12),
    "seating of players by name": lambda header: seating_by_name(individual(header), INDIVIDUAL, round_number=12),
    "seating of players by table": lambda header: seating_by_table(individual(header), INDIVIDUAL, round_number=12),
    **{
        f"ranking after {rounds}": lambda header, rounds=rounds: ranking_sheet(
            header, ranked(rounds), after_round=rounds
        )
        for rounds in (1, 4, 8, 9, 17, 25)
    },
    "ranking of teams": of_teams,
    **{f"bracket of {size}": lambda header, size=size: bracket_view(header, size) for size in (2, 4, 16)},
    "matrix": lambda header: crossed(header, 3, as_matrix=True),
    "list": lambda header: crossed(header, 12, as_matrix=False),
    "results": lambda header: round_results(header, 4),
    "results of many hands": lambda header: round_results(header, 15),
    "roll call": roll,
    "roll call of players": lambda header: roll(individual(header)),
    "how to play": lambda header: how_to_play(header, [("Ruleset", "FIBUR 2026"), (CLUB, CLUB)]),
    "poster": lambda header: poster(
        header, [("Fee", CLUB), ("Prizes", CLUB)], address=ACCESS[248].address, invitation=CLUB
    ),
    "guide to phones": lambda header: phone_guide(header, ADDRESS),
    "plates of tables": lambda header: table_plates(header, [250]),
    "plates of pairs": lambda header: entrant_plates(header, PAIRS[:1]),
}


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_nothing_is_set_in_type_that_cannot_be_read_and_nothing_is_left_out(sheet: str, language: str) -> None:
    with translation.override(language):
        pdf = SHEETS[sheet](WORST)
    for sizes in type_sizes(pdf):
        assert min(sizes) >= SMALLEST
    text = squeezed("".join(pages_of(pdf)))
    assert squeezed(CLUB) in text
    assert squeezed(WORST.tournament) in text


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_club_without_a_name_prints_the_program_s(sheet: str) -> None:
    assert "Burraco Club" in pages_of(SHEETS[sheet](replace(HEADER, club="")))[0]
