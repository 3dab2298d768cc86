"""The pages of evenings that repeat: made, changed, a day left out, an evening called off, and told in the journal."""

from copy import copy
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role
from tests.factories import make_account, make_tournament, members, start_round
from tests.tournaments.views.pages import said, text_of
from tournaments.history.journal import journal, lines_of
from tournaments.models import EveningSeries, SeriesDay, Tournament
from tournaments.services import entry_terms_set, pair_add, pairs_add_many

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

NEXT = timezone.localdate() + timedelta(days=3)


def typed(**changed: Any) -> dict[str, Any]:
    fields = {
        "name": "Serata fissa",
        "like": "",
        "first": NEXT.isoformat(),
        "repeats": "weeks",
        "interval": "1",
        "until": "",
        "count": "",
        "starts_at": "20:45",
        "venue": "Circolo",
        "weeks_ahead": "3",
    }
    return fields | changed


def begin(client: Client, **changed: Any) -> EveningSeries:
    assert client.post(reverse("series_new"), typed(**changed)).status_code == 302
    return EveningSeries.objects.get()


def headlines() -> list[str]:
    return [line.headline for line in lines_of(list(journal(kind="club")))]


def test_a_secretary_begins_an_evening_that_repeats() -> None:
    secretary = Client()
    secretary.force_login(make_account("sara", Role.SECRETARY))
    assert "No evening repeats yet" in text_of(secretary.get(reverse("calendar")))
    series = begin(secretary)
    page = text_of(secretary.get(reverse("calendar")))
    assert f"Serata fissa Every week: {NEXT:%A}" in page and "at 20:45" in page
    assert Tournament.objects.count() == 3
    days = text_of(secretary.get(reverse("series", args=[series.pk])))
    assert "created later Leave out" in days
    assert headlines() == ["New evening that repeats: Serata fissa"]


def test_a_form_with_faults_keeps_what_was_typed_and_says_which(referee: Client) -> None:
    answer = referee.post(reverse("series_new"), typed(interval="0", until="2030-01-01", count="3", starts_at="x"))
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"interval", "count", "starts_at"}
    assert "Serata fissa" in answer.content.decode() and not EveningSeries.objects.exists()
    fifth = date(2027, 1, 29)
    no_such_day = typed(first=fifth.isoformat(), repeats="months")
    answer = referee.post(reverse("series_new"), no_such_day)
    assert answer.status_code == 422 and "is not such a day of its month" in text_of(answer)
    assert set(answer.context["form"].errors) == {"first"} and not EveningSeries.objects.exists()
    # The rule of one that there is, is refused in the same way; an end of one kind alone is no fault.
    series = begin(referee, until=(NEXT + timedelta(weeks=9)).isoformat())
    answer = referee.post(reverse("series", args=[series.pk]), no_such_day)
    assert answer.status_code == 422 and set(answer.context["form"].errors) == {"first"}
    counted = typed(count="4")
    assert referee.post(reverse("series", args=[series.pk]), counted).status_code == 302
    series.refresh_from_db()
    assert (series.until, series.count) == (None, 4)


def test_it_begins_from_a_tournament(referee: Client) -> None:
    like = make_tournament(name="Giovedì n. 3", date=NEXT, venue="Sala", hands_per_round=2)
    page = referee.get(reverse("tournament", args=[like.slug])).content.decode()
    address = f"{reverse('series_new')}?like={like.slug}"
    assert f'href="{address}"' in page
    assert referee.get(address).context["form"].initial == {
        "name": "Giovedì n. 3",
        "like": like.pk,
        "first": NEXT,
        "venue": "Sala",
        "starts_at": like.starts_at,
    }
    blank = referee.get(reverse("series_new"))
    assert blank.status_code == 200 and blank.context["form"].initial == {}
    begin(referee, like=str(like.pk))
    assert sorted(Tournament.objects.values_list("name", flat=True)) == [f"Giovedì n. {n}" for n in (3, 4, 5)]
    assert {evening.hands_per_round for evening in Tournament.objects.all()} == {2}


def test_a_day_is_left_out_and_taken_back(referee: Client) -> None:
    series = begin(referee)
    day = NEXT + timedelta(weeks=1)
    assert referee.get(reverse("series", args=[series.pk])).status_code == 200
    for address, here, sentence in (
        ("series_leave_out", False, "That day is left out."),
        ("series_take_back", True, "That day is an evening again."),
    ):
        answer = referee.post(reverse(address, args=[series.pk]), {"date": day.isoformat()})
        assert answer.status_code == 302 and sentence in said(answer)
        assert Tournament.objects.filter(date=day).exists() is here
    # A day that was not made yet is told in the journal; the other line is that of the tournament.
    for address, told in (("series_leave_out", "Left out"), ("series_take_back", "No longer left out")):
        assert referee.post(reverse(address, args=[series.pk]), {"date": LATER}).status_code == 302
        assert headlines()[0].startswith(f"{told}: Serata fissa")
    for address in ("series_leave_out", "series_take_back"):
        answer = referee.post(reverse(address, args=[series.pk]), {"date": "31/02"})
        assert answer.status_code == 422 and "date" in answer.context["day_form"].errors
        assert answer.context["form"].initial["name"] == "Serata fissa"
    answer = referee.post(reverse("series_leave_out", args=[series.pk]), {"date": (day + timedelta(1)).isoformat()})
    assert answer.status_code == 422 and "is not an evening of this rule" in text_of(answer)


LATER = (NEXT + timedelta(weeks=10)).isoformat()


def test_a_change_says_what_it_left_alone_and_what_it_deleted(referee: Client) -> None:
    series = begin(referee)
    answer = referee.post(reverse("series", args=[series.pk]), typed())
    assert [str(message) for message in get_messages(answer.wsgi_request)][1:] == ["The rule is saved."]  # type: ignore[attr-defined]
    full = Tournament.objects.order_by("date")[0]
    pair_add(tournament=full, players=members(2))
    changed = typed(first=(NEXT + timedelta(days=1)).isoformat())
    page = text_of(referee.post(reverse("series", args=[series.pk]), changed, follow=True))
    assert "These stay as they are, because somebody has entered or they are called off: Serata fissa" in page
    days = ", ".join(f"Serata fissa ({NEXT + timedelta(weeks=weeks):%d/%m/%Y})" for weeks in (1, 2))
    assert f"Deleted, because nobody had entered: {days}." in page and "no longer in the rule" in page
    assert "3 evenings were created ahead" in page
    assert headlines()[0] == "Evening that repeats changed: Serata fissa"


def test_it_ends(referee: Client) -> None:
    series = begin(referee)
    page = text_of(referee.post(reverse("series_end", args=[series.pk]), follow=True))
    assert "no longer repeats" in page and "No evening repeats yet" in page
    assert Tournament.objects.count() == 3 and not SeriesDay.objects.exists()
    assert "No longer repeats: Serata fissa" in headlines()


def test_the_press_says_whether_it_made_something(referee: Client) -> None:
    series = begin(referee)
    EveningSeries.objects.filter(pk=series.pk).update(weeks_ahead=5)
    assert "2 evenings were created ahead" in text_of(referee.post(reverse("calendar"), follow=True))
    assert "Everything has already been created ahead." in text_of(referee.post(reverse("calendar"), follow=True))
    # Whoever only opens the page has them made as well.
    assert "created ahead" not in text_of(referee.get(reverse("calendar")))
    EveningSeries.objects.filter(pk=series.pk).update(weeks_ahead=6)
    page = referee.get(reverse("calendar"))
    assert page.context["just_made"] == "1 evening was created ahead." and "1 evening was created" in text_of(page)
    assert referee.get(reverse("calendar")).context["just_made"] == ""


def test_the_next_thirty_evenings_are_listed_from_today_on(referee: Client) -> None:
    today = timezone.localdate()
    passed = make_tournament(date=today - timedelta(1))
    start_round(make_tournament(pairs=4, date=today))
    assert referee.get(reverse("calendar")).context["coming"] == []
    ahead = [copy(passed) for _number in range(31)]
    for number, evening in enumerate(ahead):
        evening.pk, evening.slug, evening.name = None, f"serata-{number}", f"Serata {number}"
        evening.date = today + timedelta(number)
    Tournament.objects.bulk_create(ahead)
    page = referee.get(reverse("calendar"))
    assert page.status_code == 200
    assert [evening.name for evening in page.context["coming"]] == [f"Serata {number}" for number in range(30)]


def test_an_evening_called_off_is_shown_so_everywhere(referee: Client, client: Client) -> None:
    tournament = make_tournament(date=NEXT)
    entry_terms_set(tournament=tournament, terms={"is_open": True})
    answer = referee.post(reverse("evening_call_off", args=[tournament.slug]))
    assert said(answer) == "The evening is called off: the home page and calendars say so."
    page = text_of(referee.get(answer["Location"]))
    assert "This evening is called off. Let it take place after all" in page
    home = text_of(client.get("/en/"))
    assert "This evening is called off." in home and "Sign up here" not in home
    assert "This evening is called off." in text_of(client.get(reverse("public_entry", args=[tournament.slug])))
    assert "called off" in text_of(referee.get("/en/"))
    assert b"STATUS:CANCELLED" in client.get(reverse("evening_feed", args=[tournament.slug])).content
    assert "Called off" in text_of(referee.get(reverse("history", args=[tournament.slug])))
    answer = referee.post(reverse("evening_reinstate", args=[tournament.slug]))
    assert said(answer) == "The evening takes place after all." and answer["Location"].endswith(f"/{tournament.slug}/")
    assert b"STATUS:CONFIRMED" in client.get(reverse("evening_feed", args=[tournament.slug])).content
    assert "Sign up here" in text_of(client.get("/en/"))
    pairs_add_many(tournament=tournament, lines=[members(2), members(4)[2:]], here=True)
    start_round(tournament)
    refused = referee.post(reverse("evening_call_off", args=[tournament.slug]))
    assert refused.status_code == 302 and "has begun" in said(refused)


def test_the_home_page_has_no_past_evening_and_says_when_there_is_none(client: Client) -> None:
    make_tournament(name="Passata", date=timezone.localdate() - timedelta(days=1))
    text = text_of(client.get("/en/"))
    assert "Passata" not in text and "No recent tournaments" in text


def test_the_subscription_says_what_it_needs(client: Client, administrator: Client) -> None:
    page = client.get("/en/", headers={"host": "192.168.1.20:8000"})
    assert "the club has none" in text_of(page)
    assert 'href="webcal://192.168.1.20:8000/en/calendar.ics"' in page.content.decode()
    administrator.post(reverse("club_settings"), {"name": "Aurora", "address": "burraco.example.it"})
    page = client.get("/en/")
    assert "asks the club for news by itself" in text_of(page)
    assert 'href="webcal://burraco.example.it/en/calendar.ics"' in page.content.decode()
