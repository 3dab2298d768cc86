"""What a house tells a real machine: the commands as they are run, in which systemd and the others are stubs."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from deploy.house.faults import HouseFault
from deploy.house.machine import Machine

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows is no server")

RECORDS = '#!/bin/sh\necho "$(basename "$0") $*" >> "{log}"\ncat >> "{log}"\n{more}\n'


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Put stubs before the commands, and return a function that returns what they were told."""
    log, stubs = tmp_path / "log", tmp_path / "bin"
    stubs.mkdir()
    more = {
        "systemctl": 'test "$1" != is-active || { echo active; echo inactive; exit 3; }\n'
        'test "$1" != show || { test "$4" = ill.service && echo 2 || echo 0; }',
        "nginx": 'echo "[emerg] no such file" >&2; exit 1',
    }
    for name in ("useradd", "userdel", "systemctl", "nginx", "ssh"):
        stub = stubs / name
        stub.write_text(RECORDS.format(log=log, more=more.get(name, "")))
        stub.chmod(0o755)
    monkeypatch.setenv("PATH", f"{stubs}:{os.environ['PATH']}")
    return lambda: log.read_text().splitlines()


def test_users_units_and_other_machines(told: Callable[[], list[str]], tmp_path: Path) -> None:
    machine = Machine()
    (tmp_path / "archive").write_text("an archive\n")
    machine.add_user("burraco-aurora", Path("/data"))
    machine.systemctl("enable", "--now", "burraco-house-club@aurora.socket")
    assert machine.awake([]) == {}
    assert machine.awake(["a.service", "b.service"]) == {"a.service": True, "b.service": False}
    machine.forgive("a.service")
    machine.ask("two", "house", "take", "-", "aurora", given=tmp_path / "archive")
    machine.remove_user("burraco-aurora")
    machine.add_user("burraco-line", Path("/line"), "/bin/sh")
    assert told() == [
        "useradd --system --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin burraco-aurora",
        "systemctl enable --now burraco-house-club@aurora.socket",
        "systemctl is-active a.service b.service",
        "systemctl reset-failed a.service",
        "ssh -o BatchMode=yes two house take - aurora",
        "an archive",
        "userdel burraco-aurora",
        "useradd --system --user-group --home-dir /line --no-create-home --shell /bin/sh --password * burraco-line",
    ]
    assert machine.has_user("root") and not machine.has_user("burraco-aurora")


def test_nobody_waits_for_a_program_that_has_failed(told: Callable[[], list[str]], tmp_path: Path) -> None:
    machine = Machine()
    assert machine.has_failed("ill.service") and not machine.has_failed("well.service")
    assert not machine.ready("ill.service", tmp_path / "nobody.sock", "aurora.burraco.example")
    assert told() == [f"systemctl show --property=NRestarts --value {unit}.service" for unit in ("ill", "well", "ill")]


def test_a_command_that_fails_is_told_with_its_words(told: Callable[[], list[str]]) -> None:
    with pytest.raises(HouseFault, match=r"`nginx -t -q` failed: \[emerg\] no such file"):
        Machine().test_nginx()
    with pytest.raises(HouseFault, match="no-such-command could not be run: No such file or directory"):
        Machine().run(["no-such-command"])


@pytest.fixture
def release() -> Iterator[Path]:
    """A release that everybody may read, whose program says who and where it is."""
    # Whoever runs the tests may keep temporary files to themselves, but for those here.
    with TemporaryDirectory(prefix="house-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        python = Path(folder, ".venv/bin/python")
        python.parent.mkdir(parents=True)
        python.write_text('#!/bin/sh\necho "$(id -un) $PWD $DATABASE_URL $BURRACO_FOREIGN $*"\n')
        python.chmod(0o755)
        yield Path(folder)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("runuser"), reason="root alone runs as others"
)
def test_a_clubs_program_runs_as_its_user_with_its_environment_and_none_of_roots(
    release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BURRACO_FOREIGN", "of root")
    environment = {"BURRACO_DATA": "/data", "DATABASE_URL": "postgres://club"}
    said = Machine().manage("nobody", release, environment, "backup", "--tidy")
    assert said.split() == ["nobody", str(release), "postgres://club", "manage.py", "backup", "--tidy"]


def test_a_release_without_its_libraries_is_told(tmp_path: Path) -> None:
    with pytest.raises(HouseFault, match="has no .venv: house apply installs it"):
        Machine().manage("nobody", tmp_path, {}, "backup")
