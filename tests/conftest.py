"""The setup of all tests: compiled translations, a browser for browser tests, and a report of what was skipped."""

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from _pytest.doctest import DoctestModule
from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase
from django.utils import translation
from django.utils.translation.reloader import translation_file_changed

import club
from burraco_club.catalogs import compile_catalogs
from tests.markup import sound_pages
from tests.strict_templates import strict_templates

# No test has a time limit, not even from Hypothesis: a busy machine is slow without anything being wrong.
hypothesis.settings.register_profile(
    "suite",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.filter_too_much],
)
hypothesis.settings.load_profile("suite")

HERE = Path(__file__).parent
BROWSERS_AT_ONCE = 2
OF_THE_TABLES = {"django_content_type", "auth_permission"}
OPENS_THE_DATABASE = {"db", "transactional_db", "live_server"}
"""The fixtures that open the database; the other way is pytest-django's mark."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(DoctestsAlone())
    for compiled in compile_catalogs([Path(club.PROJECT, "locale")]):
        # Django loaded the settings before, with the catalogues of that moment.
        translation_file_changed(None, compiled)


class DoctestsAlone:
    """Import a module for its doctests if it is of the program and has one: a browser test could not be imported."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        collectors = yield
        if HERE not in file_path.parents and b">>>" in file_path.read_bytes():
            return collectors
        return [collector for collector in collectors if not isinstance(collector, DoctestModule)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker of a run of all tests begin with files of its own: what one has compiled, the others find."""
    if "PYTEST_XDIST_WORKER" not in os.environ or session.config.args != session.config.getini("testpaths"):
        return
    worker, workers = os.environ["PYTEST_XDIST_WORKER"], int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    files = [file for file in sorted(HERE.rglob("test_*.py")) if HERE / "browser" not in file.parents]
    for file in files[int(worker.removeprefix("gw")) :: workers]:
        # What is wrong with it is told where it is collected.
        with suppress(Exception):
            import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lacking = what_a_browser_lacks()
    for item in items:
        if lacking and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=club.tell(lacking)))
        if item.get_closest_marker("django_db") or OPENS_THE_DATABASE & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.database)
    # Start the longest tests first, because one that starts last delays the end alone.
    items.sort(key=lambda item: not (item.get_closest_marker("evening") or item.get_closest_marker("long")))
    for number, item in enumerate(item for item in items if item.get_closest_marker("browser")):
        item.add_marker(pytest.mark.xdist_group(f"browser {number % BROWSERS_AT_ONCE}"))


def pytest_collection_finish() -> None:
    """Take the program and the tests out of garbage collection, which would look through them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """Let no test leave a transaction open: the tests after it would be in it, and other connections see nothing."""
    yield
    if connection.in_atomic_block:
        pytest.fail(f"{item.nodeid} leaves a transaction open")


def what_a_browser_lacks() -> str | None:
    """Return a key of `club.SENTENCES`. If a browser is required, nothing is skipped: a test without one fails."""
    if os.environ.get("BURRACO_REQUIRE_BROWSER"):
        return None
    return "no_chromium" if not club.find_chromium() else "no_playwright" if not find_spec("playwright") else None


def pytest_unconfigure(config: pytest.Config) -> None:
    """Print in the last line what was skipped, why, and how to run it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if hasattr(config, "workerinput") or reporter is None:
        return
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reporter.stats.get("skipped", ()))
    texts = [f"{count} ({reason})" for reason, count in reasons.most_common()]
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not (
        config.option.keyword or config.option.markexpr
    )
    if everything and "sqlite3" in settings.DATABASES["default"]["ENGINE"]:
        texts.append(club.tell("no_postgresql"))
    if texts:
        reporter.write_line(club.tell("skipped", tests=" · ".join(texts)))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Record every migration as run, because the tests' database is made from the models at once."""
    from burraco_club.backup.upgrade import record_migrations

    with django_db_blocker.unblock():
        record_migrations()


@pytest.fixture(scope="session", autouse=True)
def _emptied_quickly() -> Iterator[None]:
    """Delete what a test has committed: Django truncates every table, which takes PostgreSQL seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: empty_database())
        yield


def empty_database() -> None:
    """Delete all rows but the kinds of content and their permissions, which belong to the tables."""
    from django.contrib.contenttypes.models import ContentType

    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [connection.ops.quote_name(name) for name in names if name not in OF_THE_TABLES]
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # As a truncation does, it waits for whoever is still writing.
            cursor.execute(f"LOCK TABLE {', '.join(tables)}")
        cursor.execute("SELECT " + ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in tables))
        for table, filled in zip(tables, cursor.fetchone(), strict=True):
            if filled:
                cursor.execute(f"DELETE FROM {table}")
    ContentType.objects.clear_cache()


@pytest.fixture(autouse=True)
def _default_language() -> None:
    """Activate the club's own language before every test, because a request leaves its language in the thread."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _strict_templates(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let no template fail silently, and no page be unsound; a browser's pages are those of the other tests."""
    if request.node.get_closest_marker("browser"):
        yield
        return
    with strict_templates(), sound_pages():
        yield


@pytest.fixture
def in_english(_default_language: None) -> None:
    """Sentences are read in English; a module asks for it by `pytest.mark.usefixtures("in_english")`."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def _another_database() -> None:
    """Clear the page cache: a test is rolled back, and the next one counts from the same revisions."""
    from tournaments.selectors.generations import SERVED
    from tournaments.views.hall.page_cache import clear_page_cache

    clear_page_cache()
    # Versions are plain numbers, as of data that were never opened.
    SERVED.key = ""
