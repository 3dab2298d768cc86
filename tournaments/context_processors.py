"""What every template may name."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .models import Club


def club(request: HttpRequest) -> dict[str, object]:
    """`club_name`, read only where it is printed, empty until somebody has set it; and the program's `version`."""
    return {
        "club_name": SimpleLazyObject(lambda: Club.objects.values_list("name", flat=True).first() or ""),
        "version": f"{settings.VERSION} ({settings.CODE_VERSION})",
    }
