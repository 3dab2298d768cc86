#!/bin/sh
# What a server does every night, as deploy/systemd/burraco-club-nightly.service: once a day by the machine's cron,
#   docker compose exec -T club sh deploy/container/nightly.sh
set -eu
python manage.py delete_old_photos
python manage.py delete_old_contacts
python manage.py delete_old_tournaments
python manage.py delete_old_member_data
python manage.py delete_old_sessions
python manage.py make_evenings
python manage.py backup
