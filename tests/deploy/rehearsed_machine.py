"""A machine for a house in a folder, with real clubs: a `Holder` for systemd's sockets, numbers for users, no nginx.

The sandbox and the limits of the units are not rehearsed. Whoever is root gives each club a user of its own.
"""

import os
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from deploy.house.machine import CLUB_UNIT, Machine
from deploy.house.rehearsal import Club, Holder
from deploy.rehearsal import HERE, replaced
from deploy.rolling_update import read_environment

UNIT = HERE / f"house/systemd/{CLUB_UNIT}.service"
FIRST_USER = 61_000
"""Numbers from here on are users whom no system knows."""
FOREIGN = ("BURRACO_", "DJANGO_", "DATABASE_", "SECRET_", "ALLOWED_", "TRUSTED_", "PYTHON", "PYTEST")
"""How the names begin that a club must not find in its environment, unless its own file has them."""
PLACES = ("/etc/burraco-house", "/opt/burraco-house", "/run/burraco-house", "/var/lib/burraco-house")


class RehearsedMachine(Machine):
    """What systemd does with the clubs' units, `holder` does."""

    def __init__(self, root: Path, holder: Holder, *, has_users: bool = True) -> None:
        self.root = root
        self.holder = holder
        self.held: set[str] = set()
        self.has_users = has_users and os.geteuid() == 0
        self._users: dict[str, int] = {"root": 0}

    def has_user(self, user: str) -> bool:
        return user in self._users

    def add_user(self, user: str, home: Path, shell: str = "") -> None:
        self._users[user] = FIRST_USER + len(self._users)

    def remove_user(self, user: str) -> None:
        del self._users[user]

    def own(self, path: Path, user: str, group: str) -> None:
        if self.has_users:
            os.chown(path, self._users[user], self._users[group])

    def systemctl(self, *words: str) -> str:
        verb, *units = words
        for name, kind in re.findall(rf"{CLUB_UNIT}([\w-]+)\.(\w+)", " ".join(units)):
            if kind == "service":
                if name in self.held:
                    self.holder.stop(name)
            elif verb in ("start", "enable") and name not in self.held:
                self.holder.hold(self._club(name))
                self.held.add(name)
            elif verb in ("stop", "disable") and name in self.held:
                self.holder.let_go(name)
                self.held.remove(name)
        return ""

    def forgive(self, *units: str) -> None:
        """A new holder has forgotten."""

    def awake(self, units: Sequence[str]) -> dict[str, bool]:
        names = {unit: unit.removeprefix(CLUB_UNIT).removesuffix(".service") for unit in units}
        return {unit: name in self.held and bool(self.holder.process_of(name)) for unit, name in names.items()}

    def has_failed(self, unit: str) -> bool:
        name = unit.removeprefix(CLUB_UNIT).removesuffix(".service")
        return name in self.held and self.holder.failures_of(name) > 0

    def test_nginx(self) -> None:
        """There is none."""

    def reload_nginx(self) -> None:
        """There is none."""

    def reload_sshd(self) -> None:
        """There is none."""

    def install(self, release: Path, static: Path) -> None:
        """The release is a program that runs already."""

    def manage(self, user: str, release: Path, environment: Mapping[str, str], *words: object) -> str:
        command = [*_alone(environment), *self.as_user(user), release / ".venv/bin/python", "manage.py", *words]
        return self.run(command, folder=release)

    def as_user(self, user: str) -> list[str]:
        """Return the beginning of a command that a club's user runs."""
        if not self.has_users:
            return []
        number = str(self._users[user])
        return ["setpriv", "--reuid", number, "--regid", number, "--clear-groups"]

    def _club(self, name: str) -> Club:
        unit = replaced(UNIT.read_text(encoding="utf-8"), {"%i": name, **{at: f"{self.root}{at}" for at in PLACES}})
        said = dict(re.findall(r"^(\w+)=(.*)$", unit, re.M))
        environment = read_environment(Path(said["EnvironmentFile"]))
        return Club(
            name=name,
            address=self.root / f"run/burraco-house/{name}.sock",
            command=[*_alone(environment), *self.as_user(said["User"]), *shlex.split(said["ExecStart"])],
            folder=Path(said["WorkingDirectory"]),
            log=self.root / f"run/burraco-house/{name}.log",
        )


def _alone(environment: Mapping[str, str]) -> list[str]:
    """Return the beginning of a command that finds these settings, and none of this process's own."""
    own = [name for name in os.environ if name.startswith(FOREIGN)]
    said = [f"{name}={value}" for name, value in {"PYTHONUTF8": "1", **environment}.items()]
    return ["env", *(word for name in own for word in ("-u", name)), *said]
