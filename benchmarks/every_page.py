"""The cost of every page of a tournament of 500 and of 5,000 pairs: `python -m benchmarks.every_page`.

Prints medians in CPU milliseconds, and the bytes of each page before it is compressed. The pages are those of the table
of rights that belong to a tournament, as the administrator and the players see them, in the middle of a round and with
the next one's draft, with a fee for each player and an entry for each pair. What a page shares with others in memory is
made again for each request, as after a slip. Aims: 150 ms (300 of a page that draws) and 300,000 bytes, however many
pairs there are. Beside each figure is that of 500 pairs.

`python -m benchmarks.every_page all` prints the pages that reach both aims, too.
"""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import Figure, median_ms

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament

FIELDS = ((500, 4), (5_000, 2))
"""The number of pairs, and of rounds."""
MOST_MS, MOST_BYTES = 150, 300_000
MOST_MS_OF = {"draft_compare of a draft": 300}
"""The aims of pages that do more than show: a comparison draws a round."""
REPEATS = 3


def measure() -> Iterator[Figure]:
    """Yield the figures of the larger field beside those of the smaller one. Django is set up on an empty club."""
    from django.conf import settings
    from django.test import Client, override_settings

    from accounts.models import Role
    from burraco_club.garbage import spare_what_is_loaded
    from tests.factories import make_account

    client = Client()
    client.force_login(make_account(role=Role.ADMINISTRATOR))
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain, ALLOWED_HOSTS=["*"]):
        spare_what_is_loaded()
        smaller, larger = (dict(measured_pages(client, full_hall(*field))) for field in FIELDS)
    for name, (took, size) in larger.items():
        took_before, size_before = smaller.get(name, (0.0, 0))
        beside, most = f"{took_before:.0f} of {FIELDS[0][0]}", MOST_MS_OF.get(name, MOST_MS)
        yield Figure(f"{name}, {FIELDS[1][0]:,} pairs", took, "ms", most, beside)
        beside = f"{size_before:,} of {FIELDS[0][0]}"
        yield Figure(f"{name}, {FIELDS[1][0]:,} pairs", size, "bytes", MOST_BYTES, beside)


def full_hall(pairs: int, rounds: int) -> "Tournament":
    """Return a tournament in the middle of a round, with fees, entries and people who enter alone."""
    from benchmarks.desk import field_of
    from tests.factories import make_entries
    from tournaments.models import EntryTerms, TillTerms
    from tournaments.services import club_keep_till

    club_keep_till(keeps=True)
    tournament = field_of(pairs, rounds)
    TillTerms.objects.create(tournament=tournament, fee=1000, per=TillTerms.Per.PLAYER, fund_percent=60)
    EntryTerms.objects.create(tournament=tournament, is_open=True, list_shown=True)
    make_entries(tournament)
    return tournament


def measured_pages(client: "Client", tournament: "Tournament") -> Iterator[tuple[str, tuple[float, int]]]:
    """Yield the names of pages, with their milliseconds and bytes."""
    from tests.factories import draft_round
    from tests.tournament_pages import addresses_of
    from tournaments.records import System

    def measured(name: str, address: str) -> Iterator[tuple[str, tuple[float, int]]]:
        answer = _asked(client, tournament, address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            yield name, (median_ms(lambda: _asked(client, tournament, address), REPEATS), len(answer.content))

    for name, address in addresses_of(tournament):
        yield from measured(name, address)
    draft_round(tournament, System.DRAW)
    for name, address in addresses_of(tournament, draft=True):
        yield from measured(f"{name} of a draft", f"{address}?system=mitchell&table=1")


def _asked(client: "Client", tournament: "Tournament", address: str) -> Any:
    """Return the answer after something new."""
    from django.db.models import F

    from tournaments.models import Tournament

    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
    return client.get(address)


def main() -> None:
    for figure in measure():
        if not figure.is_reached or "all" in sys.argv:
            beside = f"aim {figure.aim:,} {'' if figure.is_reached else '!':2}{figure.beside}"
            print(f"{figure.what:40}{figure.figure:12,.0f} {figure.unit:6} {beside}", flush=True)


if __name__ == "__main__":
    run_in_an_empty_club(main)
