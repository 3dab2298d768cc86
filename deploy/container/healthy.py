"""Whether the program in this container lives: the status with which this ends. Standard library only."""

import http.client
import os
import sys


def status() -> int:
    """Ask as the proxy would."""
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip()
    connection = http.client.HTTPConnection("127.0.0.1", int(os.environ.get("PORT", "8000")), timeout=4)
    try:
        connection.request("GET", "/health/", headers={"Host": host, "X-Forwarded-Proto": "https"})
        return connection.getresponse().status
    finally:
        connection.close()


if __name__ == "__main__":
    # A proxy that this container does not trust is sent to https, by a program that lives.
    sys.exit(status() >= 400)
