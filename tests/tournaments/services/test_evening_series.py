"""Evenings that repeat: the rule against days counted one by one, and tournaments made ahead once each."""

from datetime import UTC, date, datetime, time, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from pages.refusals import Refused
from tests.factories import make_account, make_tournament, members
from tournaments.models import EntryTerms, EveningSeries, SeasonTournament, SeriesDay, TillTerms, Tournament
from tournaments.records.evening_rules import EveningRule, Repeats
from tournaments.seasons.rule import SeasonRule
from tournaments.selectors.evening_series import days_of
from tournaments.services import (
    entry_terms_set,
    evening_call_off,
    evening_reinstate,
    evenings_make_ahead,
    pair_add,
    series_change,
    series_create,
    series_end,
    series_leave_out,
    series_make_ahead,
    series_take_back,
    till_terms_set,
    tournament_bring_back,
    tournament_change,
    tournament_delete,
    tournament_delete_for_good,
)
from tournaments.services.seasons import season_create

AT = datetime(2026, 12, 1, 12, tzinfo=UTC)
FRIDAY = date(2026, 12, 4)
DETAILS: dict[str, Any] = {
    "name": "Venerdì",
    "first": FRIDAY,
    "repeats": "weeks",
    "interval": 1,
    "until": None,
    "count": None,
    "starts_at": time(20, 45),
    "venue": "Circolo",
    "weeks_ahead": 4,
}
FIVE = [FRIDAY + timedelta(weeks=week) for week in range(4)]

db = pytest.mark.django_db


def begin(like: Tournament | None = None, **details: Any) -> EveningSeries:
    return series_create(details=DETAILS | details, like=like, at=AT)


def dates() -> list[date]:
    return list(Tournament.objects.order_by("date").values_list("date", flat=True))


def enter(tournament: Tournament) -> None:
    pair_add(tournament=tournament, players=members(2))


# --- The rule ---------------------------------------------------------------------------------------------------------


def fits(rule: EveningRule, day: date) -> bool:
    """Return whether a day follows the rule, counted without a library."""
    if day < rule.first or day.weekday() != rule.first.weekday():
        return False
    months = (day.year - rule.first.year) * 12 + day.month - rule.first.month
    match rule.repeats:
        case Repeats.WEEKS:
            return (day - rule.first).days // 7 % rule.interval == 0
        case Repeats.MONTHS:
            return months % rule.interval == 0 and (day.day - 1) // 7 == (rule.first.day - 1) // 7
        case Repeats.LAST:
            return months % rule.interval == 0 and (day + timedelta(days=7)).month != day.month


@given(
    first=st.dates(date(2024, 1, 1), date(2030, 12, 31)),
    repeats=st.sampled_from(Repeats),
    interval=st.integers(1, 12),
    length=st.none() | st.integers(0, 700),
    count=st.none() | st.integers(1, 60),
    since=st.integers(-100, 400),
    span=st.integers(0, 400),
)
def test_a_rule_gives_the_days_that_are_counted_one_by_one(
    first: date, repeats: Repeats, interval: int, length: int | None, count: int | None, since: int, span: int
) -> None:
    until = None if length is None or count is not None else first + timedelta(days=length)
    rule = EveningRule(first=first, repeats=repeats, interval=interval, until=until, count=count)
    if not rule.begins_with_first:
        return
    begins, ends = first + timedelta(days=since), first + timedelta(days=since + span)
    every = [first + timedelta(days=day) for day in range(since + span + 1)]
    wanted = [day for day in every if fits(rule, day) and (until is None or day <= until)][:count]
    assert rule.days(begins, ends) == [day for day in wanted if begins <= day <= ends]


@pytest.mark.parametrize(
    ("first", "repeats", "begins"),
    [
        (date(2026, 12, 4), "months", True),
        (date(2027, 1, 29), "months", False),
        (date(2027, 1, 29), "last", True),
        (date(2027, 1, 22), "last", False),
    ],
)
def test_a_first_day_is_one_of_the_rules_own(first: date, repeats: str, begins: bool) -> None:
    assert EveningRule(first=first, repeats=Repeats(repeats)).begins_with_first is begins


# --- Tournaments made ahead -------------------------------------------------------------------------------------------


@db
def test_evenings_are_made_some_weeks_ahead_each_once() -> None:
    series = begin()
    assert dates() == FIVE
    assert series_make_ahead(series=series, at=AT) == [] and evenings_make_ahead(at=AT) == 0
    assert evenings_make_ahead(at=AT + timedelta(weeks=2)) == 2
    assert dates() == [FRIDAY + timedelta(weeks=week) for week in range(6)]
    evening = Tournament.objects.get(date=FRIDAY)
    assert (evening.name, evening.starts_at, evening.venue) == ("Venerdì", time(20, 45), "Circolo")


@db
def test_an_evening_is_like_the_last_one_of_its_series() -> None:
    like = make_tournament(name="Venerdì n. 9", date=date(2026, 11, 27), hands_per_round=2, venue="Altrove")
    entry_terms_set(
        tournament=like,
        terms={"is_open": True, "places": 16, "closes_at": datetime(2026, 11, 27, 17, tzinfo=UTC)},
    )
    till_terms_set(tournament=like, terms={"fee": 1000, "fund_percent": 50})
    season = season_create(name="Stagione", rule=SeasonRule(), tournaments={like.pk: 150})
    series = begin(like)
    made = Tournament.objects.exclude(pk=like.pk).order_by("date")
    assert [evening.name for evening in made] == ["Venerdì n. 10", "Venerdì n. 11", "Venerdì n. 12", "Venerdì n. 13"]
    assert {(evening.hands_per_round, evening.venue) for evening in made} == {(2, "Circolo")}
    assert {terms.places for terms in EntryTerms.objects.filter(tournament__in=made)} == {16}
    closing = [terms.closes_at for terms in EntryTerms.objects.filter(tournament__in=made).order_by("pk")]
    assert closing == [datetime(2026, 12, day, 17, tzinfo=UTC) for day in (4, 11, 18, 25)]
    assert {terms.fee for terms in TillTerms.objects.filter(tournament__in=made)} == {1000}
    assert SeasonTournament.objects.filter(season=season, weight=150).count() == 5
    last = made[3]
    tournament_change(tournament=last, changes={"rounds_planned": 7})
    (new,) = series_make_ahead(series=series, at=AT + timedelta(weeks=1))
    assert new.rounds_planned == 7


@db
def test_the_evening_that_it_is_made_from_is_one_of_the_series() -> None:
    like = make_tournament(date=FRIDAY)
    begin(like)
    assert dates() == FIVE
    assert SeriesDay.objects.get(date=FRIDAY).tournament == like
    like.refresh_from_db()
    assert (like.starts_at, like.venue) == (time(20, 45), "")


@db
def test_an_evening_made_by_hand_is_not_made_a_second_time() -> None:
    by_hand = make_tournament(name="Venerdì 31", date=FIVE[1])
    other = make_tournament(name="Altro torneo", date=FIVE[2])
    begin(make_tournament(name="Venerdì 30", date=FRIDAY))
    assert SeriesDay.objects.get(date=FIVE[1]).tournament == by_hand
    assert Tournament.objects.filter(date=FIVE[2]).count() == 2
    assert not SeriesDay.objects.filter(tournament=other).exists()


@db
def test_in_the_weeks_of_both_changes_of_the_clocks_it_begins_at_a_quarter_to_nine() -> None:
    begin(first=date(2027, 3, 19), weeks_ahead=26, starts_at=time(20, 45))
    evenings_make_ahead(at=datetime(2027, 3, 19, tzinfo=UTC))
    evenings_make_ahead(at=datetime(2027, 9, 1, tzinfo=UTC))
    assert {evening.starts_at for evening in Tournament.objects.all()} == {time(20, 45)}
    assert all(day.weekday() == 4 for day in dates()) and len(dates()) > 40


@db
def test_a_day_left_out_stays_left_out_until_it_is_taken_back() -> None:
    series = begin(weeks_ahead=2)
    christmas = date(2026, 12, 25)
    series_leave_out(series=series, date=christmas, by=None, at=AT)
    series_leave_out(series=series, date=christmas, by=None, at=AT)
    later = AT + timedelta(weeks=4)
    evenings_make_ahead(at=later)
    assert christmas not in dates() and date(2027, 1, 1) in dates()
    series_take_back(series=series, date=christmas, at=AT + timedelta(weeks=2))
    assert christmas in dates()


@db
def test_a_day_that_is_no_evening_cannot_be_left_out() -> None:
    series = begin()
    with pytest.raises(Refused, match="5 dicembre"):
        series_leave_out(series=series, date=date(2026, 12, 5), by=None, at=AT)
    assert SeriesDay.objects.count() == 4


@db
def test_leaving_out_a_made_day_deletes_an_empty_evening_alone() -> None:
    series = begin()
    full = Tournament.objects.get(date=FIVE[2])
    enter(full)
    series_leave_out(series=series, date=FIVE[1], by=None, at=AT)
    with pytest.raises(Refused, match="annullala"):
        series_leave_out(series=series, date=FIVE[2], by=None, at=AT)
    evenings_make_ahead(at=AT)
    assert dates() == [FIVE[0], FIVE[2], FIVE[3]]


@db
@pytest.mark.parametrize("for_good", [False, True])
def test_a_deleted_evening_is_not_made_again(for_good: bool) -> None:
    series = begin()
    deleted = tournament_delete(tournament=Tournament.objects.get(date=FIVE[1]), by=None, at=AT)
    if for_good:
        tournament_delete_for_good(tournament=deleted)
    assert evenings_make_ahead(at=AT) == 0
    assert [day.is_left_out for day in days_of(series, FRIDAY)][:4] == [False, True, False, False]
    if not for_good:
        tournament_bring_back(tournament=deleted)
        assert [day.is_left_out for day in days_of(series, FRIDAY)][:4] == [False] * 4
    assert SeriesDay.objects.count() == 4


@db
def test_a_new_rule_leaves_evenings_with_people_alone_and_says_so() -> None:
    series = begin()
    full = Tournament.objects.get(date=FIVE[1])
    enter(full)
    thursday = FRIDAY - timedelta(days=1)
    change = series_change(series=series, details=DETAILS | {"first": thursday, "starts_at": time(21)}, by=None, at=AT)
    assert change.kept == (full,)
    assert [evening.date for evening in change.removed] == [FIVE[0], FIVE[2], FIVE[3]]
    assert [evening.date for evening in change.made] == [thursday + timedelta(weeks=week) for week in range(4)]
    full.refresh_from_db()
    assert (full.date, full.starts_at, full.deleted_at) == (FIVE[1], time(20, 45), None)
    assert {evening.starts_at for evening in change.made} == {time(21)}
    days = {day.date: day for day in days_of(change.series, thursday)}
    assert not days[full.date].is_of_rule and days[full.date].has_people


@db
def test_another_hour_reaches_the_empty_evenings() -> None:
    series = begin()
    full = Tournament.objects.get(date=FIVE[0])
    enter(full)
    change = series_change(series=series, details=DETAILS | {"starts_at": time(21)}, by=None, at=AT)
    assert (change.kept, change.removed, change.made) == ((full,), (), ())
    hours = list(Tournament.objects.order_by("date").values_list("starts_at", flat=True))
    assert hours == [time(20, 45), time(21), time(21), time(21)]
    assert series_change(series=series, details=DETAILS | {"starts_at": time(21)}, by=None, at=AT).kept == ()


@db
def test_a_new_rule_looks_at_the_days_to_come_and_at_evenings_that_are_there() -> None:
    series = begin()
    today = datetime(2026, 12, 11, 12, tzinfo=UTC)
    called_off = evening_call_off(tournament=Tournament.objects.get(date=FIVE[2]), at=AT)
    gone = tournament_delete(tournament=Tournament.objects.get(date=FIVE[3]), by=None, at=AT)
    same = series_change(series=series, details=DETAILS, by=None, at=today)
    assert (same.kept, same.removed) == ((), ())
    assert [evening.date for evening in same.made] == [FRIDAY + timedelta(weeks=week) for week in (4, 5)]

    author = make_account("ugo")
    thursday = FRIDAY - timedelta(days=1)
    change = series_change(series=series, details=DETAILS | {"first": thursday}, by=author, at=today)
    # The first evening is over, one was called off, one was deleted before.
    assert change.kept == (called_off,)
    assert [evening.date for evening in change.removed] == [FRIDAY + timedelta(weeks=week) for week in (1, 4, 5)]
    assert {(evening.deleted_by, evening.deleted_at) for evening in change.removed} == {(author, today)}
    assert not SeriesDay.objects.filter(tournament__in=[evening.pk for evening in change.removed]).exists()
    assert Tournament.objects.filter(date=FIVE[0]).exists() and not Tournament.objects.filter(pk=gone.pk).exists()
    elsewhere = series_change(series=series, details=DETAILS | {"first": thursday, "venue": "Sala"}, by=None, at=today)
    assert elsewhere.kept == (called_off,) and elsewhere.removed == elsewhere.made == ()
    venues = dict(Tournament.objects.values_list("date", "venue"))
    assert venues.pop(FIVE[0]) == "Circolo" and venues.pop(called_off.date) == "Circolo"
    assert set(venues.values()) == {"Sala"}


@db
def test_a_day_is_left_out_and_taken_back_with_whoever_did_it() -> None:
    series, author = begin(), make_account("ugo")
    for _time in range(2):
        series_leave_out(series=series, date=FIVE[1], by=author, at=AT)
    (deleted,) = Tournament.everything.filter(deleted_at__isnull=False)
    assert (deleted.date, deleted.deleted_by, deleted.deleted_at) == (FIVE[1], author, AT)
    series_take_back(series=series, date=FIVE[1], at=AT)
    assert dates() == FIVE
    # One that takes place, or no day of the rule, is left as it is.
    for day in (FIVE[2], date(2026, 12, 5)):
        series_take_back(series=series, date=day, at=AT)
    assert dates() == FIVE and SeriesDay.objects.count() == 4
    series_take_back(series=series, date=FIVE[0], at=AT + timedelta(weeks=1))
    assert dates() == [*FIVE, FRIDAY + timedelta(weeks=4)]


@db
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, time(20, 45)),
        ({"starts_at": time(15)}, time(15)),
        ({"called_off_at": AT}, None),
        ({"state": Tournament.State.RUNNING}, None),
    ],
)
def test_the_evening_it_is_made_from_gets_the_hour_unless_it_has_one_or_is_past(
    before: dict[str, Any], after: time | None
) -> None:
    like = make_tournament(date=FRIDAY)
    Tournament.objects.filter(pk=like.pk).update(**before)
    series = begin(Tournament.objects.get())
    assert Tournament.objects.get(pk=like.pk).starts_at == after
    assert SeriesDay.objects.get(date=FRIDAY, series=series).tournament_id == like.pk


@db
def test_the_days_to_come_are_listed_with_what_has_become_of_each() -> None:
    series = begin(weeks_ahead=2)
    enter(Tournament.objects.get(date=FIVE[1]))
    # Of the rule before it changed.
    SeriesDay.objects.create(series=series, date=FRIDAY + timedelta(days=1), tournament=make_tournament(name="Sabato"))
    series_leave_out(series=series, date=FRIDAY + timedelta(weeks=3), by=None, at=AT)

    def told(today: date) -> list[tuple[int, bool, bool, bool, bool]]:
        return [
            ((day.date - FRIDAY).days, day.tournament is not None, day.is_left_out, day.has_people, day.is_of_rule)
            for day in days_of(series, today)
        ]

    made, nothing, left_out = (True, False, False, True), (False, False, False, True), (False, True, False, True)
    listed = told(FRIDAY)
    assert listed[:6] == [
        (0, *made),
        (1, True, False, False, False),
        (7, True, False, True, True),
        (14, *(made if FIVE[2] in dates() else nothing)),
        (21, *left_out),
        (28, *nothing),
    ]
    # Ten weeks are shown, or as many as are made ahead.
    assert listed[-1] == (70, *nothing) and len(listed) == 12
    assert told(FRIDAY + timedelta(days=8))[0][0] == 14
    series.weeks_ahead = 12
    assert told(FRIDAY)[-1][0] == 84


@db
def test_calling_off_and_reinstating_are_shown_at_once() -> None:
    tournament = make_tournament(date=FRIDAY)
    seen = [tournament.revision]
    evening_call_off(tournament=tournament, at=AT)
    seen.append(Tournament.objects.get().revision)
    evening_reinstate(tournament=tournament)
    seen.append(Tournament.objects.get().revision)
    assert seen == sorted(set(seen)) and Tournament.objects.get().called_off_at is None


@db
@pytest.mark.parametrize(
    "wrong",
    [
        {"first": date(2027, 1, 29), "repeats": "months"},
        {"first": date(2027, 1, 22), "repeats": "last"},
        {"until": FRIDAY - timedelta(days=1)},
    ],
)
def test_a_rule_that_contradicts_itself_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        begin(**wrong)
    assert not EveningSeries.objects.exists() and not Tournament.objects.exists()


@db
def test_its_tournaments_stay_when_it_ends() -> None:
    series_end(series=begin())
    assert dates() == FIVE and not SeriesDay.objects.exists()
    assert evenings_make_ahead(at=AT + timedelta(weeks=9)) == 0


@db
def test_the_database_keeps_one_row_for_a_day() -> None:
    series = begin()
    with pytest.raises(IntegrityError), transaction.atomic():
        SeriesDay.objects.create(series=series, date=FRIDAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        EveningSeries.objects.filter(pk=series.pk).update(until=FRIDAY, count=3)


@pytest.mark.django_db(transaction=True)
def test_asked_by_several_at_once_it_makes_nothing_twice() -> None:
    begin()
    later, barrier, failures, made = AT + timedelta(weeks=3), Barrier(4), list[BaseException](), list[int]()

    def ask() -> None:
        try:
            barrier.wait(timeout=60)
            made.append(evenings_make_ahead(at=later))
        except (Refused, DatabaseError) as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [Thread(target=ask) for _asker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [] and sum(made) == 3
    assert dates() == [FRIDAY + timedelta(weeks=week) for week in range(7)]


# --- Evenings called off ----------------------------------------------------------------------------------------------


@db
def test_an_evening_called_off_is_not_changed_until_it_takes_place_after_all() -> None:
    tournament = make_tournament(date=FRIDAY, pairs=2)
    called_off = evening_call_off(tournament=tournament, at=AT)
    assert called_off.called_off_at == AT
    with pytest.raises(Refused, match="annullata"):
        tournament_change(tournament=tournament, changes={"venue": "Altrove"})
    assert evening_reinstate(tournament=tournament).called_off_at is None
    tournament_change(tournament=tournament, changes={"venue": "Altrove"})


@db
def test_an_evening_that_has_begun_is_not_called_off() -> None:
    tournament = make_tournament(date=FRIDAY)
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    with pytest.raises(Refused, match="è cominciato"):
        evening_call_off(tournament=tournament, at=AT)


@db
def test_an_evening_of_one_series_is_none_of_another_that_is_like_it() -> None:
    like = make_tournament(date=FRIDAY)
    first = begin(like)
    begin(like, name="Altro", weeks_ahead=1)
    assert SeriesDay.objects.get(tournament=like).series == first


@db
def test_an_evening_made_by_hand_gets_the_hour_of_the_series() -> None:
    by_hand = make_tournament(name="Venerdì 31", date=FIVE[1])
    begin(make_tournament(name="Venerdì 30", date=FRIDAY))
    by_hand.refresh_from_db()
    assert by_hand.starts_at == time(20, 45)


@db
def test_a_rule_may_end_with_its_first_evening() -> None:
    begin(until=FRIDAY)
    assert dates() == [FRIDAY]


@db
@pytest.mark.usefixtures("in_english")
def test_what_was_ended_meanwhile_is_not_changed() -> None:
    series = begin()
    series_end(series=series)
    with pytest.raises(Refused, match="This evening no longer repeats"):
        series_end(series=series)


@db
def test_a_series_that_makes_no_evening_is_told_in_the_log_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = begin(weeks_ahead=1), begin(name="Sabato", weeks_ahead=1)

    def make_ahead(*, series: EveningSeries, at: datetime) -> list[Tournament]:
        if series == broken:
            raise Refused("No room for it.")
        return series_make_ahead(series=series, at=at)

    monkeypatch.setattr("tournaments.services.evening_series.series_make_ahead", make_ahead)
    assert evenings_make_ahead(at=AT + timedelta(weeks=1)) == 1 and other.days.count() == 2
    assert "no evening was made ahead for “Venerdì”: No room for it." in caplog.text
