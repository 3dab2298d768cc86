"""The referee's report of an evening, as a sheet and as a file, against what happened."""

import io
from datetime import time

import pytest
from django.test import Client
from django.utils.formats import time_format
from django.utils.timezone import localtime
from openpyxl import load_workbook

from scoring.messages import ruleset_title
from tests.factories import (
    AT,
    make_account,
    make_teams,
    make_tournament,
    pair,
    play_round,
    start_round,
)
from tests.tournaments.sheets.sheet_text import pages_of, squeezed
from tests.tournaments.views.pages import url
from tournaments.models import Pair, Player, Round, Tournament
from tournaments.records import Carry, Cut, System
from tournaments.selectors.report import report_of
from tournaments.selectors.report_files import report_facts, report_tables, round_in_words
from tournaments.selectors.standings import standings_of
from tournaments.services import adjustment_add, incident_add, pair_set_status, tournament_change, tournament_cut
from tournaments.wording.gironi import cut_sentence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tournament() -> Tournament:
    """Seven pairs, two rounds, a penalty, a warning, and two statements, of which one is not decided."""
    tournament = make_tournament(pairs=7, hands_per_round=2, rounds_planned=2, venue="Sala Aurora")
    first = play_round(start_round(tournament), seed=3)
    adjustment_add(round=first, pair=pair(tournament, 3), mp=-100, reason="Late", article="art. 9")
    adjustment_add(round=first, pair=pair(tournament, 4), reason="Comment", made_by=make_account("ugo"))
    play_round(start_round(tournament, System.DANISH), seed=4)
    stated = {"round": 1, "table": 2, "happened_at": AT, "pairs": [pair(tournament, 3).pk], "facts": "A card fell."}
    incident_add(tournament=tournament, details=stated | {"decision": "It stays.", "referee": "Neri Anna"})
    incident_add(tournament=tournament, details={"facts": "Noise at the bar."})
    pair_set_status(pair=pair(tournament, 7), status="withdrawn")
    tournament.refresh_from_db()
    return tournament


def text_of_sheet(referee: Client, tournament: Tournament) -> str:
    return "".join(squeezed(page) for page in pages_of(referee.get(url("sheet_report", tournament)).content))


def test_the_sheet_says_who_played_what_was_decided_and_who_won(referee: Client, tournament: Tournament) -> None:
    text = text_of_sheet(referee, tournament)
    sentences = [
        *("Sala Aurora", "7 pairs, 1 withdrawn", "Neri Anna, ugo"),
        *("Order of registration, 3 tables, 1 at rest", "Danish, 3 tables, 1 at rest"),
        f"Round 1, 3 {pair(tournament, 3)}: −100 MP, Late (art. 9)",
        *("Statement no. 1, Round 1, table 2", "A card fell.", "Decided: It stays."),
        *("Statement no. 2, outside the rounds", "Noise at the bar.", "Not decided."),
        *("Referee: Neri Anna", "Referee: ugo"),
    ]
    assert [words for words in sentences if squeezed(words) not in text] == []
    places = [
        text.index(squeezed(f"{row.entrant.id} {row.entrant.label}"), text.index("Ranking"))
        for row in standings_of(tournament)
    ]
    assert places == sorted(places)


def test_the_referees_of_the_settings_sign_instead(referee: Client, tournament: Tournament) -> None:
    tournament_change(tournament=tournament, changes={"referees": "Rosa Bianchi,  Ivo  Neri,"})
    tournament.refresh_from_db()
    assert report_of(tournament).referees == ("Rosa Bianchi", "Ivo Neri")
    text = text_of_sheet(referee, tournament)
    assert "Referee:RosaBianchi" in text and "Referee:ugo" not in text


def test_the_file_has_a_sheet_for_each_part_with_real_numbers(referee: Client, tournament: Tournament) -> None:
    answer = referee.get(url("report_xlsx", tournament))
    book = load_workbook(io.BytesIO(answer.content))
    facts, rounds, given, stated, ranking = (list(sheet.values) for sheet in book.worksheets)
    assert dict(facts[1:])["Venue"] == "Sala Aurora"  # type: ignore[arg-type]
    assert [row[:4] for row in rounds[1:]] == [(1, "Order of registration", 3, 1), (2, "Danish", 3, 1)]
    assert [row[:2] + row[3:] for row in given[1:]] == [
        (1, 3, -100, 0, "Late", "art. 9"),
        (1, 4, 0, 0, "Comment", None),
    ]
    assert [(row[0], row[5], row[8]) for row in stated[1:]] == [
        (1, "A card fell.", "It stays."),
        (2, "Noise at the bar.", None),
    ]
    wanted = [(row.place, row.entrant.id, row.entrant.label) for row in standings_of(tournament)]
    assert [row[:3] for row in ranking[1:]] == wanted


def test_before_anything_happened_and_for_teams_there_is_a_report_too(referee: Client) -> None:
    empty = make_tournament(name="Vuoto")
    assert "Nostatementwaswritten." in text_of_sheet(referee, empty)
    teams = make_teams(2, hands_per_round=2)
    play_round(start_round(teams, System.DRAW))
    text = text_of_sheet(referee, teams)
    assert text.index("Rankingoftheteams") < text.index("Squadra1", text.index("Rankingoftheteams"))


def test_gironi_are_named_above_their_pairs_for_the_first_of_b_may_have_more_points(referee: Client) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.NOTHING)
    tournament.refresh_from_db()
    report = text_of_sheet(referee, tournament)
    names = [squeezed(row.entrant.label) for row in standings_of(tournament)]
    a, b = report.index(squeezed("Girone A")), report.index(squeezed("Girone B"))
    assert a < report.index(names[0]) < report.index(names[3]) < b < report.index(names[4])
    assert squeezed(cut_sentence(Cut(after_round=1, carry=Carry.NOTHING))) in report


def test_the_facts_name_the_start_the_late_ones_and_rules_that_nobody_has_named(tournament: Tournament) -> None:
    before = dict(report_facts(report_of(tournament)))
    assert "Starts at" not in before and before["Entered"] == "7 pairs, 1 withdrawn"
    Pair.objects.filter(tournament=tournament, number__in=(2, 3)).update(late_after=1, late_reason="Train")
    tournament.starts_at, tournament.ruleset, tournament.options = time(20, 45), "italian", {"target": 1_505}
    facts = dict(report_facts(report_of(tournament)))
    assert facts["Starts at"] == "20:45" and facts["Entered"] == "7 pairs, 1 withdrawn, 2 admitted late"
    assert facts["Ruleset"] == ruleset_title("italian", {"target": 1_505}) != before["Ruleset"]


def test_the_beginning_of_a_round_is_told_if_it_is_known(tournament: Tournament) -> None:
    Round.objects.filter(tournament=tournament, number=2).update(published_at=None)
    report = report_of(tournament)
    began = [round_in_words(reported).partition("began at ")[2] for reported in report.rounds]
    assert began == [time_format(localtime(AT), "H:i"), ""]
    assert [row[4] for row in report_tables(report)[1].rows] == [localtime(AT), None]


def test_clubs_are_told_from_a_to_z_each_once(tournament: Tournament) -> None:
    clubs = ["Cervia", "Andria", "Empoli", "Bari", "Desio", "Forlì", "Andria"]
    for number, club in enumerate(clubs, start=1):
        Player.objects.filter(pk__in=pair(tournament, number).entered_keys).update(club=club)
    assert report_of(tournament).clubs == ("Andria", "Bari", "Cervia", "Desio", "Empoli", "Forlì")


def test_signatures_stay_on_one_page_below_their_title(referee: Client) -> None:
    """Rankings of every length end somewhere on a page; two referees sign below each."""
    for pairs in range(20, 36, 3):
        tournament = make_tournament(
            name=f"Lungo {pairs}", pairs=pairs, hands_per_round=2, referees="Neri Anna, Serra Ugo"
        )
        start_round(tournament)
        pages = [squeezed(page) for page in pages_of(referee.get(url("sheet_report", tournament)).content)]
        (signed,) = [page for page in pages if "Signatures" in page]
        assert "Referee:NeriAnna" in signed and "Referee:SerraUgo" in signed


@pytest.mark.parametrize("pairs", [6, 30])
def test_a_report_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    tournament = make_tournament(pairs=pairs, hands_per_round=2)
    play_round(start_round(tournament))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        report_of(tournament)
