"""How long a ranking has been final, after which what was needed for objections goes."""

from datetime import datetime

from tournaments.models import Tournament


def final_since(tournament: Tournament) -> datetime | None:
    """When it was made final, for the last time; None where it is not. One query."""
    since = None
    for state, moment in tournament.history.order_by("-history_id").values_list("state", "history_date"):
        if state != Tournament.State.FINAL:
            break
        since = moment
    return since
