"""A machine for a house in a folder: users, systemd and clubs' programs are notes in memory and small files."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deploy.house.faults import HouseFault
from deploy.house.house import main
from deploy.house.machine import Machine

SETTINGS = """\
domain = burraco.example
certificate = {root}/tls/fullchain.pem
certificate_key = {root}/tls/privkey.pem
machine = {name}
backups = /mnt/backups
"""


CERTIFICATE = """\
notAfter=Nov 28 09:00:00 2096 GMT
X509v3 Subject Alternative Name:
    DNS:*.burraco.example, DNS:burraco.example
"""


class NotedMachine(Machine):
    """What systemd and the others would be told is noted; a club's data are one JSON file with its release in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.users: set[str] = set()
        self.enabled: set[str] = set()
        self.active: set[str] = set()
        self.ill: set[tuple[str, str]] = set()
        """Clubs and the releases that do not become ready."""
        self.told: list[str] = []
        self.nginx_fault = ""
        self.certificate = CERTIFICATE
        self.others: dict[str, NotedMachine] = {}
        """The other machines of the house."""

    def run(self, words: Sequence[object], **_more: Any) -> str:
        raise AssertionError(f"a test ran {words}")

    def has_user(self, user: str) -> bool:
        return user in self.users

    def add_user(self, user: str, home: Path, shell: str = "") -> None:
        self._step("add_user")
        self.users.add(user)

    def remove_user(self, user: str) -> None:
        self._step("remove_user")
        self.users.remove(user)

    def own(self, path: Path, user: str, group: str) -> None:
        self._step("own")
        assert path.exists()
        assert {user, group} - {"root"} <= self.users

    def systemctl(self, *words: str) -> str:
        self._step(f"systemctl {' '.join(words)}")
        verb, *units = words
        units = [unit for unit in units if unit != "--now"]
        if verb in ("enable", "disable"):
            (self.enabled.update if verb == "enable" else self.enabled.difference_update)(units)
        if verb in ("start", "stop") or "--now" in words:
            (self.active.update if verb in ("start", "enable") else self.active.difference_update)(units)
        return ""

    def forgive(self, *units: str) -> None:
        self._step("forgive")

    def awake(self, units: Sequence[str]) -> dict[str, bool]:
        return {unit: unit in self.active for unit in units}

    def reload_sshd(self) -> None:
        self._step("reload_sshd")

    def test_nginx(self) -> None:
        self._step("test_nginx")
        if self.nginx_fault:
            raise HouseFault(self.nginx_fault)

    def reload_nginx(self) -> None:
        self._step("reload_nginx")

    def install(self, release: Path, static: Path) -> None:
        self._step("install")

    def describe_certificate(self, path: str) -> str:
        return self.certificate

    def manage(self, user: str, release: Path, environment: Mapping[str, str], *words: object) -> str:
        self._step(f"{user} {words[0]}")
        assert user in self.users
        data = Path(environment["BURRACO_DATA"], "club.json")
        if words[0] in ("prepare_database", "restore"):
            name = name_of(user)
            assert not self.active & {f"burraco-house-club@{name}.{kind}" for kind in ("socket", "service")}
        if words[0] == "prepare_database" or (words[0] == "first_link" and not data.exists()):
            club = json.loads(data.read_text()) if data.exists() else {"members": []}
            data.write_text(json.dumps({**club, "release": release.resolve().name}))
        elif words[0] == "backup":
            if json.loads(data.read_text()).get("damaged"):
                raise HouseFault("The database is damaged.")
            if "--tidy" in words:
                self.write(name_of(user), tidied=True)
                if self.data(name_of(user)).get("untidy"):
                    raise HouseFault("What is old could not be deleted.")
            Path(str(words[1])).write_text(data.read_text())
        elif words[0] == "restore":
            if "newer" in Path(str(words[1])).read_text():
                raise HouseFault("The backup is from a newer version.")
            data.write_text(
                json.dumps({**json.loads(Path(str(words[1])).read_text()), "release": release.resolve().name})
            )
        has_administrator = words[0] != "first_link" or self.data(name_of(user)).get("administrator")
        return "" if has_administrator else f"{words[2]}/link\n"

    def ready(self, unit: str, socket: Path, address: str) -> bool:
        self._step("ready")
        name = socket.stem
        release = (self.root / "var/lib/burraco-house/clubs" / name / "release").resolve().name
        assert f"burraco-house-club@{name}.socket" in self.active
        self.active.add(f"burraco-house-club@{name}.service")
        return (name, release) not in self.ill and self.data(name)["release"] == release

    def ask(self, machine: str, *words: object, given: Path | None = None) -> str:
        self._step(f"ask {machine}")
        assert words[0] == "house"
        if self.others[machine].house(*(given if word == "-" else word for word in words[1:])):
            raise HouseFault("The other machine cannot.")
        return ""

    def data(self, name: str) -> dict[str, Any]:
        """Return the data of a club."""
        read: dict[str, Any] = json.loads(self._data(name).read_text())
        return read

    def write(self, name: str, **facts: Any) -> None:
        """Let a club write something."""
        self._data(name).write_text(json.dumps({**self.data(name), **facts}))

    def house(self, *words: object) -> int:
        """Run a command of the house."""
        return main(["--root", str(self.root), *map(str, words)], machine=self)

    def list(self) -> str:
        return (self.root / "etc/burraco-house/clubs").read_text()

    def _data(self, name: str) -> Path:
        return self.root / "var/lib/burraco-house/clubs" / name / "data/club.json"

    def _step(self, what: str) -> None:
        self.told.append(what)
        sys.audit("house.step", what)


def name_of(user: str) -> str:
    return user.removeprefix("burraco-")


def make_house(root: Path, *releases: str, name: str = "one") -> NotedMachine:
    """Return an empty house, as an administrator has prepared it; the first release is the current one."""
    (root / "etc/burraco-house").mkdir(parents=True)
    (root / "etc/burraco-house/house.conf").write_text(SETTINGS.format(root=root, name=name))
    (root / "mnt/backups").mkdir(parents=True)
    for release in releases or ("1.0.0",):
        (root / "opt/burraco-house/releases" / release).mkdir(parents=True)
    (root / "opt/burraco-house/current").symlink_to(root / "opt/burraco-house/releases" / (releases or ("1.0.0",))[0])
    return NotedMachine(root)


class Killed(BaseException):
    """The command was killed."""


STEPS = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.symlink", "shutil.rmtree", "house.step")
"""What Python tells before it changes a folder (docs.python.org, audit events), and the machine before its own."""

_hooks: list[Callable[[str], None]] = []


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if _hooks and (event in STEPS or (event == "open" and _writes(arguments))):
        _hooks[-1](event)


def _writes(arguments: tuple[Any, ...]) -> bool:
    return isinstance(arguments[2], int) and bool(arguments[2] & (os.O_WRONLY | os.O_RDWR))


@contextmanager
def killed_before(step: int) -> Iterator[list[str]]:
    """Let whatever runs within the block die before its step of this number; nothing it does then comes to pass.

    The list has the steps that came to pass.
    """
    if _audit not in _installed:
        sys.addaudithook(_audit)
        _installed.append(_audit)
    done: list[str] = []

    def hook(event: str) -> None:
        if len(done) >= step:
            raise Killed
        done.append(event)

    _hooks.append(hook)
    try:
        yield done
    finally:
        _hooks.pop()


_installed: list[Callable[..., None]] = []
