"""Lines of the club's journal."""

from accounts.models import JournalEntry


def journal_add(event: JournalEntry.Event, *, who: str, about: object = "") -> None:
    """Write down what somebody has done; `who` is the account's name, empty on the command line."""
    JournalEntry.objects.create(event=event, who=who, about=str(about))
