"""Whatever is written, and however: what is read next is what the database holds, although rows are kept in memory."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone, translation

from tests.factories import make_tournament, pair, play_round, play_table, slip, start_round
from tournaments.models import Adjustment, Hand, Pair, Player, Round, Substitute, Table, Tournament
from tournaments.ranking.ranking_cache import RankingCache
from tournaments.records import Allowance, Carry, System
from tournaments.records.sections import table_name
from tournaments.selectors import entrants, evening, results
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.evening import evening_of
from tournaments.selectors.results import results_of
from tournaments.selectors.row_cache import RowCache
from tournaments.services import (
    adjustment_add,
    adjustment_remove,
    pair_set_status,
    pair_substitute,
    round_withdraw,
    table_award,
    table_clear,
    table_swap_lines,
)

pytestmark = pytest.mark.django_db


def seen(tournament: Tournament) -> list[object]:
    """Return what everybody reads of a tournament, in two languages."""
    found: list[object] = []
    for language in ("en", "it"):
        with translation.override(language):
            now = Tournament.objects.get(pk=tournament.pk)
            here = evening_of(now)
            named = [*results_of(now), *(score for row in here.standings() for score in row.rounds)]
            found += [
                # Two tables of the same number are equal, whatever their names.
                [table_name(seated.table) for seated in named],
                results_of(now),
                results_of(now, after_round=1),
                entrants_of(now),
                entrants_of(now, in_public=True),
                here.standings(),
                here.standings(after_round=1),
                evening_of(now, in_public=True).standings(),
                here.course(here.standings(), rounds=list(now.rounds.order_by("number"))),
            ]
    return found


@pytest.fixture
def tournament() -> Tournament:
    """A closed round with a penalty, and one under way with a slip in."""
    tournament = make_tournament(pairs=7, hands_per_round=2)
    first = start_round(tournament)
    play_round(first, seed=1)
    adjustment_add(round=first, pair=pair(tournament, 2), mp=-100, reason="Ritardo")
    second = start_round(tournament, System.DANISH)
    play_table(second.tables.get(number=1), slip(300, 120), slip())
    return tournament


def table_of(tournament: Tournament, number: int, round_: int = 1) -> Table:
    return Table.objects.select_related("round").get(round__tournament=tournament, round__number=round_, number=number)


def cleared(tournament: Tournament) -> None:
    table = table_of(tournament, 1, 2)
    table_clear(table=table, version=table.version)


def lines_swapped(tournament: Tournament) -> None:
    table = table_of(tournament, 2)
    table_swap_lines(table=table, version=table.version, at=timezone.now())


def awarded(tournament: Tournament) -> None:
    table = table_of(tournament, 2)
    ns, ew = Allowance(vp=14, mp=500), Allowance(vp=2, mp=-100)
    table_award(table=table, version=table.version, ns=ns, ew=ew, reason="Lite", at=timezone.now())


def unpublished(tournament: Tournament) -> None:
    table = table_of(tournament, 1, 2)
    table_clear(table=table, version=table.version)
    round_withdraw(round=tournament.rounds.get(number=2))


WRITES: dict[str, Callable[[Tournament], Any]] = {
    "nothing": lambda _t: None,
    "a slip": lambda t: play_table(table_of(t, 2, 2), slip(300, 85), slip()),
    "a slip of a closed round corrected": lambda t: play_table(table_of(t, 1), slip(300, 145), slip()),
    "a slip taken back": cleared,
    "lines of a closed round swapped": lines_swapped,
    "a closed round's score assigned": awarded,
    "a penalty": lambda t: adjustment_add(round=t.rounds.get(number=1), pair=pair(t, 3), mp=-50, reason="Tardi"),
    "a penalty taken back": lambda t: adjustment_remove(adjustment=Adjustment.objects.get(tournament=t)),
    "a pair gone": lambda t: pair_set_status(pair=pair(t, 4), status=Pair.Status.WITHDRAWN),
    "a substitute": lambda t: pair_substitute(
        pair=pair(t, 1), seat=1, player=Player.objects.create(last_name="Neri", first_name="Ugo")
    ),
    "a round unpublished": unpublished,
    "a round deleted": lambda t: t.rounds.get(number=2).delete(),
    "a closed round deleted": lambda t: Round.objects.filter(tournament=t, number=1).delete(),
    # Below the services, as another process, a restored backup or a person at the database would.
    "hands": lambda t: Hand.objects.filter(table=table_of(t, 1)).update(ns_total=F("ns_total") + 5),
    "a hand's MP": lambda t: Hand.objects.filter(table=table_of(t, 2)).update(ns_set=50, set_reason="Lite"),
    "a table's number": lambda t: Table.objects.filter(pk=table_of(t, 3).pk).update(number=9),
    "names": lambda t: Player.objects.update(first_name="Zoe"),
    "names that are not shown": lambda t: Player.objects.update(shown=Player.Shown.SHORT),
    "clubs": lambda t: Player.objects.update(club="Aurora"),
    "a pair's number": lambda t: Pair.objects.filter(pk=pair(t, 7).pk).update(number=70),
    "kept tables": lambda t: Pair.objects.filter(pk=pair(t, 5).pk).update(fixed_table=2),
    "a late pair": lambda t: Pair.objects.filter(pk=pair(t, 5).pk).update(late_after=1, late_reason="Treno"),
    "gironi": lambda t: (
        Pair.objects.filter(tournament=t, number__gt=3).update(girone=2),
        Tournament.objects.filter(pk=t.pk).update(cut_after=1, carry=Carry.WHOLE),
    ),
    "the system": lambda t: Round.objects.filter(tournament=t, number=2).update(system=System.KNOCKOUT),
    "sections": lambda t: Round.objects.filter(tournament=t, number=1).update(settings={"sections": [3]}),
    "the value of a rest": lambda t: Tournament.objects.filter(pk=t.pk).update(rest_vp=3, absence_mp=-99),
    "tie-breaks": lambda t: Tournament.objects.filter(pk=t.pk).update(tie_breaks=["vp", "lot"], seed=99),
    "substitutes": lambda t: Substitute.objects.create(
        pair=pair(t, 6), seat=2, player=Player.objects.create(last_name="Blu", first_name="Ada")
    ),
}


@pytest.mark.parametrize("write", WRITES)
def test_nothing_is_stale_after_any_write(write: str, tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    before = seen(tournament)
    WRITES[write](tournament)
    kept = seen(tournament)
    monkeypatch.setattr(results, "RESULT_CACHE", RowCache[Any](1000))
    monkeypatch.setattr(entrants, "ENTRANT_CACHE", RowCache[Any](1000))
    monkeypatch.setattr(evening, "RANKING_CACHE", RankingCache())
    assert kept == seen(tournament)
    assert (kept == before) == (write == "nothing")


def test_rounds_read_again_are_not_made_again(tournament: Tournament) -> None:
    first, *_others = results_of(tournament)
    play_table(table_of(tournament, 2, 2))
    after = results_of(tournament)
    assert after[0] is first
    assert entrants_of(tournament)[0] is entrants_of(tournament)[0]


def test_only_so_many_rows_are_kept() -> None:
    kept, made = RowCache[list[Any]](most_rows=4), []

    def make(rows: Any) -> list[Any]:
        made.append(list(rows))
        return made[-1]

    for key, rows in (
        ("a", [(1,), (2,)]),
        ("b", [(3,), (4,)]),
        ("a", [(1,), (2,)]),
        ("c", [(5,)]),
        ("b", [(3,), (4,)]),
    ):
        assert kept.get_or_make(key, rows, make) == rows
    # The third is kept; `b` is gone for `c`, because `a` was asked for later.
    assert made == [[(1,), (2,)], [(3,), (4,)], [(5,)], [(3,), (4,)]]


def test_the_queries_prepared_are_the_queries_of_django(tournament: Tournament) -> None:
    assert results.TABLES.rows(tournament.pk, 9) == list(results._tables(tournament.pk, 9))
    assert results.ADJUSTMENTS.rows(tournament.pk) == list(results._adjustments(tournament.pk))
    for query, in_public in ((entrants.ENTRANTS, False), (entrants.ENTRANTS_IN_PUBLIC, True)):
        assert query.rows(tournament.pk) == list(entrants._rows(tournament.pk, in_public=in_public))
