"""Of pairs and entries that came by the hundred with one press, a page of changes tells how many they are."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import AT, make_account, make_tournament, start_round
from tournaments.history import pages, pair_changes
from tournaments.history.changes import Change, ChangeKind, History
from tournaments.history.edits import ONE_GESTURE
from tournaments.history.pages import HistoryPage, page_after, page_at, page_before
from tournaments.history.sentences import tell
from tournaments.history.tournament_history import history_of
from tournaments.models import Adjustment, Entry, Incident, Pair, Player, Round, Substitute, Table, Tournament

pytestmark = pytest.mark.django_db

INSTANT = timedelta(milliseconds=1)
KEYS = 1_000_000
"""The first key of a row that a test makes up: a server counts its own keys on from test to test."""


def test_pages_say_of_random_presses_what_the_whole_history_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_changes, "BLOCK", 4)
    monkeypatch.setattr(pair_changes, "FEW", 20)
    monkeypatch.setattr(pages, "EDITS_ON_A_PAGE", 6)
    accounts, left_out = [None, make_account("anna"), make_account("ugo")], 0
    for seed in range(12):
        tournament = random_history(Random(seed), accounts)
        whole = history_of(tournament).where(is_wanted)
        wanted = [what(change, whole) for change in whole.changes]
        for size in (1, 4, 30):
            there = list(walked(page_before(tournament, is_wanted, before=None, size=size), tournament, size))
            assert [what(change, page.history) for page in there for change in page.changes] == wanted, (seed, size)
            # Names, numbers and details are there for whatever shows them.
            for page in there:
                for change in page.changes:
                    left_out += bool(change.edits_left_out)
                    if not change.edits_left_out:
                        assert tell(change, page.history).differences == differences_of(change, whole), (seed, size)
        oldest = page_after(tournament, is_wanted, after=AT - ONE_GESTURE, size=4)
        assert [what(change, oldest.history) for change in oldest.changes] == wanted[-len(oldest.changes) :], seed
    assert left_out > 20


def is_wanted(change: Change) -> bool:
    return change.kind is not ChangeKind.TOURNAMENT


def walked(page: HistoryPage, tournament: Tournament, size: int) -> Any:
    yield page
    while page.older:
        page = page_before(tournament, is_wanted, before=page.older, size=size)
        yield page


def what(change: Change, history: History) -> tuple[object, ...]:
    return change.kind, change.at, change.who, change.round, change.table, tell(change, history).headline


def differences_of(change: Change, whole: History) -> object:
    """Return the details of the same change in the whole history."""
    (same,) = [other for other in whole.changes if (other.kind, other.edits) == (change.kind, change.edits)]
    return tell(same, whole).differences


def random_history(rng: Random, accounts: list[User | None]) -> Tournament:
    """Return a tournament whose pairs and entries came, changed and went by presses of many sizes, among slips."""
    tournament = make_tournament(pairs=4)
    slip = Table.history.filter(pk=start_round(tournament).tables.get(number=1).history.latest().pk).get()
    for model in (Tournament, Pair, Table, tournament.rounds.model):
        model.history.filter(history_date__gt=AT).update(history_date=AT)
    tournament.rounds.model.history.update(history_date=AT)
    at, there = AT + timedelta(minutes=1), list(Pair.history.filter(tournament_id=tournament.pk))
    entries: list[Any] = []
    for _press in range(rng.randrange(4, 25)):
        at += rng.choice([INSTANT, timedelta(seconds=4), ONE_GESTURE, ONE_GESTURE + INSTANT, timedelta(minutes=1)])
        step = rng.choice([timedelta(), INSTANT, INSTANT, timedelta(seconds=1)])
        rows: list[Any] = []
        match rng.randrange(6):
            case 0 | 1:
                first = KEYS + 1000 * tournament.pk + len(there)
                rows = [of_pair(tournament, first + new, "+") for new in range(rng.choice([1, 3, 9, 14, 40]))]
                there += rows
            case 2:
                changed = rng.sample(there, rng.randrange(1, 4))
                rows = [of_pair(tournament, row.id, "~", status=rng.choice(["active", "withdrawn"])) for row in changed]
            case 3:
                rows = [of_pair(tournament, there.pop().id, "-")] if len(there) > 8 else []
            case 4:
                first = len(entries)
                rows = [of_entry(tournament, first + new, "+") for new in range(rng.choice([1, 3, 9]))]
                entries += rows
            case 5:
                slip.pk, slip.history_type, slip.outcome = None, "~", rng.choice(["open", "arbitral"])
                rows = [slip]
        at = written(rows, at, step, rng.choice(accounts))
    return tournament


def of_pair(tournament: Tournament, key: int, type_: str, status: str = "active") -> Any:
    names = {"player1_id": 2 * key, "player2_id": 2 * key + 1}
    return Pair.history.model(
        id=key, number=key % 1000 + 1, tournament_id=tournament.pk, status=status, history_type=type_, **names
    )


def of_entry(tournament: Tournament, key: int, type_: str) -> Any:
    shared = {"tournament_id": tournament.pk, "history_type": type_, "created_at": AT}
    return Entry.history.model(id=KEYS + 1000 * tournament.pk + key, name1=f"Rossi {key}", **shared)


def written(rows: list[Any], at: datetime, step: timedelta, by: User | None) -> datetime:
    """Save historical rows from a moment on, and return the moment of the last."""
    for row in rows:
        row.history_date, row.history_user = at, by
        row.save()
        at += step
    return at


def test_a_list_of_a_thousand_is_counted_and_not_read() -> None:
    tournament = make_tournament(pairs=2)
    Pair.history.update(history_date=AT)
    Pair.history.bulk_create(long_list(tournament, 1000))
    page = page_before(tournament, is_wanted, before=None, size=30)
    (listed,) = [change for change in page.changes if change.at > AT]
    assert tell(listed, page.history).headline == "1000 coppie iscritte" and len(listed.edits) == 1
    assert len(page.history.pairs) <= 4 * pair_changes.BLOCK and not page.history.players.keys() & {
        2 * KEYS,
        2 * KEYS + 1,
    }
    whole = page_at(tournament, is_wanted, at=listed.at)
    assert len(tell(whole.changes[0], whole.history).differences) == 1000


Row = Any
MIDDLE = 8 * pair_changes.BLOCK


def pause(rows: list[Row]) -> None:
    for row in rows[MIDDLE:]:
        row.history_date += timedelta(hours=1)


def another_kind(rows: list[Row]) -> None:
    rows[MIDDLE + 7].history_type = "-"


def somebody_else(rows: list[Row]) -> None:
    rows[MIDDLE + 7].history_user = User.objects.get()


def somebody_else_from_there(rows: list[Row]) -> None:
    for row in rows[MIDDLE:]:
        row.history_user = User.objects.get()


def one_later(rows: list[Row]) -> None:
    rows[MIDDLE + 7].history_date += timedelta(hours=1)


def one_earlier(rows: list[Row]) -> None:
    rows[MIDDLE + 7].history_date -= timedelta(hours=1)


def something_between(rows: list[Row]) -> None:
    """Let a pair that came last be written down in the middle."""
    rows[-1].history_date, rows[-1].history_user = rows[MIDDLE].history_date, User.objects.get()


@pytest.mark.parametrize(
    "part", [pause, another_kind, somebody_else, somebody_else_from_there, one_later, one_earlier, something_between]
)
def test_what_parts_a_press_is_seen_in_its_middle(part: Callable[[list[Row]], None]) -> None:
    make_account("anna")
    tournament = make_tournament(pairs=2)
    Pair.history.update(history_date=AT)
    rows = long_list(tournament, 16 * pair_changes.BLOCK + 1)
    part(rows)
    Pair.history.bulk_create(rows)
    whole, page = history_of(tournament).where(is_wanted), page_before(tournament, is_wanted, before=None, size=30)
    assert [what(change, page.history) for change in page.changes] == [what(change, whole) for change in whole.changes]
    assert len(page.changes) > 2


def long_list(tournament: Tournament, size: int, *, apart: int = 1) -> list[Row]:
    """Return the unsaved historical rows of a list of pairs, whose keys begin with a block and lie so far apart."""
    rows = [of_pair(tournament, KEYS + key, "+") for key in range(size)]
    for late, row in enumerate(rows):
        row.history_id = KEYS * pair_changes.BLOCK + apart * late
        row.history_date = AT + timedelta(hours=2) + late * INSTANT
    return rows


def test_few_pairs_whose_rows_lie_among_those_of_other_tournaments_are_told() -> None:
    tournament = make_tournament(pairs=pair_changes.BLOCK * 2)
    Pair.history.update(history_date=AT)
    rows = long_list(tournament, pages.EDITS_ON_A_PAGE, apart=pair_changes.BLOCK // 4)
    Pair.history.bulk_create(rows)
    page = page_before(tournament, is_wanted, before=None, size=30)
    details = tell(page.changes[0], page.history).differences
    assert len(details) == len(rows) and page.changes[0].edits_left_out == 0


def test_who_came_with_a_list_is_named_where_they_changed_alone() -> None:
    tournament = make_tournament(pairs=2)
    round_ = start_round(tournament)
    for model in (Pair, Round, Table, Tournament):
        model.history.update(history_date=AT)
    rows = long_list(tournament, 1000)
    people = Player.objects.bulk_create(Player(last_name=f"Rossi {key}") for key in range(3))
    rows[500].player2_id, rows[502].player1_id = people[0].pk, people[2].pk
    Pair.history.bulk_create(rows)
    now = {"history_date": AT + timedelta(hours=3), "history_type": "+"}
    alone = {"tournament_id": tournament.pk, "round_id": round_.pk, "mp": -100, "reason": "Tardi"} | now
    Adjustment.history.model(id=KEYS, pair_id=KEYS + 500, player_id=people[0].pk, **alone).save()
    Incident.history.model(id=KEYS, number=1, tournament_id=tournament.pk, pairs=[KEYS + 501], made_at=AT, **now).save()
    Substitute.history.model(id=KEYS, pair_id=KEYS + 502, seat=1, player_id=people[1].pk, first_round=1, **now).save()
    whole, page = history_of(tournament), page_before(tournament, is_wanted, before=None, size=3)
    assert {change.kind for change in page.changes} == {
        ChangeKind.ADJUSTMENT,
        ChangeKind.INCIDENT,
        ChangeKind.SUBSTITUTE,
    }
    for change, same in zip(page.changes, whole.changes, strict=False):
        assert (change.pairs, tell(change, page.history)) == (same.pairs, tell(same, whole))
    assert {number for change in page.changes for number in change.pairs} == {501, 502, 503}
    assert len(page.history.pairs) < 200
