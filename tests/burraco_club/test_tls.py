"""The club's own HTTPS: responses, redirects, and the effect of bad connections on others."""

import logging
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from burraco_club.certificate import certificate_for, fingerprint
from burraco_club.serve import announce, create_club_server
from burraco_club.tls import TlsListener

PATIENCE = 30
HOME = "127.0.0.1"
BIG = "fonts/DejaVuSans.ttf"


@dataclass(frozen=True, slots=True)
class Club:
    port: int
    trusting: ssl.SSLContext

    def connect(self) -> HTTPSConnection:
        return HTTPSConnection(HOME, self.port, context=self.trusting, timeout=PATIENCE)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club that answers no request without TLS."""
    certificate = certificate_for(tmp_path_factory.mktemp("https"), [], at=datetime.now(UTC))
    with override_settings(LAN_HTTPS=True, SECURE_SSL_REDIRECT=True):
        opened = TlsListener(socket.create_server((HOME, 0)), certificate)
        server = create_club_server(opened)

    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Club(opened.getsockname()[1], ssl.create_default_context(cafile=certificate))
    server.stop()
    thread.join()
    server.close()


def test_one_connection_carries_much_both_ways_and_goes_on(club: Club) -> None:
    with closing(club.connect()) as phone:
        for sent in (b"", b"x" * 300_000):
            phone.request("GET", "/health/", sent)
            page = phone.getresponse()
            # It would be a redirect if the request did not count as HTTPS.
            assert (page.status, page.read()) == (200, b'{"alive": true}')
        phone.request("GET", f"{settings.STATIC_URL}{BIG}")
        assert phone.getresponse().read() == Path(settings.BASE_DIR, "static", BIG).read_bytes()


@pytest.mark.parametrize("at_once", [True, False])
def test_who_comes_in_plain_http_is_sent_to_https_for_now(club: Club, at_once: bool) -> None:
    head = f"GET /t/venerdi/?x=1 HTTP/1.1\r\nHost: {HOME}:{club.port}\r\n\r\n".encode()
    with socket.create_connection((HOME, club.port), timeout=PATIENCE) as phone:
        for part in [head] if at_once else [head[:20], head[20:]]:
            phone.sendall(part)
        answer = phone.makefile("rb").read().decode()
    assert answer.startswith("HTTP/1.1 307 ")
    assert f"Location: https://{HOME}:{club.port}/t/venerdi/?x=1\r\n" in answer


def test_what_is_neither_is_refused(club: Club) -> None:
    with closing(HTTPConnection(HOME, club.port, timeout=PATIENCE)) as phone:
        phone.request("GET", "/", headers={"Host": "a b"})
        assert phone.getresponse().status == 400


def test_what_is_announced_says_https_and_what_browsers_will_say(tmp_path: Path) -> None:
    texts: list[str] = []
    file = certificate_for(tmp_path, [], at=datetime.now(UTC))
    with override_settings(LAN_HTTPS=True, DATA_DIR=tmp_path), socket.create_server((HOME, 0)) as opened:
        announce(opened, texts.append)
        port = opened.getsockname()[1]
    assert any(f"https://localhost:{port}/" in line for line in texts)
    assert any(fingerprint(file) in line for line in texts)
    assert not any("http://" in line for line in texts)


def test_who_trusts_nothing_or_says_nothing_disturbs_nobody(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), socket.create_connection((HOME, club.port)) as silent:
        silent.send(b"\x16\x03")
        wary = HTTPSConnection(HOME, club.port, context=ssl.create_default_context(), timeout=PATIENCE)
        with closing(wary), pytest.raises(ssl.SSLCertVerificationError):
            wary.request("GET", "/health/")
        with closing(club.connect()) as phone:
            phone.request("GET", "/health/")
            assert phone.getresponse().status == 200
    assert [line for line in caplog.messages if "rror" in line] == []
