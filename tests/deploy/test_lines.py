"""A house of halls from its own files: a real sshd, a real nginx, and the laptops' own ssh."""

import gzip
import http.client
import os
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory

import pytest
from django.test import override_settings
from django.utils.translation import override

from burraco_club.line.code import read_code, write_code
from burraco_club.line.files import LineFiles
from burraco_club.line.holder import LineHolder
from deploy.house.line_rehearsal import HouseOfHalls
from deploy.house.lines import LineState, line_state, revoke_line
from deploy.rehearsal import answers, free_port, until
from tests.deploy import stub_hall as stub
from tests.deploy.laptop import Laptop
from tests.deploy.stub_hall import StubHall, stub_hall

PATIENCE = 30
PAGE = "/t/friday/"


@dataclass(frozen=True, slots=True)
class Came:
    status: int
    headers: http.client.HTTPMessage
    body: str

    @property
    def lost(self) -> str | None:
        """What the house says of the line: "no", or since when it is lost."""
        return self.headers["Line-Lost"]


@dataclass
class Halls:
    """A house, and a laptop with its program for each hall."""

    house: HouseOfHalls
    folder: Path
    programs: dict[str, StubHall]
    trusts: ssl.SSLContext
    laptops: dict[str, Laptop] = field(default_factory=dict)
    """Those that hold the halls' lines between the tests."""
    made: list[Laptop] = field(default_factory=list)

    def new_laptop(self, hall: str, name: str) -> Laptop:
        """Return another laptop of a club, with a new code."""
        made = Laptop(self.folder / name, self.house.code(hall), self.house.user)
        self.made.append(made)
        return made

    def hold(self, hall: str) -> Laptop:
        """Return the laptop that holds the line, which a test may have cut, or whose key it may have taken back."""
        laptop = self.laptops.get(hall)
        if (
            laptop is None
            or laptop.key.with_suffix(".pub").read_text().split()[1] not in self.house.keys.file.read_text()
        ):
            if laptop is not None:
                laptop.cut()
            laptop = self.laptops[hall] = self.new_laptop(hall, f"{hall}-{len(self.made)}")
            assert laptop.enrol().returncode == 0
        if self.state(hall) is not LineState.CONNECTED:
            laptop.cut()
            laptop.hold(self.programs[hall].port)
        return laptop

    def state(self, hall: str) -> LineState:
        return line_state(self.house.keys, hall, self.house.port(hall))

    def ask(self, path: str = PAGE, sent: str | None = None, *, hall: str = "aurora", **headers: str) -> Came:
        """Ask a hall over the web, as a phone does."""
        name = self.house.address(hall)
        connection = http.client.HTTPSConnection("127.0.0.1", self.house.settings.https_port, timeout=PATIENCE)
        opened = socket.create_connection(("127.0.0.1", self.house.settings.https_port), PATIENCE)
        with self.trusts.wrap_socket(opened, server_hostname=name) as connection.sock:
            named = {word.replace("_", "-"): value for word, value in headers.items()}
            connection.request("GET" if sent is None else "POST", path, sent, {"Host": name, **named})
            answer = connection.getresponse()
            body = answer.read()
            packed = answer.headers["Content-Encoding"] == "gzip"
            return Came(answer.status, answer.headers, (gzip.decompress(body) if packed else body).decode())

    def ask_until(self, holds: Callable[[Came], bool], path: str = PAGE, **named: str) -> Came:
        """Ask until a page is as expected, and return it."""
        last: list[Came] = []

        def asked() -> bool:
            last[:] = [self.ask(path, **named)]
            return holds(last[0])

        until(asked, lambda: f"{last[0].status} {dict(last[0].headers)} {last[0].body[:300]}")
        return last[0]


@pytest.fixture(scope="module")
def halls(sshd_and_nginx: None) -> Iterator[Halls]:
    """A house with two halls. Neither is connected before a test asks for it."""
    with ExitStack() as everything:
        folder = Path(everything.enter_context(TemporaryDirectory(prefix="house-")))
        house = everything.enter_context(HouseOfHalls(folder / "house", ["aurora", "beta"], alive_seconds=1))
        programs = {name: everything.enter_context(stub_hall(name)) for name in house.clubs}
        found = Halls(house, folder, programs, ssl.create_default_context(cafile=str(house.certificate)))
        yield found
        for laptop in found.made:
            laptop.cut()


def test_a_code_enrols_one_key_and_is_refused_the_second_time(halls: Halls) -> None:
    laptop = halls.new_laptop("beta", "enrolled-once")
    assert halls.state("beta") is LineState.CODE_OUT
    first = laptop.enrol()
    assert (first.returncode, first.stdout) == (0, "enrolled beta\n")
    assert halls.state("beta") is LineState.CUT
    second = laptop.enrol()
    assert second.returncode == 255 and "Permission denied (publickey)" in second.stderr
    laptop.hold(halls.programs["beta"].port)
    assert halls.state("beta") is LineState.CONNECTED
    laptop.cut()


def test_another_code_makes_the_first_and_the_key_worthless(halls: Halls) -> None:
    old = halls.new_laptop("beta", "old")
    assert old.enrol().returncode == 0
    new = halls.new_laptop("beta", "new")
    assert "Permission denied" in old.ask("-N").stderr
    newest = halls.new_laptop("beta", "newest")
    assert "Permission denied" in new.enrol().stderr
    assert newest.enrol().returncode == 0


def test_what_is_no_key_is_refused_and_the_code_is_still_valid(halls: Halls) -> None:
    laptop = halls.new_laptop("beta", "wrong-key")
    refused = laptop.enrol("ssh-rsa AAAAB3NzaC1yc2E=\n")
    assert refused.returncode == 1 and "Expected a public key" in refused.stderr
    assert halls.state("beta") is LineState.CODE_OUT
    assert laptop.enrol().returncode == 0


def test_the_key_of_a_line_holds_its_own_port_and_does_nothing_else(halls: Halls) -> None:
    laptop = halls.new_laptop("beta", "curious")
    own = f"127.0.0.1:{laptop.code.listens_on}"
    # Not even that with the key of the code.
    refused = laptop.ask("-N", "-R", f"{own}:127.0.0.1:1", key=laptop.key_of_code)
    assert "remote port forwarding failed" in refused.stderr
    assert laptop.enrol().returncode == 0
    # A shell, on a terminal or not; a command in its place.
    for words in ((), ("-tt",)):
        shell = laptop.ask(*words, sent="echo it is open\n")
        assert shell.returncode != 0 and "it is open" not in shell.stdout
    assert laptop.ask(then="echo it is open").stdout == ""
    # Another port, another address, any port, a socket.
    other, aurora = free_port(), halls.house.port("aurora")
    for listens in (f"127.0.0.1:{other}", f"127.0.0.1:{aurora}", f"0.0.0.0:{laptop.code.listens_on}", "127.0.0.1:0"):
        refused = laptop.ask("-N", "-R", f"{listens}:127.0.0.1:1")
        assert refused.returncode == 255 and "remote port forwarding failed" in refused.stderr, listens
    there = halls.folder / "there.sock"
    assert laptop.ask("-N", "-R", f"{there}:127.0.0.1:1").returncode == 255 and not there.exists()
    # From the laptop into the house: nothing comes out at the other end.
    laptop.hold(halls.programs["beta"].port, "-L", f"127.0.0.1:{other}:127.0.0.1:{halls.house.settings.http_port}")
    with socket.create_connection(("127.0.0.1", other), PATIENCE) as opened:
        until(lambda: "administratively prohibited" in laptop.heard(), laptop.heard)
        with suppress(ConnectionError):
            assert opened.recv(100) == b""
    laptop.cut()


def test_a_house_with_another_key_is_not_believed(halls: Halls) -> None:
    laptop = halls.new_laptop("beta", "deceived")
    other = write_code(replace(read_code(laptop.typed), host_key=bytes(32)))
    deceived = Laptop(halls.folder / "other-key", other, halls.house.user).enrol()
    assert deceived.returncode == 255 and "Host key verification failed" in deceived.stderr


def test_a_key_taken_back_cuts_the_line_and_only_that_one(halls: Halls) -> None:
    kept = halls.hold("aurora")
    stolen = halls.new_laptop("beta", "stolen")
    assert stolen.enrol().returncode == 0
    stolen.hold(halls.programs["beta"].port)
    assert revoke_line(halls.house.keys, "beta", halls.house.port("beta"))
    assert halls.state("beta") is LineState.NO_CODE
    stolen.wait()
    assert not answers(halls.house.port("beta"))
    assert "Permission denied (publickey)" in stolen.ask("-N").stderr
    assert not revoke_line(halls.house.keys, "beta", halls.house.port("beta"))
    assert kept.is_held() and halls.ask().status == 200


def test_many_phones_are_one_request_down_the_line_whatever_they_can_unpack(halls: Halls) -> None:
    halls.hold("aurora")
    page = f"{stub.KEPT_LONG}many/"
    phones = [halls.ask(page, Accept_Encoding=packed) for packed in ("br, gzip", "gzip", "identity", "")]
    assert {(phone.status, phone.lost) for phone in phones} == {(200, "no")}
    asked = [headers["Accept-Encoding"] for path, headers in halls.programs["aurora"].asked if path == page]
    assert asked == ["gzip"]


def test_what_somebody_may_see_is_asked_each_time_and_never_kept(halls: Halls) -> None:
    laptop = halls.hold("aurora")
    assert halls.ask("/own/", Cookie="__Host-line-sessionid=anna").body == '{"who": "__Host-line-sessionid=anna"}'
    assert halls.ask("/own/").body == '{"who": null}'
    for named in ({"Cookie": "phone-it=7.ns"}, {"Authorization": "Bearer x"}):
        came = [halls.ask("/t/for-one/", **named).headers["X-Cache"] for _time in range(3)]
        assert came == [None] * 3
        etag = f'"{halls.programs["aurora"].state}"'
        assert halls.ask("/t/for-one/", If_None_Match=etag, **named).status == 304, "the hall says that nothing is new"
    laptop.cut()
    assert [halls.ask(path).status for path in ("/own/", "/t/for-one/")] == [503, 503]


def test_who_comes_from_elsewhere_is_led_by_the_hall_to_their_language(halls: Halls) -> None:
    halls.hold("aurora")
    scanned = {"Sec_Fetch_Dest": "document", "Sec_Fetch_Site": "none"}

    def is_kept(path: str, language: str) -> bool:
        program = halls.programs["aurora"]
        program.asked.clear()
        for _time in range(3):
            halls.ask(path, Accept_Language=language, **scanned)
        return len(program.asked) < 3

    page = f"{stub.KEPT_LONG}scanned/"
    assert is_kept(page, "it-IT,it;q=0.9,en;q=0.8") and is_kept(f"/en{page}", "es")
    assert not is_kept(page, "es-AR,es;q=0.9,it;q=0.5") and not is_kept(page, "fr")


CUTS: dict[str, Callable[[Halls, Laptop], object]] = {
    "the laptop's ssh is killed": lambda _halls, laptop: laptop.cut(),
    "the house's side is killed": lambda halls, _laptop: [
        os.kill(process, signal.SIGKILL) for process in halls.house.connections()
    ],
    "nothing comes through any more": lambda _halls, laptop: laptop.freeze(),
}


@pytest.mark.parametrize("how", CUTS)
def test_the_line_is_cut_and_kept_pages_say_since_when(halls: Halls, how: str) -> None:
    laptop, program = halls.hold("aurora"), halls.programs["aurora"]
    before = halls.ask_until(lambda page: page.lost == "no")
    etag = before.headers["ETag"]
    assert "data-line" in before.body and " hidden data-line" in before.body
    CUTS[how](halls, laptop)
    kept = halls.ask_until(lambda page: page.lost != "no", If_None_Match=etag)
    assert (kept.status, kept.lost, kept.headers["ETag"]) == (200, "21:43", None)
    assert '<p class="as-of" data-line>' in kept.body and "as of <time>21:43</time>" in kept.body
    assert program.state in kept.body and len(kept.body) > 1000
    # A page that nobody has kept, and whatever writes, have the house's own page, in four languages.
    written = len(program.written)
    for refused in (halls.ask(f"/t/never-asked/{len(how)}/"), halls.ask(sent="points=5")):
        assert (refused.status, refused.headers["Retry-After"], refused.lost) == (503, "5", "yes")
        assert "no-store" in refused.headers["Cache-Control"]
        for words in ("Il circolo non è collegato", "not connected", "no está conectado", "não está conectado"):
            assert words in refused.body
    program.state = f"after {how}"
    halls.hold("aurora")
    fresh = halls.ask_until(lambda page: program.state in page.body)
    assert (fresh.status, fresh.lost) == (200, "no") and " hidden data-line" in fresh.body
    assert len(program.written) == written, "a write was sent that the phone was told is lost"


def test_the_house_is_restarted_and_the_hall_comes_back(halls: Halls) -> None:
    laptop, program = halls.hold("aurora"), halls.programs["aurora"]
    halls.ask()
    halls.house.close_sshd()
    laptop.wait()
    assert halls.ask_until(lambda page: page.lost != "no").status == 200
    halls.house.open_sshd()
    halls.hold("aurora")
    assert program.state in halls.ask_until(lambda page: page.lost == "no").body


def test_a_hall_without_time_for_readers_lets_them_have_what_was_kept(halls: Halls) -> None:
    halls.hold("aurora")
    program = halls.programs["aurora"]
    halls.ask_until(lambda page: page.lost == "no", "/t/busy/")
    program.is_busy = True
    try:
        kept = halls.ask_until(lambda page: page.lost != "no", "/t/busy/")
        assert (kept.status, kept.lost) == (200, "21:43") and program.state in kept.body
        assert halls.ask("/own/").body == "busy"
    finally:
        program.is_busy = False
    assert halls.ask_until(lambda page: page.lost == "no", "/t/busy/").status == 200


def test_a_page_that_is_gone_is_not_shown_again_when_the_line_is_cut(halls: Halls) -> None:
    laptop, program = halls.hold("aurora"), halls.programs["aurora"]
    assert halls.ask("/t/hidden/").status == 200
    program.gone.add("/t/hidden/")
    assert halls.ask_until(lambda page: page.status == 404, "/t/hidden/").body == "gone"
    laptop.cut()
    kept = halls.ask_until(lambda page: page.lost != "no", "/t/hidden/")
    assert (kept.status, kept.body) == (404, "gone")


def test_a_page_of_another_day_names_the_day(halls: Halls) -> None:
    laptop, program = halls.hold("aurora"), halls.programs["aurora"]
    program.as_of = f"{date.today() - timedelta(days=3):%d/%m/%Y} 22:10"
    halls.ask("/t/last-week/")
    program.as_of = stub.AS_OF
    laptop.cut()
    kept = halls.ask_until(lambda page: page.lost != "no", "/t/last-week/")
    assert kept.lost == f"{date.today() - timedelta(days=3):%d/%m/%Y} 22:10"


def test_a_write_whose_answer_is_lost_is_written_once(halls: Halls) -> None:
    laptop, program = halls.hold("aurora"), halls.programs["aurora"]
    program.answers_writes.clear()
    came: list[Came] = []
    phone = threading.Thread(target=lambda: came.append(halls.ask(sent="once=1")))
    phone.start()
    until(lambda: "once=1" in program.written, lambda: str(program.written))
    laptop.cut()
    phone.join()
    program.answers_writes.set()
    assert came[0].status == 503
    halls.hold("aurora")
    assert halls.ask(sent="then=2").status == 200
    assert program.written.count("once=1") == 1


def test_no_hall_gets_the_pages_of_another(halls: Halls) -> None:
    halls.hold("aurora")
    assert "aurora" in halls.ask("/t/same/").body
    if beta := halls.laptops.get("beta"):
        beta.cut()
    assert halls.ask("/t/same/", hall="beta").status == 503
    assert halls.ask("/t/same/", hall="beta", Host="aurora.burraco.example").body.startswith("<!DOCTYPE html><p>aurora")
    halls.hold("beta")
    assert halls.ask_until(lambda page: page.status == 200, "/t/same/", hall="beta").body.startswith(
        "<!DOCTYPE html><p>beta"
    )
    halls.laptops["aurora"].cut()
    assert "beta" in halls.ask("/t/same/", hall="beta").body
    assert "aurora" in halls.ask_until(lambda page: page.lost != "no", "/t/same/").body


@dataclass
class DoorOfHall:
    """The socket of a hall's program at which its line ends."""

    port: int
    clock_ahead: float = 0.0

    def shut(self) -> None:
        """Stay open: the tests' program serves the next line, too."""


def test_the_program_itself_enrols_holds_comes_back_and_is_told_when_its_key_is_taken_back(halls: Halls) -> None:
    laptop = halls.laptops.pop("aurora", None)
    if laptop is not None:
        laptop.cut()
    said: Queue[str] = Queue()

    def holder(folder: str) -> LineHolder:
        door = DoorOfHall(halls.programs["aurora"].port)
        return LineHolder(LineFiles(halls.folder / folder), lambda _address: door, said.put)

    with override_settings(LINE_USER=halls.house.user), override("en"):
        code, first, second = halls.house.code("aurora"), holder("holder"), holder("second")
        for folder in ("holder", "second"):
            (halls.folder / folder).mkdir()
        first.begin()
        try:
            first.take_code(code)
            assert said.get(timeout=PATIENCE).startswith("The club is on the web: https://aurora.burraco.example")
            halls.ask_until(lambda came: came.status == 200 and came.lost == "no")
            second.begin()
            second.take_code(code)
            assert said.get(timeout=PATIENCE).startswith("The server no longer knows this computer")
            second.end()
            for process in halls.house.connections():
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            assert said.get(timeout=PATIENCE).startswith("The connection was cut. Trying again at")
            assert said.get(timeout=PATIENCE).startswith("The club is on the web")
            revoke_line(halls.house.keys, "aurora", halls.house.port("aurora"))
            heard = said.get(timeout=PATIENCE)
            if heard.startswith("The connection was cut"):
                heard = said.get(timeout=PATIENCE)
            assert heard.startswith("The server no longer knows this computer: the code was used before, or was taken")
        finally:
            first.end()
