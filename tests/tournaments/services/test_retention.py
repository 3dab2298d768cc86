"""What is deleted once its time is over, to the second, and what stays."""

from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import AT, make_account, make_tournament, play_round, start_round
from tournaments.models import Entry, FormatTrial, Mail, PhonePhoto, Tournament
from tournaments.services import (
    contacts_delete_old,
    photos_delete_old,
    tournament_delete,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.services.deletion import tournaments_delete_old
from tournaments.services.trials import is_one_alive, trial_stop

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
DAYS = timedelta(days=30)


def finished(name: str) -> Tournament:
    tournament = make_tournament(name=name, pairs=4, hands_per_round=2)
    play_round(start_round(tournament))
    return tournament


def final_at(tournament: Tournament, at: datetime) -> datetime:
    """Make a tournament final, as if at that moment."""
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    Tournament.history.filter(id=tournament.pk, state=Tournament.State.FINAL).update(history_date=at)
    return at


def photo(tournament: Tournament, number: int = 1) -> PhonePhoto:
    table = tournament.rounds.get().tables.get(number=number)
    return PhonePhoto.objects.create(table=table, line="ns", at=AT, image=b"x")


def test_photos_go_a_month_after_their_tournament_became_final_deleted_ones_too() -> None:
    over, gone, later, running = (finished(name) for name in ("Uno", "Due", "Tre", "Qui"))
    photos = {name.pk: [photo(name), photo(name, 2)] for name in (over, gone, later, running)}
    for tournament in (over, gone):
        final_at(tournament, AT)
    final_at(later, AT + 2 * SECOND)
    tournament_delete(tournament=Tournament.objects.get(pk=gone.pk), by=None, at=AT)
    assert photos_delete_old(at=AT + DAYS - SECOND) == 0
    assert photos_delete_old(at=AT + DAYS) == 4 and photos_delete_old(at=AT + DAYS + SECOND) == 0
    assert {*PhonePhoto.objects.all()} == {*photos[later.pk], *photos[running.pk]}


def entry(tournament: Tournament, number: int) -> Entry:
    """Enter somebody who left a contact and agreed to emails, of which one was sent."""
    facts = {"name1": "Rossi Anna", "people_key": f"{number}", "token_hash": f"{number}", "created_at": AT}
    made = Entry.objects.create(tournament=tournament, contact="333", sender="s", mail_consent_at=AT, **facts)
    moments = dict.fromkeys(("created_at", "next_at", "useful_until"), AT)
    about = {"kind": "accepted", "address": "a@example.com", "tournament": tournament, "entry": made}
    Mail.objects.create(key=f"{number}", message_id=f"{number}", **about, **moments)
    return made


def contacts() -> list[tuple[str, str, bool]]:
    rows = Entry.objects.order_by("pk").values_list("contact", "sender", "mail_consent_at")
    return [(contact, sender, consent is not None) for contact, sender, consent in rows]


def test_contacts_and_emails_go_a_month_after_the_end_or_three_after_the_day() -> None:
    over, later, open_ = finished("Uno"), finished("Due"), make_tournament(name="Tre")
    for number, tournament in enumerate((over, later, open_)):
        entry(tournament, number)
    final_at(over, AT)
    final_at(later, AT + SECOND)
    kept, emptied = ("333", "s", True), ("", "", False)
    assert contacts_delete_old(at=AT + DAYS - SECOND) == 0 and contacts() == [kept] * 3
    assert contacts_delete_old(at=AT + DAYS) == 1
    assert contacts() == [emptied, kept, kept]
    assert set(Mail.objects.values_list("tournament", flat=True)) == {later.pk, open_.pk}
    # The evening of November 20 keeps them until February 18, to its last second.
    last = datetime.combine(open_.date + timedelta(days=90), time(23, 59, 59), AT.tzinfo)
    assert contacts_delete_old(at=last) == 1 and contacts()[2] == kept
    assert contacts_delete_old(at=last + SECOND) == 1 and contacts() == [emptied] * 3
    assert not Mail.objects.exists()


def test_trial_emails_go_a_month_after_they_were_written() -> None:
    evening = make_tournament()
    for number, at in enumerate((AT, AT + SECOND)):
        moments = dict.fromkeys(("created_at", "next_at", "useful_until"), at)
        for kind, about in (("test", None), ("ranking", evening)):
            facts = {"kind": kind, "tournament": about, "key": f"{kind}{number}", "message_id": f"{kind}{number}"}
            Mail.objects.create(address="a@example.com", **facts, **moments)
    contacts_delete_old(at=AT + DAYS + SECOND)
    assert set(Mail.objects.values_list("key", flat=True)) == {"test1", "ranking0", "ranking1"}


def test_tournaments_deleted_a_month_ago_are_deleted_for_good() -> None:
    for at, name in enumerate(("Uno", "Due", "Tre")):
        tournament_delete(tournament=make_tournament(name=name), by=make_account(name), at=AT + at * SECOND)
    make_tournament(name="Qui")
    assert tournaments_delete_old(at=AT + DAYS) == 0
    assert tournaments_delete_old(at=AT + DAYS + 2 * SECOND) == 2
    assert set(Tournament.everything.values_list("name", flat=True)) == {"Tre", "Qui"}


State = FormatTrial.State


@pytest.mark.parametrize(
    ("state", "silent", "after"),
    [
        (State.WAITING, 19, (State.WAITING, True)),
        (State.WAITING, 20, (State.STOPPED, True)),
        (State.RUNNING, 19, (State.RUNNING, True)),
        (State.RUNNING, 20, (State.STOPPED, True)),
        (State.DONE, 19, (State.DONE, False)),
        (State.DONE, 40, (State.DONE, False)),
        (State.FAILED, 40, (State.FAILED, False)),
    ],
)
def test_a_trial_stops_by_its_runner_or_at_once_without_one(state: str, silent: int, after: tuple[str, bool]) -> None:
    at = timezone.now()
    facts: dict[str, Any] = {"wanted": {}, "evenings": 9, "made_at": at - timedelta(seconds=silent)}
    trial = FormatTrial.objects.create(state=state, **facts)
    FormatTrial.objects.create(state=State.FAILED, **facts)
    assert is_one_alive(at=at) is (state in (State.WAITING, State.RUNNING) and silent < 20)
    trial_stop(trial=trial, at=at)
    trial.refresh_from_db()
    assert (trial.state, trial.stop_asked) == after


def test_photos_of_a_tournament_that_became_final_nobody_knows_when_stay() -> None:
    tournament = finished("Uno")
    kept = photo(tournament)
    Tournament.objects.update(state=Tournament.State.FINAL)
    assert photos_delete_old(at=AT + 99 * DAYS) == 0 and list(PhonePhoto.objects.all()) == [kept]
