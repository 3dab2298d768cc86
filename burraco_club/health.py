"""For whoever watches over the server: whether it lives, and whether it can do its work.

`/health/` asks nothing of anything, so that a busy database does not get the server restarted. `/health/ready/` is 503
while something is missing; what, its answer says.
"""

import shutil
import time
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

LEAST_FREE = 100 * 2**20
"""Bytes in the data folder: an evening and its photos."""
SECONDS_AN_HOUR = 3600


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """The database answers, and there is room. A backup's age is told, and judged by whoever asks."""
    folder = Path(settings.DATA_DIR)
    found = {"database": _database_answers(), "disk": shutil.disk_usage(folder).free >= LEAST_FREE}
    told = {**found, "hours_since_backup": _hours_since_backup(folder / "backups")}
    return JsonResponse(told, status=200 if all(found.values()) else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _hours_since_backup(folder: Path) -> float | None:
    """Since the newest was made; None where there is none."""
    made = [file.stat().st_mtime for file in folder.glob("*") if file.is_file()]
    return round((time.time() - max(made)) / SECONDS_AN_HOUR, 1) if made else None
