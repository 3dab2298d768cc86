"""nginx with the files that a house makes. Behind it are stubs of clubs, which say their names and count."""

import http.client
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import club
from deploy.house.certificates import certificate_faults
from deploy.house.keeping import House
from deploy.house.machine import Machine
from deploy.house.places import Places
from deploy.rehearsal import HERE, free_port, main_configuration, make_certificate, start_nginx, until
from tests.deploy.house_machine import NotedMachine, make_house

socketserver = pytest.importorskip("socketserver")
pytestmark = pytest.mark.skipif(not all(map(shutil.which, ("nginx", "openssl"))), reason=club.tell("no_nginx"))

REQUESTS, BURST = 20, 60


class ServedMachine(NotedMachine):
    """Here nginx and openssl are real; nginx listens on ports of its own."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.http, self.https = free_port(), free_port()
        self.process: subprocess.Popen[bytes] | None = None
        for folder in ("log", "var/log/nginx", "run/burraco-house", "tls", "etc/nginx/sites-enabled"):
            (root / folder).mkdir(parents=True)
        self.configuration = main_configuration(root, root / "etc/nginx/sites-enabled")
        make_certificate(root / "tls/fullchain.pem", root / "tls/privkey.pem", "*.burraco.example")

    def run(self, words: Any, **more: Any) -> str:
        return Machine.run(self, words, **more)

    def describe_certificate(self, path: str) -> str:
        return Machine.describe_certificate(self, path)

    def test_nginx(self) -> None:
        self.run(["nginx", "-t", "-q", "-p", self.root, "-c", self.configuration])

    def reload_nginx(self) -> None:
        if self.process is None:
            self.process = start_nginx(self.root, self.configuration, self.https)
        else:
            workers = self.workers()
            self.run(["nginx", "-p", self.root, "-c", self.configuration, "-s", "reload"])
            # The old workers end when they have nothing left to do; until then a new connection may reach them.
            until(lambda: not workers & self.workers(), lambda: "the old workers do not end")

    def workers(self) -> set[str]:
        assert self.process is not None
        return set(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split())


class Stub:
    """A club that answers with its name, and lets nginx keep that for longer than any test takes."""

    def __init__(self, name: str, path: Path) -> None:
        self.asked: list[tuple[str, str]] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                stub.asked.append((self.path, self.headers["Host"]))
                body = f"{name} {self.path} {self.headers['X-Forwarded-For']} {self.headers['X-Forwarded-Proto']}"
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "s-maxage=3600" if self.path.startswith("/t/") else "no-store")
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_words: object) -> None:
                pass

        class Server(socketserver.ThreadingUnixStreamServer):  # type: ignore[name-defined, misc]
            daemon_threads = True
            request_queue_size = 512

        self.server = Server(str(path), Handler)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@dataclass
class Served:
    machine: ServedMachine
    stubs: dict[str, Stub]

    def connect(self, host: str, *, sni: str = "") -> http.client.HTTPSConnection:
        context = ssl.create_default_context(cafile=str(self.machine.root / "tls/fullchain.pem"))
        connection = http.client.HTTPSConnection(sni or host, self.machine.https, context=context, timeout=30)
        connection.sock = context.wrap_socket(
            socket.create_connection(("127.0.0.1", self.machine.https), 30), server_hostname=sni or host
        )
        return connection

    def ask(self, host: str, path: str, *, sni: str = "") -> tuple[int, str, http.client.HTTPMessage]:
        connection = self.connect(host, sni=sni)
        connection.request("GET", path, headers={"Host": host})
        came = connection.getresponse()
        text = came.read().decode()
        connection.close()
        return came.status, text, came.headers


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with TemporaryDirectory(prefix="house-") as folder:
        root = Path(folder)
        make_house(root)
        machine = ServedMachine(root)
        settings = root / "etc/burraco-house/house.conf"
        settings.write_text(
            f"{settings.read_text()}listen = 127.0.0.1\nhttp_port = {machine.http}\nhttps_port = {machine.https}\n"
            f"kept_port = {free_port()}\n"
            f"club_requests = {REQUESTS}\nclub_burst = {BURST}\n"
        )
        (root / "opt/burraco-house/releases/1.0.0").rmdir()
        (root / "opt/burraco-house/releases/1.0.0").symlink_to(HERE.parent)
        path = root / "etc/burraco-house/clubs"
        lines = [
            f"{name} {name}.burraco.example home open 1.0.0 - one\n" for name in ("aurora", "bella", "carla", "dead")
        ]
        lines += ["still still.burraco.example home stopped 1.0.0 - one\n"]
        lines += ["hall hall.burraco.example hall open - 21000 one\n"]
        lines += ["away away.burraco.example home open 1.0.0 - localhost\n"]
        path.write_text("".join(lines))
        stubs = {name: Stub(name, root / f"run/burraco-house/{name}.sock") for name in ("aurora", "bella", "carla")}
        try:
            machine.house("apply")
            yield Served(machine, stubs)
        finally:
            for stub in stubs.values():
                stub.end()
            if machine.process is not None:
                machine.process.terminate()
                machine.process.wait()


def test_each_name_leads_to_its_club_and_kept_pages_stay_apart(served: Served) -> None:
    seen = [served.ask(f"{name}.burraco.example", "/t/friday/") for name in ("aurora", "bella", "aurora", "bella")]
    assert [text for _status, text, _headers in seen] == [
        f"{name} /t/friday/ 127.0.0.1 https" for name in ("aurora", "bella", "aurora", "bella")
    ]
    assert {name: len(served.stubs[name].asked) for name in ("aurora", "bella")} == {"aurora": 1, "bella": 1}
    # Whoever says two names gets the page of the one that is asked for.
    assert served.ask("bella.burraco.example", "/t/friday/", sni="aurora.burraco.example")[1].startswith("bella ")
    assert {host for _path, host in served.stubs["bella"].asked} == {"bella.burraco.example"}


def test_a_name_that_no_club_has_gets_nothing(served: Served) -> None:
    with pytest.raises(ssl.SSLError):
        served.connect("nobody.burraco.example")
    plain = http.client.HTTPConnection("127.0.0.1", served.machine.http, timeout=30)
    plain.request("GET", "/", headers={"Host": "nobody.burraco.example"})
    with pytest.raises(http.client.RemoteDisconnected):
        plain.getresponse()
    plain.request("GET", "/t/x/?y=1", headers={"Host": "aurora.burraco.example"})
    came = plain.getresponse()
    assert (came.status, came.headers["Location"]) == (301, "https://aurora.burraco.example/t/x/?y=1")
    plain.close()


def test_a_club_that_is_stopped_or_does_not_answer_says_so(served: Served) -> None:
    status, text, headers = served.ask("still.burraco.example", "/t/friday/")
    assert (status, headers["Retry-After"]) == (503, "3600") and "Il sito di questo circolo è fermo" in text
    status, text, headers = served.ask("dead.burraco.example", "/login/")
    assert (status, headers["Retry-After"]) == (503, "5") and "Il programma del circolo non risponde" in text


def test_a_club_that_is_flooded_is_limited_alone_while_its_neighbour_answers(served: Served) -> None:
    flood: list[int] = []
    neighbour: list[int] = []
    flooded = threading.Event()
    begun = time.monotonic()
    before = len(served.stubs["carla"].asked)

    def ask_without_end() -> None:
        connection = served.connect("carla.burraco.example")
        for _time in range(100):
            connection.request("GET", "/login/", headers={"Host": "carla.burraco.example"})
            came = connection.getresponse()
            came.read()
            flood.append(came.status)
            if 429 in flood:
                flooded.set()
        connection.close()

    threads = [threading.Thread(target=ask_without_end) for _thread in range(4)]
    for thread in threads:
        thread.start()
    flooded.wait(30)
    neighbour += [served.ask("bella.burraco.example", "/login/")[0] for _time in range(10)]
    for thread in threads:
        thread.join()
    passed = len(served.stubs["carla"].asked) - before
    assert set(flood) == {200, 429} and set(neighbour) == {200}
    assert passed == flood.count(200) <= BURST + 1 + REQUESTS * (time.monotonic() - begun + 1)
    status, text, headers = served.ask("carla.burraco.example", "/login/")
    assert status == 200 or (headers["Retry-After"] == "5" and "troppe richieste" in text)


def test_a_real_certificate_is_read_before_and_after_its_end(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    assert served.machine.house("list") == 1
    assert "runs out on" in capsys.readouterr().err
    house = House(Places(served.machine.root), served.machine)
    (fault,) = certificate_faults(house, now=time.time() + 3 * 86400)
    assert "has run out on" in fault
    (served.machine.root / "tls/fullchain.pem").rename(served.machine.root / "tls/gone.pem")
    assert served.machine.house("apply") == 1
    said = capsys.readouterr().err
    (served.machine.root / "tls/gone.pem").rename(served.machine.root / "tls/fullchain.pem")
    assert "nginx does not take its new files" in said and "cannot be read, so nginx cannot start" in said
