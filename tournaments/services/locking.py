"""The beginning and the end of a write: the lock that orders them, and the revision that the pages watch."""

from collections.abc import Collection

from django.db.models import F
from django.utils.translation import gettext as _

from pages.prepared_queries import PreparedQuery, instance_of
from pages.refusals import Refused
from tournaments.models import Round, Table, Tournament
from tournaments.records import Outcome
from tournaments.selectors.desk_tables import OF_ROUNDS, OF_TOURNAMENTS
from tournaments.selectors.members import tournaments_entered
from tournaments.services.refusals import TableChanged, TournamentGone
from tournaments.wording.round_states import still_a_draft

LOCK = PreparedQuery(lambda pk: Tournament.objects.select_for_update().filter(pk=pk).order_by().values("pk"), int)
"""The lock of a tournament's row, until the transaction ends: one row, or none if the tournament was deleted."""

OF_TABLES = [field.attname for field in Table._meta.concrete_fields]
ABOVE_TABLES = [*(f"round__{name}" for name in OF_ROUNDS), *(f"round__tournament__{name}" for name in OF_TOURNAMENTS)]
WHOLE_TABLE = PreparedQuery(lambda pk: Table.objects.filter(pk=pk).values(*OF_TABLES, *ABOVE_TABLES), int)


def lock_tournament(tournament_id: int, *, editable: bool = True) -> Tournament:
    """Return the tournament's row, locked until the transaction ends.

    Raise TournamentGone if somebody has deleted it meanwhile. If `editable` is true, raise Refused for a final
    tournament, whose results are closed until it is reopened, and for an evening that was called off.
    """
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise _gone()
    if editable:
        _refuse_closed(tournament)
    return tournament


def _gone() -> TournamentGone:
    return TournamentGone(_("The tournament was deleted meanwhile. An administrator can bring it back."))


def _refuse_closed(tournament: Tournament) -> None:
    if tournament.state == Tournament.State.FINAL:
        raise Refused(_("The tournament is final: reopen it before you change anything."))
    if tournament.called_off_at is not None:
        raise Refused(_("This evening is called off. Let it take place after all before you change anything."))


def lock_table(table: Table, version: int) -> tuple[Table, Tournament]:
    """Return the current table and tournament, whose row stays locked as by `lock_tournament`.

    Raise TableChanged if `version` is old, and Refused if the table can have no result.
    """
    if not LOCK.rows(table.round.tournament_id):
        raise _gone()
    # Read after the lock, as everybody who had it before has left it.
    table = _as_it_is(table.pk)
    tournament: Tournament = table.round.tournament
    _refuse_closed(tournament)
    if table.version != version:
        raise TableChanged(_("Somebody else has saved table %(table)s in the meantime.") % {"table": table.name})
    if table.round.state == Round.State.DRAFT:
        raise Refused(still_a_draft(table.round.number))
    if table.outcome == Outcome.REST:
        raise Refused(_("Nobody plays at table %(table)s: there is no result to enter.") % {"table": table.name})
    return table, tournament


def _as_it_is(pk: int) -> Table:
    """Return a table with its round and tournament; raise Table.DoesNotExist. One query."""
    rows = WHOLE_TABLE.rows(pk)
    if not rows:
        raise Table.DoesNotExist
    table = instance_of(Table, rows[0], OF_TABLES)
    table.round = instance_of(Round, rows[0], OF_ROUNDS, "round__")
    table.round.tournament = instance_of(Tournament, rows[0], OF_TOURNAMENTS, "round__tournament__")
    return table


def end_announcement(tournament: Tournament, *, until: int) -> None:
    """End an announcement made for that round or an earlier one; `until` is 0 for the pause before a round."""
    if tournament.announcement_until is not None and tournament.announcement_until <= until:
        tournament.announcement, tournament.announcement_until = "", None
        tournament.save()


def count_revision_up(tournament: Tournament) -> None:
    """Tell the pages of the tournament that something on them changed."""
    Tournament.everything.filter(pk=tournament.pk).update(revision=F("revision") + 1)


def save_table(table: Table, tournament: Tournament) -> None:
    """Save the table as a new version, and tell the pages."""
    table.version += 1
    table.save()
    count_revision_up(tournament)


def count_revisions_up_of(players: Collection[int], *, final: bool = True) -> None:
    """Count up the revision of every tournament with any of these players; without `final`, only of unfinished ones."""
    tournaments = Tournament.objects.filter(pk__in=tournaments_entered(players))
    tournaments = tournaments if final else tournaments.exclude(state=Tournament.State.FINAL)
    tournaments.update(revision=F("revision") + 1)


def latest_round(tournament: Tournament) -> Round | None:
    """Return the round that is being drawn or played, or the last one closed; None before the first."""
    return tournament.rounds.order_by("-number").first()
