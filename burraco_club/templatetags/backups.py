"""What a referee's pages say of the backups."""

from django import template

from burraco_club.backup.kept import trouble

register = template.Library()


@register.simple_tag
def backup_trouble() -> str:
    """What is wrong with them; empty where nothing is. A few looks at the disk, no query."""
    return trouble()
