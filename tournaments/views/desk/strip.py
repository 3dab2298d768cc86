"""The strip of the hall, above the desk and on the round's page: calls, clock, announcement."""

from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from accounts.models import Role
from tournaments.forms.desk.hall import AnnouncementForm, RefereeCallForm, TableClockForm
from tournaments.models import Round, Tournament
from tournaments.selectors.clocks import clocks_of
from tournaments.selectors.generations import stamped
from tournaments.selectors.referee_calls import calls_of, waiting


def hall_context(round_: Round, reader: Role, *, with_calls: bool = True) -> dict[str, Any]:
    """Return the context of the strip for a round whose tournament has been read, and for its reader.

    One query while the round is under way, two while its clock waits; none without the calls, which the page then
    requests.
    """
    under_way = round_.state == Round.State.PUBLISHED
    calls = calls_of(round_) if under_way and with_calls else []
    return {
        "round": round_,
        "tournament": round_.tournament,
        "hall_shown": under_way,
        "clocks": clocks_of(round_, slips_in=None if with_calls else False),
        "calls": waiting(calls),
        "calls_answered": [call for call in calls if not call.is_open],
        "table_clock_form": TableClockForm(auto_id="clock-%s", starts=round_.section_starts),
        "call_form": RefereeCallForm(auto_id="call-%s", starts=round_.section_starts),
        "hall_etag": hall_etag(round_.tournament, reader) if with_calls else "",
    } | announcement_context(round_.tournament)


def hall_etag(tournament: Tournament, reader: Role) -> str:
    """Return the ETag of the parts of the strip that update themselves."""
    return f'"{stamped(tournament.revision)}-{reader}-{get_language()}-{settings.CODE_VERSION}"'


def announcement_context(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the announcement and its form. No query."""
    return {"tournament": tournament, "announcement_form": AnnouncementForm(auto_id="announcement-%s")}
