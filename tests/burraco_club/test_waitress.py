"""The inner parts of waitress that `burraco_club` uses exist, and it uses no others.

waitress promises nothing of this, so `requirements.in` keeps it below its next major version. The uses are read from
the sources: what our subclasses override, call or read, and what our modules touch on a server, connection or
request.
"""

import ast
import importlib
import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "burraco_club"
RELIED_ON: Mapping[str, set[str]] = {
    "waitress.channel.HTTPChannel": {
        *("_fileno", "add_channel", "addr", "connected", "del_channel", "handle_close", "last_activity"),
        *(
            "parser_class",
            "readable",
            "received",
            "request",
            "requests",
            "requests_lock",
            "server",
            "service",
            "socket",
        ),
        *("task_class", "total_outbufs_len", "will_close", "writable", "write_soon"),
    },
    "waitress.parser.HTTPRequestParser": {
        *("body_rcv", "chunked", "close", "command", "completed", "content_length", "error", "headers"),
        *("parse_header", "path", "received", "version"),
    },
    "waitress.receiver.FixedStreamReceiver": {"completed", "error", "getbuf", "received"},
    "waitress.server.TcpWSGIServer": {
        *("accepting", "active_channels", "add_task", "channel_class", "del_channel", "family", "fix_addr"),
        *("getsockname", "handle_accept", "maintenance", "pull_trigger", "readable", "run", "set_socket_options"),
        *("socket", "task_dispatcher", "trigger"),
    },
    "waitress.task.ThreadedTaskDispatcher": {"add_task", "queue", "set_thread_count", "shutdown"},
    "waitress.task.WSGITask": {
        *("build_response_header", "channel", "close_on_finish", "finish", "get_environment", "has_body", "request"),
        *("response_headers", "set_close_on_finish", "status", "version"),
    },
    "waitress.utilities.RequestEntityTooLarge": {"code", "reason", "to_response"},
    "waitress.wasyncore": {"read", "write"},
}
"""By class of waitress, the names that `burraco_club` overrides, calls or reads."""

IN_PLACE_OF = {
    "TwoLanes": "waitress.task.ThreadedTaskDispatcher",
    "DiscardedBody": "waitress.receiver.FixedStreamReceiver",
}
"""Classes of ours that waitress is given instead of its own, without being their subclasses."""
REACHED = ("waitress.channel.HTTPChannel", "waitress.parser.HTTPRequestParser", "waitress.server.TcpWSGIServer")
"""The objects that waitress hands around. An attribute of another object than `self` is of the first that has it."""


def found(dotted: str) -> Any:
    module, _dot, name = dotted.rpartition(".")
    return getattr(importlib.import_module(module), name)


@cache
def names_of(dotted: str) -> frozenset[str]:
    """The attributes of a class of waitress, and of its instances: whatever it or a class above it sets on `self`."""
    if inspect.ismodule(found(dotted)):
        return frozenset(vars(found(dotted)))
    names: set[str] = set()
    for class_ in found(dotted).__mro__:
        if class_.__module__.startswith("waitress."):
            tree = ast.parse(inspect.getsource(importlib.import_module(class_.__module__)))
            body = next(
                node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == class_.__name__
            )
            names |= defined(body) | set(vars(class_))
    return frozenset(names - set(vars(object)))


def defined(body: ast.ClassDef) -> set[str]:
    """Return the names that a class defines, and the attributes that its methods set on `self`."""
    names = {node.name for node in body.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(body):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
            names.add(node.attr)
    for node in body.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return names


def uses() -> dict[str, set[str]]:
    """By class of waitress what `burraco_club` uses of it, read from the modules that import it."""
    used: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(FOLDER.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = dict(_imported(tree))
        if not imported:
            continue
        for body in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
            bases = [imported[base.id] for base in body.bases if isinstance(base, ast.Name) and base.id in imported]
            for base in [*bases, *filter(None, [IN_PLACE_OF.get(body.name)])]:
                used[base] |= set(_uses_of_a_class(body, base, is_subclass=base in bases))
        own = {name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for name in defined(node)}
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and not _is_self(node.value)):
            if isinstance(node.value, ast.Name) and node.value.id in imported:
                used[imported[node.value.id]].add(node.attr)
            elif node.attr not in own and (of := [reached for reached in REACHED if node.attr in names_of(reached)]):
                used[of[0]].add(node.attr)
    return {dotted: names - {"__init__"} for dotted, names in used.items()}


def _uses_of_a_class(body: ast.ClassDef, base: str, *, is_subclass: bool) -> Iterator[str]:
    own = defined(body)
    yield from own & names_of(base)
    for node in ast.walk(body) if is_subclass else ():
        if isinstance(node, ast.Attribute) and (
            _is_super(node.value) or (_is_self(node.value) and node.attr not in own)
        ):
            yield node.attr


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "waitress":
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


@pytest.mark.parametrize(
    ("dotted", "name"), [(dotted, name) for dotted in RELIED_ON for name in sorted(RELIED_ON[dotted])]
)
def test_waitress_still_has_what_is_taken_from_inside_it(dotted: str, name: str) -> None:
    assert name in names_of(dotted), (
        f"waitress {version('waitress')} has no {dotted}.{name} any more, on which burraco_club relies: "
        "see its uses there, or stay below this version"
    )


def test_every_use_of_waitress_is_named_here() -> None:
    assert {dotted: sorted(names) for dotted, names in uses().items()} == {
        dotted: sorted(names) for dotted, names in RELIED_ON.items()
    }


def test_waitress_stays_below_its_next_major_version() -> None:
    asked = (FOLDER.parent / "requirements.in").read_text(encoding="utf-8").splitlines()
    major = int(version("waitress").partition(".")[0])
    assert f"waitress>={major}.0,<{major + 1}" in asked
