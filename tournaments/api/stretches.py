"""Lists come in stretches: so many at once, with the address of those that follow."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import HttpRequest, JsonResponse
from django.utils.http import urlencode
from ninja import Query

from .problems import BOUNDS

Limit = Annotated[int, Query(ge=BOUNDS["limit"][0], le=BOUNDS["limit"][1])]
Offset = Annotated[int, Query(ge=BOUNDS["offset"][0], le=BOUNDS["offset"][1])]
After = Annotated[int | None, Query(ge=BOUNDS["after"][0], le=BOUNDS["after"][1])]


def stretch(
    request: HttpRequest, shown: Sequence[Any], *, count: int, limit: int, offset: int, **asked: int
) -> JsonResponse:
    """What is shown of `count` in all; `asked`: what else the address of the next ones asks for."""
    end = offset + limit
    following = f"{request.path}?{urlencode({**asked, 'limit': limit, 'offset': end})}" if end < count else None
    return JsonResponse({"count": count, "next": following, "items": shown})
