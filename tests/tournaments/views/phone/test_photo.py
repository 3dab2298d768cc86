"""A photo of a contested slip: from the table's phone to the referee, and to nobody else."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import AT, play_table, start_on_phones
from tests.tournaments.slips.test_photos import picture
from tests.tournaments.views.pages import text_of
from tests.tournaments.views.phone.visitors import PhoneAt, address, figures
from tournaments.history.sentences import tell
from tournaments.history.tournament_history import history_of
from tournaments.interchange import export_tournament, to_json
from tournaments.models import PhoneLog, PhonePhoto, Round, Table, Tournament
from tournaments.pairing.moves import change_lines
from tournaments.records import Line
from tournaments.services import (
    draft_change,
    photos_delete_old,
    round_close,
    round_publish,
    round_withdraw,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.slips.photos import MOST_BYTES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def table() -> Table:
    return start_on_phones().tables.select_related("round__tournament").get(number=1)


@pytest.fixture
def ew(table: Table) -> PhoneAt:
    """The line that contested the slip."""
    PhoneAt(table, Line.NS).do("send", figures())
    phone = PhoneAt(table, Line.EW)
    phone.do("contest", {"hand": "2"})
    return phone


def send(phone: PhoneAt, sent: bytes | None = None, client: Client | None = None) -> HttpResponse:
    file = SimpleUploadedFile("slip.jpg", picture() if sent is None else sent, "image/jpeg")
    answer: Any = (client or phone.client).post(address(phone.table) + "photo/", {"photo": file})
    return answer


def photo_address(table: Table, photo: PhonePhoto) -> str:
    round_ = table.round
    return reverse("table_photo", args=[round_.tournament.slug, round_.number, table.number, photo.pk])


def test_a_photo_is_for_referees_alone(table: Table, ew: PhoneAt, referee: Client) -> None:
    assert "Show the referee a photo" in text_of(ew.look())
    assert send(ew).headers["Location"] == address(table)
    assert "1 photo has arrived." in text_of(ew.look())
    photo = PhonePhoto.objects.get()
    where = photo_address(table, photo)
    for stranger in (Client(), ew.client):
        assert stranger.get(where).headers["Location"].startswith("/en/login/")
    assert where not in ew.look().content.decode()
    response = referee.get(where)
    assert (response.status_code, response.headers["Content-Type"], response.content) == (
        200,
        "image/jpeg",
        bytes(photo.image),
    )
    assert "no-store" in response.headers["Cache-Control"] and response.headers["Content-Disposition"] == "inline"
    assert referee.get(where.replace("tables/1/", "tables/2/")).status_code == 404
    desk = referee.get(reverse("table_entry", args=[table.round.tournament.slug, 1, 1]))
    assert f'<img src="{where}" alt="Photo by EW' in desk.content.decode() and "sent a photo" in text_of(desk)
    # Neither the export nor the history mentions it.
    assert "photo" not in to_json(export_tournament(table.round.tournament)).lower()
    history = history_of(table.round.tournament)
    assert not any("photo" in str(tell(change, history)).lower() for change in history.changes)


def test_three_photos_of_a_contested_slip_and_nothing_else_is_taken(table: Table, ew: PhoneAt) -> None:
    refused = {
        "This photo cannot be read": b"PK not a picture",
        "more than 50 million pixels": picture(7_200, 7_200, mode="1", kind="PNG"),
        "larger than 15 MB": bytes(MOST_BYTES + 20_000),
        "The submitted file is empty": b"",
    }
    for sentence, sent in refused.items():
        answer = send(ew, sent)
        assert answer.status_code == 422 and sentence in text_of(answer), sentence
    assert "This photo cannot be read" in text_of(send(ew, bytes(MOST_BYTES)))
    assert ew.client.get(address(table) + "photo/").headers["Location"] == address(table)
    # Of a request that says that it is too large nothing is read, and this one has nothing to be read.
    unread: Any = ew.client.post(address(table) + "photo/", CONTENT_LENGTH=str(MOST_BYTES + 10_001))
    assert unread.status_code == 422 and "larger than 15 MB" in text_of(unread)
    unsaid: Any = ew.client.post(address(table) + "photo/", CONTENT_LENGTH="")
    assert unsaid.status_code == 422 and "Take a photo first" in text_of(unsaid)
    none: Any = ew.client.post(address(table) + "photo/")
    assert none.status_code == 422 and "Take a photo first" in text_of(none)
    assert send(ew, client=Client()).status_code == 302 and not PhonePhoto.objects.exists()
    for _ in range(3):
        assert send(ew).status_code == 302
    fourth = send(ew)
    assert fourth.status_code == 422 and "which is the limit" in text_of(fourth)
    assert (PhonePhoto.objects.count(), PhoneLog.objects.filter(event="photo").count()) == (3, 3)
    other = PhoneAt(table.round.tables.select_related("round__tournament").get(number=2), Line.NS)
    other.do("send", figures())
    not_contested = send(other)
    assert not_contested.status_code == 422 and "not contested now" in text_of(not_contested)
    round_ = round_withdraw(round=table.round)
    assert PhonePhoto.objects.count() == 3
    draft_change(round=round_, seen=(), change=lambda tables: change_lines(tables, 1))
    round_publish(round=round_, at=AT)
    assert not PhonePhoto.objects.exists()


def test_a_slip_that_is_contested_again_has_three_photos_again(table: Table, ew: PhoneAt, referee: Client) -> None:
    for _ in range(3):
        assert send(ew).status_code == 302
    # Contesting again, for another hand, is the same dispute.
    ew.do("contest", {"hand": "1"})
    assert send(ew).status_code == 422
    ns = PhoneAt(table, Line.NS)
    ns.do("take_over")
    ns.do("send", figures())
    ew.do("contest", {"hand": "1"})
    assert "has arrived" not in text_of(ew.look())
    assert send(ew).status_code == 302
    assert "1 photo has arrived." in text_of(ew.look())
    ew.do("agree")
    ns.do("call")
    for status in (302, 302, 302, 422):
        assert send(ns).status_code == status
    # The referee sees all photos.
    desk = referee.get(reverse("table_entry", args=[table.round.tournament.slug, 1, 1]))
    assert desk.content.decode().count('alt="Photo by') == PhonePhoto.objects.count() == 7


def test_photos_are_gone_thirty_days_after_the_tournament_and_with_it(table: Table, ew: PhoneAt) -> None:
    send(ew)
    for open_table in Round.objects.get().tables.all():
        play_table(open_table)
    round_close(round=Round.objects.get())
    month, now = timedelta(days=30), timezone.now()
    assert photos_delete_old(at=now + 2 * month) == 0
    tournament = tournament_make_final(tournament=tournament_finish_play(tournament=Tournament.objects.get()))
    # A tournament that was reopened and is final again starts the days again.
    tournament.history.update(history_date=now - 2 * month)
    again = tournament_make_final(tournament=tournament_reopen(tournament=tournament, reason="score del tavolo 1"))
    call_command("delete_old_photos")
    assert photos_delete_old(at=now + month - timedelta(minutes=5)) == 0 and PhonePhoto.objects.exists()
    assert photos_delete_old(at=now + month + timedelta(minutes=5)) == 1 and not PhonePhoto.objects.exists()
    PhonePhoto.objects.create(table=table, line="ns", device="x", at=now, image=b"x")
    again.rounds.all().delete()
    assert not PhonePhoto.objects.exists()
