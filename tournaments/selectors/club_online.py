"""What the club lets through the line that puts it on the web."""

from tournaments.models import Club


def accounts_online() -> bool:
    """Return whether accounts with a second factor may come in by the line. One query."""
    return Club.objects.filter(accounts_online=True).exists()
