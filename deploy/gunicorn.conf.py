"""The configuration of gunicorn for one of the club's two services; `deploy/systemd/burraco-club@.service` uses it.

A service has a socket and a door: a second name of the socket, which nginx uses. The door exists while the service can
answer. It is created once the program is loaded, and the unit removes it a second before it stops the service: so no
request is sent to a service that is starting or stopping, and no accepted request is dropped.
"""

import os
from pathlib import Path
from typing import Any

RUNTIME = Path(os.environ["RUNTIME_DIRECTORY"])
SOCKET, DOOR = RUNTIME / "gunicorn.sock", RUNTIME / "door.sock"

wsgi_app = "burraco_club.wsgi"
bind = f"unix:{SOCKET}"
# nginx is in the service's group; nobody else has access.
umask = 0o007
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
# Each thread keeps a database connection. More would not make a core faster; fewer would let readers wait for locks.
threads = 4
# nginx opens a connection for each request, which costs almost nothing on a socket and is never closed too early.
keepalive = 0
graceful_timeout = 30
# The program itself limits the length of addresses.
limit_request_line = 8190
# A file shows that a worker is alive, and must not wait for a disk.
worker_tmp_dir = "/dev/shm"
control_socket_disable = True


def post_worker_init(worker: Any) -> None:
    """Open the door: the program is loaded in this worker."""
    name = DOOR.with_suffix(f".{os.getpid()}")
    os.link(SOCKET, name)
    os.replace(name, DOOR)
    # If another worker has opened it already, both names are of one socket, and replacing did nothing.
    name.unlink(missing_ok=True)
