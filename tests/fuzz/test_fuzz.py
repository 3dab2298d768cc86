"""5,000 requests out of the lottery; `python -m tests.fuzz` sends as many as one likes."""

import os
from random import Random
from time import process_time

import pytest

from tests.fuzz.imports import spoilt_files
from tests.fuzz.sweep import Sweep, taken_back
from tests.fuzz.world import build_world
from tournaments.interchange import InterchangeError, export_tournament, to_json, tournament_import
from tournaments.models import Tournament
from tournaments.selectors.standings import standings_of

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "5000"))
FILES = REQUESTS // 20
PAGES = float(os.environ.get("FUZZ_PAGES", "0.07"))
"""The share of requests that a page is drawn for, which costs ten times what the others do."""
SEED = int(os.environ.get("FUZZ_SEED", "20261122"))


@pytest.mark.django_db
def test_no_request_breaks_a_page_floods_the_log_or_is_told_what_it_should_not_know() -> None:
    report = Sweep(build_world(), SEED, pages=PAGES).run(REQUESTS)
    print(report, f"{process_time():.1f} s")
    assert not report.faults, str(report)


@pytest.mark.django_db
def test_no_file_breaks_the_importer() -> None:
    """Whatever stands in it, it is refused with a sentence, or it is a tournament like any other."""
    build_world()
    sound = [to_json(export_tournament(each)) for each in Tournament.objects.order_by("pk")]
    for number, text in enumerate(spoilt_files(Random(SEED), sound, FILES)):
        try:
            with taken_back():
                tournament = tournament_import(text=text)
                to_json(export_tournament(Tournament.objects.get(pk=tournament.pk)))
                standings_of(tournament)
        except InterchangeError as error:
            assert str(error).encode(), f"#{number}"
