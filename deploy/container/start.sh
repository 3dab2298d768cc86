#!/bin/sh
# Brings the tables up to date, after a backup, then serves. Extra arguments are gunicorn's.
set -eu
python manage.py prepare_database
exec gunicorn burraco_club.wsgi --bind "0.0.0.0:${PORT:-8000}" --worker-class gthread --threads 4 \
  --workers "${WEB_CONCURRENCY:-2}" --worker-tmp-dir /dev/shm --limit-request-line 8190 --graceful-timeout 30 "$@"
