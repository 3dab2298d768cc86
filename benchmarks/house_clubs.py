"""The house of `benchmarks.house`: clubs whose sockets are held, and nginx before them if it is installed."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.hall import HOST, PROJECT
from benchmarks.wire import Wire
from burraco_club.network import free_port_after
from deploy import rehearsal
from deploy.house.house_settings import HouseSettings
from deploy.house.listed_clubs import ClubDoors, ClubHome, ListedClub
from deploy.house.nginx_files import club_file, house_file
from deploy.house.places import Places
from deploy.house.rehearsal import Club, Holder

FIRST_PORT = 8400
PATIENCE = 60
"""Seconds after which a client gives up."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where a club is reached."""

    at: str
    name: str

    def wire(self) -> Wire:
        return Wire(self.at, patience=PATIENCE, name=self.name)


class House:
    """Clubs whose sockets are held, and nginx before them."""

    def __init__(self, root: Path, names: Sequence[str], files: ExitStack) -> None:
        self.places = Places(root)
        self.names = names
        self.has_nginx = bool(shutil.which("nginx") and shutil.which("openssl"))
        self.nginx: int | None = None
        port = free_port_after(HOST, FIRST_PORT)
        assert port is not None
        self.port = port
        clubs = [self._club(name, number) for number, name in enumerate(names)]
        for club in clubs:
            if isinstance(club.address, Path):
                club.address.parent.mkdir(parents=True, exist_ok=True)
        self.holder = files.enter_context(Holder(clubs))
        if self.has_nginx:
            self.nginx = files.enter_context(self._before_them())

    def door(self, name: str) -> Door:
        if self.has_nginx:
            return Door(f"https://{HOST}:{self.port}", f"{name}.{rehearsal.SERVER}")
        return Door(f"http://{HOST}:{self.port + self.names.index(name)}", "")

    def awake(self) -> list[str]:
        return [name for name in self.names if self.holder.process_of(name) is not None]

    def process(self, name: str) -> int:
        number = self.holder.process_of(name)
        assert number is not None, f"{name} has ended: {self.places.clubs / name / 'log'}"
        return number

    def _club(self, name: str, number: int) -> Club:
        folder = self.places.clubs / name
        environment = {"BURRACO_DATA": str(folder / "data"), "PYTHONUTF8": "1"}
        behind = {"BURRACO_HTTPS": "1", "ALLOWED_HOSTS": f"{name}.{rehearsal.SERVER}", "TRUSTED_PROXIES": "unix"}
        return Club(
            name=name,
            address=self.places.at(f"/run/burraco-house/{name}.sock") if self.has_nginx else (HOST, self.port + number),
            command=[sys.executable, "manage.py", "serve", "--asleep-after", "30"],
            folder=PROJECT,
            environment=environment | (behind if self.has_nginx else {}),
            log=folder / "log",
        )

    @contextmanager
    def _before_them(self) -> Iterator[int]:
        """Start nginx with the files of a house, and yield its process."""
        root, places = self.places.root, self.places
        own = (root / "tls", root / "log", places.pages.parent, places.nginx_log.parent)
        for folder in (places.site.parent, places.sites, *own):
            folder.mkdir(parents=True, exist_ok=True)
        certificate, key = root / "tls/fullchain.pem", root / "tls/privkey.pem"
        rehearsal.make_certificate(certificate, key)
        settings = HouseSettings(
            domain=rehearsal.SERVER,
            certificate=str(certificate),
            certificate_key=str(key),
            machine="one",
            backups=str(root / "backups"),
            listen=HOST,
            http_port=rehearsal.free_port(),
            https_port=self.port,
            kept_port=rehearsal.free_port(),
        )
        places.site.write_text(house_file(places, settings))
        for name in self.names:
            listed = ListedClub(
                name=name,
                address=f"{name}.{rehearsal.SERVER}",
                kind=ClubHome.HOME,
                state=ClubDoors.OPEN,
                release=None,
                port=None,
                machine="one",
            )
            (places.sites / f"{name}.conf").write_text(club_file(places, settings, listed))
        nginx = rehearsal.start_nginx(root, rehearsal.main_configuration(root, places.site.parent), self.port)
        try:
            yield nginx.pid
        finally:
            nginx.terminate()
            nginx.wait()
