"""Addresses whose views are imported with the first request, so that a start loads what the first pages need."""

from collections.abc import Callable, Iterable
from importlib import import_module
from threading import RLock
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver
from django.urls.resolvers import RoutePattern
from django.utils.datastructures import MultiValueDict

IMPORTING = RLock()
"""One import at a time: two threads could meet the modules of a library that need each other half-loaded."""
MARKS = frozenset({"csrf_exempt", "is_cached"})
"""What decorators note on a view, and middleware asks of it before it is called. A view without a mark says no."""


class NamedView:
    """A view by its module and its name, which has the view's marks as soon as it is imported."""

    def __init__(self, module: str, name: str) -> None:
        self.__module__, self.__name__, self.__qualname__ = module, name, name
        self._view: Callable[..., HttpResponseBase] | None = None

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return self.load()(request, *args, **kwargs)

    def load(self) -> Callable[..., HttpResponseBase]:
        """Return the view itself."""
        if self._view is None:
            with IMPORTING:
                view = getattr(import_module(self.__module__), self.__name__)
            vars(self).update({mark: getattr(view, mark, False) for mark in MARKS})
            self._view, self.__class__ = view, NamedView
        assert self._view is not None
        return self._view


class LazyView(NamedView):
    """A view whose module is imported when the first request for it comes. From then on it is a `NamedView`.

    Django asks seven things of a view in every request, most of them in vain: a plain object says so at once.
    """

    def __getattr__(self, name: str) -> Any:
        if name in MARKS:
            self.load()
            return vars(self)[name]
        raise AttributeError(f"{self.__module__}.{self.__name__} is not imported yet, and {name!r} asked of it")


class LazyViews:
    """The views of a module, each imported with its first request."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> LazyView:
        return LazyView(self._module, name)


class LazyAddresses(URLResolver):
    """A namespace of addresses whose module is imported when somebody requests one of them or names one.

    Whoever includes it needs nothing of it but the namespace.
    """

    def __init__(self, route: str, module: str, *, app_name: str, namespace: str) -> None:
        super().__init__(RoutePattern(route), module, app_name=app_name, namespace=namespace)

    def _populate(self) -> None:
        if "urlconf_module" in self.__dict__:
            super()._populate()

    @property
    def reverse_dict(self) -> MultiValueDict[Any, Any]:
        self.urlconf_module  # noqa: B018  imports the addresses
        names: MultiValueDict[Any, Any] = super().reverse_dict
        return names


def import_views(patterns: Iterable[URLPattern | URLResolver]) -> int:
    """Import every view of these addresses, and return how many waited for that."""
    waited = 0
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            waited += import_views(pattern.url_patterns)
        elif isinstance(view := getattr(pattern.callback, "__wrapped__", pattern.callback), NamedView):
            view.load()
            waited += 1
    return waited
