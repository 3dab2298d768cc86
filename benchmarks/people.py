"""The cost of long lists of people: `python -m benchmarks.people`. Prints CPU medians in ms, with their aims.

A club of 50,000 members and a tournament of 5,000 pairs, in a database of its own. The requests go through the whole
project: the list of pairs, the attendance list, ticking a pair there, the completion of a name, the members' page; and
an import into a club of that size. Members are searched by their words in a club of 5,000, too. Beside each figure is
its floor or its alternative.
"""

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import medians_ms

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.test import Client

    from tournaments.models import Player, Tournament

MEMBERS, PAIRS, IMPORTED = 50_000, 5_000, 40
SMALLER_CLUB = 5_000
SEARCHED, FIRST_PAGE = ("ros", "a", "zzz"), 100
"""The beginning of some members' words, of everybody's, and of nobody's."""
LISTED = 5_000
LIST_REPEATS = 3
HTMX = {"HX-Request": "true"}

Work = Callable[[], object]


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """Yield the name of a figure, the figure, its unit, its aim, and its floor or alternative.

    Django is set up, on a migrated database without members that may be filled.
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
    empty = medians_ms(lambda: _imported(text))[0]
    yield from _smaller_club()
    tournament = _filled()
    yield from _searches(MEMBERS)
    Player.objects.update(contact="")
    _settle()
    full = medians_ms(lambda: _imported(text))[0]
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
            figure, least = medians_ms(work, floor)
            yield what, figure, "ms", aim, f"{figure / least:.1f} × {beside} ({least:.1f} ms)"
        yield from _list_imported(referee)


def _smaller_club() -> Iterator[tuple[str, float, str, float, str]]:
    """Write members with their words and without, search them, and take them back."""
    from django.db import transaction
    from django.db.models import QuerySet

    from tournaments.models import Player

    def write(without_words: bool = False) -> None:
        players = _members(SMALLER_CLUB)
        start = time.process_time()
        if without_words:
            QuerySet.bulk_create(Player.objects.all(), players)
        else:
            Player.objects.bulk_create(players)
        taken[without_words].append(1000 * (time.process_time() - start))

    taken = list[float](), list[float]()
    for without_words in (True, False) * LIST_REPEATS:
        with transaction.atomic():
            write(without_words)
            transaction.set_rollback(True)
    with_words, without = map(statistics.median, taken)
    yield f"{SMALLER_CLUB:,} members written", with_words, "ms", 0, f"{without:.0f} ms without their words"
    with transaction.atomic():
        write()
        yield from _searches(SMALLER_CLUB)
        transaction.set_rollback(True)


def _searches(members: int) -> Iterator[tuple[str, float, str, float, str]]:
    """Search by the index of words, and beside it without: in the column in which `_members` writes everybody's."""
    from tournaments.models import Player
    from tournaments.people.names import search_words
    from tournaments.selectors.members import members_found

    def read(typed: str) -> "QuerySet[Player]":
        found = Player.objects.filter(forgotten=False).order_by("search_name", "pk")
        for word in search_words(typed):
            found = found.filter(contact__contains=f" {word}")
        return found

    def first_eight(found: "QuerySet[Player]") -> object:
        return list(found[:8])

    def first_page(found: "QuerySet[Player]") -> object:
        return found.count(), list(found[:FIRST_PAGE])

    for what, listing in (("first eight", first_eight), ("first page", first_page)):
        for typed in SEARCHED:
            by_index, by_reading = members_found(q=typed), read(typed)
            assert list(by_index.all()) == list(by_reading.all())
            figure, other = medians_ms(partial(listing, by_index), partial(listing, by_reading))
            yield f"“{typed}” of {members:,}, {what}", figure, "ms", 0, f"{other:.1f} ms without the index of words"


def _list_imported(referee: "Client") -> Iterator[tuple[str, float, str, float, str]]:
    """Preview and import a workbook of 5,000 rows, and compare that with only reading the rows."""
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.urls import reverse

    from tournaments.models import PeopleImport
    from tournaments.people.grid import grid_of_file
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
    """Return a workbook in which most people are new, and every fifth is a member with a different club."""
    from tournaments.files import FileTable, as_xlsx
    from tournaments.models import Player

    members = Player.objects.order_by("pk").values_list("last_name", "first_name", "card")
    known = [(last, first, card, "ASD Stella") for last, first, card in members[: LISTED // 5]]
    new = [(f"Nuovo{number}", "Ada", f"N{number:06}", "ASD Stella") for number in range(LISTED - len(known))]
    return as_xlsx(FileTable(title="Soci", headings=["Cognome", "Nome", "Tessera", "Circolo"], rows=[*known, *new]))


def _evening() -> str:
    """Return a simulated tournament as a file."""
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
    """Freeze the objects so far, as the server does after its start, to keep them out of garbage collections."""
    gc.collect()
    gc.freeze()


def _imported(text: str) -> None:
    """Import a tournament and discard it."""
    from django.db import transaction

    from tournaments.interchange import tournament_import

    with transaction.atomic():
        tournament_import(text=text)
        transaction.set_rollback(True)


def _members(count: int) -> "list[Player]":
    """Return members to be written. In `contact`, which nobody searches, are the words by which they are found."""
    from tournaments.models import Player
    from tournaments.people.names import search_key
    from tournaments.simulation import FIRST_NAMES, LAST_NAMES

    rng = random.Random(20261120)
    names = [(rng.choice(LAST_NAMES), rng.choice(FIRST_NAMES)) for _number in range(count)]
    players = [
        Player(
            last_name=last,
            first_name=first,
            club="ASD Aurora",
            card=f"M{number:06}",
            search_name=search_key(f"{last} {first}"),
        )
        for number, (last, first) in enumerate(names)
    ]
    for player in players:
        player.contact = "".join(f" {word.decode()}" for word in player.search_words)
    return players


def _filled() -> "Tournament":
    """Create the members, and a tournament in which the first of them play. Every other pair is present."""
    from tournaments.models import Pair, Player
    from tournaments.services import tournament_create

    Player.objects.bulk_create(_members(MEMBERS))
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


def main() -> None:
    for what, figure, unit, aim, beside in measure():
        print(f"{what:32}{figure:8.1f} {unit}{f' (aim {aim:.0f})' if aim else ''}, {beside}")


if __name__ == "__main__":
    run_in_an_empty_club(main)
