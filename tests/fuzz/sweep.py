"""Send the requests to the program itself, without a network, and check every response and every log line."""

import json
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.urls import Resolver404, resolve

from burraco_club.handler import ClubHandler
from burraco_club.logs import RequestFilter
from tests.fuzz.grammar import Form, forms_in
from tests.fuzz.requests import Request, draw, first_look
from tests.fuzz.world import ELSEWHERE, Visitor, World
from tournaments.api.problems import PROBLEM_TYPE

BATCH = 50
"""The number of requests that share their effects; then everything is rolled back."""
MOST_LOG_LINES = 5
"""The most log lines of one request."""
HARVESTS = 3
"""The number of pages from which the forms of a route are read."""
SCRIPT = b"<script>zap"
API = re.compile("/(en/)?api/v1/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Report:
    """The result of a sweep; each of its `faults` tells how to reproduce it."""

    seed: int
    statuses: Counter[int] = field(default_factory=Counter)
    routes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counted = ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items()))
        lines = [f"seed {self.seed}: {self.statuses.total()} requests to {len(self.routes)} addresses: {counted}"]
        return "\n".join([*lines, f"{len(self.faults)} faults", *self.faults])


class LogLines(logging.Handler):
    """The log lines of one request."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.addFilter(RequestFilter())
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written += self.format(record).splitlines()


class TakenBack(Exception):
    """Ends a batch."""


class Sweep:
    def __init__(self, world: World, seed: int, *, pages: float) -> None:
        self.world, self.rng, self.report, self.pages = world, Random(seed), Report(seed), pages
        self.application = ClubHandler()
        self.forms: dict[str, list[tuple[Visitor, Form]]] = defaultdict(list)
        self.harvested: Counter[str] = Counter()
        self.log = LogLines()

    def run(self, requests: int) -> Report:
        drawn = chain(first_look(self.rng, self.world), self._draws())
        with _listening(self.log), connection_left_open():
            for first in range(0, requests, BATCH):
                with taken_back():
                    for number in range(first, min(first + BATCH, requests)):
                        self._send(number, next(drawn))
        return self.report

    def _draws(self) -> Iterator[Request]:
        while True:
            yield draw(self.rng, self.world, self.forms, self.pages)

    def _send(self, number: int, request: Request) -> None:
        self.log.written.clear()
        answer = ask(self.application, request)
        self.report.statuses[answer.status] += 1
        route = _route_of(request.path)
        self.report.routes[route] += 1
        for fault in self._faults(request, answer):
            self.report.faults.append(f"#{number} {fault}\n    {request}")
        if answer.status in (200, 422) and answer.headers.get("Content-Type", "").startswith("text/html"):
            self._harvest(request, answer, route)

    def _faults(self, request: Request, answer: Answer) -> Iterator[str]:
        if answer.status >= 500:
            yield f"{answer.status}: {self.log.written[-1:] or answer.body[:200]} {self.log.written[-3:-1]}"
        if len(self.log.written) > MOST_LOG_LINES or any(line.startswith("Traceback") for line in self.log.written):
            yield f"{len(self.log.written)} log lines: {self.log.written[:1]} … {self.log.written[-1:]}"
        if request.method == "HEAD" and answer.body:
            yield "HEAD answered with a body"
        if SCRIPT in answer.body and answer.headers.get("Content-Type", "").startswith("text/html"):
            yield "a script of the request came back as one"
        if "/t/" in request.path and ELSEWHERE.encode() in answer.body and "altrove" not in request.path:
            yield "another tournament is named"
        if API.match(request.path) and answer.status >= 400 and not _is_problem(request, answer):
            yield f"{answer.status} is told to a program by {answer.headers.get('Content-Type')}: {answer.body[:80]!r}"
        yield from self._leaks(request, answer)

    def _leaks(self, request: Request, answer: Answer) -> Iterator[str]:
        """Yield secrets that the visitor did not know. A referee may know everything but free games."""
        text = answer.body.replace(b"<wbr>", b"") + repr(answer.headers).encode()
        asked = f"{request.path} {request.query} ".encode() + request.body
        staff = request.visitor.name not in ("nobody", "phone")
        for secret, opened_by in self.world.secrets.items():
            if secret.encode() not in text or secret in request.visitor.knows or (staff and opened_by):
                continue
            if not any(known.encode() in asked for known in (secret, *opened_by)):
                yield f"the secret {secret} leaked"

    def _harvest(self, request: Request, answer: Answer, route: str) -> None:
        key = f"{request.visitor.name} {route}"
        if self.harvested[key] < HARVESTS:
            self.harvested[key] += 1
            for form in forms_in(answer.body.decode(), request.path):
                self.forms[_route_of(urljoin("/", urlsplit(form.action).path))].append((request.visitor, form))


def ask(application: Callable[..., Any], request: Request) -> Answer:
    """Return the application's response, or 599 if it raised an exception that the server would have to answer."""
    starts: list[Any] = []
    try:
        answered = application(request.environ(), lambda *given: starts.append(given))
    except Exception as error:
        return Answer(status=599, headers={}, body=repr(error).encode())
    try:
        body = b"".join(answered)
    finally:
        if hasattr(answered, "close"):
            answered.close()
    status, headers = starts[-1][:2]
    return Answer(status=int(status.split()[0]), headers=dict(headers), body=body)


def _is_problem(request: Request, answer: Answer) -> bool:
    """Return whether a refusal has the form of docs/api.md."""
    if answer.headers.get("Content-Type") != PROBLEM_TYPE:
        return False
    problem = {"status": answer.status} if request.method == "HEAD" else json.loads(answer.body)
    return bool(
        problem["status"] == answer.status and (request.method == "HEAD" or problem["title"] and problem["detail"])
    )


@contextmanager
def connection_left_open() -> Iterator[None]:
    """Keep the database's connection open after a request, because the transaction to roll back uses it."""
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    try:
        yield
    finally:
        request_started.connect(close_old_connections)
        request_finished.connect(close_old_connections)


@contextmanager
def _listening(handler: logging.Handler) -> Iterator[None]:
    """Listen to the log as the terminal does."""
    root = logging.getLogger()
    before, root.handlers = root.handlers, [handler]
    try:
        yield
    finally:
        root.handlers = before


@contextmanager
def taken_back() -> Iterator[None]:
    try:
        with transaction.atomic():
            yield
            raise TakenBack
    except TakenBack:
        pass


def _route_of(path: str) -> str:
    try:
        return resolve(path).route
    except Resolver404:
        return "nowhere"
