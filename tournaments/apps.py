import sqlite3

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("tournaments")

    def ready(self) -> None:
        connection_created.connect(take_wide_statements)


def take_wide_statements(*, connection: BaseDatabaseWrapper, **_kwargs: object) -> None:
    """Let SQLite take as many parameters as it can, not the 999 that Django assumes: a big round is one statement."""
    if connection.vendor == "sqlite":
        widest = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        connection.features.max_query_params = widest
