"""What only the machine itself does: users, systemd, nginx, the program of a club. Rehearsals and tests replace it."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from deploy import rolling_update
from deploy.house.faults import HouseFault

CLUB_UNIT = "burraco-house-club@"
NO_SHELL = "/usr/sbin/nologin"


class Machine:
    """A machine with systemd, and this command run by root."""

    def run(
        self,
        words: Sequence[object],
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        given: Path | None = None,
        shown: str = "",
    ) -> str:
        """Run a command, with the file `given` as its input, and return what it says.

        Raise HouseFault if it fails, with what it said; the command is named as it is, or as it is `shown`.
        """
        command = [str(word) for word in words]
        try:
            with open(given or os.devnull, "rb") as source:
                done = subprocess.run(command, cwd=folder, env=environment, stdin=source, capture_output=True)
        except OSError as error:
            raise HouseFault(f"{command[0]} could not be run: {error.strerror}") from error
        if done.returncode:
            said = (done.stderr or done.stdout).decode(errors="replace").strip()
            why = said.removeprefix("CommandError: ") or f"status {done.returncode}"
            raise HouseFault(f"`{shown or ' '.join(command)}` failed: {why}")
        return done.stdout.decode(errors="replace")

    def has_user(self, user: str) -> bool:
        try:
            pwd.getpwnam(user)
        except KeyError:
            return False
        return True

    def add_user(self, user: str, home: Path, shell: str = NO_SHELL) -> None:
        """Make a user, who can log in nowhere but with another shell, with a group of the same name."""
        where = ["--home-dir", home, "--no-create-home", "--shell", shell]
        if shell != NO_SHELL:
            # There is no such password; but without one, the account is locked, and sshd without PAM takes no key.
            where += ["--password", "*"]
        self.run(["useradd", "--system", "--user-group", *where, user])

    def remove_user(self, user: str) -> None:
        self.run(["userdel", user])

    def own(self, path: Path, user: str, group: str) -> None:
        """Give the file or folder to a user and a group."""
        shutil.chown(path, user, group)

    def systemctl(self, *words: str) -> str:
        return self.run(["systemctl", *words])

    def forgive(self, *units: str) -> None:
        """Let systemd try units again that have failed; those that have not are no fault."""
        subprocess.run(["systemctl", "reset-failed", *units], capture_output=True)

    def awake(self, units: Sequence[str]) -> dict[str, bool]:
        """Return whether each unit's program runs."""
        if not units:
            return {}
        # The status is that of the last unit, and a unit that sleeps is no fault.
        done = subprocess.run(["systemctl", "is-active", *units], capture_output=True, text=True)
        return {unit: said == "active" for unit, said in zip(units, done.stdout.split(), strict=True)}

    def test_nginx(self) -> None:
        """Raise HouseFault if nginx could not start with its files."""
        self.run(["nginx", "-t", "-q"])

    def reload_nginx(self) -> None:
        self.systemctl("reload-or-restart", "nginx")

    def describe_certificate(self, path: str) -> str:
        """Return what openssl says of the end and the names of a file's first certificate."""
        return self.run(["openssl", "x509", "-in", path, "-noout", "-enddate", "-ext", "subjectAltName"])

    def reload_sshd(self) -> None:
        """Let sshd read its files. Raise HouseFault if it could not start with them."""
        self.run(["sshd", "-t"])
        self.systemctl("reload", "ssh")

    def manage(self, user: str, release: Path, environment: Mapping[str, str], *words: object) -> str:
        """Run a command of a club's program as the club's user, and return what it says. `release` may be a link."""
        python = release / ".venv/bin/python"
        if not python.exists():
            raise HouseFault(f"{release.resolve()} has no .venv: house apply installs it.")
        # Of root's environment nothing is a club's business.
        own = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": os.environ.get("LANG", "C.UTF-8"),
            "PYTHONUTF8": "1",
        }
        return self.run(
            ["runuser", "-u", user, "--", python, "manage.py", *words],
            folder=release,
            environment={**own, **environment},
            shown=" ".join(map(str, ("manage.py", *words))),
        )

    def install(self, release: Path, static: Path) -> None:
        """Install what a release needs, and add its styles and scripts to those of the others."""
        done = release / ".venv/collected"
        if done.exists():
            return
        try:
            rolling_update.install(release)
            rolling_update.collect(release, static, {})
            done.touch()
        except (OSError, subprocess.CalledProcessError) as error:
            raise HouseFault(f"{release} could not be installed: {error}") from error

    def has_failed(self, unit: str) -> bool:
        """Return whether the unit's program has ended by a fault since it was woken."""
        return self.systemctl("show", "--property=NRestarts", "--value", unit).strip() not in ("", "0")

    def ready(self, unit: str, socket: Path, address: str) -> bool:
        """Wake a club, whose service is `unit`, and return whether it becomes ready."""
        patience = rolling_update.LONGEST_START
        return rolling_update.becomes_ready(socket, address, patience, has_failed=lambda: self.has_failed(unit))

    def ask(self, machine: str, *words: object, given: Path | None = None) -> str:
        """Run a command on another machine of the house."""
        return self.run(["ssh", "-o", "BatchMode=yes", machine, *words], given=given)
