"""The time at which a ranking became final. Data kept for objections is deleted some time afterwards."""

from datetime import datetime

from tournaments.models import Tournament


def final_since(tournament: Tournament) -> datetime | None:
    """Return when the tournament last became final, or None if it is not. One query."""
    since = None
    for state, moment in tournament.history.order_by("-history_id").values_list("state", "history_date"):
        if state != Tournament.State.FINAL:
            break
        since = moment
    return since
