"""The keys of a house's lines, in a file of OpenSSH's: who may do what, and what is refused."""

import io
import os
import shutil
import socket
from pathlib import Path

import pytest

from burraco_club.line.code import openssh_public_key, read_code
from deploy.house.faults import HouseFault
from deploy.house.keys import LONGEST_KEY, KeyKind, LineKeys, read_public_key
from deploy.house.lines import cut_line, draw_code, enrol_line, revoke_line
from deploy.house.places import Places
from tests.deploy.house_machine import NotedMachine, make_house

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows is no server")
needs_keygen = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="no ssh-keygen")

KEY, OTHER = bytes(range(32)), bytes(32)
PORT = 21000


@pytest.fixture
def keys(tmp_path: Path) -> LineKeys:
    return LineKeys(tmp_path)


@pytest.fixture
def machine(tmp_path: Path) -> NotedMachine:
    return make_house(tmp_path, "1.0.0")


def sent(text: str) -> io.BytesIO:
    return io.BytesIO(text.encode())


def test_a_key_of_a_code_may_enrol_and_the_enrolled_one_may_listen(keys: LineKeys) -> None:
    keys.let_enrol("aurora", OTHER, "/usr/local/sbin/house enrol aurora")
    assert keys.kind("aurora") is KeyKind.CODE
    assert keys.file.read_text() == (
        f'restrict,command="/usr/local/sbin/house enrol aurora" {openssh_public_key(OTHER)} aurora\n'
    )
    assert enrol_line(keys, "aurora", PORT, sent(f"{openssh_public_key(KEY)} anna@laptop\n")) == "enrolled aurora"
    assert keys.kind("aurora") is KeyKind.LINE
    only = 'restrict,port-forwarding,permitlisten="127.0.0.1:21000",command="/bin/false"'
    assert keys.file.read_text() == f"{only} {openssh_public_key(KEY)} aurora\n"
    assert keys.file.stat().st_mode & 0o777 == 0o600


def test_a_used_code_enrols_nobody(keys: LineKeys) -> None:
    keys.let_enrol("aurora", OTHER, "house enrol aurora")
    enrol_line(keys, "aurora", PORT, sent(openssh_public_key(KEY)))
    before = keys.file.read_text()
    with pytest.raises(HouseFault, match="The code of aurora was used or taken back"):
        enrol_line(keys, "aurora", PORT, sent(openssh_public_key(OTHER)))
    assert keys.file.read_text() == before


def test_a_key_that_another_club_has_is_refused(keys: LineKeys) -> None:
    """sshd takes the first line of a key, so the second would never be asked."""
    keys.let_enrol("beta", OTHER, "house enrol beta")
    keys.enrol("beta", KEY, PORT + 1)
    keys.let_enrol("aurora", OTHER, "house enrol aurora")
    with pytest.raises(HouseFault, match="known here already"):
        keys.enrol("aurora", KEY, PORT)


@pytest.mark.parametrize(
    "text",
    [
        *("", "\n", "ssh-ed25519", "ssh-ed25519 AAAA", "ssh-rsa AAAAB3NzaC1yc2E=", "ä" * 50, "x" * (LONGEST_KEY + 1)),
        *(f'command="/bin/sh" {openssh_public_key(KEY)}', openssh_public_key(KEY)[:-4], openssh_public_key(KEY[:31])),
        *(openssh_public_key(KEY).replace(" ", "\n"), openssh_public_key(KEY) + "=", f"{openssh_public_key(KEY)}A"),
    ],
)
def test_what_is_no_key_is_refused_and_nothing_changes(keys: LineKeys, text: str) -> None:
    keys.let_enrol("aurora", OTHER, "house enrol aurora")
    before = keys.file.read_text()
    with pytest.raises(HouseFault, match="Expected a public key"):
        enrol_line(keys, "aurora", PORT, sent(text))
    assert keys.file.read_text() == before


def test_a_comment_of_the_laptop_stays_there(keys: LineKeys) -> None:
    assert read_public_key(f'{openssh_public_key(KEY)} il "portatile" d’Anna\n') == KEY


def test_a_key_is_taken_back_once_and_the_others_stay(keys: LineKeys) -> None:
    for club, key in (("aurora", KEY), ("beta", OTHER)):
        keys.let_enrol(club, key, f"house enrol {club}")
    assert revoke_line(keys, "aurora", PORT) and not revoke_line(keys, "aurora", PORT)
    assert (keys.kind("aurora"), keys.kind("beta")) == (None, KeyKind.CODE)


@pytest.mark.parametrize("line", ["ssh-ed25519 AAAA root@elsewhere", "# a note", "restrict ssh-ed25519 AAAA beta"])
def test_what_the_house_has_not_written_is_named_and_left(keys: LineKeys, line: str) -> None:
    keys.file.write_text(f"{line}\n")
    with pytest.raises(HouseFault, match="line 1: the house did not write this"):
        keys.let_enrol("aurora", KEY, "house enrol aurora")
    assert keys.file.read_text() == f"{line}\n"


def test_a_command_that_would_end_its_quotes_is_refused(keys: LineKeys) -> None:
    with pytest.raises(HouseFault, match="plain words"):
        keys.let_enrol("aurora", KEY, 'house" ssh-ed25519 AAAA')


@needs_keygen
def test_a_code_says_all_that_a_laptop_must_know(keys: LineKeys, tmp_path: Path) -> None:
    host_key = tmp_path / "ssh_host_ed25519_key.pub"
    host_key.write_text(f"{openssh_public_key(KEY)} root@house\n")
    facts = {
        "address": "aurora.burraco.example",
        "host": "house.example",
        "ssh_port": 22,
        "port": PORT,
        "command": "house",
    }
    code = read_code(draw_code(keys, "aurora", host_key=host_key, **facts))
    assert (code.address, code.host, code.port) == ("https://aurora.burraco.example", "house.example", 22)
    assert (code.listens_on, code.host_key) == (PORT, KEY)
    assert openssh_public_key(code.public_key) in keys.file.read_text()
    again = read_code(draw_code(keys, "aurora", host_key=host_key, **facts))
    assert again.seed != code.seed and openssh_public_key(code.public_key) not in keys.file.read_text()


@needs_keygen
def test_a_machine_without_a_key_of_its_own_says_what_to_do(keys: LineKeys, tmp_path: Path) -> None:
    with pytest.raises(HouseFault, match="ssh-keygen -A"):
        draw_code(
            keys,
            "aurora",
            address="a.example",
            host="a.example",
            ssh_port=22,
            port=PORT,
            host_key=tmp_path / "none",
            command="house",
        )


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="who has a port is asked of Linux")
def test_what_is_no_line_is_not_ended() -> None:
    whose = rf"is no line's: process {os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(HouseFault, match=whose):
        cut_line(other.getsockname()[1])


@needs_keygen
def test_the_house_gives_codes_to_halls_and_says_how_they_are(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.house("add", "aurora", "--hall")
    machine.house("add", "carla")
    places = Places(machine.root)
    places.host_key.parent.mkdir(parents=True)
    places.host_key.write_text(openssh_public_key(KEY))
    assert machine.house("revoke", "aurora") == 0
    capsys.readouterr()
    assert machine.house("code", "aurora") == 0
    code = read_code(capsys.readouterr().out.splitlines()[-1])
    assert (code.address, code.port, code.listens_on) == ("https://aurora.burraco.example", 22, 21000)
    assert "Match User burraco-line" in places.sshd.read_text() and "burraco-line" in machine.users
    keys = LineKeys(places.line)
    assert f"house.py --root {machine.root} enrol aurora" in keys.file.read_text()
    machine.house("list")
    assert "code not used yet" in capsys.readouterr().out
    keys.enrol("aurora", OTHER, 21000)
    machine.house("list")
    assert "not connected" in capsys.readouterr().out
    assert machine.house("revoke", "aurora") == 0
    assert "its line is cut" in capsys.readouterr().out and keys.kind("aurora") is None
    assert machine.house("code", "carla") == machine.house("code", "nobody") == 1
    assert "carla is no hall" in capsys.readouterr().err


def test_a_key_whose_hall_has_left_is_taken_back_with_its_pages(machine: NotedMachine) -> None:
    """Its port may be another club's next."""
    for name in ("aurora", "bella", "carla"):
        machine.house("add", name, "--hall")
    places = Places(machine.root)
    keys = LineKeys(places.line)
    places.line.mkdir(parents=True)
    for number, name in enumerate(("aurora", "bella", "carla")):
        keys.let_enrol(name, bytes([number] * 32), "house")
        keys.enrol(name, bytes([number + 10] * 32), 21000 + number)
        (places.kept / name).mkdir(parents=True)
    lines = places.list.read_text().replace("21001", "21005").splitlines(keepends=True)
    places.list.write_text("".join(line for line in lines if not line.startswith("aurora")))
    assert machine.house("apply") == 0
    assert keys.ports() == {"carla": 21002}
    assert sorted(folder.name for folder in places.kept.iterdir()) == ["bella", "carla"]


def test_settings_that_sshd_does_not_take_are_not_left_to_it(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.house("add", "aurora", "--hall")

    def refuse() -> None:
        raise HouseFault("sshd: bad configuration option")

    machine.reload_sshd = refuse  # type: ignore[method-assign]
    assert machine.house("code", "aurora") == 1
    assert "bad configuration" in capsys.readouterr().err and not Places(machine.root).sshd.exists()
