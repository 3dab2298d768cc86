"""A referee and a player, each with a browser of their own, and what every page they visit must stand up to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.utils.translation import gettext, override

import club

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

AXE = Path(__file__).parent / "vendor/axe-core/axe.min.js"
PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1280, "height": 800}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium; as root, in a container, it has no sandbox."""
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    return {**browser_type_launch_args, "executable_path": club.find_chromium(), "args": quiet}


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Playwright runs an event loop in the test's thread, where Django would refuse its ORM."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def it(message: str, **facts: object) -> str:
    """A sentence as the Italian pages say it."""
    with override("it"):
        return gettext(message) % facts if facts else gettext(message)


class Visitor:
    """Somebody at a browser. Every page they audit is checked for accessibility; complaints are kept for the end."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("response", lambda answer: self._see(answer.url, answer.status))

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)
        self.audit()

    def audit(self) -> None:
        """axe-core on the page as it stands, that nothing is cut off sideways, and that nothing came from elsewhere."""
        self.page.wait_for_load_state()
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        for violation in self.page.evaluate("axe.run().then(found => found.violations)"):
            nodes = "; ".join(node["html"][:160] for node in violation["nodes"][:3])
            self.complaints.append(f"{self.page.url}: {violation['id']} ({violation['help']}): {nodes}")
        if self.page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"):
            self.complaints.append(f"{self.page.url}: wider than the screen of {self.page.viewport_size}")

    def _hear(self, kind: str, text: str) -> None:
        # A refused slip is an answer with status 422, which Chromium calls an error.
        if kind in ("error", "warning") and "status of 4" not in text:
            self.complaints.append(f"{self.page.url}: {text}")

    def _see(self, url: str, status: int) -> None:
        if status >= 500 or not url.startswith((self.address, "data:")):
            self.complaints.append(f"{self.page.url}: {status} from {url}")


def _visitor(browser: Browser, address: str, viewport: dict[str, int], **context: Any) -> Visitor:
    page = browser.new_context(viewport=viewport, locale="it-IT", **context).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(10_000)
    return Visitor(page, address)


@pytest.fixture
def referee(browser: Browser, live_server: LiveServer) -> Iterator[Visitor]:
    """The referee at the laptop, logged in through the login page."""
    User.objects.create_superuser("arbitro", password="quattro-jolly")
    visitor = _visitor(browser, live_server.url, LAPTOP)
    visitor.go("/login/")
    visitor.page.fill("[name=username]", "arbitro")
    visitor.page.fill("[name=password]", "quattro-jolly")
    visitor.page.press("[name=password]", "Enter")
    visitor.page.wait_for_url(live_server.url + "/")
    yield visitor
    visitor.page.context.close()


@pytest.fixture
def player(browser: Browser, live_server: LiveServer) -> Iterator[Visitor]:
    """A player with a phone, without an account; its clock can be moved on, for pages that refresh themselves."""
    visitor = _visitor(browser, live_server.url, PHONE, has_touch=True, is_mobile=True)
    visitor.page.clock.install()
    yield visitor
    visitor.page.context.close()
