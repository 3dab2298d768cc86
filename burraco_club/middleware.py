"""What Django's own middleware leaves to be said."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponseBase


class LoginUnlessPublicMiddleware(LoginRequiredMiddleware):
    """Asks for a login except where the view is marked `@login_not_required`, and there does not ask who it is.

    Django's looks first whether somebody is logged in. That alone reads the session, costs queries, and makes the
    answer one that varies by cookie: no proxy could share it, and a player's page would know its referee.
    """

    def process_view(
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase], view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        if not getattr(view_func, "login_required", True):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)
