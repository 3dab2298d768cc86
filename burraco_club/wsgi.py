"""The WSGI application, for gunicorn and any other WSGI server: `gunicorn burraco_club.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")

application = get_wsgi_application()
