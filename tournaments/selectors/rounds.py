"""The rounds of a tournament: those that everybody knows of, and the latest."""

from django.db.models import Exists, OuterRef

from tournaments.models import Round, Table, Tournament
from tournaments.records import Outcome


def published_rounds(tournament: Tournament) -> list[Round]:
    """The rounds that everybody knows of, in order. One query."""
    return list(tournament.rounds.exclude(state=Round.State.DRAFT).defer("undo").order_by("number"))


def current_round_with_open_tables(tournament: Tournament) -> tuple[Round | None, bool]:
    """The latest round, and whether a table of it is still to hand in its slip. One query."""
    still_open = Table.objects.filter(round=OuterRef("pk"), outcome=Outcome.OPEN)
    round_ = tournament.rounds.annotate(has_open_tables=Exists(still_open)).order_by("-number").first()
    return round_, round_ is not None and round_.has_open_tables
