"""Ports for the servers that tests start."""

import os
import socket
from collections.abc import Iterator
from contextlib import closing

FIRST = int(os.environ.get("BURRACO_TEST_PORTS", "20000"))
"""Below the ports that systems give to outgoing connections (32768 and up on Linux), which could take a free one.

Two runs of the tests at the same time on one machine have ports of their own.
"""
FOR_A_WORKER = 1_000
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 10


def every_port() -> Iterator[int]:
    while True:
        for offset in range(FOR_A_WORKER):
            yield FIRST + FOR_A_WORKER * WORKER + (os.getpid() + offset) % FOR_A_WORKER


candidates = every_port()


def free_port() -> int:
    """Return a port on which nothing listens, and which no other worker and no outgoing connection takes."""
    for port in candidates:
        try:
            with closing(socket.create_server(("127.0.0.1", port))):
                return port
        except OSError:
            continue
    raise AssertionError("the ports have no end")
