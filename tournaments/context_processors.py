"""What every template may name."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .models import Club
from .selectors.prepared import Prepared

NAME = Prepared(lambda: Club.objects.order_by("pk").values("name")[:1])


def club(request: HttpRequest) -> dict[str, object]:
    """`club_name`, read only where it is printed, empty until somebody has set it; and the program's `version`."""
    return {
        "club_name": SimpleLazyObject(lambda: next((row["name"] for row in NAME.rows()), "")),
        "version": f"{settings.VERSION} ({settings.CODE_VERSION})",
    }
