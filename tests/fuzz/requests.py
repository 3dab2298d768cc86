"""Random requests: valid ones, and then changed as by a broken program, a bad connection or an attacker."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import quote, quote_from_bytes, unquote_to_bytes, urlencode, urljoin, urlsplit

from tests.fuzz.api_requests import call
from tests.fuzz.grammar import LONG, NASTY, Form, address, hand, routes
from tests.fuzz.world import Visitor, World

METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "LOCK")
SENDING = ("POST", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "LOCK")
FORM = "application/x-www-form-urlencoded"
TYPES = (
    *(
        f"{FORM}; charset=utf-16",
        f"{FORM}; charset=hex",
        f"{FORM}; charset=idna",
        f"{FORM}; charset=latin-1",
        FORM + ";;;",
    ),
    *(
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=é",
        "multipart/mixed; boundary=x",
    ),
    *(
        "multipart/form-data; boundary=zap; charset=utf-16",
        "application/json",
        "text/plain; charset=rot13",
        "",
        "/",
        "é",
    ),
)
HEADERS = (
    *(
        ("HTTP_HX_REQUEST", "true"),
        ("HTTP_HX_CURRENT_URL", "http://[bad/"),
        ("HTTP_HX_TARGET", "%00"),
        ("HTTP_HX_BOOSTED", "x"),
    ),
    *(
        ("HTTP_ACCEPT_LANGUAGE", "xx-" + "y" * 900),
        ("HTTP_ACCEPT_LANGUAGE", "de;q=zap, en"),
        ("HTTP_IF_NONE_MATCH", '"zap'),
    ),
    *(
        ("HTTP_IF_MODIFIED_SINCE", "Mon, 99 Zap 9999"),
        ("HTTP_RANGE", "bytes=9-1"),
        ("HTTP_HOST", "evil example"),
        ("HTTP_HOST", "["),
    ),
    *(
        ("HTTP_X_FORWARDED_FOR", "zap, 1.2.3.4"),
        ("HTTP_X_FORWARDED_HOST", "evil.example"),
        ("HTTP_COOKIE", "a=b; =; \xff=\x01; sessionid"),
    ),
    *(
        ("HTTP_REFERER", "http://[::"),
        ("HTTP_ORIGIN", "null"),
        ("HTTP_X_REQUEST_ID", "\xe9" * 300),
        ("CONTENT_LENGTH", "zap"),
    ),
    *(
        ("CONTENT_LENGTH", "-5"),
        ("CONTENT_LENGTH", "3"),
        ("CONTENT_LENGTH", "99999"),
        ("HTTP_TRANSFER_ENCODING", "chunked"),
    ),
)
BY_SCRIPT = (("HTTP_HX_REQUEST", "true"),)
Forms = Mapping[str, Sequence[tuple[Visitor, Form]]]
"""The forms that pages showed to each visitor, by the route of the form's address."""
FILES = ("a.jpg", "", "../x", "é\0.csv")
TOKEN = "z" * 32
"""CSRF tokens are correct, so that the code after their check is reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request as a server passes it on."""

    visitor: Visitor
    method: str
    path: str
    """The quoted path, as on the request line."""
    query: str = ""
    content_type: str = ""
    body: bytes = b""
    headers: Sequence[tuple[str, str]] = field(default=())

    def environ(self) -> dict[str, Any]:
        cookies = {"csrftoken": TOKEN, **self.visitor.cookies}
        path = unquote_to_bytes(self.path).decode("latin-1")
        return {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": self.query,
            "CONTENT_TYPE": self.content_type,
            "CONTENT_LENGTH": str(len(self.body)),
            "SERVER_NAME": "club.example",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "club.example",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "HTTP_X_CSRFTOKEN": TOKEN,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(self.body),
            "wsgi.errors": BytesIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **dict(self.headers),
        }

    def __str__(self) -> str:
        text = f"{self.visitor.name}: {self.method} {self.path[:200]}" + (f"?{self.query[:200]}" if self.query else "")
        return f"{text} {self.content_type} {self.body[:400]!r} {list(self.headers)}"


def first_look(rng: Random, world: World) -> Iterator[Request]:
    """Yield a request for every page, as a visitor who may see it, in some tournament."""
    named = {visitor.name: visitor for visitor in world.visitors}
    for route in routes():
        who = "amministratore" if "admin/" in route else "phone" if "<address>" in route else "arbitro"
        yield Request(visitor=named[who], method="GET", path=quote(address(rng, route, world, true=True)))


def draw(rng: Random, world: World, forms: Forms, pages: float) -> Request:
    """Draw the next request: this share for pages, the others for the two APIs, or malformed and anonymous."""
    kind = rng.random()
    if kind < pages:
        fields: Sequence[tuple[str, str]] = ()
        if forms:
            visitor, form = rng.choice(forms[rng.choice(list(forms))])
            if rng.random() < 0.7:
                return _perhaps_spoilt(rng, _of_form(rng, visitor, form))
            fields = form.fields
        path = address(rng, rng.choice(routes()), world)
        return _perhaps_spoilt(rng, _of_route(rng, _visitor(rng, world), path, fields))
    if kind < pages + (1 - pages) / 3:
        return _perhaps_spoilt(rng, _of_endpoint(rng, world))
    if kind < pages + (1 - pages) * 2 / 3:
        return _perhaps_spoilt(rng, _of_document(rng, world))
    request = _of_route(rng, world.visitors[0], address(rng, rng.choice(routes()), world), (), SENDING)
    return _spoilt(rng, request)


def _of_endpoint(rng: Random, world: World) -> Request:
    path = rng.choice(("/api/score_hand", "/en/api/score_hand"))
    kind = "application/json"
    return Request(visitor=world.visitors[0], method="POST", path=path, content_type=kind, body=hand(rng))


def _of_document(rng: Random, world: World) -> Request:
    asked = call(rng, world)
    return Request(
        visitor=rng.choice((world.visitors[0], _visitor(rng, world))),
        method=asked.method,
        path=quote(asked.path),
        query=_encoded([(name, text) for name, text in asked.query if len(text) < 4_000]).decode(),
        content_type="application/json" if asked.body else "",
        body=asked.body,
        headers=asked.headers,
    )


def _perhaps_spoilt(rng: Random, request: Request) -> Request:
    return _spoilt(rng, request) if rng.random() < 0.2 else request


def _visitor(rng: Random, world: World) -> Visitor:
    """Draw a visitor, mostly a referee: other visitors get the same response every time."""
    return rng.choice((*world.visitors, *[visitor for visitor in world.visitors if visitor.name == "arbitro"] * 3))


def _of_route(
    rng: Random, visitor: Visitor, path: str, wanted: Sequence[tuple[str, str]], methods: Sequence[str] = METHODS
) -> Request:
    method = rng.choice(methods)
    fields = _spoilt_fields(rng, wanted)
    query = urlencode([(name, text) for name, text in fields if len(text) < 4_000]) if rng.random() < 0.3 else ""
    body = b"" if method in ("GET", "HEAD") else _encoded(fields)
    return Request(visitor=visitor, method=method, path=quote(path), query=query, content_type=FORM, body=body)


def _of_form(rng: Random, visitor: Visitor, form: Form) -> Request:
    target = urlsplit(urljoin("/", form.action))
    fields = _spoilt_fields(rng, form.fields)
    # The request is made as by the page's script or as without it.
    headers = BY_SCRIPT if rng.random() < 0.4 else ()
    if form.method == "GET":
        query = _encoded(fields).decode()
        return Request(visitor=visitor, method="GET", path=target.path, query=query, headers=headers)
    body, content_type = _encoded(fields), FORM
    if form.multipart or rng.random() < 0.05:
        body, content_type = _multipart(rng, fields), "multipart/form-data; boundary=zap"
    return Request(
        visitor=visitor,
        method="POST",
        path=target.path,
        query=target.query,
        content_type=content_type,
        body=body,
        headers=headers,
    )


def _spoilt_fields(rng: Random, fields: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the fields with a few of them changed, removed or doubled."""
    given = [
        (name, rng.choice(NASTY) if rng.random() < 0.15 else value) for name, value in fields if rng.random() < 0.95
    ]
    if given and rng.random() < 0.1:
        given.append((rng.choice(given)[0], rng.choice(NASTY)))
    if given and rng.random() < 0.004:
        given[rng.randrange(len(given))] = (rng.choice(given)[0], rng.choice(LONG))
    if rng.random() < 0.002:
        given += [(f"f{number}", "") for number in range(3_000)]
    if rng.random() < 0.1:
        given.append(
            (rng.choice(("q", "find", "page", "after", "table", "saved", "kind", "o", "e")), rng.choice(NASTY))
        )
    return given


def _encoded(fields: Sequence[tuple[str, str]]) -> bytes:
    return "&".join(
        f"{quote(name)}={quote_from_bytes(text.encode('utf-8', 'surrogatepass'))}" for name, text in fields
    ).encode()


def _multipart(rng: Random, fields: Sequence[tuple[str, str]]) -> bytes:
    parts = []
    for name, text in fields:
        as_file = name in ("photo", "file") or rng.random() < 0.05
        filename = f'; filename="{rng.choice(FILES)}"' if as_file else ""
        head = f'--zap\r\nContent-Disposition: form-data; name="{name}"{filename}\r\n'
        head += rng.choice(
            ("", "", "Content-Type: text/plain; charset=utf-16\r\n", "Content-Transfer-Encoding: base64\r\n")
        )
        parts.append(head.encode() + b"\r\n" + text.encode("utf-8", "surrogatepass") + b"\r\n")
    whole = b"".join(parts) + b"--zap--\r\n"
    return whole if rng.random() < 0.7 else whole[: rng.randrange(len(whole))]


def _spoilt(rng: Random, request: Request) -> Request:
    """Return the request with a wrong header, type, method, query or body."""
    changed: dict[str, Any] = {}
    match rng.randrange(6):
        case 0:
            changed = {"content_type": rng.choice(TYPES)}
        case 1:
            changed = {"method": rng.choice(METHODS)}
        case 2:
            changed = {
                "query": rng.choice(
                    ("%", "a=%ff%fe", "=&=&", "a" * 9_000, "q=" + "a+" * 3_000, "q=%00", "page=-1&o=zap")
                )
            }
        case 3:
            changed = {"body": rng.randbytes(rng.choice((1, 40, 4_000)))}
        case _:
            changed = {"headers": tuple(rng.sample(HEADERS, 2))}
    names = ("visitor", "method", "path", "query", "content_type", "body", "headers")
    return Request(**{name: getattr(request, name) for name in names} | changed)
