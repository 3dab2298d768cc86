"""The publication of a round in the history: who got a seat by it, and who only later."""

from collections import defaultdict
from datetime import timedelta

import pytest

from tests.factories import AT, make_account, make_tournament, pair, play_table, slip, start_on_phones, start_round
from tournaments.history.changes import ChangeKind
from tournaments.history.edits import ONE_GESTURE
from tournaments.history.table_acts import TablesAt
from tournaments.history.tournament_history import history_of
from tournaments.models import EntryTerms, Hand, Incident, Pair, PhoneLog, Substitute, Table, Tournament
from tournaments.pairing.moves import make_table
from tournaments.records import EntrantId, Outcome
from tournaments.selectors.drafts import drafted
from tournaments.services import (
    adjustment_add,
    incident_add,
    pair_add,
    pair_substitute,
    round_reseat,
    table_set_outcome,
)

pytestmark = pytest.mark.django_db


def test_a_table_opened_late_is_no_seat_of_the_publication() -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    round_ = start_round(tournament)
    late = [
        EntrantId(pair_add(tournament=tournament, players=(f"Zanon {name}", f"Zeta {name}"), here=True).number)
        for name in ("Ada", "Ugo")
    ]
    seen = drafted(round_).tables
    round_reseat(round=round_, seen=seen, change=lambda tables: make_table(tables, late), slips=None, at=AT)
    changes = history_of(tournament).changes
    published = [change for change in changes if change.kind is ChangeKind.PAIRING and change.parts]
    assert [[part.values["number"] for part in change.parts] for change in published] == [[1, 2]]
    assert [sorted(change.pairs) for change in published] == [[1, 2, 3, 4]]


def test_seats_put_right_with_one_press_are_one_change() -> None:
    tournament = make_tournament(pairs=4)
    rounds = [start_round(tournament), start_round(tournament)]
    anna, ugo = make_account("anna"), make_account("ugo")
    tables = [list(Table.history.filter(round_id=round_.pk).order_by("number")) for round_ in rounds]
    at = AT + timedelta(days=10_000)
    presses = [
        (tables[0][0], at, anna),
        (tables[0][1], at + ONE_GESTURE, anna),
        (tables[1][0], at + ONE_GESTURE, anna),
        (tables[1][1], at + ONE_GESTURE, ugo),
        (tables[1][0], at + 3 * ONE_GESTURE, ugo),
    ]
    for row, moment, account in presses:
        row.pk, row.history_type, row.history_date, row.history_user = None, "~", moment, account
        row.ns_id, row.ew_id = row.ew_id, row.ns_id
        row.save()
    changes = [change for change in history_of(tournament).changes if change.at >= at]
    assert sorted((change.at - at, change.who, change.round, len(change.edits)) for change in changes) == [
        (timedelta(), "anna", 1, 2),
        (ONE_GESTURE, "anna", 2, 1),
        (ONE_GESTURE, "ugo", 2, 1),
        (3 * ONE_GESTURE, "ugo", 2, 1),
    ]


def test_a_hand_belongs_to_the_slip_that_was_saved_with_it() -> None:
    tournament = make_tournament(pairs=2, hands_per_round=2)
    table = start_round(tournament).tables.get()
    play_table(table, slip(), slip())
    saved = Table.history.filter(id=table.pk, history_type="~").latest()
    first, second = Hand.history.filter(table_id=table.pk).order_by("number")
    for row, gap in ((first, ONE_GESTURE), (second, ONE_GESTURE + timedelta(microseconds=1))):
        Hand.history.filter(pk=row.pk).update(history_date=saved.history_date - gap)
    (result,) = (change for change in history_of(tournament).changes if change.kind is ChangeKind.RESULT)
    assert [hand.values["number"] for hand in result.parts] == [1]


def test_what_was_saved_as_it_was_is_no_change() -> None:
    tournament = make_tournament(pairs=2)
    start_round(tournament)
    pair_substitute(pair=pair(tournament, 1), seat=2, player="Zanon Ugo", first=2)
    EntryTerms.objects.create(tournament=tournament, is_open=True)
    written = [
        incident_add(tournament=tournament, details={"source": "other", "facts": f"Noise {number}"})
        for number in (1, 2)
    ]
    told = [(change.kind, change.at) for change in history_of(tournament).changes]
    for row in (Tournament.objects.get(), Substitute.objects.get(), EntryTerms.objects.get(), *written):
        row.save()
    # The first statement was saved again before the second one was written.
    rows = Incident.history.filter(id=written[0].pk)
    rows.filter(history_type="~").update(history_date=rows.earliest().history_date)
    assert [(change.kind, change.at) for change in history_of(tournament).changes] == told


def test_a_pair_of_another_tournament_or_without_a_history_has_no_number() -> None:
    other, tournament = make_tournament(pairs=3), make_tournament(pairs=2)
    round_ = start_round(tournament)
    gone, stays = (pair(tournament, number) for number in (1, 2))
    incident = incident_add(tournament=tournament, details={"source": "other", "facts": "Noise"})
    Incident.history.filter(id=incident.pk).update(pairs=[gone.pk, stays.pk, pair(other, 3).pk])
    adjustment_add(pair=gone, round=round_, mp=-100, reason="Late")
    Pair.history.filter(id=gone.pk).delete()
    numbers: dict[ChangeKind, set[int]] = defaultdict(set)
    for change in history_of(tournament).changes:
        numbers[change.kind] |= change.pairs
    named = (ChangeKind.PAIRING, ChangeKind.INCIDENT, ChangeKind.ADJUSTMENT)
    assert [numbers[kind] for kind in named] == [{2}, {2}, set()]


def test_what_is_known_of_the_tables_with_acts_changes_nothing() -> None:
    round_ = start_on_phones(pairs=4)
    tournament = round_.tournament
    table, other = round_.tables.order_by("number")
    table_set_outcome(table=table, version=table.version, outcome=Outcome.ABSENT_NS, at=AT)
    PhoneLog.objects.create(table=other, at=AT, event=PhoneLog.Event.SEND, line="ns")
    whole = history_of(tournament)
    saved, written = [table.pk], [other.pk]
    for known in (TablesAt(saved=saved), TablesAt(written=written), TablesAt(saved=saved, written=written)):
        assert history_of(tournament, tables=known) == whole
