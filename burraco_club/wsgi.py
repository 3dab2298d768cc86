"""The WSGI application, for gunicorn and any other WSGI server: `gunicorn burraco_club.wsgi`."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
django.setup(set_prefix=False)

from burraco_club.backup.server_start import open_for_good  # noqa: E402 (these need the settings)
from burraco_club.garbage import spare_what_is_loaded  # noqa: E402
from burraco_club.handler import ClubHandler  # noqa: E402
from burraco_club.urls import urlpatterns  # noqa: E402
from pages.lazy_views import import_views  # noqa: E402

application = ClubHandler()
open_for_good()
# Nobody waits for the start of a server, whose first readers are many.
import_views(urlpatterns)
spare_what_is_loaded()
