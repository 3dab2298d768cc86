#!/usr/bin/env python3
"""Install another version of the program under both services, one after the other, without refusing a request.

    python3 /opt/burraco-club/releases/NAME/deploy/rolling_update.py NAME

Run it as root. It installs the version's libraries, collects its static files beside those of older versions, backs up
and migrates the database, and then, for each service, points it at the version, restarts it, and waits until it is
ready. A service that does not become ready gets its old version back, and the other is left alone.

Between the first and the last step the old and the new program run on the same, new tables. Standard library only.
"""

import argparse
import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

SERVICES = ("a", "b")
USER = "burraco-club"
ROOT, RUNTIME = Path("/opt/burraco-club"), Path("/run/burraco-club")
DATA, ENVIRONMENT = Path("/var/lib/burraco-club"), Path("/etc/burraco-club/environment")
PROGRAM = ("accounts", "burraco_club", "pages", "scoring", "tournaments")
ROLLING = "rolling-update"
"""The file in the data folder that marks a service with the previous version."""
LONGEST_START = 60
"""Seconds after which a service that is not ready is given up."""


class NotReady(Exception):
    """The service with this name did not become ready."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", metavar="NAME", help=f"the version's folder in {ROOT}/releases")
    release = ROOT / "releases" / parser.parse_args().release
    environment = read_environment(ENVIRONMENT)
    try:
        install(release)
        collect(release, ROOT / "static", environment)
        # Its services may run the previous version on the new tables: burraco_club/backup/server_start.py.
        (DATA / ROLLING).touch()
        as_user = ["runuser", "-u", USER, "--", release / ".venv/bin/python", "manage.py", "prepare_database"]
        run(as_user, release, {**environment, "BURRACO_DATA": str(DATA)})
        host = environment["ALLOWED_HOSTS"].split(",")[0].strip()
        update(release, root=ROOT, runtime=RUNTIME, host=host, restart=restart)
        (DATA / ROLLING).unlink()
    except NotReady as service:
        sys.exit(f"Service {service} did not become ready: it runs its old version again. See journalctl -u {service}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"Nothing was restarted, because this failed: {' '.join(error.cmd)}")


def install(release: Path) -> None:
    """Install the version's libraries and compile the program, because a service may not write there."""
    done = release / ".venv/installed"
    if not done.exists():
        run([sys.executable, "-m", "venv", "--clear", ".venv"], release)
        locks = ("-r", "requirements.txt", "-r", "requirements-server.txt")
        run([".venv/bin/python", "-m", "pip", "install", "-q", "--require-hashes", *locks], release)
        run([".venv/bin/python", "-m", "compileall", "-q", *PROGRAM], release)
        done.touch()


def collect(release: Path, static: Path, environment: Mapping[str, str]) -> None:
    """Compile the version's translations and collect its static files. Those of older versions stay for open pages."""
    outside = {**environment, "BURRACO_DATA": str(release / ".preparing"), "SECRET_KEY": "for nothing that is kept"}
    for command in (["compile_messages"], ["collectstatic", "--no-input", "--verbosity", "0"]):
        run([release / ".venv/bin/python", "manage.py", *command], release, outside)
    for folder in (release / "staticfiles").iterdir():
        shutil.copytree(folder, static, dirs_exist_ok=True)


def update(
    release: Path,
    *,
    root: Path,
    runtime: Path,
    host: str,
    restart: Callable[[str], None],
    patience: float = LONGEST_START,
) -> None:
    """Update each service in turn, with `patience` seconds to become ready. Raise NotReady."""
    for name in SERVICES:
        before = (root / name).resolve() if (root / name).is_symlink() else None
        point(root / name, release)
        restart(name)
        if not becomes_ready(runtime / name / "door.sock", host, patience):
            if before is not None:
                point(root / name, before)
                restart(name)
            raise NotReady(f"burraco-club@{name}")
        print(f"Service {name} runs {release.name}.", flush=True)


def point(link: Path, release: Path) -> None:
    """Switch the link atomically: a reader finds one version or the other."""
    new = link.with_name(link.name + ".new")
    new.unlink(missing_ok=True)
    new.symlink_to(release)
    os.replace(new, link)


def restart(name: str) -> None:
    subprocess.run(["systemctl", "restart", f"burraco-club@{name}"], check=True)


def becomes_ready(door: Path, host: str, patience: float, *, has_failed: Callable[[], bool] = lambda: False) -> bool:
    """Return whether the program becomes ready in time; nobody waits for one that `has_failed` already."""
    end = time.monotonic() + patience
    while not (ready := is_ready(door, host)) and time.monotonic() < end and not has_failed():
        time.sleep(0.1)
    return ready


def is_ready(door: Path, host: str) -> bool:
    connection = http.client.HTTPConnection(host, timeout=5)
    try:
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.settimeout(5)
        connection.sock.connect(str(door))
        connection.request("GET", "/health/ready/", headers={"X-Forwarded-Proto": "https"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def read_environment(file: Path) -> dict[str, str]:
    """Read the file as systemd does: one variable per line."""
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, _is, value in pairs}


def run(command: list[object], folder: Path, environment: Mapping[str, str] | None = None) -> None:
    words = [str(word) for word in command]
    subprocess.run(words, cwd=folder, env={**os.environ, **(environment or {})}, check=True)


if __name__ == "__main__":
    main()
