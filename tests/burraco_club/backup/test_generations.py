"""Versions after a restore: none that was seen before it is mistaken for a later one."""

import re
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Program
from accounts.services import token_create
from burraco_club.backup.generation import settle_generation
from tests.burraco_club.stored_clubs import KeptClub, KeptPlace
from tests.factories import make_account, make_tournament, play_round, play_table, slip, start_on_phones, start_round
from tests.faults.conftest import on_postgresql
from tests.ports import free_port
from tests.test_club import wait_for_page
from tests.tournaments.views.phone.visitors import PhoneAt, address, figures
from tests.tournaments.views.public_evening import PAGES
from tournaments.models import Generation, Table, Tournament
from tournaments.records import Line, System
from tournaments.seasons.rule import SeasonRule
from tournaments.selectors.generations import SERVED, generation, stamped, version_seen
from tournaments.selectors.phone_slips import slip_of
from tournaments.services import club_show_players, tournament_finish_play, tournament_make_final
from tournaments.services.generations import generation_begin, generation_opened
from tournaments.services.seasons import season_create
from tournaments.slips.states import SlipState

FIGURES = {"ns_base": 300, "ns_points": 145, "ew_base": 0, "ew_points": 60, "end": "closed"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def in_a_generation(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A generation as in every started club. The tests' own connections are ignored."""
    if connection.vendor == "postgresql":
        monkeypatch.setattr("burraco_club.backup.postgresql.others", lambda: 0)
    settle_generation()
    with translation.override("en"):
        yield


def table_of(tournament: Tournament, number: int = 1) -> Table:
    tables = Table.objects.select_related("round__tournament", "phone_slip")
    return tables.get(round__tournament=tournament, number=number)


def seen_by(page: HttpResponse) -> str:
    return re.findall(r'name="version"[^>]*value="([^"]+)"', page.content.decode())[0]


def test_nobody_says_yes_to_what_another_wrote_after_a_restore(data: Path) -> None:
    """EW sees 150, the backup is restored, NS sends 200: the slip's version is the same, and its contents differ."""
    table = start_on_phones().tables.select_related("round__tournament").get(number=1)
    ns, ew = PhoneAt(table, Line.NS), PhoneAt(table, Line.EW)
    call_command("backup", data / "evening.zip")
    ns.do("send", figures(h1_ns_points="150"))
    response = ew.look()
    text, version = seen_by(response), ew.version
    call_command("restore", data / "evening.zip")
    ns.do("send", figures(h1_ns_points="200"))
    assert ew.version == version and "200" in ew.look().content.decode()
    ew.do("agree", version=text)
    assert slip_of(table_of(table.round.tournament)).state is SlipState.SENT
    ew.do("agree", version=seen_by(ew.look()))
    assert slip_of(table_of(table.round.tournament)).state is SlipState.AGREED


def test_a_slip_at_the_desk_is_not_written_over_what_was_restored(data: Path) -> None:
    tournament = start_on_phones(writing="paper").tournament
    referee = Client()
    referee.force_login(make_account())
    page = f"/en/tournaments/{tournament.slug}/rounds/1/tables/1/"
    call_command("backup", data / "evening.zip")
    play_table(table_of(tournament), slip(300, 120), slip(200, 40))
    text = seen_by(referee.get(page))  # type: ignore[arg-type]
    call_command("restore", data / "evening.zip")
    play_table(table_of(tournament), slip(500, 20), slip(200, 40))
    assert table_of(tournament).version == int(text.rpartition(".")[2])
    typed = {f"h{hand}_{name}": value for hand in (1, 2) for name, value in FIGURES.items()}
    refused = referee.post(page, typed | {"version": text, "depth": "slip"})
    assert refused.status_code == 409
    assert table_of(tournament).hands.get(number=1).ns_total == 520


def test_every_tag_that_is_counted_names_the_generation(data: Path) -> None:
    """A 304 confirms the current version, and never one from before a restore."""
    evening = start_on_phones(name="Serata").tournament
    play_round(evening.rounds.get(number=1), seed=1)
    table = start_round(evening, System.DANISH).tables.select_related("round__tournament").get(number=1)
    before = make_tournament(name="Prima", pairs=4, hands_per_round=2, rounds_planned=1)
    play_round(start_round(before), seed=2)
    tournament_make_final(tournament=tournament_finish_play(tournament=before))
    club_show_players(shown=True)
    season_create(name="Stagione", rule=SeasonRule(), tournaments={evening.pk: 100}, public=True)
    _program, text = token_create(name="sala", scope=Program.RESULTS, made_by="anna", at=timezone.now())
    referee = Client()
    referee.force_login(make_account())
    anybody, hall = Client(), Client(headers={"Authorization": f"Bearer {text}"})
    phone = PhoneAt(table, Line.NS).client
    call_command("backup", data / "evening.zip")
    with translation.override("en"):
        pages = [(anybody, f"/en/t/{evening.slug}/")]
        pages += [(anybody, reverse(name, args=[evening.slug, *more])) for name, more in PAGES.items()]
        pages += [(anybody, "/en/s/stagione/"), (anybody, f"/en/m/{table.ns.player1_id}/")]
        pages += [(anybody, f"/api/v1/tournaments/{evening.slug}"), (anybody, "/api/v1/seasons/stagione")]
        pages += [(hall, f"/api/v1/tournaments/{evening.slug}/rounds/2/tables/1/result")]
        pages += [(referee, f"/en/tournaments/{evening.slug}/check-in/rows/"), (phone, f"{address(table)}?us=1")]
        pages += [(referee, f"/en/tournaments/{evening.slug}/rounds/2/hall/")]
    tags = {page: client.get(page).headers.get("ETag", "") for client, page in pages}
    assert [page for page, tag in tags.items() if not tag] == []
    again = [client.get(page, headers={"If-None-Match": tags[page]}).status_code for client, page in pages]
    assert again.count(304) >= len(pages) - 1
    call_command("restore", data / "evening.zip")
    for client, page in pages:
        answer = client.get(page, headers={"If-None-Match": tags[page]})
        assert answer.status_code == 200 and answer["ETag"] != tags[page], page


def test_a_program_does_not_write_over_what_was_restored(data: Path) -> None:
    tournament = start_on_phones(writing="paper").tournament
    _program, text = token_create(name="sala", scope=Program.RESULTS, made_by="anna", at=timezone.now())
    hall = Client(headers={"Authorization": f"Bearer {text}"})
    page = f"/api/v1/tournaments/{tournament.slug}/rounds/1/tables/1/result"
    call_command("backup", data / "evening.zip")
    tag = hall.get(page)["ETag"]
    call_command("restore", data / "evening.zip")
    answer = hall.put(page, {"hands": []}, content_type="application/json", headers={"If-Match": tag})
    assert answer.status_code == 412 and answer["ETag"] == hall.get(page)["ETag"] != tag


def test_each_restore_is_another_generation_and_no_backup_has_one(data: Path) -> None:
    call_command("backup", data / "club.zip")
    seen = [generation()]
    for _again in range(3):
        call_command("restore", data / "club.zip")
        seen.append(generation())
    assert len({*seen}) == 4 and "" not in seen
    settle_generation()
    SERVED.key = None
    assert generation() == seen[-1] == Generation.objects.get().key
    assert version_seen(stamped(17)) == 17
    for other in ("17", f"{seen[0]}.17", f"{seen[-1]}.", f"{seen[-1]}.-1", "", f"{seen[-1]}.1.7"):
        assert version_seen(other) == -1, other


@pytest.fixture
def club(kept_place: KeptPlace) -> KeptClub:
    """Return a club that was opened after its data were copied."""
    club = kept_place.current("452c5e8")
    club.run("prepare_database")
    return club


def served(club: KeptClub) -> str:
    """Return the generation of a club that was opened and closed."""
    port = free_port()
    process = club.process("manage.py", "serve", "--host", "127.0.0.1", "--port", port)
    wait_for_page(process, f"http://127.0.0.1:{port}/login/")
    process.send_signal(signal.SIGTERM)
    _said, complaints = process.communicate()
    assert process.returncode == 0, complaints
    return str(club.execute("SELECT key FROM tournaments_generation")[0][0])


def test_a_database_that_was_put_in_by_hand_is_another_generation(club: KeptClub) -> None:
    if on_postgresql():
        pytest.skip("a file of SQLite's is copied")
    file = club.data / "club.sqlite3"
    first = served(club)
    copied = file.read_bytes()
    club.run("login_link", *club.execute("SELECT username FROM auth_user WHERE is_active")[0])
    assert served(club) == first, "a command of the club's own has written"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE tournaments_tournament SET revision = revision + 1")
    file.write_bytes(copied)
    assert served(club) != first


def test_a_dump_that_was_loaded_by_hand_is_another_generation(club: KeptClub) -> None:
    if not on_postgresql():
        pytest.skip("a dump of PostgreSQL's")
    assert club.database is not None
    [[first]] = club.execute("SELECT key FROM tournaments_generation")
    dump = subprocess.run(["pg_dump", club.database], check=True, stdout=subprocess.PIPE).stdout
    club.run("prepare_database")
    assert club.execute("SELECT key FROM tournaments_generation") == [(first,)]
    club.execute("DROP SCHEMA public CASCADE")
    club.execute("CREATE SCHEMA public")
    subprocess.run(["psql", "--quiet", club.database], input=dump, check=True, stdout=subprocess.DEVNULL)
    club.run("prepare_database")
    assert club.execute("SELECT key FROM tournaments_generation") != [(first,)]


def test_a_generation_knows_the_program_that_opened_it_last() -> None:
    begun = generation_begin(place="here", program="1")
    for program in ("2", "2"):
        generation_opened(program=program)
    assert list(Generation.objects.values_list("key", "place", "program")) == [(begun.key, "here", "2")]
