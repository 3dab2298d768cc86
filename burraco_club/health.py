"""Health checks for monitoring: whether the server is alive, and whether it can do its work.

`/health/` checks nothing else, so that a busy database does not cause a restart. `/health/ready/` returns 503 and names
what is missing.
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
"""Bytes that must be free in the data folder: an evening and its photos."""
SECONDS_AN_HOUR = 3600


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Check the database and the disk. The age of the last backup is reported and left to the monitoring to judge."""
    folder = Path(settings.DATA_DIR)
    checks = {"database": _database_answers(), "disk": shutil.disk_usage(folder).free >= LEAST_FREE}
    report = {**checks, "hours_since_backup": _hours_since_backup(folder / "backups")}
    return JsonResponse(report, status=200 if all(checks.values()) else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _hours_since_backup(folder: Path) -> float | None:
    """Return the hours since the newest backup, or None if there is none."""
    times = [file.stat().st_mtime for file in folder.glob("*") if file.is_file()]
    return round((time.time() - max(times)) / SECONDS_AN_HOUR, 1) if times else None
