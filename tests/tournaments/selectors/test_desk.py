"""The desk: who sits at its tables, when a round may be closed, and which tables wrong codes have locked."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.factories import AT, make_tournament, pair, play_table, start_on_phones, start_round
from tournaments.clock.clock import ClockAction
from tournaments.models import CodeTry, Pair, Round, Table, Tournament
from tournaments.records import Outcome, Side
from tournaments.selectors.desk import DeskProgress, DeskView
from tournaments.selectors.desk_state import TilesState, tiles_state
from tournaments.selectors.desk_tables import Grid, GridTable, grid_of, grid_since, table_at, table_of
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.phone_slips import SlipOnPhones
from tournaments.selectors.rounds import RoundNow, RoundsNow
from tournaments.services import clock_change, pair_substitute
from tournaments.slips.code_tries import WRONG_CODES, WRONG_IN_THE_HALL
from tournaments.slips.states import SlipProgress, SlipState
from tournaments.slips.tiles import LATE_AFTER


@pytest.mark.django_db
def test_at_a_table_sit_the_substitutes_of_its_round() -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    for number, seat, name, rounds in (
        (1, 1, "Verdi Luca", (1, 1)),
        (1, 1, "Zanon Ugo", (2, None)),
        (1, 2, "Neri Ada", (1, None)),
        (2, 2, "Bruni Ivo", (1, 3)),
    ):
        pair_substitute(pair=pair(tournament, number), seat=seat, player=name, first=rounds[0], last=rounds[1])
    (first, second), (third, fourth) = (pair(tournament, number).players for number in (1, 2))
    for at in (table_of(round_, 1), table_at(round_.tables.get(number=1)), grid_of(round_, top=None).tables[0]):
        assert at.ns.entrants[0].names == (f"{first} / Verdi Luca", f"{second} / Neri Ada")
        assert at.ew is not None and at.ew.entrants[0].names == (str(third), f"{fourth} / Bruni Ivo")
        assert [entrant.playing for entrant in at.seats] == [("Verdi Luca", "Neri Ada"), (str(third), "Bruni Ivo")]
    other = table_of(round_, 2)
    assert [entrant.stand_ins for entrant in other.seats] == [(), ()]


@pytest.mark.django_db
def test_whoever_plays_alone_has_one_name_at_the_desk_as_everywhere() -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    Pair.objects.filter(tournament=tournament, number=1).update(player2=None)
    names = (str(pair(tournament, 1).player1),)
    assert entrants_of(tournament)[0].names == table_of(round_, 1).ns.entrants[0].names == names


@pytest.mark.django_db
def test_while_nothing_changes_a_page_goes_on_knowing_what_it_knew() -> None:
    round_ = start_round(make_tournament(pairs=4))
    known = grid_of(round_, top=None).known
    assert grid_since(round_, known, top=None) == Grid((), None, known)
    play_table(round_.tables.get(number=2))
    news = grid_since(round_, known, top=None)
    assert [table.number for table in news.tables] == [2] and news.known > known


def nobody() -> Side:
    return Side(())


def desk(
    *,
    others: dict[int, str] | None = None,
    phones: dict[int, SlipOnPhones] | None = None,
    open: int = 0,
    round_state: str = "published",
    tournament_state: str = "running",
    top: bool = False,
    round_: Round | None = None,
) -> DeskView:
    """Create the desk of round 3, whose four tables have their numbers as keys; `others` are the states of others."""
    tournament = Tournament(state=tournament_state, writing="paper" if phones is None else "phones")
    tables = [
        GridTable(
            pk=number,
            number=number,
            name=f"{number}",
            version=0,
            outcome=Outcome.OPEN,
            state="open",
            lines=(nobody, nobody),
        )
        for number in range(1, 5)
    ]
    view = DeskView(
        round=round_ or Round(tournament=tournament, number=3, state=round_state, secret="x"),
        tournament=tournament,
        table=tables[0] if top else None,
        grid=Grid(tuple(tables), None, 0),
        whole=True,
        progress=DeskProgress(to_play=4, open=open, handed_in=4 - open, following=None, disputed=None),
        phones=phones or {},
    )
    states = (others or {}) | {3: round_state}
    view.__dict__["now"] = RoundsNow(
        [RoundNow(number=number, state=Round.State(state), missing=[1]) for number, state in sorted(states.items())]
    )
    return view


@pytest.mark.parametrize(
    ("others", "waits_for"),
    [
        ({}, None),
        ({1: "closed", 2: "closed", 4: "published"}, None),
        ({1: "published", 2: "published", 4: "draft"}, 1),
        ({1: "closed", 2: "published", 4: "published"}, 2),
    ],
)
def test_the_earliest_round_under_way_is_closed_first(others: dict[int, str], waits_for: int | None) -> None:
    assert desk(others=others).waits_for == waits_for
    assert desk(others=others).may_close is (waits_for is None)


@pytest.mark.parametrize(
    "facts",
    [
        {"round_state": "closed"},
        {"round_state": "draft"},
        {"tournament_state": "final"},
        {"open": 1},
        {"top": True},
    ],
    ids=str,
)
def test_a_round_is_not_closed_before_all_is_in_nor_after_the_final_ranking(facts: dict[str, Any]) -> None:
    assert not desk(**facts).may_close


def slip(state: SlipState = SlipState.EMPTY, *, shut: bool = True) -> SlipOnPhones:
    return SlipOnPhones(written=SlipProgress(state=state), shut=shut)


def test_tables_locked_by_wrong_codes_are_told_until_their_result_is_settled() -> None:
    """The third has no slip, as whoever rests; the fourth is locked, and decided since."""
    view = desk(phones={1: slip(), 2: slip(shut=False), 4: slip(SlipState.DECIDED)})
    assert view.shut == [1]


def codes(table: Table, count: int, *, from_one: bool) -> None:
    """Store so many wrong codes, from one address or from as many as there are."""
    CodeTry.objects.all().delete()
    CodeTry.objects.bulk_create(
        CodeTry(
            table=table, device=f"{number}", address="10.0.0.1" if from_one else f"10.0.0.{number}", scanned=True, at=AT
        )
        for number in range(count)
    )


@pytest.mark.django_db
@pytest.mark.usefixtures("in_english")
def test_where_wrong_codes_come_from_is_told_once_a_table_is_locked_or_phones_wait() -> None:
    round_ = start_on_phones()
    table = round_.tables.get(number=1)

    def view(**phones: SlipOnPhones) -> DeskView:
        return desk(phones={1: phones["first"]} if phones else {}, round_=round_)

    for count, from_one, told in (
        (WRONG_CODES - 1, True, 0),
        (WRONG_CODES, True, 1),
        (WRONG_CODES, False, 0),
        (WRONG_IN_THE_HALL - 1, False, 0),
        (WRONG_IN_THE_HALL, False, WRONG_IN_THE_HALL),
    ):
        codes(table, count, from_one=from_one)
        assert len(view().code_sources) == told, (count, from_one)
        assert bool(view().shut_sentence) == (told > 0)
    codes(table, 1, from_one=True)
    locked = view(first=slip())
    assert [source.codes for source in locked.code_sources] == [1] and "1" in locked.shut_sentence
    # What is stored of the codes is deleted after a while; the table stays locked.
    codes(table, 0, from_one=True)
    later = view(first=slip())
    assert later.code_sources == [] and later.shut_sentence == locked.shut_sentence
    codes(table, WRONG_CODES, from_one=True)
    round_.on_paper = True
    assert view().code_sources == []


def test_of_tables_that_come_or_go_a_page_takes_all_anew() -> None:
    before = TilesState(round=("published",), codes=(), tables={1: ("open",), 2: ("open",)}, next_late=None)
    assert replace(before, tables={1: ("open",), 2: ("played",)}).changed_since(before) == [2]
    assert replace(before, round=("closed",)).changed_since(before) is None
    for tables in ({1: ("open",)}, {1: ("open",), 2: ("open",), 3: ("open",)}):
        assert replace(before, tables=tables).changed_since(before) is None


@pytest.mark.django_db
def test_a_clock_that_was_taken_away_lets_no_table_be_late() -> None:
    round_ = start_on_phones(round_minutes=50)
    clock_change(round=round_, action=ClockAction.START, at=AT)
    late = tiles_state(round_.tournament.slug, 1, AT).next_late
    assert late == AT + timedelta(minutes=50) + LATE_AFTER
    Tournament.objects.update(round_minutes=0)
    assert tiles_state(round_.tournament.slug, 1, AT).next_late is None
