"""The correction of the seats of a round while it is played, with their slips.

Two referees may see the same seats, and slips come in meanwhile. A change states the tables that it was made from and
what happens to the slips, and one that no longer fits is refused with `TableChanged`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from scoring.services import ruleset_for
from tournaments.models import Round, Table, Tournament
from tournaments.pairing.draw_record import seats_remembered
from tournaments.pairing.move_effects import reseated
from tournaments.pairing.moves import OPENED_LATE, Tables, changed, same_seats, seated_in
from tournaments.pairing.result_sources import ResultSource, Slips, sources
from tournaments.records import DraftTable, Outcome
from tournaments.selectors.drafts import drafted, keys_of, request_of_draft
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.saved_slips import hands_of
from tournaments.services.refusals import TableChanged
from tournaments.slips.typed_slip import HandEntry
from tournaments.wording.team_matches import seated_by_line_ups

from .draft_memory import put_at, remember
from .drafts import moved_by, refuse_absent
from .locking import count_revision_up, lock_tournament
from .results import refuse_what_is_set, rewrite_hands, seen_from_the_other_line

NOTHING_IN = (Outcome.OPEN, Outcome.REST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reseating:
    """The seats of a round before and after a correction."""

    round: Round
    before: Tables
    after: Tables
    at_stake: tuple[int, ...]
    """The numbers of the changed tables whose slips are in."""

    @property
    def touched(self) -> list[int]:
        return changed(self.before, self.after)


def reseating_of(*, round: Round, seen: Iterable[DraftTable], change: Callable[[Tables], Tables]) -> Reseating:
    """Return the effects of a change of the seats, without writing. Raise Refused unless the round is being played."""
    refuse_reseating(round)
    before = drafted(round).tables
    now = {table.number: table for table in before}
    if any(table.number not in now or not same_seats(now[table.number], table) for table in seen):
        raise TableChanged(_("Somebody else has changed the seats: here they are now. Your change was not made."))
    moved = moved_by(change, before)
    if not _playing(before) <= _playing(moved):
        raise Refused(_("A resting pair has no table: choose tables where somebody plays."))
    entrants = entrants_of(round.tournament)
    refuse_absent(entrants, before, moved)
    after = reseated(before, moved, request_of_draft(round, entrants, seated_in(before, moved)))
    results = round.tables.filter(number__in=changed(before, after)).exclude(outcome__in=NOTHING_IN)
    at_stake = tuple(results.order_by("number").values_list("number", flat=True))
    return Reseating(round=round, before=before, after=after, at_stake=at_stake)


def refuse_reseating(round: Round) -> None:
    """Raise Refused if nobody can be seated elsewhere in this round."""
    if round.state == Round.State.DRAFT:
        raise Refused(_("Round %(round)s is a draft: change its seats there.") % {"round": round.number})
    if round.tournament.plays_matches:
        raise Refused(seated_by_line_ups())
    if round.state == Round.State.CLOSED:
        raise Refused(
            _(
                "Round %(round)s is closed: the ranking was made with these seats, and they stay. Correct the results "
                "of its tables, or give or take points with a reason."
            )
            % {"round": round.number}
        )


def _playing(tables: Tables) -> set[int]:
    """Return the numbers of the tables with opponents; a round under way has them until it is closed."""
    return {table.number for table in tables if table.ew is not None}


@transaction.atomic
def round_reseat(
    *,
    round: Round,
    seen: Iterable[DraftTable],
    change: Callable[[Tables], Tables],
    slips: Slips | None,
    at: datetime,
) -> Reseating:
    """Correct the seats of a round that is being played; `slips` is None if no slip of the changed tables is in."""
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    round.tournament = tournament
    reseating = reseating_of(round=round, seen=seen, change=change)
    if reseating.at_stake and slips is None:
        raise TableChanged(_("A result has just come in. Choose what happens to it."))
    rows = {row.number: row for row in round.tables.filter(number__in=reseating.touched)}
    if slips is Slips.GO_ALONG and reseating.at_stake:
        for row in rows.values():
            refuse_what_is_set(row)
        _hand_on(tournament, rows, sources(reseating.before, reseating.after, slips), at)
    reason = slips.value if slips and reseating.at_stake else ""  # equivalent `reseating.at_stake`: then it has slips
    _write_seats(reseating, rows, reason=reason)
    # Once the round is unpublished, the referee undoes this change before those of the draft.
    remember(round, reseating.before, reseating.after)
    tournament.rounds.filter(pk=round.pk).update(undo=round.undo)
    _tell_later_rounds(reseating)
    count_revision_up(tournament)
    return reseating


def _hand_on(
    tournament: Tournament, rows: Mapping[int, Table], come_from: Mapping[int, ResultSource | None], at: datetime
) -> None:
    """Give each table the slip that belongs to it now, or open it; the caller saves the rows."""
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
    """Write the seats. Each seat is unique in the round, so the rows are deleted and inserted again under their keys.

    A table where a pair rested may be played from now on, or be closed, and a new one may be the last.
    """
    keys, touched = keys_of(reseating.round.tournament), set(reseating.touched)
    now = {table.number: table for table in reseating.after if table.number in touched}
    for closed in rows.keys() - now.keys():
        rows[closed].delete()
    stored = Table.objects.filter(pk__in=[row.pk for number, row in rows.items() if number in now])
    stored._raw_delete(stored.db)
    opened = [Table(round=reseating.round, number=number) for number in now.keys() - rows.keys()]
    seated = [*(row for number, row in rows.items() if number in now), *opened]
    for row in seated:
        put_at(row, now[row.number], keys)
        if row.outcome in NOTHING_IN:
            row.outcome = Outcome.OPEN if row.ew_id else Outcome.REST
        row.version += 1
    round_, playing = reseating.round, _playing(reseating.after) - _playing(reseating.before)
    if playing:  # equivalent: speed alone
        Round.objects.filter(pk=round_.pk).update(new_slips=sorted({*round_.new_slips, *playing}))
    Table.objects.bulk_create(seated)
    Table.history.bulk_history_create(seated[: len(seated) - len(opened)], update=True, default_change_reason=reason)
    Table.history.bulk_history_create(opened, default_change_reason=OPENED_LATE)


def _tell_later_rounds(reseating: Reseating) -> None:
    """Keep in later rounds the seats that they were drawn from; no page shows these."""
    round = reseating.round
    for later in Round.objects.filter(tournament=round.tournament_id, number__gt=round.number):
        then = seats_remembered(later.seats_then, round.number, reseating.before)
        Round.objects.filter(pk=later.pk).update(seats_then=then)
