"""A small SMTP server on this machine, which notes what it takes and misbehaves for the addresses that it is told."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import BinaryIO

from tests.ports import free_port


@dataclass
class SmtpServer:
    """What it took, in order, and how it answers: a code for an address, or `cut` to fall silent after the text.

    The code for `sender` is the answer to whoever writes.
    """

    port: int
    taken: list[tuple[str, EmailMessage]] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    after: int = 0
    """The emails after which it closes a connection; 0 for never."""

    def of(self, address: str) -> list[EmailMessage]:
        return [message for to, message in self.taken if to == address]

    def answer(self, connection: socket.socket) -> None:
        """Speak with one client until it leaves."""
        with suppress(OSError), closing(connection), connection.makefile("rwb") as stream:
            self._say(stream, "220 here")
            to, taken = "", 0
            for line in stream:
                word = line.strip().upper()
                if word.startswith(b"RCPT"):
                    to = line.decode().partition("<")[2].partition(">")[0]
                    refusal = self.answers.get(to, "")
                    self._say(stream, f"{refusal} no" if refusal.isdecimal() else "250 ok")
                elif word.startswith(b"MAIL") and "sender" in self.answers:
                    self._say(stream, f"{self.answers['sender']} not you")
                elif word == b"DATA":
                    self._say(stream, "354 go on")
                    message = self._read(stream)
                    if message is None:
                        return
                    self.taken.append((to, message))
                    taken += 1
                    if self.answers.get(to) == "cut":
                        return
                    self._say(stream, "250 taken")
                    if taken == self.after:
                        return
                elif word == b"QUIT":
                    self._say(stream, "221 bye")
                    return
                else:
                    self._say(stream, "250 ok")

    def _say(self, stream: BinaryIO, line: str) -> None:
        stream.write(f"{line}\r\n".encode())
        stream.flush()

    def _read(self, stream: BinaryIO) -> EmailMessage | None:
        """Return the text, or None if the client leaves before its end."""
        lines = []
        while (line := stream.readline()) != b".\r\n":
            if not line:
                return None
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        message = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(message, EmailMessage)
        return message


@contextmanager
def smtp_server() -> Iterator[SmtpServer]:
    """Serve within the block."""
    server = SmtpServer(free_port())
    with socket.create_server(("127.0.0.1", server.port)) as listening:

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _address = listening.accept()
                    threading.Thread(target=server.answer, args=[connection], daemon=True).start()

        acceptor = threading.Thread(target=accept, daemon=True)
        acceptor.start()
        yield server
        # Closing a socket does not wake a thread that waits on it.
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
        acceptor.join(5)
