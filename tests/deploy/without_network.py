"""Opens a club from an unpacked release and does the main job: `unshare --net python -m tests.deploy.without_network`.

Its arguments are the program's folder, the data folder and a port; it prints the seconds until the first page.
"""

import fcntl
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

from tests.deploy.main_job import do_the_main_job, first_account, wait_for

GET_FLAGS, SET_FLAGS, UP = 0x8913, 0x8914, 1
"""Linux' requests for the flags of a network device, and the flag that it runs."""


def main(program: Path, data: Path, port: str) -> None:
    run_loopback()
    command = [sys.executable, program / "club.py", "--host", "127.0.0.1", "--port", port, "--data", data]
    begun = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as running:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address, running.poll)
            print(f"{time.monotonic() - begun:.1f}")
            do_the_main_job(address, first_account((data / "first-password.txt").read_text(encoding="utf-8")))
        finally:
            running.terminate()


def run_loopback() -> None:
    """Let a new namespace reach itself: its one device does not run."""
    with socket.socket() as any_socket:
        name = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, GET_FLAGS, name))[1]
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", flags | UP))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
