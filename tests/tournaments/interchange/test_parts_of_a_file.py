"""Parts of a file read and written alone, without a database: what is wrong is named by its path, in a sentence."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from tests.factories import make_tournament
from tournaments.interchange import InterchangeError
from tournaments.interchange.incidents import import_incidents, incidents_out
from tournaments.interchange.json_node import LONGEST_TEXT, Node
from tournaments.interchange.matches_out import match_facts, match_lines
from tournaments.interchange.ranking_out import ranking_rows
from tournaments.interchange.round_draw import read_drawing, read_seats_then
from tournaments.interchange.settings_in import read_settings
from tournaments.interchange.stages import ImportedCut, read_stages, stages_out
from tournaments.interchange.substitutes_in import ImportedSeats, read_substitutes
from tournaments.models import Incident, MatchDay, Pair, Player, Round, Team, TeamMatch, Tournament
from tournaments.records import (
    CarriedFigures,
    DraftTable,
    Entrant,
    EntrantId,
    Kind,
    Line,
    MatchScore,
    Outcome,
    PointAdjustment,
    Rounds,
    RoundScore,
    Standing,
)
from tournaments.selectors.match_days import DayView, LineUpView, MatchView, SessionView

pytestmark = pytest.mark.usefixtures("in_english")

PAIRS = {number: Pair(pk=100 + number, number=number) for number in range(1, 7)}


def refusal(read: Callable[[], object]) -> str:
    with pytest.raises(InterchangeError) as refused:
        read()
    return str(refused.value)


STATEMENT = {"number": 1, "source": "call", "facts": "A card lay face up."}


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        ({}, "incidents: expected a list, got {}"),
        ([[]], "incidents[0]: expected an object, got []"),
        *(
            (
                [{key: value for key, value in STATEMENT.items() if key != gone}],
                f"incidents[0].{gone}: this key is missing",
            )
            for gone in STATEMENT
        ),
        ([STATEMENT | {"hat": 1}], "incidents[0].hat: unknown key"),
        *(
            (
                [STATEMENT | {"round": 1} | {key: number}],
                f"incidents[0].{key}: expected a number from 1 to 9999, got {number}",
            )
            for key in ("number", "round", "table")
            for number in (0, 10_000)
        ),
        ([STATEMENT, STATEMENT], "incidents[1].number: another statement has this number"),
        ([STATEMENT | {"table": 3}], "incidents[0].table: a table without its round"),
        (
            [STATEMENT | {"source": "hat"}],
            "incidents[0].source: expected one of call, infraction, dispute, other, got 'hat'",
        ),
        ([STATEMENT | {"facts": " "}], "incidents[0].facts: must not be empty"),
        ([STATEMENT | {"facts": "x" * 3_001}], "incidents[0].facts: longer than 3000 characters"),
        ([STATEMENT | {"heard": "x" * 3_001}], "incidents[0].heard: longer than 3000 characters"),
        ([STATEMENT | {"articles": "x" * 121}], "incidents[0].articles: longer than 120 characters"),
        ([STATEMENT | {"decision": "x" * 2_001}], "incidents[0].decision: longer than 2000 characters"),
        ([STATEMENT | {"referee": "x" * 121}], "incidents[0].referee: longer than 120 characters"),
        (
            [STATEMENT | {"at": "2026-11-20T21:15:00"}],
            "incidents[0].at: expected a moment such as 2026-11-20T21:15:00+01:00, got '2026-11-20T21:15:00'",
        ),
        (
            [STATEMENT | {"at": "at nine"}],
            "incidents[0].at: expected a moment such as 2026-11-20T21:15:00+01:00, got 'at nine'",
        ),
        ([STATEMENT | {"pairs": [2, 9]}], "incidents[0].pairs[1]: no pair has the number 9"),
        ([STATEMENT | {"pairs": [2, 2]}], "incidents[0].pairs[1]: pair 2 is listed twice"),
    ],
)
def test_a_statement_that_cannot_be_read(statements: Any, sentence: str) -> None:
    assert refusal(lambda: import_incidents(Node(statements, "incidents"), Tournament(), PAIRS)) == sentence


@pytest.mark.django_db
def test_statements_come_in_as_they_went_out() -> None:
    tournament = make_tournament()
    least = STATEMENT | {"facts": "x" * 3_000}
    everything = {
        "number": 9_999,
        "source": "dispute",
        "round": 9_999,
        "table": 1,
        "at": "2026-11-20T20:15:00+00:00",
        "pairs": [2, 1],
        "facts": "A card lay face up.",
        "heard": "Costa Lia: it fell",
        "articles": "art. 12",
        "decision": "It stays.",
        "referee": "Anna",
    }
    beside = STATEMENT | {"number": 2, "source": "other", "round": 1}
    import_incidents(Node([least, everything, beside], "incidents"), tournament, PAIRS)
    kept = Incident.objects.order_by("number")
    assert [incident.tournament_id for incident in kept] == [tournament.pk] * 3
    assert kept[2].pairs == [102, 101] and kept[2].happened_at == datetime(2026, 11, 20, 20, 15, tzinfo=UTC)
    numbers = {pair.pk: number for number, pair in PAIRS.items()}
    assert incidents_out(kept, numbers) == [least, beside, everything]
    assert [incident.history.count() for incident in kept] == [1, 1, 1]


def test_a_statement_goes_out_in_utc_and_without_pairs_that_are_gone() -> None:
    at = datetime(2026, 11, 20, 21, 15, 59, 999, tzinfo=timezone(timedelta(hours=1)))
    incident = Incident(number=1, source="call", facts="It fell.", happened_at=at, pairs=[102, 199])
    assert incidents_out([incident], {102: 2}) == [
        {"number": 1, "source": "call", "at": "2026-11-20T20:15:59+00:00", "pairs": [2], "facts": "It fell."}
    ]


DRAWN = {"present": [1, 2, 3, 4]}
TABLES = [
    DraftTable(number=1, ns=EntrantId(1), ew=EntrantId(2)),
    DraftTable(number=2, ns=EntrantId(3), ew=EntrantId(4)),
]


def third_round(*, cut_after: int | None = None) -> Round:
    return Round(number=3, tournament=Tournament(kind="pairs", cut_after=cut_after))


def drawing(given: Mapping[str, Any], *, cut_after: int | None = 2) -> dict[str, Any]:
    return read_drawing(Node(dict(given), "rounds[2]"), third_round(cut_after=cut_after), TABLES, PAIRS.keys())


SEATED = {"tables": [[1, 1, 2], [2, 3, 4]]}


@pytest.mark.parametrize(
    ("given", "as_drawn"),
    [
        ({}, {}),
        ({"seed": 7}, {}),
        (DRAWN, SEATED | {"present": [1, 2, 3, 4]}),
        ({"present": [6, 4, 2, 3, 1]}, SEATED | {"present": [1, 2, 3, 4, 6]}),
        (DRAWN | {"fixed": [[3, 10_000], [1, 1]]}, SEATED | {"fixed": [[1, 1], [3, 10_000]], "present": [1, 2, 3, 4]}),
        (DRAWN | {"fixed": []}, SEATED | {"fixed": [], "present": [1, 2, 3, 4]}),
        (DRAWN | {"planned": 1}, SEATED | {"planned": 1, "present": [1, 2, 3, 4]}),
        (DRAWN | {"planned": 100}, SEATED | {"planned": 100, "present": [1, 2, 3, 4]}),
        (
            DRAWN | {"gironi": [[3, 1_000], [6, 2], [1, 1], [4, 2], [2, 1]]},
            SEATED | {"gironi": [[1, 1], [2, 1], [3, 1_000], [4, 2], [6, 2]], "present": [1, 2, 3, 4]},
        ),
        (
            DRAWN | {"moved": {"before": [[1, 1, 4], [2, 3, 2]], "after": [[1, 1, 2], [2, 3, 4]]}},
            {"tables": [[1, 1, 4], [2, 3, 2]], "present": [1, 2, 3, 4]},
        ),
    ],
)
def test_the_draw_of_a_round(given: dict[str, Any], as_drawn: dict[str, Any]) -> None:
    assert drawing(given) == as_drawn


def test_who_was_here_is_told_in_the_order_of_the_numbers() -> None:
    read = read_drawing(Node({"present": [32, 1, 3, 2, 4]}, "rounds[2]"), third_round(), TABLES, range(1, 40))
    assert read["present"] == [1, 2, 3, 4, 32]


IN_GIRONI = [[1, 1], [2, 1], [3, 2], [4, 2]]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        *(
            ({key: []}, f"{key}: this goes with “present”, who was here when the round was drawn")
            for key in ("moved", "fixed", "planned", "gironi", "seats_then")
        ),
        ({"present": [1, 2, 3]}, "present: pair 4 was seated by the draw, but is not listed here"),
        ({"present": []}, "present: pair 1 was seated by the draw, but is not listed here"),
        ({"present": [1, 2, 3, 4, 9]}, "present[4]: no pair has the number 9"),
        ({"present": [1, 2, 3, 4, 4]}, "present[4]: pair 4 sits twice in this round"),
        (DRAWN | {"order": []}, "order: expected everybody who was present, and nobody else"),
        (DRAWN | {"fixed": 7}, "fixed: expected a list, got 7"),
        (DRAWN | {"fixed": [7]}, "fixed[0]: expected a list, got 7"),
        (DRAWN | {"fixed": [[1, 1], [2]]}, "fixed[1]: expected a number and its table, got [2]"),
        (DRAWN | {"fixed": [[1, 2, 3]]}, "fixed[0]: expected a number and its table, got [1, 2, 3]"),
        (DRAWN | {"fixed": [["x", 2]]}, "fixed[0][0]: expected a whole number, got 'x'"),
        (DRAWN | {"fixed": [[1, 0]]}, "fixed[0][1]: expected a number from 1 to 10000, got 0"),
        (DRAWN | {"fixed": [[1, 10_001]]}, "fixed[0][1]: expected a number from 1 to 10000, got 10001"),
        (DRAWN | {"fixed": [[6, 1]]}, "fixed[0][0]: expected somebody who was here, each once"),
        (DRAWN | {"fixed": [[1, 1], [1, 2]]}, "fixed[1][0]: expected somebody who was here, each once"),
        (
            DRAWN | {"moved": {"before": [[9, 5, 6]], "after": [[9, 5, 6]]}},
            "moved.after[0]: not as table 9 of the round is seated",
        ),
        (
            DRAWN | {"moved": {"before": [[1, 3, 4]], "after": [[1, 1, 2]]}},
            "moved.before: pair 3 sits twice in this round",
        ),
        (DRAWN | {"planned": 0}, "planned: expected a number from 1 to 100, got 0"),
        (DRAWN | {"planned": 101}, "planned: expected a number from 1 to 100, got 101"),
        (DRAWN | {"gironi": 7}, "gironi: expected a list, got 7"),
        (DRAWN | {"gironi": [[1, 1], [2]]}, "gironi[1]: expected a number and its girone, got [2]"),
        (DRAWN | {"gironi": [[1, 1, 1]]}, "gironi[0]: expected a number and its girone, got [1, 1, 1]"),
        (DRAWN | {"gironi": [[9, 1]]}, "gironi[0][0]: no pair has the number 9"),
        (DRAWN | {"gironi": [[1, 0]]}, "gironi[0][1]: expected a number from 1 to 1000, got 0"),
        (DRAWN | {"gironi": [[1, 1_001]]}, "gironi[0][1]: expected a number from 1 to 1000, got 1001"),
        (DRAWN | {"gironi": IN_GIRONI[:2]}, "gironi: pair 3 was here, but has no girone"),
        (DRAWN | {"gironi": []}, "gironi: pair 1 was here, but has no girone"),
    ],
)
def test_a_draw_that_cannot_be_read(given: dict[str, Any], sentence: str) -> None:
    assert refusal(lambda: drawing(given)) == f"rounds[2].{sentence}"


@pytest.mark.parametrize("cut_after", [None, 3])
def test_before_the_cut_no_draw_has_gironi(cut_after: int | None) -> None:
    assert refusal(lambda: drawing(DRAWN | {"gironi": IN_GIRONI}, cut_after=cut_after)) == (
        "rounds[2].gironi: there were no gironi yet when this round was drawn"
    )


def seats_then(given: Any, *, kind: str = "pairs") -> dict[str, Any]:
    round_ = Round(number=3, tournament=Tournament(kind=kind))
    return read_seats_then(Node(given, "seats_then"), round_, PAIRS.keys())


def test_the_seats_that_earlier_rounds_had() -> None:
    tables = [[1, 1, 2], [2, 3, None]]
    assert seats_then([{"round": 2, "tables": tables}, {"round": 1, "tables": []}]) == {"2": tables, "1": []}
    of_four = [[1, [1, 2], [3, 4]]]
    assert seats_then([{"round": 1, "tables": of_four}], kind="individual") == {"1": of_four}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, ": expected a list, got {}"),
        ([{"round": 1}], "[0].tables: this key is missing"),
        ([{"tables": []}], "[0].round: this key is missing"),
        ([{"round": 0, "tables": []}], "[0].round: expected a number from 1 to 1000000, got 0"),
        ([{"round": 3, "tables": []}], "[0].round: expected an earlier round, each once"),
        ([{"round": 1, "tables": []}] * 2, "[1].round: expected an earlier round, each once"),
        (
            [{"round": 1, "tables": [[1, 1]]}],
            "[0].tables[0]: expected a table: its number and its two lines, got [1, 1]",
        ),
        ([{"round": 1, "tables": [[1, [1, 2], [3, 4]]]}], "[0].tables[0][1]: expected a whole number, got [1, 2]"),
    ],
)
def test_seats_of_earlier_rounds_that_cannot_be_read(given: Any, sentence: str) -> None:
    assert refusal(lambda: seats_then(given)) == f"seats_then{sentence}"


@pytest.mark.parametrize(
    ("starts", "sentence"),
    [
        ([], ""),
        ([2], ""),
        ([16, 31], ""),
        ([16, 16, 10_000], ""),
        ([1], "[0]: expected a number from 2 to 10000, got 1"),
        ([10_001], "[0]: expected a number from 2 to 10000, got 10001"),
        ([16, 15], ": expected the first tables of the sections after the first, in order, got [16, 15]"),
        ([3, 16, 15], ": expected the first tables of the sections after the first, in order, got [3, 16, 15]"),
    ],
)
def test_where_sections_begin(starts: list[int], sentence: str) -> None:
    node = Node(starts, "sections")
    if sentence:
        assert refusal(lambda: read_settings({"sections": node}, (), individual=False)) == f"sections{sentence}"
    else:
        assert read_settings({"sections": node}, (), individual=False).sections == tuple(starts)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"excluded": [[1, 2], [1, 3]]}, ""),
        ({"excluded": [[2, 1]]}, "excluded[0]: expected two numbers, the lower one first, got [2, 1]"),
        ({"excluded": [[2, 2]]}, "excluded[0]: expected two numbers, the lower one first, got [2, 2]"),
        ({"excluded": [[1, 2, 3]]}, "excluded[0]: expected two numbers, the lower one first, got [1, 2, 3]"),
        ({"excluded": [[1]]}, "excluded[0]: expected two numbers, the lower one first, got [1]"),
        ({"by_girone": [[1, "mitchell"], [2, "swiss"]]}, ""),
        ({"by_girone": [[2, "mitchell"], [1, "swiss"]]}, "by_girone[1][0]: expected the gironi in order, each once"),
        ({"by_girone": [[2, "mitchell"], [2, "swiss"]]}, "by_girone[1][0]: expected the gironi in order, each once"),
    ],
)
def test_who_does_not_meet_and_how_gironi_play(settings: dict[str, Any], sentence: str) -> None:
    given = {key: Node(value, key) for key, value in settings.items()}
    if sentence:
        assert refusal(lambda: read_settings(given, PAIRS.keys(), individual=False)) == sentence
    else:
        assert read_settings(given, PAIRS.keys(), individual=False)


CUT = {"after": 2, "carry": "half", "gironi": [[1, 2], [4, 3]]}


def cut(*stages: Any, kind: str = "pairs") -> ImportedCut:
    return read_stages(Node(list(stages), "stages"), kind=kind)


def test_a_cut_is_read_with_the_girone_of_each_pair() -> None:
    in_gironi = {1: 1, 2: 1, 4: 2, 3: 2}
    for given, own_tables in ((CUT, False), (CUT | {"own_tables": False}, False), (CUT | {"own_tables": True}, True)):
        read = cut(given)
        assert (read.after, read.carry, read.gironi, read.own_tables) == (2, "half", in_gironi, own_tables)
    assert cut() == read_stages(None, kind="teams") == ImportedCut()
    assert cut(CUT | {"gironi": [[]] * 999 + [[1]]}).gironi == {1: 1_000}


@pytest.mark.parametrize(
    ("stages", "kind", "sentence"),
    [
        ([CUT, CUT, CUT], "pairs", "stages[1]: this program cuts a ranking once"),
        ([CUT], "teams", "stages[0]: only a tournament of pairs is cut into gironi"),
        ([CUT | {"gironi": [[1, 2], [3, 1]]}], "pairs", "stages[0].gironi[1][1]: pair 1 is listed twice"),
        ([CUT | {"gironi": [[]] * 1_000 + [[1]]}], "pairs", "stages[0].gironi: expected at most 1000 gironi, got "),
    ],
)
def test_a_cut_that_cannot_be_read(stages: list[Any], kind: str, sentence: str) -> None:
    assert refusal(lambda: cut(*stages, kind=kind)).startswith(sentence)


@pytest.mark.parametrize(
    ("pairs", "state", "sentence"),
    [
        ({1, 2, 3, 4}, "closed", ""),
        ({1, 4}, "closed", "stages[0]: no pair has the number 2"),
        ({1, 2, 3, 4}, "published", "stages[0]: a ranking is cut after a closed round"),
    ],
)
def test_a_cut_is_of_pairs_that_there_are_and_after_a_closed_round(pairs: set[int], state: str, sentence: str) -> None:
    rounds = [Round(number=1, state="closed"), Round(number=2, state=state)]
    if sentence:
        assert refusal(lambda: cut(CUT).check(pairs, rounds)) == sentence
    else:
        cut(CUT).check(pairs, rounds)


def test_a_cut_goes_out_with_the_pairs_of_each_girone_in_order() -> None:
    pairs = [Pair(number=number, girone=girone) for number, girone in ((4, 1), (2, 1), (7, 3), (5, None))]
    tournament = Tournament(kind="pairs", cut_after=2, carry="half")
    assert stages_out(tournament, pairs) == [{"after": 2, "carry": "half", "gironi": [[2, 4], [], [7]]}]


PLAYERS = {number: Player(pk=number, last_name="Rossi", first_name=name) for number, name in enumerate("ABCDE", 1)}


def test_nobody_is_entered_who_is_a_substitute() -> None:
    seats = ImportedSeats(PLAYERS)
    seats.lend(Node(5), 2, Rounds(1, 2))
    seats.lend(Node(5), 3, Rounds(3, None))
    assert refusal(lambda: seats.take(Node(5, "x"), 4)) == "x: Rossi E is already playing in pair 2"


def test_a_substitute_has_one_place_in_a_round() -> None:
    seats = ImportedSeats(PLAYERS)
    seats.take(Node(1), 1)
    seats.lend(Node(5), 2, Rounds(1, 2))
    seats.lend(Node(5), 3, Rounds(3, 4))
    assert refusal(lambda: seats.lend(Node(5, "x"), 4, Rounds(4, None))) == "x: Rossi E is already playing in pair 3"
    assert refusal(lambda: seats.lend(Node(1, "x"), 4, Rounds(1, 1))) == "x: Rossi A is already playing in pair 1"


FIRST, BESIDE, LATER = (
    {"player": 3, "for": 1, "to": 2},
    {"player": 4, "for": 2, "to": 2},
    {"player": 5, "for": 1, "from": 3},
)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"substitutions": [FIRST, BESIDE, LATER]}, ""),
        ({"substitutions": [LATER, FIRST], "substitutes": [5, None]}, ""),
        (
            {"substitutions": [FIRST, LATER | {"from": 2}]},
            "substitutions[1]: somebody else has this place in one of these rounds",
        ),
        (
            {"substitutions": [LATER, FIRST], "substitutes": [3, None]},
            "substitutes[0]: not the last of “substitutions” in this place",
        ),
        (
            {"substitutions": [BESIDE, FIRST], "substitutes": [None, None]},
            "substitutes: place 1 is taken over in “substitutions”",
        ),
    ],
)
def test_who_took_over_a_place_and_when(given: dict[str, Any], sentence: str) -> None:
    pair = Pair(number=1, player1=PLAYERS[1], player2=PLAYERS[2])

    def read() -> list[Any]:
        members = {key: Node(value, key) for key, value in given.items()}
        return [
            (substitute.seat, substitute.player_id)
            for substitute in read_substitutes(members, pair, ImportedSeats(PLAYERS))
        ]

    if sentence:
        assert refusal(read) == sentence
    else:
        wanted = [(own["for"], own["player"]) for own in given["substitutions"]]
        assert read() == wanted


def test_a_sentence_quotes_no_more_of_a_file_than_can_be_read() -> None:
    for length, end in ((LONGEST_TEXT, ""), (LONGEST_TEXT + 1, "…")):
        assert InterchangeError("", "x" * length).message == "x" * LONGEST_TEXT + end


def test_an_empty_slug_is_no_address() -> None:
    sentence = "slug: a slug has lower-case letters, digits and hyphens only"
    assert refusal(lambda: Node("friday", "slug").slug("")) == sentence


ROSSI = Entrant(id=EntrantId(7), names=("Rossi Anna", "Neri Ugo"))
SCORE = RoundScore(2, 5, Line.NS, (EntrantId(3), EntrantId(4)), Outcome.PLAYED, 500, 200, 12, partner=EntrantId(9))
ROW = Standing(
    place=3, tied=False, entrant=ROSSI, vp=12, mp_difference=300, mp=500, wins=1, rounds=(SCORE,), adjustments=()
)
PLAYED = {"round": 2, "opponent": 3, "table": 5, "mp": 500, "vp": 12}
FIGURES = {"place": 3, "pair": 7, "names": "Rossi Anna – Neri Ugo", "vp": 12, "mp_difference": 300, "mp": 500}


def test_a_row_of_the_ranking() -> None:
    assert ranking_rows([ROW]) == [FIGURES | {"rounds": [PLAYED]}]
    knocked = replace(ROW, by_knockout=True)
    assert ranking_rows([knocked]) == [FIGURES | {"rounds": [PLAYED], "by_knockout": True}]
    carried = replace(ROW, girone=2, carried=CarriedFigures(vp=32, mp_difference=120, mp=4_005, wins=2))
    assert ranking_rows([carried]) == [
        FIGURES | {"rounds": [PLAYED], "girone": "B", "carried": {"vp": 32, "mp_difference": 120, "mp": 4_005}}
    ]
    assert ranking_rows([replace(ROW, girone=2)]) == [FIGURES | {"rounds": [PLAYED]}]
    assert ranking_rows([replace(carried, girone=None)]) == [FIGURES | {"rounds": [PLAYED]}]


def test_a_round_without_a_seat_is_a_row_where_the_referee_gave_or_took_points() -> None:
    given = (
        PointAdjustment(round=1, entrant=ROSSI.id, mp=-100),
        PointAdjustment(round=1, entrant=ROSSI.id, mp=-50, vp=-1),
        PointAdjustment(round=3, entrant=ROSSI.id, vp=2),
        PointAdjustment(round=4, entrant=ROSSI.id),
    )
    row = replace(ROW, adjustments=given)
    nowhere = {"opponent": None, "table": None}
    first, third = {"round": 1, **nowhere, "mp": -150, "vp": -1}, {"round": 3, **nowhere, "mp": 0, "vp": 2}
    assert ranking_rows([row])[0]["rounds"] == [first, PLAYED, third]
    alone = {"partner": None, "opponents": []}
    assert ranking_rows([row], Kind.INDIVIDUAL)[0]["rounds"] == [
        first | alone,
        PLAYED | {"partner": 9, "opponents": (3, 4)},
        third | alone,
    ]


LIONS, BEARS, CATS = (
    Team(pk=number, number=number, name=name) for number, name in ((1, "Lions"), (2, "Bears"), (3, "Cats"))
)


def line_up(team: Team, *numbers: int) -> LineUpView:
    return LineUpView(team=team, is_in=bool(numbers), pairs=[PAIRS[number] for number in numbers])


def day_of(number: int, *, scores: list[MatchScore | None], sessions: list[SessionView]) -> DayView:
    """Return a match day: the first two teams meet, and the third rests."""
    meeting, rest = (
        MatchView(match=TeamMatch(number=at, home=home, away=away), scores=its, sessions=played)
        for at, home, away, its, played in ((1, LIONS, BEARS, scores[:2], sessions), (2, CATS, None, scores[2:], []))
    )
    return DayView(day=MatchDay(number=number, system="swiss"), matches=[meeting, rest])


PLAYED_DAY = day_of(
    1,
    scores=[MatchScore(1, 2, 120, 13, True), MatchScore(1, 1, -120, 7, False), MatchScore(1, None, 0, 12, False)],
    sessions=[
        SessionView(
            number=at,
            round=at,
            is_published=True,
            line_ups=[line_up(LIONS, *home), line_up(BEARS, *away)],
            tables=range(3, 5),
        )
        for at, home, away in ((1, (1, 2), (4, 3)), (2, (2, 1), ()))
    ],
)
NEXT_DAY = day_of(2, scores=[None, None, None], sessions=[])


def test_matches_of_teams_from_the_first_day_on() -> None:
    lions = {"team": 1, "name": "Lions", "vp": 13, "mp_difference": 120}
    bears = {"team": 2, "name": "Bears", "vp": 7, "mp_difference": -120}
    cats = {"team": 3, "name": "Cats", "vp": 12, "mp_difference": 0}
    unknown = {"vp": None, "mp_difference": None}
    first, second = {"day": 1, "system": "swiss"}, {"day": 2, "system": "swiss"}
    sessions = [{"round": 1, "home": [1, 2], "away": [4, 3]}, {"round": 2, "home": [2, 1], "away": []}]
    nothing: dict[str, Any] = {"tables": [], "sessions": []}
    assert match_facts([NEXT_DAY, PLAYED_DAY]) == [
        first | {"match": 1, "home": lions, "away": bears, "tables": [3, 4], "sessions": sessions},
        first | {"match": 2, "home": cats, "away": None} | nothing,
        second | {"match": 1, "home": lions | unknown, "away": bears | unknown} | nothing,
        second | {"match": 2, "home": cats | unknown, "away": None} | nothing,
    ]
    assert match_lines([PLAYED_DAY]) == [
        [1, 1, 1, "Lions", 2, "Bears", 13, 7, 120, -120],
        [1, 2, 3, "Cats", None, None, 12, None, 0, None],
    ]
