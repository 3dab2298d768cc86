"""The thread that holds the line, with an ssh of the tests' own; each test waits for what it says."""

import os
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
from django.utils.translation import override

from burraco_club.line.code import LineCode, NoLineCode, write_code
from burraco_club.line.files import LineFiles, shut_out_others
from burraco_club.line.holder import LONGEST_PAUSE, LineHolder
from burraco_club.line.process import Trouble, command, end_left_over, find_ssh, trouble_in
from burraco_club.line.states import Phase
from pages.line import line_address
from tests.burraco_club.line.fake_ssh import HOLDS, REFUSED, FakeSsh

ADDRESS = "https://aurora.burraco.example"
CODE = write_code(
    LineCode(
        address=ADDRESS,
        host="house.example",
        port=2222,
        listens_on=9001,
        host_key=bytes(32),
        seed=bytes(range(32)),
        public_key=bytes(range(1, 33)),
    )
)


class OpenDoor:
    port, clock_ahead, is_shut = 4711, 0.0, False

    def shut(self) -> None:
        self.is_shut = True


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeSsh:
    return FakeSsh(tmp_path / "bin", monkeypatch)


@pytest.fixture
def files(tmp_path: Path) -> LineFiles:
    (tmp_path / "a club’s 100% data").mkdir()
    return LineFiles(tmp_path / "a club’s 100% data")


class Watched:
    """A holder, and what it says."""

    def __init__(self, files: LineFiles) -> None:
        self.doors: list[OpenDoor] = []
        self.said: Queue[str] = Queue()
        self.holder = LineHolder(files, self._open, self.said.put)

    def _open(self, address: str) -> OpenDoor:
        assert address == ADDRESS
        self.doors.append(OpenDoor())
        return self.doors[-1]

    def hears(self) -> str:
        return self.said.get(timeout=30)


@pytest.fixture
def watched(files: LineFiles) -> Iterator[Watched]:
    with override("en"):
        made = Watched(files)
        made.holder.begin()
        yield made
        made.holder.end()


def test_a_code_enrols_the_laptops_own_key_once_and_the_line_is_held(
    ssh: FakeSsh, files: LineFiles, watched: Watched
) -> None:
    watched.holder.take_code(CODE.upper())
    assert watched.hears().startswith(f"The club is on the web: {ADDRESS}, since")
    assert line_address() == ADDRESS and watched.holder.state.phase is Phase.HELD
    enrolled, held = ssh.calls
    assert enrolled.startswith("enrol") and "/code-key" in enrolled and "-p 2222 burraco-line@house.example" in enrolled
    assert "-R 127.0.0.1:9001:127.0.0.1:4711" in held and '/line/key"' in held and "new-" not in held
    assert ssh.sent.startswith("ssh-ed25519 ") and "StrictHostKeyChecking=yes" in held
    assert files.code() is None and (way := files.way()) is not None and way.listens_on == 9001
    assert sorted(path.name for path in files.folder.iterdir()) == ["key", "known_hosts", "line.json", "ssh.pid"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files.folder.iterdir() if path.suffix != ".pid"} == {0o600}
    assert stat.S_IMODE(files.folder.stat().st_mode) == 0o700
    own = subprocess.run(["ssh-keygen", "-y", "-f", way.key], capture_output=True, text=True, check=True).stdout
    assert own.split()[:2] == ssh.sent.split()[:2]


def test_the_end_of_the_program_ends_its_ssh(ssh: FakeSsh, files: LineFiles, watched: Watched) -> None:
    watched.holder.take_code(CODE)
    watched.hears()
    number = int(files.process_number.read_text())
    watched.holder.end()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    assert line_address() == "" and watched.doors[-1].is_shut and not files.process_number.exists()


def test_a_line_that_is_lost_is_said_to_be_and_opened_again(ssh: FakeSsh, watched: Watched) -> None:
    once = f"test -e {ssh.folder}/again || {{ touch {ssh.folder}/again; echo 'debug1: remote forward success' >&2;"
    ssh.holds(f"{once} echo 'Timeout, server house.example not responding.' >&2; exit 255; }}\n{HOLDS}")
    watched.holder.take_code(CODE)
    assert "on the web" in watched.hears()
    lost = watched.hears()
    assert lost.startswith("The connection was cut. Trying again at "), lost
    assert "on the web" in watched.hears() and line_address() == ADDRESS
    assert [call.partition(" ")[0] for call in ssh.calls] == ["enrol", "hold", "hold"]
    assert len(watched.doors) == 2 and watched.doors[0].is_shut


def test_switched_off_it_goes_and_stays_away_and_switched_on_it_comes_back(
    ssh: FakeSsh, files: LineFiles, watched: Watched
) -> None:
    watched.holder.take_code(CODE)
    watched.hears()
    watched.holder.switch(on=False)
    assert watched.hears() == "The club is not on the web." and line_address() == ""
    assert not LineFiles(files.folder.parent).is_on
    watched.holder.switch(on=True)
    assert "on the web: " in watched.hears()


def test_a_code_that_was_used_or_taken_back_is_told_and_forgotten(
    ssh: FakeSsh, files: LineFiles, watched: Watched
) -> None:
    ssh.enrols(REFUSED)
    ssh.holds(REFUSED)
    watched.holder.take_code(CODE)
    assert watched.hears().startswith("The server no longer knows this computer: the code was used before")
    assert files.code() is None and files.way() is None and watched.holder.state.trouble is Trouble.KEY_REFUSED
    assert not (files.folder / "code-key").exists()


def test_an_enrolment_whose_answer_was_lost_is_one(ssh: FakeSsh, files: LineFiles, watched: Watched) -> None:
    ssh.enrols("echo 'Connection reset by 192.0.2.1 port 2222' >&2; echo \"$REFUSE\" > /dev/null; exit 255")
    watched.holder.take_code(CODE)
    assert watched.hears().startswith("The connection was cut.")
    ssh.enrols(REFUSED)
    watched.holder.switch(on=True)
    assert "on the web" in watched.hears()
    assert files.code() is None and files.way() is not None and (files.folder / "key").exists()
    assert len({call.split("burraco-line")[0] for call in ssh.calls if call.startswith("hold")}) == 1


def test_switched_on_without_a_code_it_waits_for_one(ssh: FakeSsh, watched: Watched) -> None:
    watched.holder.switch(on=True)
    assert watched.hears() == "The club has no code yet: paste the one that was sent to you."
    with pytest.raises(NoLineCode):
        watched.holder.take_code("burraco1abc")
    watched.holder.take_code(CODE)
    assert "on the web" in watched.hears()


def test_a_computer_without_ssh_is_told_what_to_install(
    files: LineFiles, watched: Watched, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_ssh() is None
    watched.holder.take_code(CODE)
    assert watched.hears().startswith("This computer has no ssh: install “openssh-client”, then try again. Trying")


def test_pauses_grow_up_to_a_minute_and_are_not_all_the_same(files: LineFiles) -> None:
    with override("en"):
        holder = Watched(files).holder
        pauses = [holder._wait_after(Trouble.NOBODY_THERE, "") for _time in range(12)]
    assert (
        pauses[0] <= 1 and pauses[3] <= 8 and all(LONGEST_PAUSE / 2 <= pause <= LONGEST_PAUSE for pause in pauses[7:])
    )
    assert len(set(pauses)) == 12


@pytest.mark.parametrize(
    ("said", "trouble"),
    [
        ("burraco-line@house: Permission denied (publickey).", Trouble.KEY_REFUSED),
        (
            "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nHost key verification failed.",
            Trouble.OTHER_HOUSE,
        ),
        ("Unable to negotiate with 192.0.2.1 port 22: no matching host key type found.", Trouble.OTHER_HOUSE),
        ("Error: remote port forwarding failed for listen port 9001", Trouble.PORT_HELD),
        ("ssh: Could not resolve hostname house: Temporary failure in name resolution", Trouble.NO_NAME),
        ("ssh: connect to host house port 22: Network is unreachable", Trouble.NO_NETWORK),
        ("ssh: connect to host house port 22: No route to host", Trouble.NO_NETWORK),
        ("ssh: connect to host house port 22: Connection refused", Trouble.NOBODY_THERE),
        ("ssh: connect to host house port 22: Connection timed out", Trouble.NOBODY_THERE),
        (
            "Connection timed out during banner exchange\r\nConnection to 192.0.2.1 port 22 timed out",
            Trouble.NOBODY_THERE,
        ),
        ("kex_exchange_identification: Connection closed by remote host", Trouble.NOBODY_THERE),
        ("Timeout, server house not responding.", Trouble.CUT),
        ("client_loop: send disconnect: Broken pipe", Trouble.CUT),
        ("Connection to house closed by remote host.", Trouble.CUT),
        ("ssh: connect to host house port 22: Permission denied", Trouble.OTHER),
        (
            "@         WARNING: UNPROTECTED PRIVATE KEY FILE!          @\nPermission denied (publickey).",
            Trouble.OPEN_KEY,
        ),
        ("The moon is in the way.", Trouble.OTHER),
    ],
)
def test_what_ssh_says_is_understood(said: str, trouble: Trouble) -> None:
    lines = ["debug1: Connecting to house", *said.splitlines(keepends=True), "debug1: permission denied (by nobody)"]
    assert trouble_in(lines) == (trouble, said.splitlines()[-1])


def test_what_nobody_has_foreseen_is_shown_as_it_is(ssh: FakeSsh, watched: Watched) -> None:
    ssh.enrols("echo 'debug1: nothing' >&2; echo 'The moon is in the way.' >&2; exit 255")
    watched.holder.take_code(CODE)
    assert watched.hears().startswith("The line does not hold; ssh says: The moon is in the way. Trying again at")


def test_options_are_read_by_ssh_as_they_are_meant(files: LineFiles) -> None:
    """The real ssh, which connects nowhere."""
    with_code = LineCode(
        address=ADDRESS,
        host="house.example",
        port=2222,
        listens_on=9001,
        host_key=bytes(32),
        seed=bytes(32),
        public_key=bytes(32),
    )
    program = find_ssh()
    assert program is not None
    asked = [program, "-G", *command(program, files.new_way(with_code))[1:]]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
    assert {"batchmode yes", "stricthostkeychecking true", "exitonforwardfailure yes", "port 2222"} <= set(told)
    assert f"identityfile {files.folder}/new-key".replace("%", "%%") in told
    assert any(line.startswith("userknownhostsfile") and line.endswith("/new-known_hosts") for line in told)


def test_an_ssh_that_outlived_its_program_is_ended_and_no_other_process_is(tmp_path: Path) -> None:
    number, key = tmp_path / "ssh.pid", tmp_path / "key"
    left, other = (subprocess.Popen(["sh", "-c", "sleep 600; exit", str(what)]) for what in (key, "nobody"))
    number.write_text(str(other.pid))
    end_left_over(number, key)
    assert other.poll() is None and not number.exists()
    number.write_text(str(left.pid))
    end_left_over(number, key)
    assert left.wait(timeout=30) == -signal.SIGTERM
    other.kill()
    other.wait()
    end_left_over(number, key)


def test_on_windows_the_folder_is_shut_with_icacls(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    shut_out_others(Path("line"), run=lambda words, **_how: ran.append(words))
    assert ran == [], "elsewhere its mode says enough"
