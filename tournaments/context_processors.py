"""What every template may name."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .models import Club


def club(request: HttpRequest) -> dict[str, object]:
    """`club_name`, read only by the templates that print it; empty until somebody has set it."""
    return {"club_name": SimpleLazyObject(lambda: Club.objects.values_list("name", flat=True).first() or "")}
