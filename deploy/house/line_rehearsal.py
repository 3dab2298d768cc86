"""The house's side of lines in a folder: a real sshd and a real nginx on this computer alone, from the house's files.

Only paths, ports and the user differ from an administrator's. Where the house makes the user `burraco-line`, halls
connect here as whoever runs this.
"""

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path

from deploy.house.house_settings import HouseSettings
from deploy.house.keys import LineKeys
from deploy.house.line_commands import house_command
from deploy.house.lines import LINE_USER, draw_code
from deploy.house.listed_clubs import ClubDoors, ClubHome, ListedClub, ListedClubs
from deploy.house.nginx_files import club_file, house_file
from deploy.house.places import Places
from deploy.rehearsal import (
    HERE,
    answers,
    free_port,
    main_configuration,
    make_certificate,
    replaced,
    start_nginx,
    until,
)

DOMAIN = "burraco.example"
MACHINE = "one"
SSHD = shutil.which("sshd") or "sshd"


class HouseOfHalls:
    """Run sshd and nginx for these halls within the block. After twice `alive_seconds` a dead line is let go."""

    def __init__(self, folder: Path, halls: Sequence[str], *, alive_seconds: int = 5) -> None:
        self.folder = folder
        self._alive_seconds = alive_seconds
        self.places = Places(folder)
        self.certificate = folder / "tls/fullchain.pem"
        self.settings = HouseSettings(
            domain=DOMAIN,
            certificate=str(self.certificate),
            certificate_key=str(folder / "tls/privkey.pem"),
            machine=MACHINE,
            backups="/mnt/backups",
            listen="127.0.0.1",
            http_port=free_port(),
            https_port=free_port(),
            kept_port=free_port(),
            line_port=free_port(),
        )
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        self.log = folder / "log/sshd"
        for made in (
            folder / "tls",
            folder / "log",
            self.places.nginx_log.parent,
            folder / "run/burraco-house",
            self.places.sites,
            self.places.kept,
        ):
            made.mkdir(parents=True)
        self.places.line.mkdir(parents=True, mode=0o700)
        self.places.current.parent.mkdir(parents=True)
        self.places.current.symlink_to(HERE.parent)
        facts = {field.name: getattr(self.settings, field.name) for field in fields(self.settings)}
        self.places.settings.parent.mkdir(parents=True)
        self.places.settings.write_text("".join(f"{key} = {value}\n" for key, value in facts.items()))
        clubs = ListedClubs(self.places.list)
        for name in halls:
            clubs.put(_hall(name, free_port()))
        self.clubs = {club.name: club for club in clubs}
        self.keys = LineKeys(self.places.line)
        self._nginx: subprocess.Popen[bytes] | None = None
        self._sshd: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "HouseOfHalls":
        with ExitStack() as unless_it_opens:
            unless_it_opens.callback(self.end)
            make_certificate(self.certificate, self.folder / "tls/privkey.pem", f"*.{DOMAIN}")
            self.open_sshd()
            self._nginx = start_nginx(self.folder, self._nginx_configuration(), self.settings.https_port)
            unless_it_opens.pop_all()
        return self

    def __exit__(self, *_raised: object) -> None:
        self.end()

    def end(self) -> None:
        self.close_sshd()
        if self._nginx is not None:
            self._nginx.terminate()
            self._nginx.wait()

    def port(self, hall: str) -> int:
        """Return the port at which the hall's line ends."""
        port = self.clubs[hall].port
        assert port is not None
        return port

    def address(self, hall: str) -> str:
        return self.clubs[hall].address

    def code(self, hall: str) -> str:
        """Return a new code as `house code` prints it, but for the name of the machine."""
        return draw_code(
            self.keys,
            hall,
            address=self.address(hall),
            host="127.0.0.1",
            ssh_port=self.settings.line_port,
            port=self.port(hall),
            host_key=self.places.host_key,
            command=house_command(self.places),
        )

    def open_sshd(self) -> None:
        """Start sshd with the house's own settings."""
        configuration = self._sshd_configuration()
        with self.log.open("ab") as log:
            self._sshd = subprocess.Popen(
                [SSHD, "-D", "-e", "-f", configuration], stdout=log, stderr=log, start_new_session=True
            )
        until(lambda: answers(self.settings.line_port), lambda: self.log.read_text(errors="replace"))

    def close_sshd(self) -> None:
        """Kill sshd with all its connections, as when the machine is gone."""
        if self._sshd is not None:
            for process in (*self.connections(), self._sshd.pid):
                os.kill(process, signal.SIGKILL)
            self._sshd.wait()
            self._sshd = None

    def connections(self) -> list[int]:
        """Return the processes of sshd's connections, children of children included."""
        assert self._sshd is not None
        found, parents = [], [self._sshd.pid]
        for parent in parents:
            below = [int(number) for number in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
            found += below
            parents += below
        return found

    def _sshd_configuration(self) -> Path:
        key = self.places.host_key.with_suffix("")
        if not key.exists():
            key.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        if os.geteuid() == 0:
            # Debian's systemd unit makes it.
            Path("/run/sshd").mkdir(exist_ok=True, mode=0o755)
        places = {
            LINE_USER: self.user,
            "/var/lib/burraco-house": str(self.places.line.parent),
            "ClientAliveInterval 5": f"ClientAliveInterval {self._alive_seconds}",
        }
        snippet = replaced((HERE / "house/sshd/burraco-line.conf").read_text(encoding="utf-8"), places)
        own = {
            "Port": self.settings.line_port,
            "ListenAddress": "127.0.0.1",
            "HostKey": key,
            "PidFile": "none",
            # Scratch folders may lie where others write, too.
            "StrictModes": "no",
            "UsePAM": "no",
            "LogLevel": "VERBOSE",
        }
        configuration = self.folder / "sshd.conf"
        configuration.write_text("".join(f"{name} {value}\n" for name, value in own.items()) + snippet)
        return configuration

    def _nginx_configuration(self) -> Path:
        self.places.site.parent.mkdir(parents=True)
        self.places.pages.parent.mkdir(parents=True, exist_ok=True)
        self.places.site.write_text(house_file(self.places, self.settings))
        for club in self.clubs.values():
            site = self.places.sites / f"{club.name}.conf"
            site.write_text(club_file(self.places, self.settings, club))
        return main_configuration(self.folder, self.places.site.parent)


def _hall(name: str, port: int) -> ListedClub:
    return ListedClub(
        name=name,
        address=f"{name}.{DOMAIN}",
        kind=ClubHome.HALL,
        state=ClubDoors.OPEN,
        release=None,
        port=port,
        machine=MACHINE,
    )
