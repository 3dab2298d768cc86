"""The tables of a page of a history are found by the acts nearest to one end of a span."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from tests.factories import AT, make_tournament, pair, start_round
from tournaments.history import table_acts
from tournaments.history.changes import ChangeKind
from tournaments.history.pages import page_before
from tournaments.history.table_acts import TableActs, acts_at
from tournaments.history.time_spans import TimeSpan
from tournaments.models import PhoneLog, Table, Tournament
from tournaments.pairing.moves import OPENED_LATE
from tournaments.services import pair_substitute

pytestmark = pytest.mark.django_db

MOMENTS = [AT + minute * timedelta(minutes=1) for minute in range(25)]
"""So few that several acts come at the same moment."""

Act = tuple[datetime, int]


@pytest.mark.parametrize("many_pairs", [0, 1_000_000])
def test_acts_name_all_tables_of_a_part_of_the_span_or_say_that_they_do_not(
    monkeypatch: pytest.MonkeyPatch, many_pairs: int
) -> None:
    monkeypatch.setattr(table_acts, "MANY_PAIRS", many_pairs)
    monkeypatch.setattr(table_acts, "FEW", 9)
    answers = {"named": 0, "not known": 0, "all": 0}
    for seed in range(8):
        rng = Random(seed)
        here, there = (make_tournament(pairs=rng.choice([6, 20])) for _ in range(2))
        happened = random_acts(rng, here)
        random_acts(rng, there)
        for reach in (1, 2, 4, 60):
            early, late = sorted(rng.sample([None, *MOMENTS], 2), key=lambda moment: moment or AT)
            for newest_first, span in ((True, TimeSpan(until=late)), (False, TimeSpan(since=early))):
                for acts, all_of_kind in zip(
                    acts_at(here, span, newest_first=newest_first, reach=reach), happened, strict=True
                ):
                    answers[check(acts, all_of_kind, span, newest_first=newest_first, reach=reach)] += 1
    assert min(answers.values()) > 5, answers


def check(acts: TableActs, happened: list[Act], span: TimeSpan, *, newest_first: bool, reach: int) -> str:
    """Compare the acts with everything that happened, and return what they answered."""
    moments = sorted((at for at, _table in happened if span.holds(at)), reverse=newest_first)
    assert acts.moment(reach) == (moments[reach - 1] if len(moments) >= reach else None)
    part = span
    if (moment := acts.moment(reach)) is not None:
        part = TimeSpan(since=moment, until=span.until) if newest_first else TimeSpan(since=span.since, until=moment)
    tables = acts.tables_in(part)
    expected = {table for at, table in happened if part.holds(at)}
    if tables is None:
        assert acts.moment(reach) is not None or len(expected) > table_acts.FEW
        return "not known"
    assert tables == expected
    return "named" if acts.moment(reach) else "all"


def random_acts(rng: Random, tournament: Tournament) -> tuple[list[Act], list[Act]]:
    """Write saves, tables added late, and acts of phones into a new round, in no order; return when and where."""
    round_ = start_round(tournament)
    Table.history.filter(round_id=round_.pk).update(history_date=rng.choice(MOMENTS))
    rows: list[Any] = [row for row in Table.history.filter(round_id=round_.pk) for _ in range(rng.choice([0, 1, 8]))]
    for row in rows:
        row.pk, row.history_date = None, rng.choice(MOMENTS)
        row.history_type, row.history_change_reason = rng.choice([("~", None), ("~", None), ("+", OPENED_LATE)])
    Table.history.bulk_create(rows)
    keys = list(round_.tables.values_list("pk", flat=True))
    log = [PhoneLog(table_id=rng.choice(keys), at=rng.choice(MOMENTS), event=PhoneLog.Event.SEND) for _ in range(9)]
    PhoneLog.objects.bulk_create(log)
    return [(row.history_date, row.id) for row in rows], [(act.at, act.table_id) for act in log]


def test_substitutes_of_another_tournament_are_not_told() -> None:
    for name in ("Zanon Ugo", "Zanon Ada"):
        tournament = make_tournament(pairs=2)
        start_round(tournament)
        pair_substitute(pair=pair(tournament, 1), seat=2, player=name, first=2)
        page = page_before(tournament, lambda change: change.kind is ChangeKind.SUBSTITUTE, before=None, size=5)
        (told,) = page.changes
        assert page.history.players[told.edits[0].values["player_id"]] == name
