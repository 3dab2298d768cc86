"""What every template may name."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .models import Club
from .selectors.prepared import Prepared

ROW = Prepared(lambda: Club.objects.order_by("pk").values("name", "till")[:1])
NOBODY = {"name": "", "till": False}
"""As long as nobody has said whose installation it is."""


def club(request: HttpRequest) -> dict[str, object]:
    """`club_name`, empty until somebody has set it, and whether it keeps a till; each read only where it is asked for.

    And the program's `version`.
    """
    row = SimpleLazyObject(lambda: next(iter(ROW.rows()), NOBODY))
    return {
        "club_name": SimpleLazyObject(lambda: row["name"]),
        "club_till": SimpleLazyObject(lambda: row["till"]),
        "version": f"{settings.VERSION} ({settings.CODE_VERSION})",
    }
