"""A referee and a player, each with their own browser, and the checks of every page that they visit."""

from __future__ import annotations

import ast
import asyncio
import hashlib
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.servers.basehttp import WSGIRequestHandler
from django.core.signals import request_finished, request_started
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import Client, override_settings
from django.utils.translation import gettext, override

import club

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright
    from pytest_django.live_server_helper import LiveServer

VENDOR = Path(__file__).parent / "vendor"
AXE = f"{settings.STATIC_URL}axe-core/axe.min.js"
"""From the club's own server, as the site's policy requires; the browser caches it for the next page."""
VIOLATIONS = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"
"""All rules are checked; only violations are described."""
LOCALES = {"it": "it-IT", "en": "en-GB", "es": "es-AR", "pt": "pt-BR"}
"""What a browser of somebody who reads this language asks for."""
SHAPE = r"""() => {
  const told = /^(role|type|lang=(?!(it|en|es|pt)$)|hidden|tabindex|data-bs-theme|aria-(?!label|describedby|controls))/;
  const attribute = ({name, value}) => `${name}=${told.test(`${name}=${value}`) ? value : value && '…'}`;
  const words = node => !node.childElementCount && node.textContent.trim() ? '…' : '';
  const shape = node => [node.tagName, node.className, ...[...node.attributes]
    .filter(({name}) => !['class', 'id', 'style'].includes(name)).map(attribute), words(node)].join(' ');
  const screen = [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches];
  return [...screen, ...[...document.querySelectorAll('*')].map(shape)].join('\n');
}"""
"""The parts of a page that axe-core checks, without words, numbers and which of our languages it is in.

These differ between pages of one shape.
"""
DRAWN = """() => new Promise((done) =>
  new ResizeObserver((_seen, observer) => {
    observer.disconnect();
    done();
  }).observe(document.getElementById("main")))"""
"""An observer added after a page's own is called after them, when the page has drawn what depends on its size."""
COVERED = r"""() => {
  if (innerWidth < 60 * parseFloat(getComputedStyle(document.documentElement).fontSize)) return [];
  const of = node => node.getBoundingClientRect();
  const steps = [...document.querySelectorAll('.next-bar-row > *')].map(of);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [...document.querySelectorAll('main :not(.next-bar *)')]
    .filter(node => !node.childElementCount && node.checkVisibility() && steps.some(step => meet(step, of(node))))
    .map(node => node.outerHTML.slice(0, 160));
}"""
"""The elements under the bar with the next step on a laptop's page."""
LOOK = f"""(address) => ({{
  shape: ({SHAPE})(),
  covered: ({COVERED})(),
  wide: document.documentElement.scrollWidth > innerWidth + 1,
  elsewhere: performance.getEntriesByType('resource').map(({{name}}) => name)
    .filter(name => !name.startsWith(address) && !name.startsWith('data:')),
}})"""
"""All that every audit asks of a page, in one question."""
PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1280, "height": 800}
TIMEOUT = 30_000
"""Milliseconds before a missing element is a failure: on a busy machine, a working one may take ten seconds."""
PASSWORD = "quattro-jolly"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.browser)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.File | None:
    return None if find_spec("playwright") else UnreadableFile.from_parent(parent, path=module_path)


class UnreadableFile(pytest.File):
    """A file of tests that need Playwright, which is not installed: they are found by name and counted as skipped."""

    def collect(self) -> Iterator[pytest.Item]:
        for node in ast.parse(self.path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield UnreadableTest.from_parent(self, name=node.name, line=node.lineno - 1)


class UnreadableTest(pytest.Item):
    def __init__(self, line: int, **named: Any) -> None:
        super().__init__(**named)
        self.line = line

    def runtest(self) -> None:
        import_module("playwright")

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line, self.name


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the machine's own Chromium. As root in a container, it has no sandbox.

    It interprets scripts: no page lives long enough to earn back what its optimizing compilers take.
    """
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    quiet.append("--js-flags=--no-opt --no-maglev")
    return {**browser_type_launch_args, "executable_path": club.find_chromium(), "args": quiet}


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Allow Django's ORM, which refuses to run in the test's thread because Playwright has an event loop there."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session", autouse=True)
def _playwright_is_not_debugged(playwright: Playwright) -> None:
    """Turn debugging off: in Python’s development mode, Playwright records the caller of every step."""
    asyncio.get_running_loop().set_debug(False)


@pytest.fixture(scope="session", autouse=True)
def _answers_leave_at_once() -> Iterator[None]:
    """Send the body of an answer without waiting for the browser, which acknowledges the head 40 ms later."""
    before, WSGIRequestHandler.disable_nagle_algorithm = WSGIRequestHandler.disable_nagle_algorithm, True
    yield
    WSGIRequestHandler.disable_nagle_algorithm = before


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_kept() -> Iterator[None]:
    """Let browsers keep static files, as a club's do: of files as new as a clone's they would ask with every page."""
    with pytest.MonkeyPatch.context() as patch:
        serve = StaticFilesHandler.serve

        def serve_and_keep(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
            answer = serve(handler, request)
            answer["Cache-Control"] = "max-age=86400"
            return answer

        patch.setattr(StaticFilesHandler, "serve", serve_and_keep)
        yield


@pytest.fixture(scope="session", autouse=True)
def _patience() -> None:
    """Give expectations the same time as pages."""
    from playwright.sync_api import expect

    expect.set_options(timeout=TIMEOUT)


def in_language(language: str, message: str, **facts: object) -> str:
    """Return a message as the pages in this language show it."""
    with override(language):
        return gettext(message) % facts if facts else gettext(message)


def it(message: str, **facts: object) -> str:
    """Return a message as the Italian pages show it."""
    return in_language("it", message, **facts)


shapes_audited = Path()
"""The folder with a file for each audited shape, which all workers share."""


@pytest.fixture(scope="session", autouse=True)
def _shapes(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Go on from the runs before if BURRACO_AUDITED names their folder: on another database pages look the same."""
    global shapes_audited
    own = tmp_path_factory.getbasetemp()
    shared = os.environ.get("BURRACO_AUDITED") or (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)
    shapes_audited = Path(shared, "shapes")
    shapes_audited.mkdir(exist_ok=True)


class Visitor:
    """Somebody with a browser, who reads the pages in one language.

    Every page they audit is checked for accessibility; complaints are kept for the end.
    """

    def __init__(self, page: Page, server: str, language: str) -> None:
        self.page = page
        self.server = server
        self.language = language
        self.address = server if language == settings.LANGUAGE_CODE else f"{server}/{language}"
        self.complaints: list[str] = []
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._hear(message.type, message.text))

    def text(self, message: str, **facts: object) -> str:
        """Return a message as this visitor's pages show it."""
        return in_language(self.language, message, **facts)

    def visit(self, path: str) -> Page:
        """Go to a page in the visitor's language that leads to another one or was audited before."""
        self.page.goto(self.address + path)
        return self.page

    def go(self, path: str) -> None:
        self.visit(path)
        self.audit()

    def audit(self) -> None:
        """Check the page with axe-core, and check that nothing is cut off sideways or loaded from elsewhere."""
        self.page.wait_for_load_state()
        settled(self.page)
        seen = self.page.evaluate(LOOK, self.server)
        if seen["covered"]:
            self.complaints.append(f"{self.page.url}: the step covers {seen['covered'][:3]}")
        if seen["wide"]:
            self.complaints.append(f"{self.page.url}: wider than the screen of {self.page.viewport_size}")
        if seen["elsewhere"]:
            self.complaints.append(f"{self.page.url}: loads {seen['elsewhere']}")
        self._audit_shape(seen["shape"])

    def _audit_shape(self, shape: str) -> None:
        """Check the first page of each shape with axe-core: all pages of one shape give the same result."""
        audited = shapes_audited / hashlib.sha256(shape.encode()).hexdigest()
        try:
            audited.touch(exist_ok=False)
        except FileExistsError:
            return
        violations = None
        try:
            if not self.page.evaluate("'axe' in window"):
                self.page.add_script_tag(url=AXE)
            violations = self.page.evaluate(VIOLATIONS)
        finally:
            # Only a shape without violations need not be audited again.
            if violations != []:
                audited.unlink()
        for violation in violations:
            nodes = "; ".join(node["html"][:160] for node in violation["nodes"][:3])
            self.complaints.append(f"{self.page.url}: {violation['id']} ({violation['help']}): {nodes}")

    def _hear(self, kind: str, text: str) -> None:
        """Keep what the console says; it tells every answer that is a fault (5xx), and all that the policy blocks."""
        # A refused slip is an answer with status 422, which Chromium calls an error. A page that is left aborts its
        # requests. htmx reports the end of either twice, the second time as `afterRequest`.
        expected = "status of 4" in text or text.startswith(("htmx:sendAbort", "htmx:afterRequest"))
        if kind in ("error", "warning") and not expected:
            self.complaints.append(f"{self.page.url}: {text}")


def settled(page: Page) -> None:
    """Wait until htmx has no request open and the new content responds to clicks."""
    from playwright.sync_api import expect

    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)


def follow(page: Page, do: Callable[[], object]) -> None:
    """Do something that loads a page, and wait until the page is there with its scripts.

    The page that is left carries a mark. Playwright's own way to wait for a navigation fails when a second request
    leads away before the first answer has come, as a poll does that finds out about the same thing.
    """
    from playwright.sync_api import expect

    page.evaluate("document.documentElement.dataset.left = ''")
    do()
    expect(page.locator("html:not([data-left])")).to_have_count(1)
    page.wait_for_load_state()


def expect_address(page: Page, end: str) -> None:
    """Wait for the page whose address has this end, before what is asked of it."""
    from playwright.sync_api import expect

    expect(page).to_have_url(re.compile(re.escape(end) + r"(\?.*)?$"))
    page.wait_for_load_state()


def main_action(page: Page) -> None:
    """Press the screen's main button, which leads to another page."""
    follow(page, page.locator(".next-bar .btn-primary").click)


def open_others(page: Page) -> None:
    """Open the menu with the other actions on a round."""
    page.locator("main .menu > summary").last.click()


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for something that no locator and no `wait_for_function` can wait for: the site's policy forbids eval."""
    waited, pause = 0, 20
    while waited < TIMEOUT:
        if holds():
            return
        page.wait_for_timeout(pause)
        # What takes long is looked at less often: each look takes time from what it waits for.
        waited, pause = waited + pause, min(2 * pause, 160)
    raise TimeoutError(f"did not come true in {TIMEOUT} ms: {holds}")


def resized(page: Page, width: int, height: int) -> None:
    """Change the window, and wait until the page has drawn what depends on its size."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, lambda: page.evaluate("[innerWidth, innerHeight]") == [width, height])
    # The window may have its size a frame before the page knows of it.
    for _frame in range(2):
        page.evaluate(DRAWN)


def poll(page: Page) -> None:
    """Let a page that refreshes itself do so now, and wait for the answer."""
    here = page.url.partition("#")[0]
    with page.expect_response(lambda answer: answer.url == here and "hx-request" in answer.request.headers) as came:
        page.clock.fast_forward(16_000)
    assert came.value.ok or came.value.status == 304
    came.value.finished()


@pytest.fixture
def club_server(live_server: LiveServer) -> Iterator[LiveServer]:
    """The club's server. It answers open requests before the database is emptied for the next test."""
    asked, change = 0, threading.Condition()

    def count(step: int) -> None:
        nonlocal asked
        with change:
            asked += step
            change.notify()

    def began(**_facts: object) -> None:
        count(1)

    def ended(**_facts: object) -> None:
        count(-1)

    request_started.connect(began)
    request_finished.connect(ended)
    with override_settings(STATICFILES_DIRS=[*settings.STATICFILES_DIRS, VENDOR]):
        yield live_server
    with change:
        assert change.wait_for(lambda: asked == 0, TIMEOUT / 1000), "the server is still answering"
    request_started.disconnect(began)
    request_finished.disconnect(ended)


@contextmanager
def visiting(
    browser: Browser,
    club_server: LiveServer,
    viewport: dict[str, int],
    *,
    user: User | None = None,
    language: str = settings.LANGUAGE_CODE,
    **context: Any,
) -> Iterator[Visitor]:
    """Open a browser for a new visitor, who is logged in if `user` is given."""
    # Motion is reduced unless a test is about it: during a smooth scroll the boxes could not be measured.
    given = {"locale": LOCALES[language], "reduced_motion": "reduce", **context}
    theirs = browser.new_context(viewport=viewport, **given)  # type: ignore[arg-type]
    if user:
        log_in(theirs, club_server.url, user)
    yield Visitor(theirs.new_page(), club_server.url, language)
    theirs.close()


def log_in(context: BrowserContext, address: str, user: User) -> None:
    """Log a browser in at this address, without its page."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": address}])


@pytest.fixture
def account(transactional_db: None) -> User:
    return User.objects.create_superuser("arbitro", password=PASSWORD)


@pytest.fixture
def language() -> str:
    """The language in which the pages are read; a test that is played in another one is parametrized by it."""
    return settings.LANGUAGE_CODE


@pytest.fixture
def referee(browser: Browser, club_server: LiveServer, account: User, language: str) -> Iterator[Visitor]:
    """The referee at the laptop."""
    with visiting(browser, club_server, LAPTOP, user=account, language=language) as visitor:
        yield visitor


@pytest.fixture
def tablet(browser: Browser, club_server: LiveServer, account: User) -> Iterator[Visitor]:
    """The referee on a phone."""
    with visiting(browser, club_server, PHONE, user=account, has_touch=True, is_mobile=True) as visitor:
        yield visitor


@pytest.fixture
def player(browser: Browser, club_server: LiveServer, language: str) -> Iterator[Visitor]:
    """A player with a phone, without an account; its clock runs, and can be put forward, so that pages refresh."""
    with visiting(browser, club_server, PHONE, language=language, has_touch=True, is_mobile=True) as visitor:
        visitor.page.clock.install()
        visitor.page.clock.resume()
        yield visitor
