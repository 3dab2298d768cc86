"""5,000 random requests; `python -m tests.fuzz` sends any number."""

import json
import os
from random import Random
from time import process_time

import pytest

from tests.fuzz.imports import spoilt_files
from tests.fuzz.sweep import Sweep, taken_back
from tests.fuzz.world import build_world
from tournaments.interchange import InterchangeError, export_tournament, to_json, tournament_import
from tournaments.interchange.season import export_season, season_import
from tournaments.models import Season, Tournament
from tournaments.selectors.seasons import season_view_of
from tournaments.selectors.standings import standings_of

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "5000"))
FILES = REQUESTS // 20
PAGES = float(os.environ.get("FUZZ_PAGES", "0.07"))
"""The share of requests for a page, which cost ten times as much as the others."""
SEED = int(os.environ.get("FUZZ_SEED", "20261122"))


@pytest.mark.django_db
def test_no_request_breaks_a_page_floods_the_log_or_is_told_what_it_should_not_know() -> None:
    report = Sweep(build_world(), SEED, pages=PAGES).run(REQUESTS)
    print(report, f"{process_time():.1f} s")
    assert not report.faults, str(report)


@pytest.mark.django_db
def test_no_file_breaks_the_importer() -> None:
    """Any file is refused with a sentence, or it is a tournament like any other."""
    build_world()
    sound = [to_json(export_tournament(tournament)) for tournament in Tournament.objects.order_by("pk")]
    for number, text in enumerate(spoilt_files(Random(SEED), sound, FILES)):
        try:
            with taken_back():
                tournament = tournament_import(text=text)
                to_json(export_tournament(Tournament.objects.get(pk=tournament.pk)))
                standings_of(tournament)
        except InterchangeError as error:
            assert str(error).encode(), f"#{number}"


@pytest.mark.django_db
def test_no_file_of_a_season_breaks_its_importer() -> None:
    """Any file is refused with a sentence, or it is a season that can be exported and ranked."""
    build_world()
    sound, taken_in = [to_json(export_season(season)) for season in Season.objects.order_by("pk")], 0
    for text in spoilt_files(Random(SEED), sound, FILES, named="season"):
        try:
            with taken_back():
                season = season_import(text=text)
                assert json.loads(to_json(export_season(season)))["season"]["name"] == season.name
                assert season_view_of(season).rows is not None
                taken_in += 1
        except InterchangeError as error:
            assert str(error).encode()
    assert 0 < taken_in < FILES
