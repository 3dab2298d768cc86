"""The announcements that referees make most often, prepared."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

QUARTER_OF_AN_HOUR, FIVE_MINUTES = timedelta(minutes=15), timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class PreparedAnnouncement:
    """A prepared sentence; one with `%(time)s` needs a time."""

    label: Promise
    """The label of its button."""
    sentence: Promise


PREPARED: Mapping[str, PreparedAnnouncement] = {
    "resume": PreparedAnnouncement(gettext_lazy("Play resumes at …"), gettext_lazy("Play resumes at %(time)s")),
    "begin": PreparedAnnouncement(gettext_lazy("Play begins at …"), gettext_lazy("Play begins at %(time)s")),
    "prizes": PreparedAnnouncement(gettext_lazy("Prize-giving at …"), gettext_lazy("Prize-giving at %(time)s")),
    "slips": PreparedAnnouncement(
        gettext_lazy("Bring the slips"), gettext_lazy("Bring the signed slips to the referee, please")
    ),
}


def usual_moment(now: datetime) -> datetime:
    """Return the time at which things continue if announced now: a round one in about a quarter of an hour.

    >>> usual_moment(datetime(2026, 11, 20, 21, 32)).strftime("%H:%M")
    '21:50'
    """
    later = (now + QUARTER_OF_AN_HOUR).replace(second=0, microsecond=0)
    return later + timedelta(minutes=-later.minute % (FIVE_MINUTES // timedelta(minutes=1)))
