"""An `ssh` on the path that says and does what a test has written down for it."""

import os
from pathlib import Path

import pytest

SCRIPT = """#!/bin/sh
case " $* " in
  *" -N "*) kind=hold ;;
  *) kind=enrol; cat > "$FAKE_SSH/sent" ;;
esac
printf '%s\\n' "$kind $*" >> "$FAKE_SSH/calls"
. "$FAKE_SSH/$kind"
"""
HOLDS = "echo 'debug1: remote forward success for: listen 127.0.0.1:9001' >&2\nexec sleep 600\n"
REFUSED = "echo 'burraco-line@house.example: Permission denied (publickey).' >&2\nexit 255\n"


class FakeSsh:
    """The folder of the script; `enrol` and `hold` are what it does, in the words of the shell."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        folder.mkdir()
        program = folder / "ssh"
        program.write_text(SCRIPT)
        program.chmod(0o700)
        self.enrols("exit 0\n")
        self.holds(HOLDS)
        monkeypatch.setenv("FAKE_SSH", str(folder))
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def enrols(self, words: str) -> None:
        (self.folder / "enrol").write_text(words)

    def holds(self, words: str) -> None:
        (self.folder / "hold").write_text(words)

    @property
    def calls(self) -> list[str]:
        return (self.folder / "calls").read_text().splitlines()

    @property
    def sent(self) -> str:
        return (self.folder / "sent").read_text()
