"""The terms of the club's money, from its settings, which a request reads once."""

from django.http import HttpRequest

from tournaments.models import TillTerms, Tournament
from tournaments.selectors.membership_fees import FeeTerms
from tournaments.selectors.till import door_terms


def fee_terms_of(request: HttpRequest) -> FeeTerms:
    club = request.club_settings  # type: ignore[attr-defined]
    return FeeTerms(club["membership_starts"], club["membership_fees"])


def door_terms_of(request: HttpRequest, tournament: Tournament) -> TillTerms | None:
    """Return the terms by which pairs pay at the door; None if the club keeps no till, or there are none."""
    return door_terms(tournament) if request.club_settings["till"] else None  # type: ignore[attr-defined]
