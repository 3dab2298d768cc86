"""The load of a hall on a rehearsed server over TLS: referees save and phones read; every response is counted."""

import http.client
import ssl
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from urllib.parse import urlencode

from deploy.rehearsal import SERVER, Rehearsal
from tests.faults import club_process
from tests.faults.club import CSRF, LONGEST_ANSWER, Crowd, Referee

SESSION_COOKIE, CSRF_COOKIE = "__Host-session", "__Host-csrf"
"""The names of the cookies on a server with HTTPS."""


@dataclass(slots=True, kw_only=True)
class TlsReferee(Referee):
    """A referee who connects through nginx."""

    tls: ssl.SSLContext
    answered: Counter[int] = field(default_factory=Counter)

    def ask(self, method: str, path: str, fields: Mapping[str, object] | None = None) -> tuple[int, str]:
        headers = {"Host": SERVER, "Referer": f"https://{SERVER}/", "X-CSRFToken": CSRF}
        headers["Cookie"] = f"{SESSION_COOKIE}={self.session}; {CSRF_COOKIE}={CSRF}"
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=LONGEST_ANSWER, context=self.tls)
        with closing(connection):
            try:
                connection.request(method, path, urlencode(fields or {}), headers)
                answer = connection.getresponse()
                found = answer.status, answer.read().decode()
            except (OSError, http.client.HTTPException):
                found = 0, ""
        self.answered[found[0]] += 1
        return found


class Phones(Crowd):
    """Phones that read public pages, each over its own connection."""

    def __init__(self, server: Rehearsal, paths: list[str], *, phones: int, pause: float) -> None:
        self.answered: Counter[int] = Counter()
        """By status; 0 where no answer came."""
        self._server, self._paths, self._pause = server, paths, pause
        super().__init__(self._look, range(phones))

    def _look(self, number: int) -> None:
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self._server.https, timeout=LONGEST_ANSWER, context=trusting(self._server)
        )
        time.sleep(self._pause * number / len(self._threads))
        with closing(connection):
            while not self._stopped.wait(self._pause):
                # Every second request is for a page that nginx has not cached.
                number += 1
                path = self._paths[number % len(self._paths)] + (f"?{number}" if number % 2 else "")
                try:
                    connection.request("GET", path, headers={"Host": SERVER})
                    answer = connection.getresponse()
                    answer.read()
                    self.answered[answer.status] += 1
                except (OSError, http.client.HTTPException):
                    self.answered[0] += 1
                    connection.close()


def lost_and_doubled(referee: Referee) -> tuple[int, int]:
    """Return how many acknowledged saves the history lacks, and how many it has twice."""
    written = club_process.told()
    lost = sum(total not in written[table] for table, totals in referee.saved.items() for total in totals)
    return lost, sum(len(totals) - len(set(totals)) for totals in written.values())


def trusting(server: Rehearsal) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(server.certificate))
