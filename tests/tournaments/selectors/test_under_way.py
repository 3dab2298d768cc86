"""What keeps a server awake: an evening that is played, a clock that runs, emails that wait."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.factories import AT, make_tournament, play_round, start_round
from tournaments.clock.clock import ClockAction
from tournaments.models import Club, Mail, Tournament
from tournaments.selectors.under_way import is_under_way
from tournaments.services import clock_change, tournament_delete

pytestmark = pytest.mark.django_db


def after(**time: float) -> bool:
    return is_under_way(at=AT + timedelta(**time))


def test_an_evening_is_under_way_from_its_first_round_until_the_next_noon() -> None:
    tournament = make_tournament(pairs=4)
    assert not after(minutes=-1), "nobody plays yet"
    play_round(start_round(tournament))
    assert after(minutes=5) and after(hours=4), "between two rounds, and after midnight"
    assert not after(hours=24), "nobody made it final"
    Tournament.objects.update(state=Tournament.State.FINAL)
    assert not after(minutes=5)


def test_a_round_of_another_day_is_under_way_for_an_evening_and_not_for_weeks() -> None:
    league = make_tournament(pairs=4, date=date(2026, 9, 1))
    start_round(league)
    assert after(hours=3)
    assert not after(days=2)
    tournament_delete(tournament=league, by=None, at=AT)
    assert not after(hours=3)


def test_a_clock_that_runs_is_waited_for() -> None:
    league = make_tournament(pairs=4, date=date(2026, 9, 1), round_minutes=50)
    round_ = start_round(league)
    later = AT + timedelta(days=2)
    assert not is_under_way(at=later)
    clock_change(round=round_, action=ClockAction.START, at=later)
    assert is_under_way(at=later + timedelta(minutes=49))
    assert not is_under_way(at=later + timedelta(minutes=51)), "it has run out"
    assert not is_under_way(at=later + timedelta(minutes=50)), "it runs out"
    clock_change(round=round_, action=ClockAction.PAUSE, at=later + timedelta(minutes=10))
    assert not is_under_way(at=later + timedelta(minutes=20))


def test_emails_are_waited_for_where_they_can_be_sent_and_as_long_as_they_are_worth_it(settings: Any) -> None:
    Club.objects.create(pk=1, name="Aurora", address="https://aurora.example")
    facts: dict[str, Any] = {"kind": "test", "address": "a@example.com", "created_at": AT, "next_at": AT}
    Mail.objects.create(useful_until=AT + timedelta(hours=2), **facts)
    settings.EMAIL_HOST = ""
    assert not after(hours=1)
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "mail.example", "aurora@example.com"
    assert after(hours=1) and not after(hours=3)
    Mail.objects.update(state=Mail.State.SENDING)
    assert after(hours=3)
    Mail.objects.update(state=Mail.State.SENT)
    assert not after(hours=1)
