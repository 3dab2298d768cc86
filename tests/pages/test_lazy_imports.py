"""Views and names that are imported with their first use: which there are, and when each is loaded."""

import sys
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from pages.lazy_names import lazy_names
from pages.lazy_views import LazyView, LazyViews, import_views

VIEWS = "lazily.views"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with a module of views and one of shapes, which nobody has imported yet."""
    texts = {
        "__init__.py": """
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                import json
                from .shapes import Circle as Circle, Square
                from .deep.colours import Blue
            else:
                from os import path as Nowhere
            if sys := 1:
                from os import sep as Never
        """,
        "shapes.py": "Circle, Square = 'circle', 'square'",
        "deep/__init__.py": "",
        "deep/colours.py": "Blue = 'blue'",
        "views.py": "def one(request): return request\ndef two(request): return None",
    }
    for name, text in texts.items():
        file = tmp_path / "lazily" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = text.strip("\n").splitlines()
        file.write_text("\n".join(line.removeprefix(" " * 12) for line in lines), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "lazily"]:
        monkeypatch.delitem(sys.modules, name)
    return "lazily"


def seen(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def test_every_view_of_some_addresses_is_imported_and_counted(package: str) -> None:
    views = LazyViews(f"{package}.views")
    patterns = [path("seen/", seen), path("one/", views.one), path("more/", include([path("two/", views.two)]))]
    assert VIEWS not in sys.modules
    assert import_views(patterns[:1]) == 0 and VIEWS not in sys.modules
    assert import_views(patterns) == 2 and VIEWS in sys.modules
    assert import_views(patterns[2:]) == 1


def test_a_view_is_imported_with_its_first_request(package: str) -> None:
    view, request = LazyView(f"{package}.views", "one"), HttpRequest()
    with pytest.raises(AttributeError, match="one is not imported yet, and 'anything' asked of it"):
        view.anything  # noqa: B018
    assert VIEWS not in sys.modules
    assert view(request) is request  # type: ignore[comparison-overlap]
    assert VIEWS in sys.modules and view.load() is view.load()


def test_a_package_offers_what_it_says_to_type_checkers_and_nothing_else(package: str) -> None:
    __import__(package)
    name = lazy_names(package)
    assert f"{package}.shapes" not in sys.modules
    assert [name(offered) for offered in ("Circle", "Square", "Blue")] == ["circle", "square", "blue"]
    assert sys.modules[package].Circle == "circle"
    for other in ("json", "Nowhere", "Never", "Triangle"):
        with pytest.raises(AttributeError, match=f"module 'lazily' has no attribute '{other}'"):
            name(other)
