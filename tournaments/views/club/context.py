"""The club's settings for every template; a request reads them once at most."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import SimpleLazyObject

from tournaments.models import Club
from tournaments.records import LineNames
from tournaments.wording.lines import lines_by

NOBODY = {"name": "", "till": False, "lines": LineNames.COMPASS}
"""The values before the club's settings are saved."""


def club(request: HttpRequest) -> dict[str, object]:
    """Return the club's name, empty until it is set, and whether it keeps a till; each is read only where it is used.

    And the program's `version`.
    """
    return {
        "club_name": SimpleLazyObject(lambda: _settings(request)["name"]),
        "club_till": SimpleLazyObject(lambda: _settings(request)["till"]),
        "version": f"{settings.VERSION} ({settings.CODE_VERSION})",
    }


class LineNamesMiddleware:
    """Call the lines of a table as the club does, for the length of a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with lines_by(lambda: LineNames(str(_settings(request)["lines"]))):
            return self._get_response(request)


def _settings(request: HttpRequest) -> Mapping[str, object]:
    if not hasattr(request, "club_settings"):
        # A constraint allows one row, so that no order is needed.
        request.club_settings = next(iter(Club.objects.values(*NOBODY)), NOBODY)  # type: ignore[attr-defined]
    return request.club_settings  # type: ignore[attr-defined,no-any-return]
