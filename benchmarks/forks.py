"""Sessions of pytest whose tests run in forks, after Django is set up, the database created and each test imported."""

import importlib
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis
import pytest

from benchmarks.closeness import PROJECT, modules

OPTIONS = ["-q", "--assert=plain", "--nomigrations"]
"""Rewriting assertions would read a changed module from its file."""
for plugin in ("randomly", "cacheprovider", "playwright", "xdist"):
    OPTIONS += ["-p", f"no:{plugin}"]


def answer_of(work: Callable[[], Any]) -> Any:
    """Return the result of `work` in a fork, or None if the fork ends early."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.close(reading)
            answer = pickle.dumps(work())
            with os.fdopen(writing, "wb") as out:
                out.write(answer)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as out:
        written = out.read()
    os.waitpid(process, 0)
    return pickle.loads(written) if written else None


class Profile:
    """Hypothesis for mutants: the same examples each time, none stored, none shrunk. Marks of xdist mean nothing."""

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "xdist_group: tests that one process runs")

    def pytest_sessionstart(self) -> None:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutants", hypothesis.settings(derandomize=True, phases=phases))
        hypothesis.settings.load_profile("mutants")


def _copied(template: Path) -> ModuleType:
    """Return a plugin that gives each process a copy of the template as its database."""

    @pytest.fixture(scope="session")
    def django_db_setup(django_test_environment: None) -> None:
        from django.db import connection

        own = template.with_name(f"{os.getpid()}.sqlite3")
        shutil.copy(template, own)
        connection.settings_dict["NAME"] = str(own)

    plugin = ModuleType("copied_database")
    vars(plugin)["django_db_setup"] = django_db_setup
    return plugin


class _Session:
    """A plugin that replaces pytest-django's database, and pytest's loop over the tests by `run`."""

    def __init__(self, template: Path, run: Callable[[Sequence[pytest.Item]], Any], started: ExitStack) -> None:
        self._template, self._run, self._started = template, run, started
        self.answer: Any = None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        session.config.pluginmanager.register(_copied(self._template))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _warm_up()
        self._started.close()
        self.answer = self._run(session.items)
        return True


def session(
    tests: Sequence[str],
    run: Callable[[Sequence[pytest.Item]], Any],
    during: AbstractContextManager[object] | None = None,
) -> Any:
    """Return the result of `run` on the collected tests, in a fork; `during` is entered until they are imported.

    Raise SystemExit if they cannot be collected.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryDirectory() as folder:

        def collected() -> Any:
            os.dup2(output.fileno(), 1)
            started = ExitStack()
            started.enter_context(during or nullcontext())
            made = _Session(_database(Path(folder)), run, started)
            pytest.main([*OPTIONS, *tests], plugins=[Profile(), made])
            return made.answer

        answer = answer_of(collected)
        if answer is None:
            output.seek(0)
            raise SystemExit(output.read().decode())
        return answer


def _warm_up() -> None:
    """Import what Django imports late, compile the templates and load the catalogs, so that not every fork does."""
    for module in modules():
        if not {"migrations", "management"} & set(module.split(".")):
            importlib.import_module(module.removesuffix(".__init__"))
    from django.conf import settings
    from django.forms.renderers import get_default_renderer
    from django.template.loader import get_template
    from django.urls import get_resolver
    from django.utils import translation

    for path in (PROJECT / "templates").rglob("*.html"):
        get_template(path.relative_to(PROJECT / "templates").as_posix())
    for widget in ("input", "select", "textarea", "checkbox", "radio", "hidden"):
        get_default_renderer().get_template(f"django/forms/widgets/{widget}.html")
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            assert get_resolver().reverse_dict
            translation.gettext("Round")


def _part_keys() -> None:
    """Begin the keys of each model elsewhere, so that none equals a number or another key by chance."""
    from django.apps import apps
    from django.db import connection

    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
            [(table, 1_000 * at) for at, table in enumerate(sorted(tables), 1)],
        )


def _database(folder: Path) -> Path:
    import django
    from django.conf import settings

    django.setup()
    from django.db import connections
    from django.test.utils import setup_databases
    from django.urls import get_resolver

    template = folder / "template.sqlite3"
    before = connections["default"].settings_dict["NAME"]
    settings.DATABASES["default"]["TEST"] |= {"NAME": template, "MIGRATE": False}
    setup_databases(verbosity=0, interactive=False)
    _part_keys()
    connections.close_all()
    connections["default"].settings_dict["NAME"] = before
    get_resolver().url_patterns  # noqa: B018  imports every view
    return template
