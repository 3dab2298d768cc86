"""What answers GET answers HEAD likewise, as HTTP has it; the answer loses its body on the way out."""

from collections.abc import Callable
from typing import Any

from ninja import Router


class HeadRouter(Router):
    """Of every address that is read. The OpenAPI document says GET alone."""

    def api_operation(self, methods: list[str], path: str, **described: Any) -> Callable[..., Any]:
        with_head = [*methods, "HEAD"] if "GET" in methods else methods
        return super().api_operation(with_head, path, **described)
