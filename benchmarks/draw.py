"""The cost of a round's draw and of the pages around it: `python -m benchmarks.draw`. Prints medians in CPU ms.

Four Mitchell rounds of four hands are behind the field. The form of the next round, its draw, the overview, the
referee's ranking, the players' ranking after a slip, and the history's newest page right after the round is published
go through the whole project, as from a browser. Beside a draw stand its pairing alone, from a request that is read, and
a commit that waits for the disk.
"""

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from benchmarks.desk import field_of, smallest
from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import Figure, median_ms, print_times

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament

ROUNDS = 4
FORM_AIMS = {500: 40, 1_000: 60, 5_000: 150}
"""The aims of the form by the number of pairs."""
PAGE_AIM, HISTORY_AIM, RANKING_AIM = 150, 40, 25
PAIRING_TIMES = 3
"""A draw may take so many times as long as its pairing, and one commit."""


def measure() -> Iterator[Figure]:
    """Yield every figure, measured in an existing empty database. What is written into it stays."""
    from django.conf import settings
    from django.test import Client, override_settings

    from burraco_club.garbage import spare_what_is_loaded
    from tests.factories import make_account

    client = Client()
    client.force_login(make_account("draw"))
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain, ALLOWED_HOSTS=["*"]):
        for pairs, aim in FORM_AIMS.items():
            tournament = field_of(pairs, ROUNDS, under_way=False)
            spare_what_is_loaded()
            yield from _of_field(client, tournament, pairs, aim)


def _of_field(client: "Client", tournament: "Tournament", pairs: int, aim: float) -> Iterator[Figure]:
    from django.db.models import F

    from tournaments.models import Hand, Tournament
    from tournaments.pairing.systems import pair_round
    from tournaments.records import System
    from tournaments.services.rounds import next_round

    here, repeats = f"/tournaments/{tournament.slug}/", 7 if pairs <= 1_000 else 5
    new, drawn = f"{here}rounds/new/", tournament.rounds.filter(number=ROUNDS + 1)
    corrected = Hand.objects.filter(table__round__tournament=tournament).order_by("-pk").values_list("pk", flat=True)[0]

    def get(address: str) -> Callable[[], object]:
        def work() -> None:
            if client.get(address).status_code != 200:
                raise SystemExit(f"expected 200 from {address}")

        return work

    def page(address: str) -> float:
        get(address)()
        return median_ms(get(address), repeats)

    def slip() -> None:
        Hand.objects.filter(pk=corrected).update(ns_total=F("ns_total") + 5)
        Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)

    def published() -> None:
        drawn.delete()
        client.post(new, {"system": System.MITCHELL})
        client.post(f"{here}rounds/{ROUNDS + 1}/publish/")

    commit = median_ms(smallest(client, tournament), repeats)
    yield Figure(f"the form of a round, {pairs:,} pairs", page(new), "ms", aim, f"{commit:.1f} ms: a commit, a page")
    for system in (System.MITCHELL, System.DANISH_NO_REMATCH):
        request = next_round(tournament).request(system=system, seed=1)
        alone = median_ms(lambda system=system, request=request: pair_round(system, request), repeats)  # type: ignore[misc]
        taken = _after(drawn.delete, lambda system=system: client.post(new, {"system": system}), repeats)  # type: ignore[misc]
        most, beside = PAIRING_TIMES * alone + commit, f"{alone:.1f} ms: the pairing alone"
        yield Figure(f"a round drawn, {system.value}, {pairs:,} pairs", taken, "ms", most, beside)
    drawn.delete()
    page_aim = PAGE_AIM if pairs > 1_000 else 0
    yield Figure(f"the overview, {pairs:,} pairs", page(here), "ms", page_aim, "")
    yield Figure(f"the referee's ranking, {pairs:,} pairs", page(f"{here}ranking/"), "ms", page_aim, "")
    ranking = _after(slip, get(f"/t/{tournament.slug}/"), repeats)
    yield Figure(f"the ranking after a slip, {pairs:,} pairs", ranking, "ms", RANKING_AIM if pairs == 500 else 0, "")
    history = _after(published, get(f"{here}history/"), repeats)
    yield Figure(f"the history after a round is published, {pairs:,} pairs", history, "ms", HISTORY_AIM, "")


def _after(before: Callable[[], object], work: Callable[[], object], repeats: int) -> float:
    """Return the median of the work, each time after `before`, which is not measured."""
    times = []
    for _ in range(repeats + 1):
        before()
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return sorted(times[1:])[repeats // 2]


def main() -> None:
    print_times(measure())


if __name__ == "__main__":
    run_in_an_empty_club(main)
