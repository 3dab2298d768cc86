"""How writes to one tournament follow each other, and how its pages learn of them."""

from collections.abc import Collection

from django.db.models import F
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.errors import TournamentGone
from tournaments.models import Round, Tournament
from tournaments.selectors.members import tournaments_entered


def lock_tournament(tournament_id: int, *, editable: bool = True) -> Tournament:
    """The tournament's row, locked until the transaction ends.

    With `editable`, a final tournament is refused: results are closed until somebody reopens them on purpose. So is one
    that somebody has deleted meanwhile.
    """
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise TournamentGone(_("The tournament was deleted meanwhile. An administrator can bring it back."))
    if editable and tournament.state == Tournament.State.FINAL:
        raise Refused(_("The tournament is final: reopen it before you change anything."))
    return tournament


def count_revision_up(tournament: Tournament) -> None:
    """Tell the pages of the tournament that something on them changed."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)


def count_revisions_up_of(players: Collection[int]) -> None:
    """The same of every tournament in which any of these players is entered."""
    Tournament.objects.filter(pk__in=tournaments_entered(players)).update(revision=F("revision") + 1)


def latest_round(tournament: Tournament) -> Round | None:
    """The round that is being drawn or played, or the last one closed; None before the first."""
    return tournament.rounds.order_by("-number").first()
