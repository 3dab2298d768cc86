"""Lists come in stretches: so many at once, with the address of those that follow."""

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


Limit = Annotated[int, _number("limit", gettext_lazy("So many at the most."))]
Offset = Annotated[int, _number("offset", gettext_lazy("So many are passed over."))]
After = Annotated[
    int | None, _number("after", gettext_lazy("As it was after so many rounds, or tournaments of a season."))
]


def stretch(
    request: HttpRequest, shown: Sequence[Any], *, count: int, limit: int, offset: int, **asked: int
) -> JsonResponse:
    """What is shown of `count` in all; `asked`: what else the address of the next ones asks for."""
    end = offset + limit
    following = f"{request.path}?{urlencode({**asked, 'limit': limit, 'offset': end})}" if end < count else None
    return JsonResponse({"count": count, "next": following, "items": shown})
