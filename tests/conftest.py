"""What every test needs: the translations compiled, and for a browser test a browser."""

import os
from importlib.util import find_spec
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.utils import translation

import club
from burraco_club.catalogs import compile_catalogs

# No test is timed, not by Hypothesis either: a busy machine is slow, and nothing is wrong.
hypothesis.settings.register_profile(
    "suite",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.filter_too_much],
)
hypothesis.settings.load_profile("suite")


def pytest_configure() -> None:
    compile_catalogs([Path(club.PROJECT, "locale")])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Where a browser is required, a browser test without one fails.
    if (club.find_chromium() and find_spec("playwright")) or os.environ.get("BURRACO_REQUIRE_BROWSER"):
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason="no Chromium to drive, or no Playwright to drive it with"))


@pytest.fixture(autouse=True)
def _default_language() -> None:
    """A request leaves its language behind in the thread; every test begins with the club's own."""
    translation.activate(settings.LANGUAGE_CODE)
