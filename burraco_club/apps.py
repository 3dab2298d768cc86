from pathlib import Path

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from burraco_club.private_files import close


class ClubConfig(AppConfig):
    name = "burraco_club"

    def ready(self) -> None:
        connection_created.connect(close_database)


def close_database(*, connection: BaseDatabaseWrapper, **_facts: object) -> None:
    """Make SQLite's file readable by its owner alone. The files that SQLite adds later inherit its mode."""
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        close([file, *(file.with_name(file.name + suffix) for suffix in ("-wal", "-shm"))])
