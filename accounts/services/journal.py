"""Writing to the club's journal."""

from accounts.models import JournalEntry


def journal_add(event: JournalEntry.Event, *, who: str, about: object = "") -> None:
    """Record what a user did; `who` is the account's name, or empty on the command line."""
    JournalEntry.objects.create(event=event, who=who, about=str(about))
