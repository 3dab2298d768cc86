"""The parts of a request: the URL table, the forms of the pages seen so far, and the endpoint's own document."""

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from random import Random
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern

from scoring.api.endpoint import EXAMPLE, api
from tests.fuzz.world import World

PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")
GROUP = re.compile(r"\((?:\?P<(\w+)>)?[^()]*\)")

NASTY = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "2",
        "7",
        "999999999999999999999",
        "9" * 10_000,
        "1.5",
        "1,5",
        "1e400",
        "NaN",
        "Infinity",
    ),
    *("٣", "²", "½", "𝟗", "1\u00a0250", "−5", "+3", "0x10", "1_000", "true", "null", "None", "[]", "{}", "on"),
    *(
        "\0",
        "a\0b",
        "%00",
        "\ufeff",
        "\u202eabc",
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
        "🃏" * 50,
    ),
    *("<script>zap()</script>", "\"'><img src=x onerror=zap()>", "{{ 7|add:7 }}", "'; DROP TABLE x; --", "%s %d %(x)s"),
    *("../../etc/passwd", "//evil.example/", "javascript:zap()", "a b " * 60, "x" * 300, "é" * 5_000, "\r\nX-Zap: 1"),
    *(
        "2026-13-45",
        "0000-00-00",
        "9999-12-31",
        "25:99",
        "1;2;3",
        "Rossi Anna – Bianchi Carlo\n" * 30,
        "3H 4H 5H",
        "JK" * 80,
    ),
    *("Z" * 41, "\x1b[31m", "ß", "İ", "ﬁ", "a\u0301" * 20, ",", ":", "=", "kind:table", "alone:9", "\n", "\t"),
)
LONG = ("a " * 6_000, "x" * 60_000, "9" * 200_000)
"""Rarely used, because each costs as much as a hundred other requests."""

API_NASTY: Sequence[Any] = (
    *(
        None,
        True,
        -1,
        0,
        1.5,
        10**30,
        "",
        "\ud800",
        "\0",
        [],
        {},
        [[]],
        {"a": {}},
        "JK JK JK",
        "3H" * 500,
        ["3H"] * 300,
    ),
    *(
        float("nan"),
        float("inf"),
        1e308,
        "taken",
        "cards",
        "²",
        {"target": []},
        {"1": 10**9},
        {"": 1},
        [None],
        "italian",
    ),
)
DEEP = ("[" * 50_000, '{"sides":' * 3_000, "[" * 900 + "]" * 900, '{"a":1,"a":2}', "9" * 10_000, '{"ruleset": NaN}')


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a page, as a browser would send it back unchanged."""

    action: str
    method: str
    fields: tuple[tuple[str, str], ...]
    multipart: bool = False


@cache
def routes() -> tuple[str, ...]:
    """Return every address of the URL table in both languages, with its parameters as `<name>`."""
    return tuple(_walk(get_resolver(), ""))


def _walk(resolver: URLResolver, before: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            text = PLACE.sub(r"<\2>", before + str(pattern.pattern))
            yield GROUP.sub(lambda found: f"<{found[1] or 'text'}>", text).replace("^", "").replace("$", "")
        else:
            here = "<language>" if isinstance(pattern.pattern, LocalePrefixPattern) else str(pattern.pattern)
            yield from _walk(pattern, before + here)


def address(rng: Random, route: str, world: World, *, true: bool = False) -> str:
    """Return the route with its parameters filled.

    Most values exist; unless `true`, some do not.
    """
    return "/" + re.sub(r"<(\w+)>", lambda found: place(rng, found[1], world, true=true), route)


def place(rng: Random, name: str, world: World, *, true: bool = False) -> str:
    """Return a value for the parameter of this name."""
    if name == "language":
        return rng.choice(("", "en/"))
    if not true and rng.random() < 0.06:
        return rng.choice(NASTY)
    if name in world.values and (true or rng.random() < 0.95):
        return rng.choice(world.values[name])
    if name == "app_label":
        return rng.choice(("tournaments", "auth", "axes"))
    if name in ("slug", "secret", "address", "token", "key"):
        return rng.choice(("no-such", "2" * 26, "nuovo", "new"))
    return (
        str(min(int(rng.expovariate(0.5)) + 1, 30))
        if rng.random() < 0.95
        else str(rng.choice((0, 2**31, 2**63, 10**25)))
    )


class FormReader(HTMLParser):
    """Read the forms of a page, and the requests of its htmx attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found, self.open = page, list[Form](), False
        self.select = ""

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in given}
        for verb in ("get", "post"):
            if f"hx-{verb}" in attrs:
                self.found.append(Form(attrs[f"hx-{verb}"] or self.page, verb.upper(), _vals(attrs.get("hx-vals", ""))))
        if tag == "form":
            method = attrs.get("method", "get").upper()
            self.found.append(
                Form(attrs.get("action") or self.page, method, (), "multipart" in attrs.get("enctype", ""))
            )
            self.open = True
        elif tag == "select":
            self.select = attrs.get("name", "")
        elif tag == "option" and ("selected" in attrs or self.select):
            self._field(self.select, attrs.get("value", ""))
            self.select = ""
        elif (
            tag in ("input", "textarea", "button") and attrs.get("name", "csrfmiddlewaretoken") != "csrfmiddlewaretoken"
        ):
            self._field(attrs["name"], attrs.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag != "form"

    def _field(self, name: str, value: str) -> None:
        last = next((at for at in range(len(self.found) - 1, -1, -1) if self.open), None)
        if last is not None:
            form = self.found[last]
            self.found[last] = Form(form.action, form.method, (*form.fields, (name, value)), form.multipart)


def _vals(written: str) -> tuple[tuple[str, str], ...]:
    try:
        return tuple((name, str(value)) for name, value in json.loads(written or "{}").items())
    except ValueError:
        return ()


def forms_in(html: str, page: str) -> list[Form]:
    reader = FormReader(page)
    reader.feed(html)
    return [form for form in reader.found if form.action.startswith("/") or form.action.startswith("?")]


def hand(rng: Random) -> bytes:
    """Return a body for the endpoint: its example with up to three values changed, or no JSON at all."""
    if rng.random() < 0.1:
        return rng.choice(DEEP).encode()
    given: Any = json.loads(json.dumps(EXAMPLE))
    for _change in range(rng.randint(0, 3)):
        _disturb(rng, given)
    if rng.random() < 0.15:
        given = [given] * rng.choice((0, 2, 101))
    text = json.dumps(given, ensure_ascii=rng.random() < 0.8)
    return (text if rng.random() < 0.9 else text[: rng.randrange(len(text))]).encode("utf-8", "surrogatepass")


@cache
def _members() -> tuple[str, ...]:
    """Return every key in the endpoint's document."""
    schemas = api.get_openapi_schema()["components"]["schemas"]
    return tuple(sorted({name for schema in schemas.values() for name in schema.get("properties", {})}))


def _disturb(rng: Random, given: Any) -> None:
    """Change, add or remove one value at any depth."""
    while isinstance(given, dict | list) and given:
        place = rng.choice(list(given)) if isinstance(given, dict) else rng.randrange(len(given))
        if not isinstance(given[place], dict | list) or rng.random() < 0.3:
            match rng.randrange(4):
                case 0:
                    del given[place]
                case 1 if isinstance(given, dict):
                    given[rng.choice(_members())] = deepcopy(rng.choice(API_NASTY))
                case _:
                    given[place] = deepcopy(rng.choice(API_NASTY))
            return
        given = given[place]
