"""How the club does: an independent count of a year's evenings agrees; the page, its charts with tables, its file."""

from collections import Counter
from datetime import date, timedelta
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from openpyxl import load_workbook

from tests.factories import make_tournament, start_round
from tests.tournaments.views.pages import html_of, text_of
from tournaments.charts.attendance import MonthPoint, months_chart
from tournaments.charts.bars import bar_drawing
from tournaments.charts.drawing import Bar, Writing
from tournaments.models import Club, Pair, Player, Substitute, Tournament
from tournaments.selectors.attendance import Attendance, Attender, attendance_of
from tournaments.services import membership_fee_pay, player_create, player_forget

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

LAST = date(2026, 11, 20)
FIRST = date(2025, 11, 21)


def played(day: date, players: list[Player]) -> Tournament:
    """Store an evening of these players in pairs, as it is after its last round."""
    tournament = make_tournament(date=day, name=f"Evening {day}")
    Pair.objects.bulk_create(
        Pair(tournament=tournament, number=number, player1=one, player2=other, status=Pair.Status.ACTIVE)
        for number, (one, other) in enumerate(zip(players[::2], players[1::2], strict=False), start=1)
    )
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINAL)
    return tournament


def people(count: int) -> list[Player]:
    return [player_create(details={"last_name": f"Rossi{number}", "first_name": "Anna"}) for number in range(count)]


def found(last: date = LAST, **wanted: Any) -> Any:
    return attendance_of(last, **({"weeks": 8, "with_income": False} | wanted))


def test_an_independent_count_agrees() -> None:
    lot, everybody = Random(7), people(14)
    evenings: list[tuple[date, list[Player]]] = []
    for number in range(40):
        day = date(2025, 9, 5) + timedelta(weeks=number * 2)
        came = lot.sample(everybody, 2 * lot.randint(1, 6))
        evenings.append((day, came))
    for day, came in lot.sample(evenings, len(evenings)):
        played(day, came)
    attendance = found()
    within = [(day, came) for day, came in evenings if FIRST <= day <= LAST]
    assert [(evening.day, evening.players) for evening in attendance.evenings] == [(d, len(came)) for d, came in within]
    times = Counter(player.pk for _day, came in within for player in came)
    assert {one.key: one.evenings for one in attendance.attenders} == times
    until = [(day, came) for day, came in evenings if day <= LAST]
    for one in attendance.attenders:
        days = [day for day, came in until if one.key in {player.pk for player in came}]
        assert (one.first, one.last) == (min(days), max(days))
    firsts = Counter(min(d for d, came in until if player in came) for player in everybody)
    assert [evening.newcomers for evening in attendance.evenings] == [firsts[day] for day, _came in within]
    assert sum(month.evenings for month in attendance.months) == len(within)


def test_the_year_begins_with_its_first_day_and_whoever_came_before_alone_is_not_in_it() -> None:
    one, other, earlier, left = people(4)
    played(FIRST - timedelta(days=1), [earlier, left])
    played(FIRST, [one, other])
    attendance = found()
    assert [(evening.day, evening.players, evening.newcomers) for evening in attendance.evenings] == [(FIRST, 2, 2)]
    assert {attender.key: attender.evenings for attender in attendance.attenders} == {one.pk: 1, other.pk: 1}
    assert {attender.key for attender in attendance.newcomers} == {one.pk, other.pk}


def test_newcomers_and_who_is_missed_are_told_from_the_latest_on() -> None:
    def attender(key: int, first: date, last: date, evenings: int = 3) -> Attender:
        return Attender(key=key, name=f"Rossi {9 - key}", evenings=evenings, first=first, last=last)

    limit, day = LAST - timedelta(weeks=8), timedelta(days=1)
    attendance = Attendance(
        first=FIRST,
        last=LAST,
        weeks=8,
        evenings=[],
        months=[],
        attenders=[
            attender(1, FIRST - day, limit - 3 * day),
            attender(2, FIRST, limit - day),
            attender(3, FIRST + 2 * day, limit),
            attender(4, FIRST + day, limit - 2 * day),
            attender(5, FIRST - 2 * day, limit - day, evenings=2),
        ],
    )
    assert [one.key for one in attendance.newcomers] == [3, 4, 2]
    assert [one.key for one in attendance.missed] == [2, 4, 1]


def test_the_name_of_a_bar_stands_below_it_and_no_two_touch() -> None:
    for evenings in (1, 2, 9, 40, 200):
        drawing = bar_drawing([5] * evenings, ["27/03"] * evenings)
        names = [shape.at[0] for shape in drawing.shapes if isinstance(shape, Writing) and shape.text == "27/03"]
        bars = [shape for shape in drawing.shapes if isinstance(shape, Bar)]
        assert len(bars) == evenings and all(22 <= name <= drawing.width - 16 for name in names)
        assert all(second - first >= 36 for first, second in pairwise(names))
        assert abs(names[-1] - (bars[-1].at[0] + bars[-1].width // 2)) <= 3 or len(names) < evenings


def test_who_stopped_coming_came_often_and_is_long_unseen() -> None:
    often, seldom, faithful, other = people(4)
    for week in range(4):
        played(date(2026, 3, 6) + timedelta(weeks=week), [often, faithful])
    played(date(2026, 3, 6), [seldom, other])
    played(LAST, [faithful, other])
    assert [one.key for one in found().missed] == [often.pk]
    assert found(weeks=52).missed == []
    assert found(date(2026, 4, 1)).missed == []
    assert found(date(2025, 1, 1)).attenders == []


def test_who_is_not_there_does_not_count_and_a_substitute_does() -> None:
    one, other, absent, gone, stand_in = people(5)
    evening = played(LAST, [one, other, absent, gone])
    evening.pairs.filter(number=2).update(status=Pair.Status.EXPECTED)
    Substitute.objects.create(pair=evening.pairs.get(number=1), seat=1, player=stand_in, first_round=2)
    registration = make_tournament(pairs=4, date=LAST)
    assert registration.state == Tournament.State.REGISTRATION
    assert {attender.key for attender in found().attenders} == {one.pk, other.pk, stand_in.pk}
    player_forget(player=other)
    assert {attender.key for attender in found().attenders} == {one.pk, stand_in.pk}
    assert found().evenings[0].players == 3


def test_tables_and_income_are_counted_by_month_without_gaps() -> None:
    evening = make_tournament(pairs=8, date=date(2026, 8, 7))
    start_round(evening)
    payer = player_create(details={"last_name": "Neri", "first_name": "Ugo"})
    membership_fee_pay(player=payer, year=2026, cents=3_000, means="cash", paid_on=date(2026, 10, 2))
    months = found(with_income=True).months
    assert [(month.first_day.month, month.evenings, month.tables, month.income) for month in months] == [
        (8, 1, 4, 0),
        (9, 0, 0, 0),
        (10, 0, 0, 3_000),
    ]
    assert found().months[-1].first_day.month == 8


@pytest.mark.parametrize(("language", "name"), [("en", "Nov"), ("it", "nov"), ("es", "nov"), ("pt", "nov")])
def test_a_month_is_written_as_its_language_does(language: str, name: str) -> None:
    with override(language):
        chart = months_chart([MonthPoint(first_day=date(2026, 11, 1), evenings=1, tables=1, income=0)])
    assert chart is not None
    assert name in [shape.text for shape in chart.drawing.shapes if isinstance(shape, Writing)]


def test_the_page_has_a_table_behind_each_chart_and_the_file_real_figures(referee: Client) -> None:
    Club.objects.update_or_create(pk=1, defaults={"till": True})
    one, other = people(2)
    today = timezone.localdate()
    played(today, [one, other])
    membership_fee_pay(player=one, year=today.year, cents=3_050, means="cash", paid_on=today)
    page = html_of(referee.get(reverse("attendance")))
    assert page.count("The same as a table") == 2 and "Tables per month" not in page
    assert "1 evening in a year, 2 players each" in text_of(referee.get(reverse("attendance")))
    book = load_workbook(BytesIO(referee.get(reverse("attendance_xlsx")).content))
    rows = [list(sheet.iter_rows(min_row=2, values_only=True)) for sheet in book]
    assert [row[:2] for row in rows[0]] == [("Rossi0 Anna", 1), ("Rossi1 Anna", 1)]
    assert rows[1][0][2:] == (2, 2) and rows[2][0][1:] == (1, 0, 30.5)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"last": "mai"}, "valid date"),
        ({"last": "9999-12-31"}, "between 1900 and today"),
        ({"weeks": "0"}, "greater than or equal to 1"),
        ({"weeks": "molte"}, "whole number"),
    ],
)
def test_nonsense_is_named(referee: Client, typed: dict[str, str], sentence: str) -> None:
    for name in ("attendance", "attendance_xlsx"):
        answer = referee.get(reverse(name), typed)
        assert answer.status_code == 422 and sentence in text_of(answer)


def test_the_years_end_is_the_first_day_of_the_next(referee: Client) -> None:
    assert (found(date(2024, 2, 28)).first, found(date(2024, 2, 29)).first) == (date(2023, 3, 1), date(2023, 3, 1))
    assert found(date(2025, 12, 31)).first == date(2025, 1, 1)
    assert "No evening was played" in text_of(referee.get(reverse("attendance"), {"last": "2000-01-01"}))


def test_the_queries_are_the_same_however_many_evenings(django_assert_num_queries: Any) -> None:
    everybody = people(6)
    for week in range(12):
        played(LAST - timedelta(weeks=week), everybody)
    with django_assert_num_queries(9):
        assert len(found(with_income=True).evenings) == 12
