"""A club's server as `deploy/` describes it, in a folder of its own: nginx and both services, from their files.

Only paths and ports differ from an administrator's. What systemd would do with a unit is done by hand here:
`ExecStart`, `ExecStop`, and the environment. It serves the tests and `python -m deploy.show_rolling_update`.
"""

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

HERE = Path(__file__).resolve().parent
NAMES = ("a", "b")
SERVER = "burraco.example"
LONGEST_START = 60
"""Seconds, on a busy machine."""


class Service:
    """One of the two services, started from its unit."""

    def __init__(self, name: str, folder: Path, environment: Mapping[str, str]) -> None:
        self.name = name
        self.runtime = folder / "run/burraco-club" / name
        self.door = self.runtime / "door.sock"
        self.log = folder / f"{name}.log"
        self._folder = folder
        self._environment = {**environment, "RUNTIME_DIRECTORY": str(self.runtime)}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start like `systemctl start`, which returns before the service can answer."""
        self.runtime.mkdir(parents=True, exist_ok=True)
        environment = dict(part.split("=", 1) for part in self._of_unit("Environment"))
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._of_unit("ExecStart")[0].split(),
                cwd=self._of_unit("WorkingDirectory")[0],
                env={**os.environ, **self._environment, **environment},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until the door exists."""
        until(self.door.exists, lambda: self.log.read_text(errors="replace"))

    def stop(self) -> None:
        """Stop like `systemctl stop`."""
        subprocess.run(["/bin/sh", "-c", self._of_unit("ExecStop")[0].split("'")[1]], check=True)
        assert self._process is not None
        self._process.terminate()
        self._process.wait()

    def kill(self) -> None:
        """Kill all processes of the service, and leave its door in place."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _of_unit(self, key: str) -> list[str]:
        unit = (HERE / "systemd/burraco-club@.service").read_text(encoding="utf-8")
        places = {"/opt": f"{self._folder}/opt", "%t": f"{self._folder}/run", "%S": f"{self._folder}/lib"}
        found = re.findall(rf"^{key}=(.*)$", unit, re.M)
        return [replaced(value, {**places, "%i": self.name}) for value in found]


class Rehearsal:
    """Run both services and nginx within the block, with this `environment` for the services.

    `releases` are the folders that the services run, if not this one; `static` holds the collected files.
    """

    def __init__(
        self, folder: Path, environment: Mapping[str, str], *, static: Path, releases: Mapping[str, Path] | None = None
    ) -> None:
        self.folder = folder
        self.certificate = folder / "tls/fullchain.pem"
        self.http, self.https = free_port(), free_port()
        federation = {"BURRACO_HTTPS": "1", "ALLOWED_HOSTS": SERVER, "BURRACO_LOG": "json"}
        self.services = {name: Service(name, folder, {**federation, **environment}) for name in NAMES}
        self.installed = folder / "opt/burraco-club"
        self._nginx: subprocess.Popen[bytes] | None = None
        for made in (self.installed, folder / "tls", folder / "run", folder / "lib", folder / "log"):
            made.mkdir(parents=True)
        for name in NAMES:
            (self.installed / name).symlink_to((releases or {}).get(name, HERE.parent))
        (self.installed / "static").symlink_to(static)

    def __enter__(self) -> "Rehearsal":
        try:
            self._begin()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        for service in self.services.values():
            service.kill()
        if self._nginx is not None:
            self._nginx.terminate()
            self._nginx.wait()

    def _begin(self) -> None:
        for service in self.services.values():
            service.start()
        make_certificate(self.certificate, self.folder / "tls/privkey.pem")
        configuration = self._configure()
        self._nginx = start_nginx(self.folder, configuration, self.https)
        for service in self.services.values():
            service.wait()

    def _configure(self) -> Path:
        """Write nginx's own configuration and the site, with their places here."""
        site = self.folder / "sites-enabled/burraco-club.conf"
        site.parent.mkdir()
        places = {
            "/etc/letsencrypt/live/burraco.example": f"{self.folder}/tls",
            "/opt/burraco-club": str(self.installed),
            "/run/burraco-club": f"{self.folder}/run/burraco-club",
            "/var/lib/nginx/burraco-club": f"{self.folder}/pages",
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.https} ssl http2;",
            "listen [::]:80;": "",
            "listen [::]:443 ssl http2;": "",
        }
        site.write_text(replaced((HERE / "nginx/burraco-club.conf").read_text(encoding="utf-8"), places))
        return main_configuration(self.folder, site.parent)


def main_configuration(folder: Path, sites: Path) -> Path:
    """Write nginx's own configuration for a folder, with these sites, and return it."""
    places = {
        "/etc/nginx/sites-enabled": str(sites),
        "/run/nginx.pid": f"{folder}/nginx.pid",
        "/var/log/nginx": f"{folder}/log",
        # The folder belongs to the current user, and nobody else can read it.
        "user www-data;": "user root;" if os.geteuid() == 0 else "",
        "http {": "http {" + "".join(f"{kind}_temp_path {folder}/{kind};" for kind in TEMPORARY),
    }
    main = folder / "nginx.conf"
    main.write_text(replaced((HERE / "nginx/nginx.conf").read_text(encoding="utf-8"), places))
    return main


def start_nginx(folder: Path, configuration: Path, port: int) -> subprocess.Popen[bytes]:
    """Start nginx, and wait until it answers at one of its ports."""
    log_file = folder / "log/start"
    with log_file.open("wb") as log:
        command = ["nginx", "-p", str(folder), "-c", str(configuration), "-g", "daemon off;"]
        started = subprocess.Popen(command, stdout=log, stderr=log)
    until(lambda: answers(port), log_file.read_text)
    return started


TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
"""The folders of nginx's temporary files that only root may write."""


def replaced(text: str, places: Mapping[str, str]) -> str:
    """Replace every key in the text by its value, all at once, so that values are not replaced in turn."""
    return re.sub("|".join(map(re.escape, places)), lambda found: places[found[0]], text)


def make_certificate(certificate: Path, key: Path, *names: str) -> None:
    """Make a certificate for the server, this machine and these names."""
    alternatives = ",".join(f"DNS:{name}" for name in (SERVER, *names))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", f"/CN={SERVER}", "-addext", f"subjectAltName={alternatives},IP:127.0.0.1"]
        + ["-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        port: int = opened.getsockname()[1]
        return port


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def until(holds: Callable[[], bool], why: Callable[[], str]) -> None:
    """Wait for a program, and raise its complaint if it takes too long."""
    patience = time.monotonic() + LONGEST_START
    while not holds():
        if time.monotonic() > patience:
            raise TimeoutError(why())
        time.sleep(0.02)
