"""The changes of a referee to a draft before it is published; each can be undone.

Two referees may see the same draft, so a change states the tables that it was made from. If they have changed since, it
is refused with `TableChanged`, and nobody is moved unseen. Nothing that others see changes, so the tournament's
revision stays.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Round, Tournament
from tournaments.pairing.draw_record import tables_drawn
from tournaments.pairing.move_effects import noted_anew, reseated
from tournaments.pairing.moves import Tables, same_seats, seated_in, table_at
from tournaments.records import DraftTable, Entrant, EntrantId, PairingRequest, RoundSettings, System
from tournaments.records.settings_json import settings_to_json
from tournaments.selectors.drafts import DraftTables, drafted, keys_of, request_of_draft
from tournaments.selectors.draws import NextRound
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.knockout import semi_finals_before
from tournaments.selectors.own_knockouts import in_knockout
from tournaments.services.refusals import TableChanged
from tournaments.wording.round_states import published_already
from tournaments.wording.team_matches import seated_by_line_ups

from .draft_memory import fields_of, remember, restored, store_tables
from .locking import lock_tournament
from .pairs import pair_change
from .rounds import compute_draft, draw, next_round


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftChange:
    """A draft before and after a change, and the numbers of the tables that read differently now."""

    round: Round
    before: Tables
    tables: Tables
    entrants: tuple[Entrant, ...]
    """All entrants of the tournament."""
    touched: frozenset[int]


@transaction.atomic
def draft_change(*, round: Round, seen: Iterable[DraftTable], change: Callable[[Tables], Tables]) -> DraftChange:
    """Seat the pairs according to `change`, and note beside the tables what it breaks and costs.

    A kept table is no longer kept once somebody leaves it.
    """
    round = _lock_draft(round)
    draft, entrants = drafted(round), entrants_of(round.tournament)
    _check_seen(draft.tables, seen)
    moved = moved_by(change, draft.tables)
    refuse_absent(entrants, draft.tables, moved)
    if round.has_bracket:
        _refuse_unclear_final(round, moved)
    request = request_of_draft(round, entrants, seated_in(draft.tables, moved))
    tables = reseated(draft.tables, moved, request)
    kept_seats = {frozenset(table.seated) for table in round.chosen.kept}
    settings = replace(round.chosen, kept=_plain(table for table in tables if frozenset(table.seated) in kept_seats))
    return _save(round, draft, tables, settings, entrants)


def _refuse_unclear_final(round: Round, moved: Tables) -> None:
    """Raise Refused if the two of a semi-final meet again: the other two then do as well, and neither is the final."""
    met = [set(contestants) for contestants in semi_finals_before(round)]
    for table in moved:
        if {*table.seated} in met and table.ew is not None:
            facts = {"one": table.ns, "other": table.ew}
            raise Refused(
                _(
                    "%(one)s and %(other)s met in the semi-final: if they met again, nobody could tell the final from "
                    "the match for third place."
                )
                % facts
            )


def refuse_absent(entrants: Iterable[Entrant], before: Tables, after: Tables) -> None:
    """Raise Refused if anybody seated is not here."""
    here = {entrant.id for entrant in entrants if entrant.active}
    if not seated_in(after) - seated_in(before) <= here:
        raise Refused(_("Only a pair that is here and has no seat can be seated. Tick those present first."))


@transaction.atomic
def draft_by_hand(*, tournament: Tournament, seats: Sequence[tuple[EntrantId, EntrantId | None]]) -> Round:
    """Seat the next round by hand. The draft keeps its system as long as one table of the draw is left.

    A knockout keeps it as long as the same entrants play, so that those who are out stay out.
    """
    coming = next_round(lock_tournament(tournament.pk))
    tables, drawn = compute_draft(System.MANUAL, request_by_hand(coming, seats)).tables, coming.draft
    was = drafted(drawn).tables if drawn is not None else ()
    if drawn is None or drawn.system == System.MANUAL or not _is_changed(drawn, was, tables):
        return draw(coming, system=System.MANUAL, seats=seats).round
    alike = _alike(was, tables)
    after = tuple(alike.get(table.number, replace(table, why=())) for table in tables)
    return drawn if after == was else draft_change(round=drawn, seen=(), change=lambda _tables: after).round


def request_by_hand(coming: NextRound, seats: Sequence[tuple[EntrantId, EntrantId | None]]) -> PairingRequest:
    """Return the request for these seats. Whoever is out of a knockout drafted needs none."""
    request = coming.request(system=System.MANUAL, seed=coming.tournament.seed, seats=seats)
    if coming.draft is None or not coming.draft.has_bracket:
        return request
    may_be_out = in_knockout(coming.draft)
    needed = {*seated_in(drafted(coming.draft).tables), *(entrant for seat in seats for entrant in seat)}
    here = (entrant for entrant in request.entrants if entrant.id in needed or not may_be_out(entrant.id))
    return replace(request, entrants=tuple(here))


def _is_changed(drawn: Round, was: Tables, tables: Tables) -> bool:
    """Return whether these tables are the draft with changes, and no other round."""
    same_field = drawn.has_bracket and seated_in(was) == seated_in(tables)
    return same_field or bool(_alike(tables_drawn(drawn.as_drawn) or was, tables))


def _alike(tables: Tables, others: Tables) -> dict[int, DraftTable]:
    """Return the tables that are also among the others, by number."""
    return {table.number: table for table in tables if any(same_seats(table, other) for other in others)}


@transaction.atomic
def draft_keep(*, round: Round, seen: DraftTable, keep: bool) -> DraftChange:
    """Choose whether a table stays as it is when the others are drawn again."""
    round = _lock_draft(round)
    draft = drafted(round)
    _check_seen(draft.tables, [seen])
    other_tables = [table for table in round.chosen.kept if table.number != seen.number]
    chosen = sorted([*other_tables, seen] if keep else other_tables, key=lambda table: table.number)
    settings = replace(round.chosen, kept=_plain(chosen))
    return _save(round, draft, draft.tables, settings, entrants_of(round.tournament), {seen.number})


@transaction.atomic
def draft_exclude(*, round: Round, one: EntrantId, other: EntrantId, exclude: bool) -> DraftChange:
    """Choose whether two entrants must not meet; if they sit together, they stay until the round is drawn again.

    A meeting can be allowed again even if one of them has left since.
    """
    round = _lock_draft(round)
    draft = drafted(round)
    touched = {table.number for table in draft.tables if not {one, other}.isdisjoint(table.seated)}
    if exclude and not {one, other} <= draft.keys.keys():
        raise _changed_meanwhile()
    meeting = (min(one, other), max(one, other))
    excluded = {other for other in round.chosen.excluded if other != meeting} | ({meeting} if exclude else set())
    settings, entrants = replace(round.chosen, excluded=tuple(sorted(excluded))), entrants_of(round.tournament)
    request = replace(request_of_draft(round, entrants, seated_in(draft.tables)), settings=settings)
    return _save(round, draft, noted_anew(draft.tables, request, touched), settings, entrants, touched)


@transaction.atomic
def draft_fix(*, round: Round, pair: EntrantId, table: int) -> DraftChange:
    """Give a pair a fixed table, in this round and later ones; 0 for any table."""
    round = _lock_draft(round)
    draft = drafted(round)
    touched = {_table_of(draft.tables, pair).number}
    row = round.tournament.pairs.get(number=pair)
    fixed = (row.number, row.fixed_table or 0)
    pair_change(pair=row, fixed_table=table)
    entrants = entrants_of(round.tournament)
    request = request_of_draft(round, entrants, seated_in(draft.tables))
    tables = noted_anew(draft.tables, request, touched)
    return _save(round, draft, tables, request.settings, entrants, touched, fixed=fixed)


@transaction.atomic
def draft_redraw(*, round: Round, seed: int) -> Round:
    """Draw again with another seed: kept tables stay, excluded meetings are avoided.

    A table is not kept if somebody has left.
    """
    round = _lock_draft(round)
    coming = next_round(round.tournament)
    here = {entrant.id for entrant in coming.evening.entrants if entrant.active}
    kept_tables = tuple(table for table in round.chosen.kept if here.issuperset(table.seated))
    settings = replace(round.chosen, kept=kept_tables)
    # The referee decided whether to draw without results when the draft was created.
    system = System(round.system)
    return draw(coming, system=system, settings=settings, seed=seed, without_open=True, by_rating=round.by_rating).round


@transaction.atomic
def draft_undo(*, round: Round, depth: int) -> DraftChange:
    """Undo the latest change. `depth` is the number of changes to undo that the referee saw."""
    round = _lock_draft(round)
    if depth != len(round.undo):
        raise _changed_meanwhile()
    if not round.undo:
        raise Refused(_("There is nothing to undo."))
    entry, draft = round.undo[-1], drafted(round)
    kept_before, touched = round.chosen.kept, set[int]()
    if "fixed" in entry:
        number, table = entry["fixed"]
        pair_change(pair=round.tournament.pairs.get(number=number), fixed_table=table)
        touched.add(_table_of(draft.tables, EntrantId(number)).number)
    tables = restored(draft.tables, entry)
    for name, value in entry.get("round", {}).items():
        setattr(round, name, value)
    round.undo = round.undo[:-1]
    entrants = entrants_of(round.tournament)
    return _written(round, draft, tables, entrants, touched | _kept_otherwise(round, kept_before))


def moved_by(change: Callable[[Tables], Tables], tables: Tables) -> Tables:
    """Return the tables after the change; refuse a change that they do not allow."""
    try:
        return change(tables)
    except ValueError as impossible:
        raise Refused(_("That cannot be done with these tables. Choose others.")) from impossible


def _lock_draft(round: Round) -> Round:
    """Return the current draft and its tournament, locked until the transaction ends, with one query."""
    round = Round.objects.select_for_update().select_related("tournament").get(pk=round.pk)
    if round.state != Round.State.DRAFT:
        raise TableChanged(published_already(round.number))
    if round.tournament.plays_matches:
        raise Refused(seated_by_line_ups())
    return round


def _check_seen(tables: Tables, seen: Iterable[DraftTable]) -> None:
    now = {table.number: table for table in tables}
    for table in seen:
        if table.number not in now or not same_seats(now[table.number], table):
            raise _changed_meanwhile()


def _table_of(tables: Tables, entrant: EntrantId) -> DraftTable:
    try:
        return table_at(tables, entrant)
    except ValueError as gone:
        raise _changed_meanwhile() from gone


def _changed_meanwhile() -> TableChanged:
    return TableChanged(
        _("The draft has been changed in the meantime; this is the current version. Your change was not made.")
    )


def _plain(tables: Iterable[DraftTable]) -> tuple[DraftTable, ...]:
    return tuple(replace(table, why=()) for table in tables)


def _save(
    round: Round,
    draft: DraftTables,
    tables: Tables,
    settings: RoundSettings,
    entrants: tuple[Entrant, ...],
    touched: Iterable[int] = (),
    *,
    fixed: tuple[int, int] | None = None,
) -> DraftChange:
    """Add the draft's previous state to its undo list, and write the new one."""
    was, kept_before = fields_of(round), round.chosen.kept
    round.settings = settings_to_json(settings)
    remember(round, draft.tables, tables, was=was, fixed=fixed)
    return _written(round, draft, tables, entrants, {*touched, *_kept_otherwise(round, kept_before)})


def _kept_otherwise(round: Round, before: Iterable[DraftTable]) -> set[int]:
    """Return the numbers of the tables that are kept now and were not before, or the reverse."""
    return {table.number for table in before} ^ {table.number for table in round.chosen.kept}


def _written(
    round: Round, draft: DraftTables, tables: Tables, entrants: tuple[Entrant, ...], touched: set[int]
) -> DraftChange:
    """Write the draft directly, without a history, which only records published rounds."""
    keys = draft.keys if seated_in(tables) <= draft.keys.keys() else keys_of(round.tournament)
    store_tables(round, draft.tables, tables, keys)
    Round.objects.filter(pk=round.pk).update(undo=round.undo, **fields_of(round))
    was, now = ({table.number: table for table in seating} for seating in (draft.tables, tables))
    differ = {number for number in was.keys() | now.keys() if was.get(number) != now.get(number)}
    return DraftChange(
        round=round, before=draft.tables, tables=tables, entrants=entrants, touched=frozenset(differ | touched)
    )
