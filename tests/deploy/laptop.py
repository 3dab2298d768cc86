"""The laptop's side of a line, by hand: a key of its own, enrolled with a code, and `ssh` that holds the line."""

import os
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from burraco_club.line.code import LineCode, known_hosts_line, openssh_private_key, read_code
from deploy.rehearsal import until

ALWAYS = ("-F", "none", "-T", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=yes", "-o", "IdentitiesOnly=yes")
ALWAYS += ("-o", "IdentityAgent=none", "-o", "ExitOnForwardFailure=yes", "-o", "LogLevel=DEBUG1")
HELD = "remote forward success"


@dataclass
class Laptop:
    """What a club has got from its house, and the connection that it holds."""

    folder: Path
    typed: str
    """The code."""
    user: str
    code: LineCode = field(init=False)
    line: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.code = read_code(self.typed)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.key, self.known_hosts, self.said = (self.folder / name for name in ("key", "known_hosts", "said"))
        self.known_hosts.write_text(known_hosts_line(self.code))
        self.key_of_code = self.folder / "code-key"
        self.key_of_code.touch(mode=0o600)
        self.key_of_code.write_text(openssh_private_key(self.code.seed, self.code.public_key))
        if not self.key.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)

    @property
    def public_key(self) -> str:
        return " ".join(self.key.with_suffix(".pub").read_text().split()[:2])

    def ssh(self, key: Path, *words: str) -> list[str]:
        """Return the command to the house with one of the keys."""
        files = ["-o", f"UserKnownHostsFile={self.known_hosts}", "-i", str(key), "-p", str(self.code.port)]
        return ["ssh", *ALWAYS, *files, *words, f"{self.user}@{self.code.host}"]

    def ask(
        self, *words: str, key: Path | None = None, sent: str = "", then: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run ssh to its end, with a command at its end or none: what a laptop may try."""
        command = [*self.ssh(key or self.key, *words), *filter(None, [then])]
        return subprocess.run(command, input=sent, capture_output=True, text=True, timeout=60)

    def enrol(self, sent: str | None = None) -> subprocess.CompletedProcess[str]:
        """Send the own key, or something else, with the key of the code."""
        own = self.key.with_suffix(".pub").read_text()
        return self.ask(key=self.key_of_code, sent=own if sent is None else sent)

    def hold(self, local: int, *more: str) -> None:
        """Hold the line to a port of this laptop."""
        forward = f"127.0.0.1:{self.code.listens_on}:127.0.0.1:{local}"
        with self.said.open("wb") as said:
            words = self.ssh(self.key, "-N", "-o", "ServerAliveInterval=5", "-R", forward, *more)
            self.line = subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=said, start_new_session=True)
        until(lambda: HELD in self.heard() or not self.is_held(), self.heard)
        assert self.is_held(), self.heard()

    def heard(self) -> str:
        return self.said.read_text(errors="replace")

    def is_held(self) -> bool:
        return self.line is not None and self.line.poll() is None

    def wait(self) -> None:
        """Wait until ssh has noticed that the line is cut."""
        assert self.line is not None
        self.line.wait(60)

    def freeze(self) -> None:
        """Let ssh answer nothing any more, as when the network swallows everything."""
        assert self.line is not None
        os.kill(self.line.pid, signal.SIGSTOP)

    def cut(self) -> None:
        """Kill ssh, as when the laptop is gone."""
        if self.line is not None:
            self.line.kill()
            self.line.wait()
            self.line = None
