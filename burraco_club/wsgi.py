"""The WSGI application, for gunicorn and any other WSGI server: `gunicorn burraco_club.wsgi`."""

import gc
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
django.setup(set_prefix=False)

from burraco_club.backup.opening import open_for_good  # noqa: E402 (these need the settings)
from burraco_club.handler import ClubHandler  # noqa: E402

application = ClubHandler()
open_for_good()
# What is loaded by now stays: looking for garbage, which every page makes, need not go through it again.
gc.collect()
gc.freeze()
