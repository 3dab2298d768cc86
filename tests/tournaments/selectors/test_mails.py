"""What is told of emails: the last trouble, the oldest that waits, how many there are, and which ranking they tell."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from tests.factories import AT, make_tournament, pair, play_round, start_round
from tournaments.models import Club, Entry, Mail, Membership, Player, StoppedAddress, Tournament
from tournaments.records.club_messages import MessageKind
from tournaments.selectors.entries import place_on_list
from tournaments.selectors.mail_addresses import (
    address_digest,
    agreed_again,
    agreed_entries,
    agreed_members,
    mail_server,
)
from tournaments.selectors.mails import (
    _still_so,
    last_trouble,
    link_for,
    mails_counted,
    ranking_stage,
    waiting_since,
    why_not,
)
from tournaments.services import entry_terms_set, tournament_finish_play, tournament_make_final

pytestmark = pytest.mark.django_db

State = Mail.State


def mail(number: int, state: str, *, error: str = "", created: int = 0, next_at: int = 0) -> Mail:
    hours: dict[str, Any] = {"created_at": created, "next_at": next_at, "useful_until": 90}
    moments = {name: AT + timedelta(hours=hour) for name, hour in hours.items()}
    facts = {"kind": "test", "address": "a@example.com", "key": f"{number}", "message_id": f"{number}"}
    return Mail.objects.create(state=state, error=error, **facts, **moments)


def test_the_last_trouble_is_that_of_an_email_which_still_waits() -> None:
    assert (last_trouble(), waiting_since(), mails_counted()) == ("", None, [])
    mail(1, State.FAILED, error="no such box", created=-9, next_at=9)
    mail(2, State.WAITING, created=-3, next_at=8)
    assert last_trouble() == ""
    mail(3, State.WAITING, error="later", created=-5, next_at=7)
    mail(4, State.WAITING, error="earlier", created=-1, next_at=1)
    assert last_trouble() == "later" and waiting_since() == AT - timedelta(hours=5)
    assert sorted(mails_counted()) == [("failed", 1), ("waiting", 3)]


def test_the_ranking_is_another_message_after_each_round_and_when_it_is_final() -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    assert ranking_stage(tournament) == "0"
    round_ = start_round(tournament)
    assert ranking_stage(tournament) == "0"
    play_round(round_)
    assert ranking_stage(tournament) == "1"
    tournament.refresh_from_db()
    assert ranking_stage(tournament_make_final(tournament=tournament_finish_play(tournament=tournament))) == "final"


def test_the_place_on_the_waiting_list_counts_who_is_listed_there() -> None:
    tournament, other = make_tournament(), make_tournament(name="Altro")
    states = ("listed", "waiting", "listed", "refused", "listed")
    for at, (state, where) in enumerate([("listed", other), *((state, tournament) for state in states)]):
        facts = {"name1": f"Rossi {at}", "people_key": f"{at}", "token_hash": f"{at}", "created_at": AT}
        Entry.objects.create(tournament=where, state=state, **facts)
    listed = Entry.objects.filter(tournament=tournament, state="listed").order_by("pk")
    assert [place_on_list(entry) for entry in listed] == [1, 2, 3]


@pytest.mark.parametrize(
    ("agreed_on", "again"), [(None, False), (date(2026, 11, 20), False), (date(2026, 11, 21), True)]
)
def test_a_member_agrees_again_on_a_later_day(agreed_on: date | None, again: bool) -> None:
    stopped_at: datetime = AT
    assert agreed_again(Membership(mail_consent_on=agreed_on), stopped_at) is again


ALREADY_BEGUN = Tournament.State.RUNNING
NEVER = set[str]()
LIVE = {"waiting", "listed", "accepted"}


@pytest.mark.parametrize(
    ("kind", "to_come", "begun", "off"),
    [
        # In which states of its entry an email is still true: before the evening, once it has begun, called off.
        (MessageKind.CALLED_OFF, NEVER, NEVER, set(Entry.State.values)),
        (MessageKind.RANKING, set(Entry.State.values), set(Entry.State.values), set(Entry.State.values)),
        (MessageKind.ENTERED, LIVE, NEVER, NEVER),
    ],
)
def test_an_email_is_true_as_long_as_its_evening_and_its_entry(
    kind: MessageKind, to_come: set[str], begun: set[str], off: set[str]
) -> None:
    tournament = make_tournament()
    for changes, true in (({}, to_come), ({"state": ALREADY_BEGUN}, begun), ({"called_off_at": AT}, off)):
        for field, value in changes.items():
            setattr(tournament, field, value)
        states = {state for state in Entry.State.values if _still_so(tournament, kind, Entry(state=state))}
        assert states == true, changes
        tournament.state, tournament.called_off_at = Tournament.State.REGISTRATION, None


Reason = Mail.Reason


@pytest.mark.parametrize(
    ("hours", "stopped", "reason"),
    [(89, False, None), (90, False, Reason.LATE), (91, True, Reason.LATE), (89, True, Reason.STOPPED)],
)
def test_a_test_is_sent_while_it_is_of_use_to_whoever_wants_emails(
    hours: int, stopped: bool, reason: Mail.Reason | None
) -> None:
    if stopped:
        StoppedAddress.objects.create(digest=address_digest("a@example.com"), stopped_at=AT)
    assert why_not(mail(1, State.WAITING), AT + timedelta(hours=hours)) == reason


@pytest.mark.parametrize(
    ("agreed_on", "stopped", "begun", "reason"),
    [
        (date(2026, 11, 20), False, False, None),
        (date(2026, 11, 20), False, True, Reason.PAST),
        (date(2026, 11, 20), True, False, Reason.STOPPED),
        (date(2026, 11, 21), True, False, None),
        (None, False, False, Reason.STOPPED),
    ],
)
def test_an_invitation_is_sent_before_the_evening_to_members_who_agree(
    agreed_on: date | None, stopped: bool, begun: bool, reason: Mail.Reason | None
) -> None:
    waiting = mail(1, State.WAITING)
    waiting.kind = MessageKind.INVITATION
    waiting.tournament = make_tournament(state=ALREADY_BEGUN) if begun else make_tournament()
    waiting.save()
    player = Player.objects.create(last_name="Rossi", contact="333 1234567, A@example.com")
    Membership.objects.create(player=player, mail_consent_on=agreed_on)
    if stopped:
        StoppedAddress.objects.create(digest=address_digest("a@example.com"), stopped_at=AT)
    assert why_not(waiting, AT) == reason


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({}, None),
        ({"mail_consent_at": None}, Reason.STOPPED),
        ({"contact": "333 1234567"}, Reason.STOPPED),
        ({"state": "refused"}, Reason.PAST),
        (None, Reason.STOPPED),
    ],
)
def test_what_is_written_about_an_entry_is_sent_while_its_people_agree(
    facts: dict[str, Any] | None, reason: Mail.Reason | None
) -> None:
    waiting, tournament = mail(1, State.WAITING), make_tournament()
    if facts is not None:
        usual = {"name1": "Rossi", "people_key": "1", "token_hash": "1", "created_at": AT, "mail_consent_at": AT}
        entered = usual | {"contact": "A@example.com", "state": "accepted"} | facts
        waiting.entry = Entry.objects.create(tournament=tournament, **entered)
    waiting.kind, waiting.tournament = MessageKind.ENTERED, tournament
    waiting.save()
    assert why_not(waiting, AT) == reason


def test_whoever_gives_a_telephone_alone_is_not_written_to() -> None:
    tournament = make_tournament()
    for number, contact in enumerate(["333 1234567", "A@example.com"]):
        player = Player.objects.create(last_name=f"Rossi {number}", contact=contact)
        Membership.objects.create(player=player, mail_consent_on=date(2026, 11, 20))
        facts = {"people_key": f"{number}", "token_hash": f"{number}", "created_at": AT, "mail_consent_at": AT}
        Entry.objects.create(tournament=tournament, name1=f"Rossi {number}", contact=contact, state="waiting", **facts)
    assert list(agreed_members()) == list(agreed_entries(tournament)) == ["a@example.com"]


@pytest.mark.parametrize(
    ("host", "sender", "ready"),
    [("", "", False), ("mail.example", "", False), ("", "a@example.com", False), ("mail.example", "a@x.example", True)],
)
def test_a_club_has_a_server_for_emails_once_it_has_an_address_to_write_from(
    settings: Any, host: str, sender: str, ready: bool
) -> None:
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = host, sender
    assert mail_server() is ready


def test_a_link_leads_to_the_pair_to_the_entries_or_to_the_ranking() -> None:
    Club.objects.create(pk=1, name="Aurora", address="https://aurora.example")
    tournament = make_tournament(pairs=2)
    own = Entry(tournament=tournament, pair=pair(tournament, 2))

    def led_to(entry: Entry | None = None) -> str:
        return link_for(Tournament.objects.get(), entry).removeprefix("https://aurora.example").rsplit("venerdi", 1)[1]

    ranking = led_to()
    entry_terms_set(tournament=tournament, terms={"is_open": True})
    entries = led_to()
    assert led_to(Entry(tournament=tournament)) == entries != ranking
    of_pair = led_to(own)
    assert of_pair not in (entries, ranking) and "2" in of_pair
    Tournament.objects.update(state=Tournament.State.RUNNING)
    assert (led_to(), led_to(own)) == (ranking, of_pair)
