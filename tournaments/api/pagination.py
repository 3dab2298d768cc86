"""The pages of a list, each with the address of the next one."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import HttpRequest, JsonResponse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy
from ninja import Query

from .problems import BOUNDS


def _number(name: str, meaning: Promise) -> Any:
    least, most = BOUNDS[name]
    return Query(ge=least, le=most, description=meaning)  # type: ignore[type-arg]


Limit = Annotated[int, _number("limit", gettext_lazy("How many to return at most."))]
Offset = Annotated[int, _number("offset", gettext_lazy("How many to skip."))]
After = Annotated[
    int | None, _number("after", gettext_lazy("As it was after this many rounds (for a season, tournaments)."))
]


def stretch(
    request: HttpRequest, items: Sequence[Any], *, count: int, limit: int, offset: int, **parameters: int
) -> JsonResponse:
    """Return a page out of `count`; `parameters` holds the other parameters of the next page's address."""
    end = offset + limit
    following = f"{request.path}?{urlencode({**parameters, 'limit': limit, 'offset': end})}" if end < count else None
    return JsonResponse({"count": count, "next": following, "items": items})
