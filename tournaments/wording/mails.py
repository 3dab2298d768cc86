"""What stands around the club's words in an email: the subject, and how to stop them."""

from datetime import date

from django.utils.translation import gettext as _

from tournaments.records.club_messages import MessageKind

from .club_messages import KIND_TITLES
from .figures import spoken_date


def mail_subject(kind: MessageKind, name: str, day: date) -> str:
    """Return the subject of an email about a tournament."""
    if kind == MessageKind.RANKING:
        return _("Ranking: %(name)s, %(day)s") % {"name": name, "day": spoken_date(day)}
    facts = {"about": KIND_TITLES[kind], "name": name, "day": spoken_date(day)}
    return _("%(about)s: %(name)s, %(day)s") % facts


def kind_title(kind: str) -> str:
    """Return what an email of this kind is called."""
    return str(KIND_TITLES[MessageKind(kind)]) if kind in set(MessageKind) else _("Test")


def mail_foot(link: str) -> str:
    """Return what stands below every email: why it came, and how to stop them."""
    stop = _("No more emails from us: %(link)s") % {"link": link}
    return f"-- \n{_('You agreed to emails from the club.')}\n{stop}"


def trial_subject() -> str:
    """Return the subject of the email with which an administrator tries the server."""
    return _("Test of the club’s emails")


def trial_text() -> str:
    return _("The club’s email server works: it sent this email.")
