"""What is wrong with a page although a browser shows it: it moves, drops or ignores what it does not know."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import unquote

import pytest
from django.http import HttpResponse
from django.test import Client

PROJECT = Path(__file__).parents[1]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = _words("area base br col hr img input link meta source wbr")
WITHOUT_TEXT = _words("colgroup datalist dl g head html ol optgroup picture select svg table tbody tfoot thead tr ul")
"""The elements that hold elements alone."""
SHAPES = _words("circle g line path polygon polyline rect svg symbol text tspan use")
ATTRIBUTES = _words(
    """
    accept action alt as autocapitalize autocomplete autocorrect autofocus blocking capture charset checked class cols
    colspan content crossorigin datetime decoding defer dir disabled download enctype enterkeyhint for form formaction
    formmethod formnovalidate headers height hidden href hreflang id inputmode integrity label lang list loading max
    maxlength media method min minlength multiple name novalidate open pattern placeholder popover popovertarget
    property readonly rel required role rows scope selected size sizes span spellcheck src srcset start step tabindex
    target title translate type value width

    aria-activedescendant aria-atomic aria-autocomplete aria-busy aria-checked aria-colcount aria-colindex
    aria-controls aria-current aria-describedby aria-disabled aria-expanded aria-haspopup aria-hidden aria-invalid
    aria-keyshortcuts aria-label aria-labelledby aria-live aria-pressed aria-required aria-rowcount aria-rowindex
    aria-selected aria-sort

    hx-boost hx-confirm hx-disabled-elt hx-disinherit hx-get hx-headers hx-history hx-include hx-indicator hx-params
    hx-post hx-push-url hx-replace-url hx-request hx-select hx-select-oob hx-swap hx-swap-oob hx-sync hx-target
    hx-trigger hx-vals
    """
)
OF_SHAPES = re.compile(
    "(?:xlink:)?href|aria-.*|class|cx|cy|d|dominant-baseline|dx|dy|fill|fill-.*|focusable|font-.*|height|id|opacity"
    "|points|preserveaspectratio|r|role|rx|ry|shape-rendering|stroke|stroke-.*|text-anchor|transform|viewbox|width|x"
    "|x1|x2|xmlns|y|y1|y2"
)
REFERENCES = _words("aria-controls aria-describedby aria-labelledby for form headers list popovertarget")
"""The attributes that hold ids of the same page."""
VALUES = {
    "autocapitalize": _words("characters none off sentences words"),
    "dir": _words("auto ltr rtl"),
    "enterkeyhint": _words("done enter go next search send"),
    "inputmode": _words("decimal email none numeric search tel text url"),
    "method": _words("dialog get post"),
    "scope": _words("col colgroup row rowgroup"),
    "spellcheck": _words("false true"),
    "type": _words(
        "button checkbox color date datetime-local email file hidden month number password radio reset search"
        " submit tel text time url week"
    ),
}
"""What an attribute may say, where a browser takes anything else as nothing; the types are those of fields."""
UNFILLED = re.compile(r"%\(\w+\)|object at 0x|^(?:None|True|False|nan)$")
"""What stands on a page where a sentence has no fact, or a value no words."""
PIECES = re.compile(r"""(<!--.*?-->|</?[a-zA-Z!][^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>)""", re.DOTALL)
"""A comment or a tag: to split a page by them gives texts and tags in turns."""
OF_A_SERIES = {"face-black", "face-tile-n", "ink-words", "is-paused", "is-running", "is-waiting", "podium-3"}
"""Classes without a style, of a series in which others have one."""
FROM_LIBRARIES = {"asc", "desc", "language-json", "nonfield", "orderable"}
NAMED_ELSEWHERE = {"compare-rows", "preview-club", "round-figures"}
"""Classes without a style that a test without a browser, or htmx, looks for."""


@cache
def known_words() -> frozenset[str]:
    """Return the words of styles, scripts and tests in a browser: the classes that are of use, and more."""
    files = [
        *(path for path in (PROJECT / "static").rglob("*") if path.suffix in (".css", ".js")),
        *(PROJECT / "tests" / "browser").rglob("*.py"),
        PROJECT / "docs" / "interface.md",
    ]
    words = {word for file in files for word in re.findall(r"[a-zA-Z][\w-]*", file.read_text(encoding="utf-8"))}
    in_camels = {f"data-{re.sub('[A-Z]', lambda found: f'-{found[0].lower()}', word)}" for word in words}
    return frozenset(words | in_camels | OF_A_SERIES | FROM_LIBRARIES | NAMED_ELSEWHERE)


def markup_faults(html: str) -> list[str]:
    """Return the faults of a page or a part of one, in sentences.

    These are tags that close nothing, text where none belongs, an id that is there twice or not at all, a fact that
    is missing, and classes, attributes and values that no browser, style or script knows.
    """
    page = _Page(html)
    return [*page.faults, *page.lost()]


@contextmanager
def sound_pages() -> Iterator[None]:
    """Let every test fail that asks for a page with faults."""
    ask = Client.request

    def request(self: Client, **about: Any) -> Any:
        answer = ask(self, **about)
        if isinstance(answer, HttpResponse) and _is_ours(answer, about.get("PATH_INFO", "")):
            faults = markup_faults(answer.content.decode())
            if faults:
                pytest.fail(f"{about.get('PATH_INFO')}: {', '.join(faults)}")
        return answer

    with patch.object(Client, "request", request):
        yield


def _is_ours(answer: HttpResponse, address: str) -> bool:
    """Return whether this is a page that can be read, and none of Django's administration."""
    is_page = answer.headers.get("Content-Type", "").startswith("text/html")
    return is_page and "Content-Encoding" not in answer.headers and "/admin/" not in address


class Reference(NamedTuple):
    """What an attribute says of other elements of the page."""

    tag: str
    attribute: str
    ids: str


class _Page:
    """A page, read tag by tag. Most tags stand on many pages, so each is parsed once."""

    def __init__(self, html: str) -> None:
        self.faults: list[str] = []
        self._is_whole = False
        self._open: list[str] = []
        self._ids: set[str] = set()
        self._named: list[Reference] = []
        for at, piece in enumerate(PIECES.split(html)):
            if at % 2:
                self._read_tag(piece)
            elif piece:
                self._read_text(piece)

    def _read_tag(self, text: str) -> None:
        if text.startswith("</"):
            self._close(text[2:-1].strip().lower())
        elif text.startswith("<!"):
            self._is_whole = self._is_whole or not text.startswith("<!--")
        else:
            tag = _tag(text)
            self.faults += tag.faults
            for name in tag.ids:
                if name in self._ids:
                    self.faults.append(f"<{tag.name}> has an id that is no name, or another's: {name}")
                self._ids.add(name)
            self._named += tag.references
            if tag.opens:
                self._open.append(tag.name)

    def _close(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()
        else:
            self.faults.append(f"</{tag}> closes <{self._open[-1]}>" if self._open else f"</{tag}> closes nothing")
            while tag in self._open and self._open.pop() != tag:
                pass

    def _read_text(self, text: str) -> None:
        if self._open and self._open[-1] in WITHOUT_TEXT and text.strip():
            self.faults.append(f"text in <{self._open[-1]}>: {text.strip()[:40]}")
        if UNFILLED.search(text.strip()):
            self.faults.append(f"a fact is missing: {text.strip()[:40]}")

    def lost(self) -> Iterator[str]:
        """Yield the elements that are never closed and, of a whole page, the references to no id."""
        yield from (f"<{tag}> is never closed" for tag in self._open)
        for reference in self._named if self._is_whole else ():
            if not set(reference.ids.split()) <= self._ids:
                yield f'<{reference.tag} {reference.attribute}="{reference.ids}"> names no id'


class _Tag(HTMLParser):
    """A start tag, with what is wrong with it on whatever page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.name, self.opens = "", False
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.references: list[Reference] = []
        self.feed(text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, given)
        self.opens = tag not in VOID

    def handle_startendtag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        self.name = tag
        for name, value in given:
            self._look(tag, name, value or "")

    def _look(self, tag: str, name: str, value: str) -> None:
        if name == "id" and (not value or " " in value):
            self.faults.append(f"<{tag}> has an id that is no name, or another's: {value}")
        elif name == "id":
            self.ids.append(value)
        elif name == "class":
            unknown = [word for word in value.split() if word not in known_words()]
            self.faults += [f"<{tag}> has a class that nobody knows: {word}" for word in unknown]
        elif not _is_known(tag, name):
            self.faults.append(f"<{tag}> has {name}")
        elif name in REFERENCES:
            self.references.append(Reference(tag, name, value))
        elif name in ("href", "hx-target") and value.startswith("#") and value != "#":
            self.references.append(Reference(tag, name, unquote(value[1:])))
        elif name in VALUES and (name != "type" or tag in ("button", "input")) and value.lower() not in VALUES[name]:
            self.faults.append(f'<{tag}> has {name}="{value}"')


_tag = lru_cache(maxsize=20_000)(_Tag)


def _is_known(tag: str, name: str) -> bool:
    if name.startswith("data-"):
        return name in known_words()
    return bool(OF_SHAPES.fullmatch(name)) if tag in SHAPES else name in ATTRIBUTES
