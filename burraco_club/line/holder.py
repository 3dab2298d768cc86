"""Whoever holds the line: a thread beside the server, which never waits for it.

It enrols the laptop's key with the code, once, then holds the connection, and when that is lost it tries again, after
longer and longer pauses. What it is at stands in `state`.
"""

import logging
import random
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Protocol

from django.conf import settings
from django.utils import timezone, translation

from burraco_club.line import process as ssh
from burraco_club.line.code import LineCode
from burraco_club.line.files import LineFiles, Way
from burraco_club.line.process import Trouble
from burraco_club.line.states import LineState, Phase, state_sentence
from pages.line import line_holds

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before the next attempt: twice as many each time, up to the longest, and by chance up to half less."""
PAUSE_OF_REFUSED = 300.0
"""Seconds before the house is asked again that has refused the key: only a new code, or somebody there, helps."""
LONGEST_ENROLMENT, LONGEST_END = 60, 5
"""Seconds that the house may take to answer, and ssh to end."""
MOST_SAID = 50
"""The last lines of ssh that are kept, to be understood when it ends."""

log = logging.getLogger(__name__)


class Door(Protocol):
    """The socket at which the line ends, which is open."""

    port: int
    clock_ahead: float

    def shut(self) -> None: ...


class LineHolder:
    """The thread that holds a club's line. `open_door` is given the public address; `say` tells the terminal."""

    def __init__(self, files: LineFiles, open_door: Callable[[str], Door], say: Callable[[str], None]) -> None:
        self.files, self._open_door, self._say = files, open_door, say
        self._changed, self._ending = threading.Event(), False
        self._lock = threading.Lock()
        self._process: ssh.Ssh | None = None
        self._language = translation.get_language() or settings.LANGUAGE_CODE
        self._thread = threading.Thread(target=self._work, name="line", daemon=True)
        self._pause = FIRST_PAUSE
        self._door: Door | None = None
        self.state = LineState(phase=Phase.OFF, since=timezone.now())
        self._told: tuple[Phase, Trouble | None] | None = None

    def begin(self) -> None:
        """Start: hold the line if it is switched on, now or later."""
        self._thread.start()

    def end(self) -> None:
        """Let the line go, and return once its ssh has ended."""
        self._ending = True
        self._begin_again()
        if self._thread.is_alive():
            self._thread.join(LONGEST_END)
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.kill()

    def switch(self, *, on: bool) -> bool:
        """Switch the line on or off, and return whether it was not already. What is on is tried again at once."""
        changes = self.files.switch(on=on)
        self._begin_again()
        return changes

    def take_code(self, code: str) -> bool:
        """Enrol with this code, and hold the line that it is for. Return whether that is new. Raise NoLineCode."""
        is_new = self.files.keep_code(code)
        return self.switch(on=True) or is_new

    @property
    def clock_ahead(self) -> float:
        """Return the seconds by which this computer's clock is ahead of the house's, as far as is known."""
        return self._door.clock_ahead if self._door is not None else 0.0

    def _begin_again(self) -> None:
        self._pause = FIRST_PAUSE
        self._changed.set()
        with self._lock:
            if self._process is not None:
                self._process.terminate()

    def _work(self) -> None:
        translation.activate(self._language)
        while not self._ending:
            self._changed.clear()
            try:
                wait = self._attempt()
            except Exception:
                # Whatever has failed, the hall goes on.
                log.exception("the line could not be held")
                wait = LONGEST_PAUSE
            finally:
                line_holds("")
            self._changed.wait(wait)

    def _attempt(self) -> float | None:
        """Hold the line as long as it lasts. Return the seconds until the next attempt; None if there is none."""
        if not self.files.is_on:
            self._note(LineState(phase=Phase.OFF, since=timezone.now()))
            return None
        code, way = self.files.code(), self.files.way()
        if code is None and way is None:
            self._note(LineState(phase=Phase.NO_CODE, since=timezone.now()))
            return None
        address = self.files.address
        self._note(replace(self.state, phase=Phase.OPENING, address=address, since=timezone.now(), next_at=None))
        trouble: Trouble | None = None
        said, program = "", ssh.find_ssh()
        if program is None:
            return self._wait_after(Trouble.NO_SSH, "")
        ssh.end_left_over(self.files.process_number, self.files.folder / "key")
        if code is not None:
            trouble, said = self._enrol(program, code)
            way = self.files.way()
        if trouble is None and way is not None:
            trouble, said = self._hold(program, way)
        return self._wait_after(trouble, said) if trouble is not None and not self._changed.is_set() else 0.0

    def _enrol(self, program: str, code: LineCode) -> tuple[Trouble | None, str]:
        """Give the house the laptop's own key, with that of the code, which is then worth nothing any more."""
        own_key = self.files.public_key()
        words = ssh.command(program, self.files.way_to_enrol(code))
        with self._start(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            try:
                _answer, said = process.communicate(f"{own_key}\n", timeout=LONGEST_ENROLMENT)
            except subprocess.TimeoutExpired:
                process.kill()
                return Trouble.NOBODY_THERE, ""
        if process.returncode == 0:
            self.files.enrolled(code)
            return None, ""
        trouble, last = ssh.trouble_in(said.splitlines())
        if trouble is not Trouble.KEY_REFUSED or self._changed.is_set():
            return trouble, last
        # The house may have the key, and its answer was lost.
        trouble, last = self._hold(program, self.files.new_way(code), held=lambda: self.files.enrolled(code))
        if trouble is Trouble.KEY_REFUSED:
            self.files.drop_code(code)
        return trouble, last

    def _hold(self, program: str, way: Way, *, held: Callable[[], None] = lambda: None) -> tuple[Trouble, str]:
        """Hold the line until it is lost. Return why it was."""
        self._door = door = self._open_door(way.address)
        try:
            with self._start(ssh.holding(program, way, door.port)) as process:
                ssh.note_process(self.files.process_number, process)
                try:
                    said = self._listen(process, way, held)
                finally:
                    process.terminate()
            self.files.process_number.unlink(missing_ok=True)
        finally:
            line_holds("")
            door.shut()
        return ssh.trouble_in(said)

    def _listen(self, process: ssh.Ssh, way: Way, held: Callable[[], None]) -> list[str]:
        """Hear ssh out, and note when the line holds. Return its last words."""
        said: list[str] = []
        assert process.stderr is not None
        for line in process.stderr:
            said = [*said[-MOST_SAID:], line]
            if ssh.HOLDS in line and self.state.phase is not Phase.HELD:
                held()
                self._now_held(way)
        return said

    def _now_held(self, way: Way) -> None:
        self._pause = FIRST_PAUSE
        line_holds(way.address)
        self._note(LineState(phase=Phase.HELD, since=timezone.now(), address=way.address))

    def _start(self, words: list[str], **pipes: int) -> ssh.Ssh:
        with self._lock:
            self._process = ssh.start(words, **pipes)
            if self._changed.is_set():
                # It was to begin again before there was a process to end.
                self._process.terminate()
            return self._process

    def _wait_after(self, trouble: Trouble, said: str) -> float:
        if trouble is Trouble.KEY_REFUSED:
            seconds = PAUSE_OF_REFUSED
        else:
            seconds = self._pause * random.uniform(0.5, 1)
            self._pause = min(LONGEST_PAUSE, 2 * self._pause)
        next_at = timezone.now() + timedelta(seconds=seconds)
        self._note(
            LineState(
                phase=Phase.LOST,
                since=timezone.now(),
                address=self.state.address,
                trouble=trouble,
                said=said,
                next_at=next_at,
            )
        )
        return seconds

    def _note(self, state: LineState) -> None:
        """Take a new state, and tell the terminal of what a person there would want to know."""
        before, self.state = self._told, state
        told = (state.phase, state.trouble)
        if state.phase is Phase.OPENING or told == before:
            return
        self._told = told
        if state.phase is not Phase.OFF or before is not None:
            self._say(state_sentence(state))
