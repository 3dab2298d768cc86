"""The seats of earlier rounds as they were at a draw, though they were corrected since."""

import pytest

from tests.factories import AT, draft_round, make_tournament, play_table, start_round
from tests.tournaments.selectors.test_cross_tables import met
from tests.tournaments.selectors.test_evening import evening as evening_with
from tests.tournaments.selectors.test_evening import in_knockout
from tournaments.models import Round, Tournament
from tournaments.pairing.moves import swap
from tournaments.pairing.result_sources import Slips
from tournaments.records import EntrantId, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.earlier_seats import as_at_the_draw
from tournaments.selectors.evening import evening_of
from tournaments.services import round_reseat


def drawn(system: System = System.REGISTRATION, *, pairs: int = 8) -> tuple[Tournament, Round, Round]:
    """Return a tournament with a round under way, whose first table is played, and a draft made before its end."""
    tournament = make_tournament(pairs=pairs, hands_per_round=2)
    first = start_round(tournament, system)
    play_table(first.tables.get(number=1))
    return tournament, first, draft_round(tournament, System.MITCHELL, step=1)


def results(draft: Round) -> list[tuple[int, int | None, int | None, str, bool]]:
    """Return the tables of round 1 as known at the draw: their seats, their outcomes, and whether it is a knockout."""
    evening, _corrected = as_at_the_draw(Round.objects.get(pk=draft.pk), evening_of(Tournament.objects.get()))
    return [(row.table, row.ns, row.ew, row.outcome.value, row.knockout) for row in evening.results if row.round == 1]


SEATED = [(1, 1, 2, "played", False), (2, 3, 4, "open", False), (3, 5, 6, "open", False), (4, 7, 8, "open", False)]


@pytest.mark.django_db
def test_pairs_that_changed_seats_sit_where_they_sat_and_their_outcomes_stay() -> None:
    tournament, first, draft = drawn()
    assert results(draft) == SEATED
    seen = drafted(first).tables
    round_reseat(round=first, seen=seen, change=lambda t: swap(t, EntrantId(2), EntrantId(4)), slips=Slips.STAY, at=AT)
    assert results(draft) == SEATED
    evening = evening_of(tournament)
    _then, corrected = as_at_the_draw(Round.objects.get(pk=draft.pk), evening)
    assert corrected == [1]


@pytest.mark.django_db
def test_who_rested_then_rests_and_who_rests_now_sits() -> None:
    _tournament, first, draft = drawn(pairs=7)
    resting = [*SEATED[:3], (4, 7, None, "rest", False)]
    assert results(draft) == resting
    seen = drafted(first).tables
    round_reseat(round=first, seen=seen, change=lambda t: swap(t, EntrantId(7), EntrantId(6)), slips=None, at=AT)
    assert results(draft) == resting


def test_corrected_rounds_are_told_in_their_order_with_their_tables() -> None:
    now = [table for number in range(1, 9) for table in met(number, (1, 2), (3, 4))]
    seats = [[1, 1, 3], [2, 2, 4]]
    then, corrected = as_at_the_draw(Round(number=9, seats_then={"8": seats, "1": seats}), evening_with(*now))
    assert corrected == [1, 8]
    assert [(row.round, row.table) for row in then.results] == [(row.round, row.table) for row in now]
    assert [(row.ns, row.ew) for row in then.results if row.round in corrected] == [(1, 3), (2, 4)] * 2


def test_a_table_where_somebody_rests_now_was_open_and_one_that_is_no_more_was_of_its_knockout() -> None:
    knockout = in_knockout(met(1, (1, 2), (3, None)))
    own = {2: dict.fromkeys(map(EntrantId, (1, 2)), 1)}
    evening = evening_with(*knockout, *met(2, (5, 6)), gironi=(1,) * 6, own_knockouts=own)
    seats = {"1": [[1, 1, 2], [2, 3, 4], [3, 5, 6]], "2": [[1, 5, 6], [2, 1, 2], [3, 3, 4]]}
    then, _corrected = as_at_the_draw(Round(number=3, seats_then=seats), evening)
    assert [(row.round, row.table, row.outcome.value, row.knockout) for row in then.results] == [
        *((1, 1, "played", True), (1, 2, "open", True), (1, 3, "open", True)),
        *((2, 1, "played", False), (2, 2, "open", True), (2, 3, "open", False)),
    ]
