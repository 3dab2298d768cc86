"""Messages ready to send: what they say, whom they name and how, and the club's own words for them."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Role
from tests.factories import make_account, make_teams, make_tournament, play_round, start_round
from tests.tournaments.views.entries.test_board import enter, open_to
from tests.tournaments.views.pages import html_of, plain, said, text_of, url
from tournaments.history.journal import journal, lines_of
from tournaments.models import Club, ClubMessage, Entry, Player, Tournament
from tournaments.records.club_messages import FIELDS, MessageField, MessageKind, faults_of, filled, renamed
from tournaments.selectors import club_messages
from tournaments.selectors.club_messages import kind_for, message_about, messages_about
from tournaments.services import club_message_save, club_set_address, entry_accept, entry_withdraw
from tournaments.wording.club_messages import FIELD_NAMES, OURS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

KEYS = {field.value: field for field in MessageField}
LINK = "https://club.example/t/x/"


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("kind", MessageKind)
def test_our_own_texts_are_without_fault(kind: MessageKind, language: str) -> None:
    with override(language):
        assert faults_of(str(OURS[kind]), {field.value: field for field in FIELDS[kind]}) == []
        names = [str(name) for name in FIELD_NAMES.values()]
    assert len(set(names)) == len(MessageField) and all(name.isalpha() and name.islower() for name in names)


@given(st.lists(st.sampled_from(["{date}", "{list}", "{{", "}}", "Ciao ", "\n", "à"])).map("".join))
def test_a_text_comes_back_from_other_names_as_it_was(text: str) -> None:
    there = renamed(text, {key: f"{key}x" for key in KEYS})
    back = renamed(there, {f"{key}x": key for key in KEYS})
    assert back == text


@given(st.text(alphabet="{}ab \n"))
def test_a_text_without_faults_shows_every_fact(text: str) -> None:
    if not faults_of(text, {"a": MessageField.DATE}):
        assert filled(text, {"a": "Y"}).count("Y") == sum(piece.startswith("a}") for piece in split_fields(text))


def split_fields(text: str) -> list[str]:
    """Return what follows each single opening brace."""
    return [piece.replace(" ", "") for piece in text.replace("{{", "").split("{")[1:]]


def test_a_message_says_the_start_and_no_ranking_before_the_first_result() -> None:
    tournament = make_tournament(pairs=4)

    def said_of() -> list[str]:
        return message_about(tournament, MessageKind.RANKING, LINK, text="{tournament}\n{time}\n{ranking}").split("\n")

    assert said_of() == [tournament.name]
    tournament.starts_at = time(20, 45)
    assert said_of() == [tournament.name, "20:45"]


@pytest.mark.parametrize(
    ("state", "moved_up", "kind"),
    [
        ("accepted", False, MessageKind.CONFIRMATION),
        ("accepted", True, MessageKind.CONFIRMATION),
        ("waiting", True, MessageKind.MOVED_UP),
        ("waiting", False, None),
        ("refused", True, None),
        ("listed", True, None),
    ],
)
def test_whoever_moved_up_is_told_while_they_wait(state: str, moved_up: bool, kind: MessageKind | None) -> None:
    assert kind_for(Entry(state=state, moved_up=moved_up)) == kind


def test_an_invitation_leaves_out_what_there_is_not() -> None:
    tournament = open_to(8)
    (invitation, entered) = messages_about(tournament, LINK)
    assert "Places left: 8" in invitation.text and LINK in invitation.text
    assert "Entries until" not in invitation.text
    assert "💶" not in invitation.text and "🕗" not in invitation.text and "{" not in invitation.text + entered.text


def test_an_invitation_says_until_when_in_the_time_of_the_club() -> None:
    tournament = open_to(closes_at=datetime(2026, 12, 3, 19, 5, tzinfo=UTC))
    (invitation, _entered) = messages_about(tournament, LINK)
    assert "Entries until Thursday 3 December 2026, 20:05\n" in invitation.text


def test_lists_name_people_as_they_want_to_be_named() -> None:
    tournament = make_tournament(pairs=4)
    shy = tournament.pairs.get(number=1).players[0]
    shy.shown = Player.Shown.SHORT
    shy.save()
    entered = message_about(tournament, MessageKind.ENTERED, LINK)
    play_round(start_round(tournament))
    tournament.refresh_from_db()
    (ranking,) = messages_about(tournament, LINK)
    for text in (entered, ranking.text):
        assert shy.full_name not in text and shy.public_name in text
    assert "Ranking after round 1" in ranking.text and ranking.text.count(" VP") == 4


@pytest.mark.parametrize("make", [partial(make_tournament, pairs=6), partial(make_teams, 6, pairs_each=1)])
def test_a_long_list_is_cut_and_says_how_many_more_there_are(
    monkeypatch: pytest.MonkeyPatch, make: Callable[[], Tournament]
) -> None:
    monkeypatch.setattr(club_messages, "MOST_LINES", 4)
    tournament = make()
    entered = message_about(tournament, MessageKind.ENTERED, LINK)
    play_round(start_round(tournament))
    tournament.refresh_from_db()
    for text in (entered, message_about(tournament, MessageKind.RANKING, LINK)):
        assert len(re.findall(r"^\d+\. ", text, re.M)) == 4 and "… and 2 more" in text
    monkeypatch.setattr(club_messages, "MOST_LINES", 6)
    assert "more" not in message_about(tournament, MessageKind.RANKING, LINK)


def test_a_pair_that_moved_up_and_one_that_is_confirmed_are_told(referee: Client) -> None:
    tournament = open_to(1)
    first, second = enter(tournament, "Rossi Ada", "Bianchi Ugo"), enter(tournament, "Verdi Ida", "Neri Leo", minute=1)
    assert referee.get(url("entry_message", tournament, first.pk)).status_code == 404
    entry_withdraw(entry=first)
    own_page = f"/t/{tournament.slug}/pairs/1/"
    page = html_of(referee.get(url("entry_message", tournament, second.pk)))
    assert "you have moved up" in page and own_page not in page
    entry_accept(entry=second)
    page = html_of(referee.get(url("entry_message", tournament, second.pk)))
    assert "Hello Verdi Ida – Neri Leo" in page and "is confirmed" in page and own_page in page
    number = tournament.pairs.get().number
    assert "is confirmed" in html_of(referee.get(url("pair_message", tournament, number)))


def test_the_page_says_when_its_link_works_in_the_hall_only(referee: Client) -> None:
    tournament = open_to()
    client = Client(headers={"host": "localhost"})
    client.force_login(make_account("bea", Role.SECRETARY))
    assert "give the club its public address" in text_of(client.get(url("messages", tournament)))
    club_set_address(address="https://club.example")
    page = client.get(url("messages", tournament))
    assert "give the club its public address" not in text_of(page) and "https://club.example/" in html_of(page)


def test_the_club_chooses_its_words_and_goes_back_to_ours(administrator: Client) -> None:
    tournament, address = open_to(), reverse("club_message", args=["invitation"])
    looked = administrator.post(address, {"text": "Venite {data}!", "look": "1", "evening": tournament.pk})
    assert "Venite Friday 20 November 2026!" in text_of(looked) and not ClubMessage.objects.exists()
    administrator.post(address, {"text": "Venite {data} a {place}"})
    assert ClubMessage.objects.get().text == "Venite {date} a {place}"
    with override("it"):
        italian = reverse("club_message", args=["invitation"])
    assert "Venite {data} a {luogo}" in html_of(administrator.get(italian))
    administrator.post(reverse("club_message_reset", args=["invitation"]))
    assert not ClubMessage.objects.exists()
    with override("en"):
        told = [line.headline for line in lines_of(list(journal(kind="club")))]
    assert "The program’s words for messages again: Invitation" in told
    assert "The club’s words for messages: Invitation" in told


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ciao\na {nobody}", "Line 2, character 3: there is no field {nobody} here. Available: {tournament}, {club},"),
        ("Ciao {names}", "there is no field {names} here"),
        ("x {date", "Line 1, character 3: the brace that opens here is not closed."),
        ("date}", "Line 1, character 5: the brace that closes here was never opened."),
        ("x" * 1501, "1500"),
        (" ", "required"),
    ],
)
def test_words_with_a_fault_are_refused_with_its_place(administrator: Client, text: str, sentence: str) -> None:
    make_tournament()
    page = administrator.post(reverse("club_message", args=["invitation"]), {"text": text})
    assert page.status_code == 422 and sentence in plain(text_of(page))
    assert page.context["evening"] and not page.context["preview"]
    assert not ClubMessage.objects.exists()


def test_words_are_looked_at_with_an_evening_if_there_is_one(administrator: Client) -> None:
    address = reverse("club_message", args=["invitation"])
    assert not administrator.get(address).context["preview"]
    first, latest = (make_tournament(name=name, date=date(2026, 11, day)) for name, day in (("Uno", 20), ("Due", 27)))
    shown = administrator.get(address)
    assert shown.status_code == 200 and latest.name in shown.context["preview"]
    looked = administrator.post(address, {"text": "{tournament}", "look": "1", "evening": first.pk})
    assert (looked.status_code, looked.context["preview"]) == (200, first.name)
    assert said(administrator.post(address, {"text": "{tournament}"})) == "The club’s words are saved."


@pytest.mark.parametrize(("is_open", "page"), [(True, "public_entry"), (False, "public_ranking")])
def test_the_link_leads_to_the_entries_while_they_are_open(administrator: Client, is_open: bool, page: str) -> None:
    evening = open_to(is_open=is_open)
    sent = {"text": "{link}", "look": "1", "evening": evening.pk}
    shown = administrator.post(reverse("club_message", args=["invitation"]), sent)
    assert shown.context["preview"].endswith(reverse(page, args=[evening.slug]))


def test_a_kind_that_there_is_not_has_no_page(administrator: Client) -> None:
    assert administrator.get(reverse("club_message", args=["nothing"])).status_code == 404
    assert administrator.get(reverse("club_messages")).status_code == 200


def test_a_name_with_braces_in_a_list_stays_as_it_is() -> None:
    Club.objects.update_or_create(pk=1, defaults={"name": "{date}"})
    club_message_save(kind=MessageKind.INVITATION, text="{club}")
    assert message_about(make_tournament(), MessageKind.INVITATION, LINK) == "{date}"


def test_the_clubs_text_is_changed_and_written_in_the_history_only_where_it_differs() -> None:
    for text in ("Venite!", "Venite!", "Vi aspettiamo."):
        stored = club_message_save(kind=MessageKind.INVITATION, text=text)
    assert (stored.text, ClubMessage.objects.get(), stored.history.count()) == ("Vi aspettiamo.", stored, 2)
