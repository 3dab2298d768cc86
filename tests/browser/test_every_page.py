"""Every page of `burraco_club/rights.py`, opened by the administrator on a dark phone and on a laptop.

On the phone, no word of it is cut in a language half as long again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver, reverse

from burraco_club.rights import RIGHTS
from tests.browser.conftest import LAPTOP, PHONE, resized, visiting
from tests.browser.cut_words import faults_of, longer_pages, showing
from tests.browser.first_rows import LEFT_EDGES, first_row, pages_with_rows
from tests.fuzz.world import World, build_world
from tests.tried_addresses import nowhere_is_no_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True, reset_sequences=True)

OF_A_PERSON = {"first_login", "own_check_in", "login", "second_factor"}
"""Pages with a personal link or without login: `test_login.py`, `test_passwords.py`, `test_check_in.py`."""
NUMBERS = ("1", "2", "3")
"""Numbers of rounds, tables and pairs, and the first keys of all else; each test starts them again."""
PARTS = 4
"""The pages are shared out, so that no browser is left alone with them at the end."""
PAGES = {"player", "player_edit", "public_player"}
"""Names that are surely pages."""
SCREENS: list[tuple[dict[str, int], dict[str, Any]]] = [
    (PHONE, {"color_scheme": "dark", "is_mobile": True, "has_touch": True}),
    (LAPTOP, {"color_scheme": "light"}),
]
FREE_IN_WIDTH = {"api_docs", "wall"}
"""The pages whose words may be cut on a phone without scripts: words of programs, and a wall that its script sizes."""
LOWEST = 280
"""Pixels from the top of a page within which the first row of what is looked for there begins."""
WIDE, WIDER = {"width": 1366, "height": 768}, {"width": 1920, "height": 1080}
CUT_OFF = """() => [...document.querySelectorAll('main details.menu')].filter(menu => {
  menu.open = true;
  const box = menu.querySelector('.menu-body').getBoundingClientRect();
  menu.open = false;
  return box.left < 0 || box.right > innerWidth;
}).map(menu => menu.outerHTML.slice(0, 160))"""
"""The menus that open beyond the edge of the screen."""
BROKEN = """() => [...document.querySelectorAll('.club-foot a, .next-bar .btn')].filter(entry => {
  if (entry.matches('.btn') && innerWidth < 1080) return false;
  const text = document.createRange();
  text.selectNodeContents(entry);
  return text.getBoundingClientRect().height > 2 * parseFloat(getComputedStyle(entry).fontSize);
}).map(entry => entry.textContent.trim())"""
"""The entries of the foot, and on a laptop the next steps, that go on in a second line."""


def places(name: str) -> list[str]:
    """Return the names of the parameters of an address."""
    ((route, *_rest), *_others) = get_resolver().reverse_dict.getlist(name)
    return list(route[0][1])


def addresses(name: str, world: World) -> Iterator[str]:
    """Yield every address that a page of this name may have in this club."""
    parts = places(name)
    for chosen in product(*(world.values.get(part, NUMBERS) for part in parts)):
        yield reverse(name, kwargs=dict(zip(parts, chosen, strict=True)))


def page_of(client: Client, name: str, world: World) -> str | None:
    """Return the first address with a whole page, or None if there are only partial pages, files and pictures."""
    for address in addresses(name, world):
        with nowhere_is_no_page():
            answer = client.get(address)
        if answer.status_code != 200:
            continue
        if not answer["Content-Type"].startswith("text/html"):
            # A file or a picture, as at every other address.
            return None
        if re.search(b"<html", b"".join(answer)):
            return address
    return None


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_can_be_read_by_everybody_and_fits(
    browser: Browser, club_server: LiveServer, part: int, tmp_path: Path
) -> None:
    world = build_world()
    client, user = Client(), User.objects.get(username="amministratore")
    client.force_login(user)
    names = [name for name, line in RIGHTS.items() if line.look and ":" not in name and name not in OF_A_PERSON]
    assert set(names) >= PAGES
    names = names[part::PARTS]
    pages = {name: page for name in names if (page := page_of(client, name, world))}
    complaints: list[str] = []
    for viewport, context in SCREENS:
        with visiting(browser, club_server, viewport, user=user, **context) as visitor:
            for page in pages.values():
                visitor.go(page)
                complaints += [f"{page}: cut off: {menu}" for menu in visitor.page.evaluate(CUT_OFF)]
                complaints += [f"{page}: on two lines: {entry}" for entry in visitor.page.evaluate(BROKEN)]
                if len(edges := visitor.page.evaluate(LEFT_EDGES)) > 1:
                    complaints.append(f"{page} begins at {edges}")
        complaints += visitor.complaints
    addresses = [page for name, page in pages.items() if name not in FREE_IN_WIDTH]
    with showing(browser, club_server) as phone:
        complaints += faults_of(phone, longer_pages(tmp_path, client, addresses))
    assert complaints == []
    assert len(pages) > 60 / PARTS
    assert PAGES & set(names) <= pages.keys()


@pytest.mark.long
def test_what_is_looked_for_stands_high(browser: Browser, club_server: LiveServer) -> None:
    looked, user = pages_with_rows(), User.objects.create_superuser("amministratore")
    table: list[str] = []
    complaints: list[str] = []
    for viewport, context in SCREENS:
        with visiting(browser, club_server, viewport, user=user, **context) as visitor:
            # To load a page takes longest, so the window of a laptop is made larger with the page in it.
            for page, screen in product(looked, [viewport] if viewport is PHONE else [viewport, WIDE, WIDER]):
                if screen is viewport:
                    visitor.page.set_viewport_size(screen)
                    visitor.visit(page.address)
                else:
                    resized(visitor.page, screen["width"], screen["height"])
                visitor.audit()
                begins = first_row(visitor.page, page.rows)
                table.append(f"{page.name:<24}{screen['width']:>6}{begins!s:>6}")
                if begins is None or begins > LOWEST:
                    complaints.append(f"{page.name} at {screen['width']}: first row at {begins}")
        complaints += visitor.complaints
    print("\n".join([f"{'page':<24}{'width':>6}{'row':>6}", *table]))
    assert "\n".join(complaints) == ""
