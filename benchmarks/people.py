"""What long lists of people cost: `python -m benchmarks.people`. Prints medians in CPU milliseconds, with their aims.

A club of 50,000 members and a tournament of 5,000 pairs, in a database of its own, asked for through the whole project:
the list of pairs, the list at the door, a press there, a name completed, the members' page; and an import into a club
that large. Beside each stands its floor or its alternative.
"""

import gc
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import date
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament

MEMBERS, PAIRS, IMPORTED = 50_000, 5_000, 40
LISTED = 5_000
REPEATS, LIST_REPEATS = 7, 3
HTMX = {"HX-Request": "true"}

Work = Callable[[], object]


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """What, its figure, the unit, its aim, and the floor or alternative beside it.

    Django is set up, on a database that may be filled: without members, migrated.
    """
    from django.conf import settings
    from django.test import Client, override_settings
    from django.urls import reverse

    from accounts.models import Role
    from accounts.services import account_create
    from tournaments.models import Player

    text = _evening()
    _imported(text)
    _settle()
    empty = _medians_ms(lambda: _imported(text))[0]
    tournament = _filled()
    _settle()
    full = _medians_ms(lambda: _imported(text))[0]
    yield f"import, a club of {MEMBERS:,}", full, "ms", 1.2 * empty, f"{full / empty:.1f} × into an empty club"

    referee = Client()
    referee.force_login(account_create(name="benchmark", role=Role.REFEREE, password=None))

    def address(name: str) -> str:
        return reverse(name, args=[tournament.slug])

    def rows() -> object:
        return list(tournament.pairs.values_list("number", "status", "player1__last_name", "player2__last_name"))

    def first_names() -> object:
        return list(Player.objects.order_by("search_name")[:8])

    press = {"here": "2", "in_place": "1"}
    names, members = reverse("player_complete"), reverse("players")
    pages: tuple[tuple[str, Work, float, str, Work], ...] = (
        ("pairs, 5,000", lambda: referee.get(address("pairs")), 300, "their rows as tuples", rows),
        ("check-in, 5,000", lambda: referee.get(address("check_in")), 300, "their rows as tuples", rows),
        (
            "a press at the door",
            lambda: referee.post(address("check_in"), press, headers=HTMX),
            30,
            "a name completed",
            lambda: referee.get(names, {"q": "ros"}),
        ),
        ("completing “ros”", lambda: referee.get(names, {"q": "ros"}), 50, "any eight members", first_names),
        ("completing a name of nobody", lambda: referee.get(names, {"q": "zzz"}), 50, "any eight members", first_names),
        ("the members' page", lambda: referee.get(members), 100, "any eight members", first_names),
        ("members called “ros”", lambda: referee.get(members, {"q": "ros"}), 100, "any eight members", first_names),
        ("members called “a”", lambda: referee.get(members, {"q": "a"}), 100, "any eight members", first_names),
        ("a card among members", lambda: referee.get(members, {"q": "M049999"}), 100, "any eight members", first_names),
        ("members who left", lambda: referee.get(members, {"state": "left"}), 100, "any eight members", first_names),
    )
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain):
        for what, work, aim, beside, floor in pages:
            figure, least = _medians_ms(work, floor)
            yield what, figure, "ms", aim, f"{figure / least:.1f} × {beside} ({least:.1f} ms)"
        yield from _list_imported(referee)


def _list_imported(referee: "Client") -> Iterator[tuple[str, float, str, float, str]]:
    """A workbook of 5,000 rows, looked at and imported; beside it, its rows read and nothing else."""
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.urls import reverse

    from tournaments.models import PeopleImport
    from tournaments.roster.grid import grid_of_file
    from tournaments.selectors.people_imports import list_looked_at
    from tournaments.services import people_import_undo

    content, new = _workbook(), reverse("people_import_new")
    seen, written, read = list[float](), list[float](), list[float]()
    for _repeat in range(LIST_REPEATS):
        start = time.process_time()
        grid_of_file(content)
        read.append(time.process_time() - start)
        start = time.process_time()
        page = referee.post(new, {"file": SimpleUploadedFile("soci.xlsx", content)})["Location"]
        assert referee.get(page).status_code == 200
        seen.append(time.process_time() - start)
        pending = PeopleImport.objects.latest("pk")
        decided = {"do": "import", "undecided_out": "on", "seen": list_looked_at(pending).fingerprint}
        start = time.process_time()
        assert referee.post(page, decided).status_code == 302
        written.append(time.process_time() - start)
        people_import_undo(pending=pending, by=None)
    rows = 1000 * statistics.median(read)
    for what, took, aim in (("looked at", seen, 3_000), ("imported", written, 5_000)):
        figure = 1000 * statistics.median(took)
        yield f"a list of {LISTED:,}, {what}", figure, "ms", aim, f"{figure / rows:.1f} × its rows read ({rows:.0f} ms)"


def _workbook() -> bytes:
    """New people for the most part; every fifth is a member whose club is another one now."""
    from tournaments.files import FileTable, as_xlsx
    from tournaments.models import Player

    members = Player.objects.order_by("pk").values_list("last_name", "first_name", "card")
    known = [(last, first, card, "ASD Stella") for last, first, card in members[: LISTED // 5]]
    new = [(f"Nuovo{number}", "Ada", f"N{number:06}", "ASD Stella") for number in range(LISTED - len(known))]
    return as_xlsx(FileTable(title="Soci", headings=["Cognome", "Nome", "Tessera", "Circolo"], rows=[*known, *new]))


def _evening() -> str:
    """A tournament as a file."""
    from scoring.services import ruleset_for
    from tournaments.interchange import to_json
    from tournaments.records import System
    from tournaments.simulation import EveningFormat, SimulatedTournament, simulate_tournament

    wanted = SimulatedTournament(
        entrants=IMPORTED,
        wanted=EveningFormat(hands=4, systems=(System.MITCHELL,) * 4),
        rules=ruleset_for("fibur_2026", {}),
        seed=1,
    )
    return to_json(simulate_tournament(wanted, name="Torneo", slug="importato", date="2026-11-20"))


def _settle() -> None:
    """As the server does once it has started: what is there is not looked through again at each collection."""
    gc.collect()
    gc.freeze()


def _imported(text: str) -> None:
    """Taken in and given up again."""
    from django.db import transaction

    from tournaments.interchange import tournament_import

    with transaction.atomic():
        tournament_import(text=text)
        transaction.set_rollback(True)


def _filled() -> "Tournament":
    """The members, and the tournament in which the first of them play; every other pair has come."""
    from tournaments.models import Pair, Player
    from tournaments.people.names import search_key
    from tournaments.services import tournament_create
    from tournaments.simulation import FIRST_NAMES, LAST_NAMES

    rng = random.Random(20261120)
    people = [(rng.choice(LAST_NAMES), rng.choice(FIRST_NAMES), f"{number:06}") for number in range(MEMBERS)]
    Player.objects.bulk_create(
        Player(
            last_name=last,
            first_name=first,
            club="ASD Aurora",
            card=f"M{card}",
            search_name=search_key(f"{last} {first}"),
        )
        for last, first, card in people
    )
    tournament = tournament_create(name="Campionato", date=date(2026, 11, 20), seed=7)
    seated = list(Player.objects.order_by("pk")[: 2 * PAIRS])
    Pair.objects.bulk_create(
        Pair(
            tournament=tournament,
            number=number,
            player1=seated[2 * number - 2],
            player2=seated[2 * number - 1],
            status=Pair.Status.ACTIVE if number % 2 else Pair.Status.EXPECTED,
        )
        for number in range(1, PAIRS + 1)
    )
    return tournament


def _medians_ms(*works: Work) -> list[float]:
    """Of each, run by turns, so that a loaded machine is as slow for one as for the other."""
    times: list[list[float]] = [[] for _work in works]
    for _repeat in range(REPEATS):
        for work, taken in zip(works, times, strict=True):
            start = time.process_time()
            work()
            taken.append(1000 * (time.process_time() - start))
    return [statistics.median(taken) for taken in times]


def main() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for what, figure, unit, aim, beside in measure():
        print(f"{what:28}{figure:8.1f} {unit} (aim {aim:.0f}), {beside}")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
        os.environ["BURRACO_DATA"] = folder
        django.setup()
        main()
