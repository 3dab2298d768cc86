"""Hands saved at the depth of cards or counts: their entries and lines, and the table's history."""

from dataclasses import replace

import pytest
from django.core.management import call_command

from scoring.engine.hand import SlipEntry
from tests.factories import AT, make_tournament, play_table, slip, start_round
from tests.tournaments.sample_hand import CARDS, COUNTS, DEPTHS, Entries, entry_of
from tournaments.models import Hand, Table
from tournaments.selectors.results import results_of
from tournaments.services import table_record
from tournaments.services.refusals import SlipRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return start_round(make_tournament(pairs=4, hands_per_round=2)).tables.get(number=1)


@pytest.mark.parametrize("entries", DEPTHS.values(), ids=list(DEPTHS))
def test_a_hand_is_kept_at_the_depth_it_was_given(table: Table, entries: Entries) -> None:
    play_table(table, entry_of(entries), slip())
    hand = Hand.objects.get(number=1)
    assert (hand.ns_entry, hand.ew_entry) == entries
    assert (hand.ns_total, hand.ew_total) == (400, -35)
    assert sum(line["points"] for line in hand.ns_lines) == 400
    call_command("check_scores", table.round.tournament.slug)


def test_the_lines_tell_what_the_points_are_for(table: Table) -> None:
    play_table(table, entry_of(CARDS), slip())
    hand = Hand.objects.get(number=1)
    assert [(line["item"], line["count"], line["points"]) for line in hand.ns_lines] == [
        ("melded", 27, 210),
        ("clean", 1, 200),
        ("closing", 1, 100),
        ("left", 6, -110),
    ]
    assert (results_of(table.round.tournament)[0].ns_mp, results_of(table.round.tournament)[0].ew_mp) == (820, 50)


def test_a_count_takes_the_place_of_a_slip_and_the_history_keeps_both(table: Table) -> None:
    play_table(table, slip(), slip())
    table.refresh_from_db()
    play_table(table, entry_of(COUNTS), slip())
    rows = Hand.history.filter(number=1).order_by("history_id")
    assert [row.ns_entry for row in rows] == [{"base": 300, "points": 120}, COUNTS[0]]
    assert Hand.history.filter(number=2).count() == 1


def test_what_the_players_wrote_stays_in_the_history(table: Table) -> None:
    claim = (SlipEntry(base=300, points=145), SlipEntry(base=0, points=60))
    table_record(table=table, version=0, hands=[replace(entry_of(CARDS), claim=claim), slip()], at=AT)
    assert [row.history_change_reason for row in Hand.history.order_by("number")] == [
        '{"claim": [[300, 145], [0, 60]]}',
        None,
    ]


def test_cards_against_the_rules_and_mixed_depths_write_nothing(table: Table) -> None:
    ns, ew = CARDS
    for wrong in ((ns | {"melds": ["3H 4H 5H 6H 7H 8H 9H", "KS KD 4C"]}, ew), (ns, {"base": 0, "points": -35})):
        with pytest.raises(SlipRefused):
            play_table(table, entry_of(wrong), slip())
    assert not Hand.objects.exists()
