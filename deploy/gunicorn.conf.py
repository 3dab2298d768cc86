"""How gunicorn runs one of the club's two services; `deploy/systemd/burraco-club@.service` starts it with this.

A service has a socket, and a door: a second name of the socket, by which nginx knows it. The door stands open while
the service can answer. It is opened once the program is loaded, and the unit takes it away a second before it stops
the service: so nobody is sent to one that begins or ends, and nobody who came in is turned out.
"""

import os
from pathlib import Path
from typing import Any

RUNTIME = Path(os.environ["RUNTIME_DIRECTORY"])
SOCKET, DOOR = RUNTIME / "gunicorn.sock", RUNTIME / "door.sock"

wsgi_app = "burraco_club.wsgi"
bind = f"unix:{SOCKET}"
# nginx is of the service's group, and nobody else comes in.
umask = 0o007
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
# Each keeps a connection to the database. More do not make a core faster; fewer let readers wait behind a lock.
threads = 4
# nginx opens a connection for each request, which on a socket costs next to nothing and is never closed too early.
keepalive = 0
graceful_timeout = 30
# The program itself says how long an address may be.
limit_request_line = 8190
# Whether a worker lives is told by a file, which must not wait for a disk.
worker_tmp_dir = "/dev/shm"
control_socket_disable = True


def post_worker_init(worker: Any) -> None:
    """The program is loaded in this worker: open the door."""
    name = DOOR.with_suffix(f".{os.getpid()}")
    os.link(SOCKET, name)
    os.replace(name, DOOR)
    # Where another worker has opened it already, both are names of one socket, and replacing did nothing.
    name.unlink(missing_ok=True)
