"""What every test needs: the translations compiled, and for a browser test a browser; and what was skipped, told."""

import os
from collections import Counter
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import hypothesis
import pytest
from _pytest.doctest import DoctestModule
from django.conf import settings
from django.utils import translation
from django.utils.translation.reloader import translation_file_changed

import club
from burraco_club.catalogs import compile_catalogs

# No test is timed, not by Hypothesis either: a busy machine is slow, and nothing is wrong.
hypothesis.settings.register_profile(
    "suite",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.filter_too_much],
)
hypothesis.settings.load_profile("suite")

BROWSERS_AT_ONCE = 2
OPENS_THE_DATABASE = {"db", "transactional_db", "live_server"}
"""The fixtures that do; pytest-django's mark is the other way."""


def pytest_configure() -> None:
    for compiled in compile_catalogs([Path(club.PROJECT, "locale")]):
        # The settings were read before, and with them what there was.
        translation_file_changed(None, compiled)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Doctests are those of the program: a browser test cannot even be imported where there is no Playwright."""
    collectors = yield
    return [collector for collector in collectors if not isinstance(collector, DoctestModule)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lacking = what_a_browser_lacks()
    for item in items:
        if lacking and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=club.tell(lacking)))
        if item.get_closest_marker("django_db") or OPENS_THE_DATABASE & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.database)
    # Whoever begins the longest last waits for it alone.
    items.sort(key=lambda item: not (item.get_closest_marker("evening") or item.get_closest_marker("long")))
    for number, item in enumerate(item for item in items if item.get_closest_marker("browser")):
        item.add_marker(pytest.mark.xdist_group(f"browser {number % BROWSERS_AT_ONCE}"))


def what_a_browser_lacks() -> str | None:
    """As a key of `club.SENTENCES`. Where a browser is required, nothing is skipped: a test without one fails."""
    if os.environ.get("BURRACO_REQUIRE_BROWSER"):
        return None
    return "no_chromium" if not club.find_chromium() else "no_playwright" if not find_spec("playwright") else None


def pytest_unconfigure(config: pytest.Config) -> None:
    """The last line: what was skipped, why, and how to run it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if hasattr(config, "workerinput") or reporter is None:
        return
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reporter.stats.get("skipped", ()))
    said = [f"{count} ({reason})" for reason, count in reasons.most_common()]
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not (
        config.option.keyword or config.option.markexpr
    )
    if everything and "sqlite3" in settings.DATABASES["default"]["ENGINE"]:
        said.append(club.tell("no_postgresql"))
    if said:
        reporter.write_line(club.tell("skipped", tests=" · ".join(said)))


@pytest.fixture(autouse=True)
def _default_language() -> None:
    """A request leaves its language behind in the thread; every test begins with the club's own."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _another_database() -> None:
    """What pages were made of is rolled back after a test, and the next one counts from the same numbers."""
    from tournaments.views.hall.kept import KEPT_PAGES

    KEPT_PAGES.forget()
