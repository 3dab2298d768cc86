"""The pages on which two members become one: whom they offer, what differs, what is chosen, and the way back."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import JournalEntry
from tests.tournaments.views.pages import said
from tournaments.models import Player, PlayerMerge
from tournaments.services import player_create, player_forget

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def member(last: str, **facts: object) -> Player:
    return player_create(details={"last_name": last, "first_name": "Anna"} | facts)


def merge(client: Client, keep: Player, **sent: object) -> HttpResponse:
    return client.post(reverse("player_merge", args=[keep.pk]), sent)  # type: ignore[return-value]


def test_who_may_be_the_same_is_looked_for_by_the_last_name_or_by_what_is_typed(administrator: Client) -> None:
    keep, namesake, other = member("Rossi"), member("Rossi", club="Aurora"), member("Verdi")
    player_forget(player=member("Rossi", club="Levante"))
    address = reverse("player_merge", args=[keep.pk])
    for asked, found in (({}, [namesake]), ({"q": "verdi"}, [other]), ({"q": "x" * 101}, [])):
        shown = administrator.get(address, asked)
        assert shown.status_code == 200 and list(shown.context["found"]) == found
        assert shown.context["q"] == asked.get("q", "Rossi")[:100]


@pytest.mark.parametrize("key", ["", "x", "²", "٣", "9" * 19, "9" * 18])
def test_what_is_no_other_member_leads_back_to_the_search(administrator: Client, key: str) -> None:
    keep = member("Rossi")
    for answer in (
        administrator.get(reverse("player_merge", args=[keep.pk]), {"other": key}),
        merge(administrator, keep, other=key),
    ):
        assert answer.status_code == 200 and "found" in answer.context  # type: ignore[attr-defined]
    assert "found" in merge(administrator, keep, other=keep.pk).context and Player.objects.count() == 1  # type: ignore[attr-defined]


def test_what_differs_is_shown_in_words_and_what_is_missing_is_proposed(administrator: Client) -> None:
    keep = member("Rossi", club="Aurora", birth_year=1950)
    other = member("Rosi", club="Levante", card="7", state="guest")
    shown = administrator.get(reverse("player_merge", args=[keep.pk]), {"other": other.pk}).context["differences"]
    assert {name: facts for name, _label, *facts in shown} == {
        "last_name": ["Rossi", "Rosi", False],
        "club": ["Aurora", "Levante", False],
        "card": ["", "7", True],
        "birth_year": ["1950", "", False],
        "state": ["member", "guest", False],
    }


def test_each_value_is_taken_from_whom_it_was_chosen_and_all_comes_apart_again(administrator: Client) -> None:
    keep, other = member("Rossi", club="Aurora", card="1"), member("Rosi", club="Levante", card="7")
    done = merge(administrator, keep, other=other.pk, last_name="keep", club="other", card="x")
    assert (done.status_code, done["Location"]) == (302, reverse("player_edit", args=[keep.pk]))
    assert said(done) == "Rosi Anna and Rossi Anna have been merged."
    keep.refresh_from_db()
    assert (keep.last_name, keep.club, keep.card, Player.objects.count()) == ("Rossi", "Levante", "1", 1)
    made = PlayerMerge.objects.get()
    apart = administrator.post(reverse("player_part", args=[made.pk]))
    assert apart["Location"] == reverse("player_edit", args=[keep.pk])
    assert said(apart).endswith(". Rosi Anna and Rossi Anna are separate members again.")
    assert Player.objects.count() == 2
    events = JournalEntry.objects.filter(event__in=(JournalEntry.Event.MERGED, JournalEntry.Event.PARTED))
    assert [(entry.event, entry.who) for entry in events.order_by("pk")] == [("merged", "carla"), ("parted", "carla")]
