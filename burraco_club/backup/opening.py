"""What every process of a server does first: it looks at the data, holds them open, and makes backups by itself."""

import atexit
from pathlib import Path

from django.conf import settings

from .automatic import BackupsByThemselves
from .folder import look_at_data
from .running import open_lock


def open_for_good() -> None:
    """Until the process ends. Raises BackupFailed for data that cannot be served."""
    look_at_data(say=print, ask=lambda _question: False)
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    atexit.register(open_lock(folder).close)
    backups = BackupsByThemselves()
    backups.begin()
    atexit.register(backups.end)
