"""The certificate of a club's laptop: when it is kept, when it is renewed, and which clients accept it."""

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from burraco_club.certificate import GOOD_FOR, RENEWED, certificate_for, fingerprint

AT = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
HALL = ["192.168.1.20"]


def test_it_is_kept_while_it_does(tmp_path: Path) -> None:
    path = certificate_for(tmp_path, HALL, at=AT)
    before = path.read_bytes()
    assert certificate_for(tmp_path, HALL, at=AT + GOOD_FOR - RENEWED - timedelta(days=1)).read_bytes() == before


@pytest.mark.parametrize(
    ("addresses", "at"),
    [
        ([*HALL, "10.0.0.7"], AT),
        (["10.0.0.7"], AT),
        (HALL, AT + GOOD_FOR - RENEWED),
    ],
    ids=["another address", "other addresses", "near its end"],
)
def test_it_is_made_again_where_it_does_not(tmp_path: Path, addresses: list[str], at: datetime) -> None:
    before = fingerprint(certificate_for(tmp_path, HALL, at=AT))
    assert fingerprint(certificate_for(tmp_path, addresses, at=at)) != before


def test_one_that_cannot_be_read_is_made_again(tmp_path: Path) -> None:
    path = certificate_for(tmp_path, HALL, at=AT)
    path.write_text("half of")
    assert len(fingerprint(certificate_for(tmp_path, HALL, at=AT))) == 95


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_nobody_else_reads_it(tmp_path: Path) -> None:
    assert certificate_for(tmp_path, HALL, at=AT).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", [*HALL, "localhost", "127.0.0.1"])
def test_who_trusts_it_finds_the_laptop_under_all_its_addresses_and_no_other(tmp_path: Path, name: str) -> None:
    file = certificate_for(tmp_path, HALL, at=datetime.now(UTC))
    assert shake_hands(file, name) is None
    assert "mismatch" in str(shake_hands(file, "10.9.9.9"))


def shake_hands(file: Path, name: str) -> ssl.SSLError | None:
    """Return the objection of a client that trusts the certificate and requests this name, with both ends in memory."""
    serving, asking = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=file)
    serving.load_cert_chain(file)
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = serving.wrap_bio(up, down, server_side=True)
    client = asking.wrap_bio(down, up, server_hostname=name)
    for _step in range(3):
        for end in (client, server):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLError as refused:
                return refused
    return None
