"""Who really sat where, while a round is played: the seats of a published round are put right, with their slips.

Two referees may look at the same seats, and slips come in meanwhile: a change says which tables it was made from and
what becomes of the slips, and one that no longer fits is refused with `TableChanged`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from scoring.services import ruleset_for
from tournaments.drafting.effects import reseated
from tournaments.drafting.moves import Tables, changed, same_seats
from tournaments.drafting.results_along import Slips, Source, sources
from tournaments.errors import TableChanged
from tournaments.models import Round, Table, Tournament
from tournaments.records import DraftTable, Outcome, PairingRequest
from tournaments.selectors.desk import hands_of
from tournaments.selectors.drafts import drafted, keys_of, request_of_draft
from tournaments.selectors.entrants import entrants_of

from .locking import count_revision_up, lock_tournament
from .results import HandEntry, refuse_what_is_set, rewrite_hands, seen_from_the_other_line

NOTHING_IN = (Outcome.OPEN, Outcome.REST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reseating:
    """The seats of a round as they were believed to be, and as they are said to have been."""

    round: Round
    before: Tables
    after: Tables
    request: PairingRequest
    at_stake: tuple[int, ...]
    """The numbers of the tables changed whose slips are in."""

    @property
    def touched(self) -> list[int]:
        return changed(self.before, self.after)


def reseating_of(*, round: Round, seen: Iterable[DraftTable], change: Callable[[Tables], Tables]) -> Reseating:
    """What a change of the seats would do; nothing is written. Refused unless the round is being played."""
    if round.state == Round.State.DRAFT:
        raise Refused(_("Round %(round)s is a draft: change its seats there.") % {"round": round.number})
    if round.state == Round.State.CLOSED:
        raise Refused(
            _(
                "Round %(round)s is closed: the ranking was made with these seats, and they stay. Correct the results "
                "of its tables, or give or take points with a reason."
            )
            % {"round": round.number}
        )
    before = drafted(round).tables
    now = {table.number: table for table in before}
    if any(table.number not in now or not same_seats(now[table.number], table) for table in seen):
        raise TableChanged(_("The seats have been changed meanwhile: here they are now. Nothing was changed by you."))
    try:
        moved = change(before)
    except ValueError as impossible:
        raise Refused(_("That cannot be done with these tables. Choose others.")) from impossible
    if [table.number for table in before if table.ew is None] != [table.number for table in moved if table.ew is None]:
        raise Refused(_("Who rests sits at no table: choose tables where somebody plays."))
    request = _with_everybody(request_of_draft(round), round, before, moved)
    after = reseated(before, moved, request)
    results = round.tables.filter(number__in=changed(before, after)).exclude(outcome__in=NOTHING_IN)
    at_stake = tuple(results.order_by("number").values_list("number", flat=True))
    return Reseating(round=round, before=before, after=after, request=request, at_stake=at_stake)


@transaction.atomic
def round_reseat(
    *,
    round: Round,
    seen: Iterable[DraftTable],
    change: Callable[[Tables], Tables],
    slips: Slips | None,
    at: datetime,
) -> Reseating:
    """Seat a round that is being played as it was really played; `slips`: None where none of these tables is in."""
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    round.tournament = tournament
    reseating = reseating_of(round=round, seen=seen, change=change)
    if reseating.at_stake and slips is None:
        raise TableChanged(_("A result has come in meanwhile. Say what becomes of it."))
    rows = {row.number: row for row in round.tables.filter(number__in=reseating.touched)}
    come_from = sources(reseating.before, reseating.after, slips or Slips.STAY)
    if slips is Slips.GO_ALONG:
        for row in rows.values():
            refuse_what_is_set(row)
        _hand_on(tournament, rows, come_from, at)
    _write_seats(reseating, rows, reason=slips.value if slips and reseating.at_stake else "")
    count_revision_up(tournament)
    return reseating


def _with_everybody(request: PairingRequest, round: Round, before: Tables, after: Tables) -> PairingRequest:
    """The request with those who sit in, and may not have been there when the round was drawn."""
    entrants = {each.id: each for each in entrants_of(round.tournament)}
    was, now = ({each for table in tables for each in table.seated} for tables in (before, after))
    if any(each not in entrants or not entrants[each].active for each in now - was):
        raise Refused(_("Only who is here and has no seat can sit in. Tick who is here first."))
    known = {entrant.id for entrant in request.entrants}
    return replace(request, entrants=(*request.entrants, *(entrants[each] for each in sorted(now - known))))


def _hand_on(
    tournament: Tournament, rows: Mapping[int, Table], come_from: Mapping[int, Source | None], at: datetime
) -> None:
    """Give each table the slip that is its own now, or open it; the rows are saved by the caller."""
    rules = ruleset_for(tournament.ruleset, tournament.options)
    held = {number: (Outcome(row.outcome), hands_of(row.pk, rules)) for number, row in rows.items()}
    for number, source in come_from.items():
        outcome, hands = held[source.table] if source is not None else (Outcome.OPEN, ())
        entries: Sequence[HandEntry] = [HandEntry(hand.end, ns, ew) for hand in hands for ns, ew in [hand.sides]]
        if source is not None and source.turned:
            outcome = seen_from_the_other_line(outcome)
            entries = [HandEntry(entry.end, entry.ew, entry.ns) for entry in entries]
        row = rows[number]
        rewrite_hands(row, rules, entries)
        row.outcome, row.entered_at = outcome, None if outcome is Outcome.OPEN else at


def _write_seats(reseating: Reseating, rows: Mapping[int, Table], *, reason: str) -> None:
    """Write who sits where. The rows are taken out and put back under their keys: each seat is unique in the round."""
    keys = keys_of(reseating.round.tournament)
    seats = {table.number: table for table in reseating.after}
    for number, row in rows.items():
        table = seats[number]
        row.ns_id, row.ew_id = keys[table.ns], table.ew and keys[table.ew]
        row.ns_partner_id = table.ns_partner and keys[table.ns_partner]
        row.ew_partner_id = table.ew_partner and keys[table.ew_partner]
        row.why = [asdict(each) for each in table.why]
        row.version += 1
    stored = Table.objects.filter(pk__in=[row.pk for row in rows.values()])
    stored._raw_delete(stored.db)
    Table.objects.bulk_create(rows.values())
    Table.history.bulk_history_create(list(rows.values()), update=True, default_change_reason=reason)
