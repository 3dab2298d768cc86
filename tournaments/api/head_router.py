"""HEAD is answered as GET is, without the body."""

from collections.abc import Callable
from typing import Any

from ninja import Router


class HeadRouter(Router):
    """A router in which every address that is read answers HEAD. The OpenAPI document only lists GET."""

    def api_operation(self, methods: list[str], path: str, **described: Any) -> Callable[..., Any]:
        with_head = [*methods, "HEAD"] if "GET" in methods else methods
        return super().api_operation(with_head, path, **described)
