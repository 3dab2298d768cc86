"""Whether something is under way in the club that goes on without anybody asking for a page."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.clock.clock import Clock
from tournaments.models import Mail, Round, Tournament

from .mail_addresses import mail_ready

LONGEST_EVENING = timedelta(hours=12)
"""After a round was published, or from a tournament's midnight on: what is open for longer was left open."""
PLAYED = (Tournament.State.RUNNING, Tournament.State.CHECKING)


def is_under_way(*, at: datetime) -> bool:
    """Return whether an evening is played, a clock runs, or an email waits."""
    return _is_played(at) or _clock_runs(at) or _has_mail(at)


def _is_played(at: datetime) -> bool:
    """Return whether a tournament of this evening has begun, or a round was published not long ago.

    A tournament that nobody made final is not played for ever, nor is a league whose round is open for weeks.
    """
    days = (timezone.localdate(at - LONGEST_EVENING), timezone.localdate(at))
    if Tournament.objects.filter(state__in=PLAYED, date__range=days).exists():
        return True
    return _open_rounds().filter(published_at__range=(at - LONGEST_EVENING, at)).exists()


def _clock_runs(at: datetime) -> bool:
    rounds = _open_rounds().exclude(clocks={}).select_related("tournament")
    clocks = (round_.running_clocks for round_ in rounds.only("clocks", "tournament", "tournament__round_minutes"))
    return any(_runs(clock, at) for of_round in clocks for clock in (of_round.hall, *of_round.tables.values()))


def _runs(clock: Clock, at: datetime) -> bool:
    return clock.ends_at is not None and clock.ends_at > at


def _open_rounds() -> QuerySet[Round]:
    here = Tournament.objects.filter(state__in=PLAYED)
    return Round.objects.filter(tournament__in=here, state=Round.State.PUBLISHED)


def _has_mail(at: datetime) -> bool:
    """Return whether emails wait or are on their way. The server drops those that are not worth sending any more."""
    unsent = Q(state=Mail.State.WAITING, useful_until__gt=at) | Q(state=Mail.State.SENDING)
    return mail_ready() and Mail.objects.filter(unsent).exists()
