"""A backup made while the club runs, and restored, on any of the databases."""

import threading
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from burraco_club.backup import automatic
from burraco_club.backup.creation import database_digest, make_backup
from burraco_club.backup.data_lock import open_lock
from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.restore import restore_backup
from burraco_club.backup.retention import NAME, all_backups, keep_backup, kept_backups, new_name, trouble
from burraco_club.preparation import delete_pages_on_disk
from tests.factories import AT, make_tournament, play_round, play_table, slip, start_round
from tests.smtp_server import smtp_server
from tests.tournaments.services.mailing import evening, member, set_up, states
from tournaments.models import Table, Tournament
from tournaments.records.club_messages import MessageKind
from tournaments.services import message_mail, tournament_delete
from tournaments.views.hall.page_cache import clear_page_cache

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the tests' own connections: PostgreSQL's test cluster is shared."""
    if connection.vendor == "postgresql":
        monkeypatch.setattr("burraco_club.backup.postgresql.others", lambda: 0)


def test_an_evening_comes_back_as_it_was(data: Path, closed: None) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    play_round(start_round(tournament))
    start_round(tournament)
    before = Tournament.objects.get().revision
    call_command("backup", data / "evening.zip")

    play_table(tournament.rounds.get(number=2).tables.first())
    (data / "secret.key").write_text("another key")
    call_command("restore", data / "evening.zip")

    assert Tournament.objects.get().revision == before
    assert not Table.objects.filter(round__number=2, outcome="played").exists()
    assert (data / "secret.key").read_text() == "the club's own key"
    [set_aside] = data.glob("before-restore-*")
    assert (set_aside / "secret.key").read_text() == "another key"
    assert len(list(set_aside.iterdir())) == 2
    # The evening goes on.
    play_round(tournament.rounds.get(number=2))


def test_no_page_outlives_the_data_that_it_shows(data: Path, closed: None, client: Client) -> None:
    """After a restore revisions continue from the same number as before it."""
    tournament = make_tournament(pairs=2, hands_per_round=2)
    table = start_round(tournament).tables.get()
    call_command("backup", data / "evening.zip")
    play_table(table, slip(300, 120), slip(200, 40))
    page = f"/en/t/{tournament.slug}/rounds/1/"
    lost = client.get(page)
    call_command("restore", data / "evening.zip")
    # Another process starts with an empty cache.
    clear_page_cache()
    play_table(Table.objects.get(), slip(500, 20), slip(200, 40))
    now = client.get(page)
    assert now["ETag"] != lost["ETag"] and now.content != lost.content


def test_what_was_sent_after_a_backup_is_not_sent_again_when_it_is_restored(
    data: Path, closed: None, settings: Settings
) -> None:
    with smtp_server() as server:
        set_up(settings, server)
        for name in ("Rossi", "Verdi"):
            member(name, f"{name.lower()}@people.example", agreed_on=timezone.localdate())
        message_mail(tournament=evening(), kind=MessageKind.INVITATION, text="Vieni?", who="anna")
        call_command("backup", data / "evening.zip")
        call_command("send_mail")
        call_command("restore", data / "evening.zip")
        call_command("send_mail")
        assert [to for to, _message in server.taken] == ["rossi@people.example", "verdi@people.example"]
    assert [state for _address, state in states()] == ["unsure", "unsure"]


def test_pages_that_an_older_program_kept_on_disk_are_deleted(data: Path) -> None:
    (data / "pages").mkdir()
    (data / "pages" / "page").write_text("Rossi Anna")
    delete_pages_on_disk()
    assert not (data / "pages").exists()


def test_what_others_are_writing_is_not_in_it_and_does_not_wait(data: Path, closed: None) -> None:
    tournament = make_tournament(pairs=4)
    with transaction.atomic():
        Tournament.objects.update(name="half written")
        made: list[Path] = []
        at_work = threading.Thread(target=lambda: made.append(make_backup(data / "now.zip", at=AT)))
        at_work.start()
        at_work.join()
        assert made == [data / "now.zip"]
    restore_backup(data / "now.zip", at=AT)
    assert Tournament.objects.get().name == tournament.name


def test_while_a_club_is_open_nothing_is_restored(data: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL says itself who is connected")
    make_tournament()
    call_command("backup", data / "evening.zip")
    Tournament.objects.update(name="later")
    first, second = open_lock(data), open_lock(data)
    for server in (first, second):
        with pytest.raises(
            CommandError, match="altro programma lavora sui dati|Another program is working on the data"
        ):
            call_command("restore", data / "evening.zip")
        server.close()
    assert Tournament.objects.get().name == "later"
    assert list(data.glob("before-restore-*")) == []


@pytest.mark.parametrize("last", ["club.sqlite3", "secret.key"])
def test_a_restore_that_fails_at_its_last_step_puts_the_data_back(
    data: Path, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL loads a dump as a whole")
    make_tournament()
    call_command("backup", data / "evening.zip")
    Tournament.objects.update(name="later")
    (data / "secret.key").write_text("another key")
    replace = Path.replace

    def refused(file: Path, target: Path) -> Path:
        if file.name == last and file.parent.name.startswith(".restoring-"):
            raise OSError(28, "No space left on device")
        return replace(file, target)

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(CommandError, match="No space left"):
        call_command("restore", data / "evening.zip")
    assert Tournament.objects.get().name == "later"
    assert (data / "secret.key").read_text() == "another key"
    assert list(data.glob("before-restore-*")) == []


def test_a_damaged_backup_changes_nothing(data: Path, closed: None) -> None:
    make_tournament()
    call_command("backup", data / "evening.zip")
    broken = (data / "evening.zip").read_bytes()
    (data / "evening.zip").write_bytes(broken[:2000] + bytes(50) + broken[2050:])
    with pytest.raises(CommandError, match=r"evening\.zip"):
        call_command("restore", data / "evening.zip")
    assert Tournament.objects.count() == 1
    assert {path.name for path in data.iterdir()} <= {"evening.zip", "secret.key", "open.lock"}


def test_a_backup_never_takes_anothers_place(data: Path) -> None:
    (data / "mine.zip").write_text("something else")
    with pytest.raises(CommandError, match=r"mine\.zip"):
        call_command("backup", data / "mine.zip")
    assert (data / "mine.zip").read_text() == "something else"
    call_command("backup", data)
    assert len(list(data.glob("club-2*.zip"))) == 1


def test_backups_of_one_second_stand_in_the_order_of_time_too(tmp_path: Path) -> None:
    made = []
    for _ in range(12):
        made.append(new_name(tmp_path, AT))
        made[-1].touch()
    assert sorted(tmp_path.glob(NAME)) == made


def test_the_last_ones_are_kept_here_and_in_the_second_folder(data: Path, settings: Settings) -> None:
    settings.BACKUPS_KEPT, settings.BACKUP_COPY = 3, str(data.parent / "stick")
    (data.parent / "stick").mkdir()
    made = []
    for number in range(5):
        make_tournament(name=f"evening {number}")
        made.append(keep_backup(at=AT + timedelta(minutes=number)))
    assert kept_backups() == made[-3:]
    assert [path.name for path in sorted((data.parent / "stick").iterdir())] == [path.name for path in made[-3:]]
    assert all_backups()[-1] == made[-1]
    assert trouble() == ""


def test_where_nothing_was_written_there_is_no_second_one_like_it(data: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a dump of PostgreSQL's says when it was made")
    make_tournament()
    first = keep_backup(at=AT)
    assert keep_backup(at=AT + timedelta(hours=1)) == first
    Tournament.objects.update(name="changed")
    assert keep_backup(at=AT + timedelta(hours=2)) != first
    assert len(kept_backups()) == 2


def test_a_stick_that_was_pulled_out_is_said_until_it_is_back(data: Path, settings: Settings, client: Client) -> None:
    settings.BACKUP_COPY = str(data.parent / "stick")
    with pytest.raises(BackupFailed, match="stick"):
        keep_backup(at=AT)
    # The club still has its own backup, and nothing was written in place of the stick.
    assert len(kept_backups()) == 1
    assert not (data.parent / "stick").exists()
    assert str(data.parent / "stick") in trouble()
    round_ = start_round(make_tournament(pairs=4))
    client.force_login(User.objects.create_superuser("referee"))
    for page in (reverse("home"), reverse("results", args=[round_.tournament.slug, 1])):
        assert str(data.parent / "stick") in client.get(page).content.decode()
    (data.parent / "stick").mkdir()
    keep_backup(at=AT + timedelta(minutes=1))
    assert trouble() == ""
    assert all_backups()[-1] == kept_backups()[-1]


def test_a_command_can_tidy_first(data: Path) -> None:
    tournament = make_tournament()
    tournament_delete(tournament=make_tournament(name="old"), by=None, at=AT - timedelta(days=400))
    call_command("backup", data / "as-it-is.zip")
    assert Tournament.everything.count() == 2
    call_command("backup", data / "tidied.zip", "--tidy")
    assert list(Tournament.everything.all()) == [tournament]
    assert database_digest(data / "tidied.zip") != database_digest(data / "as-it-is.zip")


def test_it_is_made_by_itself_at_the_start_and_when_a_round_is_closed(data: Path) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    backups = automatic.AutomaticBackups()
    backups.begin()
    try:
        backups.rest()
        assert len(kept_backups()) == 1
        round_ = play_round(start_round(tournament), close=False)
        tournament_delete(tournament=make_tournament(name="old"), by=None, at=AT - timedelta(days=400))
        backups.rest()
        assert len(kept_backups()) == 1
        play_round(round_)
        backups.rest()
        # Later backups do not contain what was deleted long ago.
        assert list(Tournament.everything.all()) == [tournament]
        # A round that is saved again during a backup requests one more.
        assert (made := len(kept_backups())) in (2, 3)
    finally:
        backups.end()
    play_round(start_round(tournament))
    assert len(kept_backups()) == made
