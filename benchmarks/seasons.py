"""The cost of a long season's page: `python -m benchmarks.seasons`. Prints CPU medians in ms, with their aims.

60 tournaments of 400 players, 200 pairs each, in a database of its own. The requests go through the whole project.
Beside each figure is the part of the ranking alone. The time for one changed tournament is measured too: it is ranked
again at the next look at the season, and stored.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING

from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import median_ms

if TYPE_CHECKING:
    from tournaments.models import Season

TOURNAMENTS, PLAYERS, ROUNDS = 60, 400, 4
PAGE_AIM, AGAIN_AIM, KEPT_AIM, FILE_AIM = 500.0, 700.0, 1.0, 0.0
READERS = 200


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """Yield the name of a figure, the figure, its unit, its aim, and the ranking's part.

    Django and database are set up.
    """
    from django.conf import settings
    from django.db.models import F
    from django.test import Client, override_settings

    from accounts.models import Role
    from accounts.services import account_create
    from benchmarks.public_pages import Phone
    from tournaments.models import FinalStanding, Season
    from tournaments.selectors.seasons import season_view_of

    season = filled()
    referee, phone = Client(), Phone()
    referee.force_login(account_create(name="seasons", role=Role.REFEREE, password=None))

    def page() -> None:
        assert referee.get(f"/seasons/{season.slug}/").status_code == 200

    def download(address: str) -> Callable[[], None]:
        def ask() -> None:
            assert referee.get(f"/seasons/{season.slug}/{address}").status_code == 200

        return ask

    def public(**headers: str) -> dict[str, str]:
        status, answered, _body = phone.get(f"/s/{season.slug}/", **headers)
        assert status == (304 if headers else 200)
        return answered

    def public_again() -> None:
        Season.objects.update(revision=F("revision") + 1)
        public()

    def ranking() -> None:
        assert season_view_of(season).rows

    def again() -> None:
        FinalStanding.objects.filter(pk=FinalStanding.objects.order_by("pk").values("pk")[:1]).update(revision=999)
        page()

    what = f"{TOURNAMENTS} tournaments, {PLAYERS} players"
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain, ALLOWED_HOSTS=["*"]):
        page()
        beside = f"{median_ms(ranking):.0f} ms read and ranked"
        yield f"a season of {what}", median_ms(page), "ms", PAGE_AIM, beside
        yield "the same as of the 30th", median_ms(download("?after=30")), "ms", PAGE_AIM, ""
        yield "the same for everybody, the first who asks", median_ms(public_again), "ms", PAGE_AIM, beside
        etag = public()["ETag"]
        yield "the same, each further reader", median_ms(public, READERS), "ms", KEPT_AIM, ""
        again_there = median_ms(lambda: public(if_none_match=etag), READERS)
        yield "the same, for a browser that has it already", again_there, "ms", KEPT_AIM, "a 304"
        yield "the same as XLSX", median_ms(download("ranking.xlsx")), "ms", FILE_AIM, ""
        yield "the same as PDF", median_ms(download("ranking.pdf")), "ms", FILE_AIM, ""
        yield "the same, one tournament ranked again", median_ms(again), "ms", AGAIN_AIM, beside


def filled() -> "Season":
    """Create the season, with the results of its tournaments stored already."""
    from tournaments.models import FinalStanding, Pair, Player, Tournament
    from tournaments.people.names import search_key
    from tournaments.seasons.rule import SeasonRule
    from tournaments.selectors.final_standings import FORMAT
    from tournaments.services.seasons import season_create

    rng = Random(7)
    players = [
        Player(last_name=f"Cognome{n}", first_name="Nome", search_name=search_key(f"c {n}")) for n in range(PLAYERS)
    ]
    keys = [player.pk for player in Player.objects.bulk_create(players)]
    settings = {"round_minutes": 50, "scale": "fibur_2026_4", "rest_vp": 12, "rest_mp": 400}
    settings |= {"absence_vp": 8, "absence_mp": -400, "state": "final", "seed": 1}
    tournaments = Tournament.objects.bulk_create(
        [
            Tournament(name=f"Torneo {n}", slug=f"torneo-{n}", date=date(2020, 1, 1) + timedelta(n), **settings)
            for n in range(TOURNAMENTS)
        ]
    )
    for tournament in tournaments:
        rng.shuffle(keys)
        couples = list(zip(keys[::2], keys[1::2], strict=True))
        entered = enumerate(couples, start=1)
        Pair.objects.bulk_create(
            [
                Pair(tournament=tournament, number=n, player1_id=a, player2_id=b, status="active")
                for n, (a, b) in entered
            ]
        )
        pairs = [
            [n, list(couple), n, 1, ROUNDS, 80 - n // 3, 10_000 - 50 * n, 80]
            + [[figure for _round in range(ROUNDS) for figure in (1, rng.randint(1, len(couples)), rng.randint(0, 20))]]
            for n, couple in enumerate(couples, start=1)
        ]
        standing = {"format": FORMAT, "pairs": pairs, "teams": [], "team_names": []}
        FinalStanding.objects.create(tournament=tournament, revision=0, standing=standing)
    rule = SeasonRule(best=TOURNAMENTS // 2, bonus=100)
    return season_create(
        name="Stagione", rule=rule, tournaments={tournament.pk: 100 for tournament in tournaments}, public=True
    )


def main() -> None:
    for what, figure, unit, aim, beside in measure():
        print(f"{what:48}{figure:7.1f} {unit}   aim {aim:.0f}   {beside}")


if __name__ == "__main__":
    run_in_an_empty_club(main)
