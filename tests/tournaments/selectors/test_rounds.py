"""The frame of a page knows of the present rounds what the desk knows, without all of their missing tables."""

import pytest

from tests.factories import draft_round, make_tournament, play_round, play_table, start_round
from tournaments.models import Tournament
from tournaments.records import System
from tournaments.selectors.rounds import rounds_in_brief, rounds_now

pytestmark = pytest.mark.django_db


def test_in_brief_a_round_waits_at_the_same_desk() -> None:
    tournament = make_tournament(pairs=12, rounds_planned=4)
    assert first_missing(tournament) == []
    first = start_round(tournament, System.MITCHELL, sections=(4,), step=1)
    assert first_missing(tournament) == [[1]]
    for table in first.tables.filter(number__lte=4):
        play_table(table)
    (at_desk,) = first_missing(tournament)
    assert at_desk == rounds_now(tournament).rounds[0].missing[:1] and at_desk
    second = start_round(tournament, System.REGISTRATION)
    assert first_missing(tournament) == [at_desk, [1]]
    play_round(second, close=False)
    assert first_missing(tournament) == [at_desk, []]
    play_round(first)
    play_round(second)
    draft_round(tournament, System.SWISS)
    assert first_missing(tournament) == [[], [], []]


def first_missing(tournament: Tournament) -> list[list[int]]:
    """Return the missing tables of all rounds in brief, after they were compared with the present rounds."""
    brief, whole = rounds_in_brief(tournament), rounds_now(tournament)
    desks = [known.at_desk.number if known.at_desk else None for known in (brief, whole)]
    assert desks[0] == desks[1]
    assert [(row.number, row.state) for row in brief.rounds] == [(row.number, row.state) for row in whole.rounds]
    for short, full in zip(brief.rounds, whole.rounds, strict=True):
        assert list(short.missing) == (list(full.missing[:1]) if full.under_way else [])
    return [list(row.missing) for row in brief.rounds]
