"""The state of the backups for the referees' pages."""

from django import template

from burraco_club.backup.retention import trouble

register = template.Library()

register.simple_tag(trouble, name="backup_trouble")
