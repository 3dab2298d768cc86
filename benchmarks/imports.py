"""The time that other saves wait during the import of a long list and its undoing: `python -m benchmarks.imports`.

A club with a round under way, in a folder of its own, and a list of 8,000 people. One thread imports them through the
pages and undoes the import; another saves a slip and requests a page over and over, as a hall does meanwhile. Prints
the longest wait of each in seconds, beside its aim.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from benchmarks.empty_club import run_in_an_empty_club

if TYPE_CHECKING:
    from django.test import Client

LISTED = 8_000
PAIRS = 24
BETWEEN_SAVES = 0.05
LONGEST, LONGEST_SAVE, LONGEST_PAGE = 30, 1.0, 1.0


class Hall(threading.Thread):
    """Save a slip and request the ranking until stopped."""

    def __init__(self, club: "Club") -> None:
        super().__init__(daemon=True)
        self._club, self._ended = club, threading.Event()
        self.saves, self.pages = list[float](), list[float]()

    def run(self) -> None:
        from django.db import connection

        try:
            while not self._ended.is_set():
                self.saves.append(_seconds(self._club.save))
                self.pages.append(_seconds(self._club.look))
                time.sleep(BETWEEN_SAVES)
        finally:
            connection.close()

    def end(self) -> None:
        self._ended.set()
        self.join()


class Club:
    """A round of 12 tables under way, and an administrator."""

    def __init__(self) -> None:
        from accounts.models import Role
        from accounts.services import account_create
        from tests.factories import make_tournament, start_round

        self.tournament = make_tournament(pairs=PAIRS)
        self.table = start_round(self.tournament).tables.get(number=1)
        self._account = account_create(name="benchmark", role=Role.ADMINISTRATOR, password=None)

    def client(self) -> "Client":
        from django.test import Client

        client = Client()
        client.force_login(self._account)
        return client

    def save(self) -> None:
        from tests.factories import play_table

        self.table = play_table(self.table)

    def look(self) -> None:
        from django.test import Client

        assert Client().get(f"/t/{self.tournament.slug}/").status_code == 200


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """Yield the name of a figure, the figure, its unit, its aim, and its comparison.

    Django is set up, on a migrated database without members that may be filled.
    """
    from django.conf import settings
    from django.test import override_settings

    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain, ALLOWED_HOSTS=["*"]):
        yield from _measured()


def _measured() -> Iterator[tuple[str, float, str, float, str]]:
    from django.urls import reverse

    from tournaments.models import PeopleImport
    from tournaments.selectors.people_imports import list_looked_at

    club = Club()
    secretary = club.client()
    lines = [f"Nuovo{number};Ada;N{number:06};Aurora;ada{number}@example.org" for number in range(LISTED)]
    page = secretary.post(
        reverse("people_import_new"), {"text": "\n".join(["Cognome;Nome;Tessera;Circolo;Email", *lines])}
    )["Location"]
    pending = PeopleImport.objects.latest("pk")
    imported = {"do": "import", "seen": list_looked_at(pending).fingerprint}
    for what, fields in (("imported", imported), ("taken back", {"do": "undo"})):
        with _beside(club) as hall:
            took = _seconds(lambda fields=fields: _sent(secretary, page, fields))  # type: ignore[misc]
        yield f"a list of {LISTED:,}, {what}", took, "s", LONGEST, "by the clock, while a hall saves"
        yield "a slip saved meanwhile", max(hall.saves), "s", LONGEST_SAVE, f"the longest of {len(hall.saves)}"
        yield "a page meanwhile", max(hall.pages), "s", LONGEST_PAGE, f"the longest of {len(hall.pages)}"


@contextmanager
def _beside(club: Club) -> Iterator[Hall]:
    # A hall with a round under way has had its pages: the first of a process waits for what it imports.
    club.look()
    hall = Hall(club)
    hall.start()
    yield hall
    hall.end()


def _sent(client: "Client", page: str, fields: dict[str, str]) -> None:
    assert client.post(page, fields).status_code == 302


def _seconds(work: Callable[[], object]) -> float:
    begun = time.monotonic()
    work()
    return time.monotonic() - begun


def main() -> None:
    for what, figure, unit, aim, beside in measure():
        print(f"{what:32}{figure:8.2f} {unit} (aim {aim:.0f}), {beside}", flush=True)


if __name__ == "__main__":
    run_in_an_empty_club(main)
