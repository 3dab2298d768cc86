"""What a club opens the program for, asked of a running one over HTTP alone: however it was got, it must do this."""

import json
import re
import time
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

LONGEST_START = 120
"""Seconds after which a club that has not answered is given up."""
HAND = {"ruleset": "fibur_2026", "end": "time", "sides": [{"total": 300}, {"total": 200}]}
NEW_PASSWORD = "quaranta carte al tavolo"
SAMPLE = "torneo-del-venerdi"


class Browser:
    """Keeps cookies, follows redirects and sends a form with the page's own token."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        with self._opener.open(urljoin(self.address, path), timeout=LONGEST_START) as answer:
            return str(answer.read().decode())

    def send(self, path: str, *, seen: str = "", **fields: str) -> str:
        """Fill in a form that is shown at `seen`, or else at its own address, and return the page it leads to."""
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(seen or path))[0]
        data = urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        request = Request(urljoin(self.address, path), data, {"Referer": urljoin(self.address, seen or path)})
        with self._opener.open(request, timeout=LONGEST_START) as answer:
            return str(answer.read().decode())

    def ask(self, path: str, question: object) -> Any:
        """Send JSON, and return the answer's."""
        headers = {"Content-Type": "application/json"}
        request = Request(urljoin(self.address, path), json.dumps(question).encode(), headers)
        with self._opener.open(request, timeout=LONGEST_START) as answer:
            return json.load(answer)


def wait_for(address: str, ended: Callable[[], object]) -> None:
    """Wait until a club answers there. `ended` tells why it never will, or None."""
    for _attempt in range(LONGEST_START * 10):
        if why := ended():
            raise AssertionError(why)
        try:
            Browser(address).get("/health/")
            return
        except HTTPError as error:
            error.close()
            raise
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the club did not open")


def first_account(text: str) -> dict[str, str]:
    """Return what the file of the first password says, as the form of the login asks for it."""
    return dict(zip(("username", "password"), re.findall(r": (.+)", text), strict=True))


def do_the_main_job(address: str, account: dict[str, str]) -> None:
    """Log in for the first time, look at a whole evening, read the guides, score a hand, begin a game at home."""
    referee = Browser(address)
    styles = re.findall(r'<(?:link|script)[^>]+(?:href|src)="(/static/[^"]+\.(?:css|js))"', referee.get("/login/"))
    assert len(styles) > 2 and all(referee.get(path) for path in styles)
    referee.send("/login/", **account)
    names = ("old_password", "new_password", "new_password_again")
    referee.send(
        "/account/password/", **dict(zip(names, (account["password"], NEW_PASSWORD, NEW_PASSWORD), strict=True))
    )
    assert "Torneo del venerdì" in referee.send("/tournaments/sample/", seen="/")
    assert "Il portatile del circolo" in referee.get("/help/laptop/")
    assert "La computadora del club" in referee.get("/es/help/laptop/")
    game = referee.send(
        "/games/new/", count="2", player_1="Anna", player_2="Bruno", ruleset="italian", target="ruleset"
    )
    assert "Anna" in game and "Bruno" in game
    scored = referee.ask("/api/score_hand", HAND)
    assert [side["total"] for side in scored["sides"]] == [300, 200]
