"""The sheets of files: their titles, headings and rows, and which columns are money."""

from datetime import date
from fractions import Fraction

import pytest

from tests.factories import make_teams, make_tournament, play_round, start_round
from tournaments.charts.attendance import EveningPoint, MonthPoint
from tournaments.models import FileLayout, Round, Season, Tournament
from tournaments.people.columns import Holds
from tournaments.records import Carry, System
from tournaments.seasons.best_results import Counts, SeasonCell
from tournaments.seasons.ranking import SeasonRow
from tournaments.seasons.rule import SeasonRule
from tournaments.seasons.tournament_points import Ranked
from tournaments.selectors.attendance import Attendance, Attender, attendance_tables
from tournaments.selectors.club_ranking import _number
from tournaments.selectors.mail_addresses import address_digest, digest_of_token, stop_token
from tournaments.selectors.member_files import OF_BOOK, holds_book, holds_contacts
from tournaments.selectors.members_book import BookEntry, members_book_table
from tournaments.selectors.prizes import Prizes
from tournaments.selectors.ranking_files import teams_table, usual_layout
from tournaments.selectors.season_files import season_tables
from tournaments.selectors.seasons import SeasonEntrant, SeasonView
from tournaments.selectors.standings import standings_of, team_standings_of
from tournaments.selectors.till import Till, TillRow
from tournaments.selectors.till_files import prize_notes, till_table

pytestmark = pytest.mark.usefixtures("in_english")

JANUARY, MARCH = date(2026, 1, 9), date(2026, 3, 6)


def test_attendance_has_three_sheets() -> None:
    attendance = Attendance(
        first=JANUARY,
        last=MARCH,
        weeks=4,
        evenings=[EveningPoint(day=JANUARY, name="Sera", players=12, newcomers=3)],
        months=[MonthPoint(first_day=date(2026, 1, 1), evenings=2, tables=7, income=4500)],
        attenders=[Attender(key=1, name="Rossi Anna", evenings=5, first=JANUARY, last=MARCH)],
    )
    assert [(table.title, table.headings, table.rows, table.money) for table in attendance_tables(attendance)] == [
        (
            "Attendance",
            ["name", "evenings", "first evening", "last evening"],
            [("Rossi Anna", 5, JANUARY, MARCH)],
            frozenset(),
        ),
        ("Evenings", ["day", "name", "players", "newcomers"], [(JANUARY, "Sera", 12, 3)], frozenset()),
        ("Months", ["month", "evenings", "tables", "income"], [(date(2026, 1, 1), 2, 7, 4500)], frozenset({3})),
    ]


def test_the_book_has_a_row_for_each_entry_and_no_name_of_whoever_was_erased() -> None:
    entry = BookEntry(
        number=7,
        name="Rossi Anna",
        admitted_on=JANUARY,
        left_on=None,
        born_on=date(1956, 1, 1),
        tax_code="RSSNNA56A41H501L",
        address="Via Roma 1",
        category="Juniores",
        paid_until=MARCH,
    )
    erased = BookEntry(
        number=8,
        name="",
        admitted_on=JANUARY,
        left_on=MARCH,
        born_on=None,
        tax_code="",
        address="",
        category="",
        paid_until=None,
    )
    table = members_book_table([entry, erased])
    assert table.title == "Club’s book" and not table.money
    assert list(zip(table.headings, *table.rows, strict=True)) == [
        ("number", 7, 8),
        ("name", "Rossi Anna", "erased on request"),
        ("admitted on", JANUARY, JANUARY),
        ("left on", None, MARCH),
        ("date of birth", date(1956, 1, 1), None),
        ("tax code", "RSSNNA56A41H501L", ""),
        ("address", "Via Roma 1", ""),
        ("category", "Juniores", ""),
        ("paid until", MARCH, None),
    ]


@pytest.mark.django_db
def test_the_ranking_of_teams_names_their_pairs_as_of_a_round() -> None:
    tournament = make_teams(3, hands_per_round=2)
    for seed in range(2):
        play_round(start_round(tournament), seed=seed)
    tournament = Tournament.objects.get()
    for after in (1, 2, None):
        table = teams_table(tournament, after_round=after)
        ranked = team_standings_of(tournament, standings_of(tournament, after_round=after))
        assert table.title == "Torneo del venerdì"
        assert list(table.headings) == ["place", "no.", "team", "VP", "MP difference", "MP", "names"]
        assert [row[:6] for row in table.rows] == [
            (team.place, team.number, team.name, team.vp, team.mp_difference, team.mp) for team in ranked
        ]
        names = {row[2]: row[6] for row in table.rows}
        first, second = tournament.pairs.filter(team__name="Squadra 1")
        assert sorted(str(names["Squadra 1"]).split("; ")) == sorted(map(str, (first, second)))


@pytest.mark.django_db
def test_the_usual_file_has_gironi_after_their_cut_and_the_stages_after_a_knockout() -> None:
    tournament = make_tournament()

    def added(after_round: int | None) -> set[str]:
        """Return the columns that a file of an ordinary evening has not."""
        layout = usual_layout(tournament, after_round=after_round)
        return {heading for _column, heading in layout.columns if heading in ("girone", "knockout")}

    assert added(None) == set()
    tournament.cut_after, tournament.carry = 2, Carry.WHOLE
    assert added(None) == {"girone"}
    Round.objects.bulk_create(
        Round(tournament=tournament, number=number, system=system, state=state, seed=number)
        for number, (system, state) in enumerate(
            [
                (System.DRAW, Round.State.CLOSED),
                (System.SWISS, Round.State.CLOSED),
                (System.SWISS, Round.State.CLOSED),
                (System.KNOCKOUT, Round.State.PUBLISHED),
                (System.SWISS, Round.State.DRAFT),
            ],
            start=1,
        )
    )
    assert [added(after) for after in (1, 2, 3, 4, None)] == [
        *(set(), set(), {"girone"}, {"girone", "knockout"}, {"girone", "knockout"}),
    ]
    tournament.cut_after = 4
    assert added(5) == {"girone", "knockout"}


def test_a_layout_holds_contacts_or_the_book_by_its_columns() -> None:
    def layout(*columns: str) -> FileLayout:
        return FileLayout(columns=[["last_name", ""], *([column, "x"] for column in columns)])

    assert not holds_contacts(layout("card", "number")) and holds_contacts(layout("card", "contact"))
    assert not holds_book(layout("card", "contact")) and all(holds_book(layout("card", name)) for name in OF_BOOK)
    assert Holds.PAID.value in OF_BOOK


def test_a_season_has_a_cell_for_each_result_and_the_sheet_of_what_counts_for_those_that_count() -> None:
    cells = (
        SeasonCell(points=1200, place=1, counts=Counts.YES),
        SeasonCell(points=900, place=2, counts=Counts.DROPPED),
        SeasonCell(points=0, place=3, counts=Counts.TOO_SHORT),
        None,
    )
    who = Ranked("1")
    view = SeasonView(
        season=Season(name="Circuito"), rule=SeasonRule(), final=[], later=[], waiting=[], played=[], team_names={}
    )
    view.__dict__["rows"] = (SeasonRow(place=1, tied=False, who=who, points=1200, cells=cells, attended=3),)
    view.__dict__["people"] = {who: SeasonEntrant(name="Rossi Anna", public="Rossi A.", category="Junior")}
    ranking, counted, _tournaments = season_tables(view)
    fixed = [1, "Rossi Anna", "Junior", 12.0, 3]
    assert [*ranking.rows] == [[*fixed, 12.0, 9.0, None, None]]
    assert [*counted.rows] == [[*fixed, 12.0, None, None, None]]


def test_the_till_has_nothing_outstanding_of_whoever_has_withdrawn() -> None:
    people = ("Rossi", "Anna", "", "Verdi", "Ugo", "")
    rows = [
        TillRow(number=number, people=people, fees=(1000, 1000), payments=payments, is_gone=is_gone)
        for number, (payments, is_gone) in enumerate(
            [((), False), ((), True), (((None, 1, 2000, "cash"),), False), (((None, 2, 2000, "cash"),), True)], start=1
        )
    ]
    assert [len(row.each) for row in rows] == [2, 0, 0, 0]
    table = till_table(Tournament(), Till(rows=tuple(rows)))
    assert [(row[0], row[3], row[4]) for row in table.rows] == [
        *((1, None, 2000), (2, None, None), (3, 2000, None), (4, 2000, None)),
    ]


@pytest.mark.parametrize(("fund", "notes"), [(0, 0), (1000, 1)])
def test_prizes_that_wait_for_the_cut_are_told_once_there_is_something_to_share(fund: int, notes: int) -> None:
    prizes = Prizes(
        fund=fund,
        special=(),
        places=(),
        has_ranking=True,
        waits_for_cut=True,
        unused_gironi=(),
        special_level=(),
    )
    assert len(prize_notes(prizes)) == notes


def test_points_have_two_decimals_in_a_file() -> None:
    assert [_number(Fraction(*parts)) for parts in ((7, 1), (22, 7), (2, 3))] == [7.0, 3.14, 0.67]


def test_a_link_that_stops_emails_is_of_one_address() -> None:
    token = stop_token(" Anna@example.com")
    assert digest_of_token(token) == address_digest("anna@example.com")
    digest, _dash, signature = token.partition("-")
    other = stop_token("ugo@example.com").partition("-")
    for wrong in ("", digest, f"{digest}-", f"{digest}-{other[2]}", f"{other[0]}-{signature}", f"{token}0"):
        assert digest_of_token(wrong) is None
