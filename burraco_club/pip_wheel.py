"""Finding pip for a Python without it: Debian and Ubuntu package `ensurepip` separately.

A wheel of pip can run itself, so the file is all that is needed. It is searched for where pip itself would search on
this computer, and accepted only if its hash is in the lock file. Standard library only: `club.py` uses it before
anything is installed.

Of pip's settings, `index-url`, `extra-index-url`, `find-links`, `no-index`, `cert` and `proxy` are read, from the
environment and from the files of Linux; the Pythons of other systems have `ensurepip`.
"""

import configparser
import hashlib
import html
import os
import re
import ssl
import sys
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from itertools import chain
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

PYPI = "https://pypi.org/simple"
PATIENCE = 15
"""Seconds to wait for an answer, as in pip."""


class NoPip(Exception):
    """The pip of the lock file cannot be found."""


def fetch_pip(lock: Path, folder: Path, *, beside: Path) -> Path:
    """Put the wheel named in `lock` into `folder`: the one that came with the program `beside` others, if it did."""
    locked = lock.read_text(encoding="utf-8")
    version = re.findall(r"^pip==([\w.]+)", locked, re.MULTILINE)
    hashes = re.findall(r"--hash=sha256:(\w+)", locked)
    wheel = folder / f"pip-{version[0]}-py3-none-any.whl"
    try:
        places = Places(pip_settings())
        for address in chain([(beside / wheel.name).as_uri()], places.offering(wheel.name)):
            content = places.read(address)
            if hashlib.sha256(content).hexdigest() in hashes:
                wheel.write_bytes(content)
                return wheel
    except (OSError, configparser.Error) as error:
        raise NoPip(error) from error
    raise NoPip(wheel.name)


def pip_settings() -> dict[str, str]:
    """Return this computer's settings of pip: later files override earlier ones, and the environment overrides all."""
    files = configparser.RawConfigParser()
    files.read(_files(), encoding="utf-8")
    settings = [
        item for section in ("global", "install") if files.has_section(section) for item in files.items(section)
    ]
    settings += [(name[4:].lower(), value) for name, value in os.environ.items() if name.startswith("PIP_")]
    return {name.replace("_", "-"): value for name, value in settings if value}


def _files() -> list[Path]:
    named = os.environ.get("PIP_CONFIG_FILE", "")
    if named == os.devnull:
        return []
    shared = (os.environ.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(os.pathsep)
    own = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    folders = (*(f"{folder}/pip" for folder in shared), "/etc", "~/.pip", f"{own}/pip", sys.prefix)
    return [Path(folder, "pip.conf").expanduser() for folder in folders] + [Path(named)] * bool(named)


class Places:
    """The places where pip looks for wheels: `find-links`, then the page of links for pip on each index."""

    def __init__(self, settings: dict[str, str]) -> None:
        offline = settings.get("no-index", "").lower() in ("1", "true", "yes", "on")
        indexes = [] if offline else [settings.get("index-url", PYPI), *settings.get("extra-index-url", "").split()]
        self._indexes = [index.rstrip("/") + "/pip/" for index in indexes]
        self._links = settings.get("find-links", "").split()
        trusted = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=settings.get("cert")))
        proxies = dict.fromkeys(("http", "https"), settings["proxy"]) if "proxy" in settings else None
        self._opener = urllib.request.build_opener(trusted, urllib.request.ProxyHandler(proxies))

    def offering(self, wheel: str) -> Iterator[str]:
        """Yield the addresses of files with this name."""
        for place in self._links:
            address = place if "://" in place else Path(place).absolute().as_uri()
            yield f"{address.rstrip('/')}/{wheel}"
            yield from self._linked(address, wheel)
        for page in self._indexes:
            yield from self._linked(f"{page}index.html" if page.startswith("file:") else page, wheel)

    def _linked(self, page: str, wheel: str) -> Iterator[str]:
        for link in re.findall(r"""href\s*=\s*["']([^"']+)""", self.read(page).decode(errors="replace")):
            address = urljoin(page, html.unescape(link))
            if unquote(urlsplit(address).path).endswith(f"/{wheel}"):
                yield address

    def read(self, address: str) -> bytes:
        """Return the contents of an address, or nothing if it cannot be read."""
        try:
            with self._opener.open(address, timeout=PATIENCE) as answer:
                content: bytes = answer.read()
                return content
        except (OSError, ValueError, HTTPException):
            return b""
