"""Stored clubs of earlier versions in a folder of their own, and the program's commands on them in other processes."""

import gzip
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from tests.faults.club import NOT_THE_CLUBS, PROJECT
from tests.faults.conftest import HAS_FORK, on_postgresql, scratch_database

KEPT = Path(__file__).parents[1] / "data" / "kept"
VERSIONS = sorted(folder.name for folder in KEPT.iterdir() if (folder / "club.zip").exists())
NEARLY = "0029_payment_by_player"
"""The migration of tournaments after which ten are left, that create tables and alter others."""


class Program:
    """The process of `program.py`, which starts the commands."""

    def __init__(self, environment: dict[str, str], outputs: Path) -> None:
        self._outputs, self._begun = outputs, 0
        self._loaded = subprocess.Popen(
            [sys.executable, "-m", "tests.burraco_club.program"],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self, *words: str, step: int | None = None) -> "Running":
        self._begun += 1
        out, errors = (self._outputs / f"{self._begun}.{kind}" for kind in ("out", "errors"))
        return Running(self, self.order("run", words, str(out), str(errors), step), out, errors)

    def order(self, *what: object) -> Any:
        assert self._loaded.stdin is not None and self._loaded.stdout is not None
        print(json.dumps(what), file=self._loaded.stdin, flush=True)
        return json.loads(self._loaded.stdout.readline())

    def end(self) -> None:
        self._loaded.communicate()


class Running:
    """A command that `Program` has started, with the interface of `subprocess.Popen`."""

    def __init__(self, program: Program, number: int, out: Path, errors: Path) -> None:
        self.program, self.number, self.out, self.errors = program, number, out, errors
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._ended("ended")

    def communicate(self) -> tuple[str, str]:
        self._ended("end")
        return self.out.read_text(encoding="utf-8"), self.errors.read_text(encoding="utf-8")

    def steps(self) -> list[str]:
        return Path(f"{self.out}.steps").read_text(encoding="utf-8").splitlines()

    def send_signal(self, number: int) -> None:
        os.kill(self.number, number)

    def _ended(self, order: str) -> int | None:
        if self.returncode is None:
            self.returncode = self.program.order(order, self.number)
        return self.returncode


class KeptPlace:
    """The data folder and the database that hold one club after another, on the tests' kind of database."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self._stack = ExitStack()
        self.scratch = self._scratch("kept") if on_postgresql() else None
        self._states: dict[str, scratch_database | None] = {}
        self._steps: dict[str, list[str]] = {}
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_THE_CLUBS}
        address = {"DATABASE_URL": self.scratch.address} if self.scratch else {}
        ours = {"BURRACO_DATA": str(self.data), "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
        self.environment = {**inherited, **ours, **address}
        self.program: Program | None = None

    def club(self, version: str) -> "KeptClub":
        """Return the club of a version, exactly as that version left it."""
        if version not in self._states:
            self._states[version] = self._unpacked(version)
        return self._put(version)

    def nearly_current(self, version: str) -> "KeptClub":
        """Return the same club with all but the last migrations, so that an upgrade takes a moment."""
        state = f"{version}-nearly"
        if state not in self._states:
            club = self.club(version)
            if ("tournaments", NEARLY) not in club.migrations():
                club.migrate(NEARLY)
            self._keep(state)
        return self._put(state)

    def current(self, version: str) -> "KeptClub":
        """Return the same club, upgraded by the current version."""
        state = f"{version}-current"
        if state not in self._states:
            self._steps[version] = self.nearly_current(version).upgrade()
            self._keep(state)
        return self._put(state)

    def upgrade_steps(self, version: str) -> list[str]:
        """Return the steps of the last migrations' work on the data, where processes fork."""
        self.current(version)
        return self._steps[version]

    def new(self) -> "KeptClub":
        """Return a club before its first start."""
        if "new" not in self._states:
            (self.folder / "new").mkdir()
            self._states["new"] = self._scratch(f"kept_{len(self._states)}") if self.scratch else None
        return self._put("new")

    def process(self, *words: str, step: int | None = None) -> "Running | subprocess.Popen[str]":
        if HAS_FORK:
            self.program = self.program or Program(self.environment, self.folder)
            return self.program.begin(*words, step=step)
        return subprocess.Popen(
            [sys.executable, *words],
            cwd=PROJECT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self) -> None:
        if self.program:
            self.program.end()
        self._stack.close()

    def _keep(self, state: str) -> None:
        """Keep a copy of the club as it is now."""
        shutil.copytree(self.data, self.folder / state)
        self._states[state] = self._scratch(f"kept_{len(self._states)}", self.scratch) if self.scratch else None

    def _put(self, state: str) -> "KeptClub":
        shutil.rmtree(self.data, ignore_errors=True)
        shutil.copytree(self.folder / state, self.data)
        if self.scratch:
            template = self._states[state]
            assert template is not None
            self.scratch.become(template)
        return KeptClub(state.partition("-")[0], self)

    def _unpacked(self, version: str) -> scratch_database | None:
        folder = self.folder / version
        folder.mkdir(parents=True)
        with zipfile.ZipFile(KEPT / version / "club.zip") as backup:
            backup.extract("secret.key", folder)
            if not self.scratch:
                backup.extract("club.sqlite3", folder)
                return None
        scratch = self._scratch(f"kept_{len(self._states)}")
        psql = ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", scratch.address]
        sql = gzip.decompress((KEPT / version / "club.sql.gz").read_bytes())
        subprocess.run(psql, input=sql, check=True, stdout=subprocess.DEVNULL)
        return scratch

    def _scratch(self, name: str, template: scratch_database | None = None) -> scratch_database:
        scratch = scratch_database(name)
        self._stack.enter_context(scratch)
        if template:
            scratch.become(template)
        return scratch


class KeptClub:
    """The club that the data folder holds now."""

    def __init__(self, version: str, place: KeptPlace) -> None:
        self.version, self.place, self.data = version, place, place.data
        self.database = place.scratch.address if place.scratch else None

    def run(self, *command: object) -> str:
        """Run a command of `manage.py`, and return its output."""
        return self._output("manage.py", *command)

    def migrate(self, migration: str) -> None:
        """Run the migrations of tournaments up to this one, by Django alone."""
        self._output("-m", "django", "migrate", "tournaments", migration)

    def refusal(self, *command: object) -> str:
        """Return the last line of a command that refuses to work, after checking that it shows no traceback."""
        done = self.process("manage.py", *command)
        text, complaints = done.communicate()
        assert done.returncode not in (0, None) and "Traceback" not in complaints, text + complaints
        return complaints.strip().splitlines()[-1]

    def facts(self) -> Any:
        return json.loads(self._output("-m", "tests.data.kept.said"))

    def facts_then(self) -> Any:
        kind = "sqlite" if self.database is None else "postgresql"
        return json.loads(gzip.decompress((KEPT / self.version / f"said-{kind}.json.gz").read_bytes()))

    def process(self, *command: object) -> "Running | subprocess.Popen[str]":
        return self.place.process(*map(str, command))

    def _output(self, *command: object) -> str:
        done = self.process(*command)
        text, complaints = done.communicate()
        assert done.returncode == 0, text + complaints
        return text

    def upgrade(self) -> list[str]:
        """Bring the club up to date, and return the steps of the work on its data, or none on Windows."""
        process = self.process("manage.py", "prepare_database")
        text, complaints = process.communicate()
        assert process.returncode == 0, text + complaints
        return process.steps() if isinstance(process, Running) else []

    def killed_at(self, step: int, *command: str) -> bool:
        """Start a command and kill it before a step, like a power cut. Return whether it had ended before."""
        process = self.place.process("manage.py", *command, step=step)
        process.communicate()
        assert process.returncode in (0, -signal.SIGKILL)
        return process.returncode == 0

    def execute(self, statement: str) -> list[Any]:
        """Execute a statement directly on the database, and return its rows."""
        if self.database is None:
            with closing(sqlite3.connect(self.data / "club.sqlite3")) as database, database:
                return database.execute(statement).fetchall()
        import psycopg

        with psycopg.connect(self.database) as connection:
            done = connection.execute(statement)  # type: ignore[call-overload]
            return done.fetchall() if done.description else []

    def migrations(self) -> set[tuple[str, str]]:
        return set(self.execute("SELECT app, name FROM django_migrations"))

    def backups(self) -> list[Path]:
        return sorted(self.data.glob("backups/*.zip"))

    def content(self) -> object:
        """Return the contents of the database without its counters, which no transaction resets."""
        if self.database is None:
            with closing(sqlite3.connect(self.data / "club.sqlite3")) as database:
                return list(database.iterdump())
        dump = ["pg_dump", "--no-owner", self.database]
        lines = subprocess.run(dump, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        return [
            line for line in lines if not line.startswith(("\\restrict ", "\\unrestrict ", "SELECT pg_catalog.setval"))
        ]


@contextmanager
def kept_clubs(folder: Path) -> Iterator[KeptPlace]:
    place = KeptPlace(folder)
    try:
        yield place
    finally:
        place.end()
