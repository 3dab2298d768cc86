"""What a referee does with a draft before it is published; every step can be taken back.

Two referees may have the same draft before them: a change says which tables it was made from, and one made from
tables that are no longer so is refused with `TableChanged`, so that nobody is moved unseen. Nothing that others see
changes, so the tournament's revision stays.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.drafting.effects import noted_anew, reseated
from tournaments.drafting.moves import Tables, same_seats, table_at
from tournaments.errors import TableChanged
from tournaments.models import Round
from tournaments.records import DraftTable, EntrantId, PairingRequest, System
from tournaments.records.settings_json import settings_to_json
from tournaments.selectors.drafts import Drafted, drafted, keys_of, request_of_draft

from .draft_undo import fields_of, remember, restored, store_tables
from .pairs import pair_change
from .rounds import draw, next_round


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A draft before and after a change, and the numbers of the tables that read differently now."""

    round: Round
    before: Tables
    tables: Tables
    request: PairingRequest
    touched: frozenset[int]


@transaction.atomic
def draft_change(*, round: Round, seen: Iterable[DraftTable], change: Callable[[Tables], Tables]) -> Changed:
    """Seat the pairs as `change` says; what it breaks and costs is kept beside the tables that it touches.

    A kept table that somebody leaves is kept no longer.
    """
    round = _lock_draft(round)
    draft = drafted(round)
    _check_seen(draft.tables, seen)
    try:
        moved = change(draft.tables)
    except ValueError as impossible:
        raise Refused(_("That cannot be done with these tables. Choose others.")) from impossible
    request = request_of_draft(round)
    tables = reseated(draft.tables, moved, request)
    kept = {frozenset(table.seated) for table in round.chosen.kept}
    settings = replace(round.chosen, kept=_plain(table for table in tables if frozenset(table.seated) in kept))
    return _save(round, draft, tables, replace(request, settings=settings))


@transaction.atomic
def draft_keep(*, round: Round, seen: DraftTable, keep: bool) -> Changed:
    """Whether a table stays as it is when the others are drawn again."""
    round = _lock_draft(round)
    draft = drafted(round)
    _check_seen(draft.tables, [seen])
    kept = [table for table in round.chosen.kept if table.number != seen.number]
    chosen = sorted([*kept, seen] if keep else kept, key=lambda table: table.number)
    request = request_of_draft(round)
    settings = replace(round.chosen, kept=_plain(chosen))
    return _save(round, draft, draft.tables, replace(request, settings=settings), {seen.number})


@transaction.atomic
def draft_exclude(*, round: Round, one: EntrantId, other: EntrantId, exclude: bool) -> Changed:
    """Whether two shall not meet; where they sit together they stay until the round is drawn again.

    A meeting is allowed again also of somebody who has left since.
    """
    round = _lock_draft(round)
    draft = drafted(round)
    touched = {table.number for table in draft.tables if not {one, other}.isdisjoint(table.seated)}
    if exclude and not {one, other} <= draft.keys.keys():
        raise _changed_meanwhile()
    meeting = (min(one, other), max(one, other))
    excluded = {each for each in round.chosen.excluded if each != meeting} | ({meeting} if exclude else set())
    request = request_of_draft(round)
    request = replace(request, settings=replace(round.chosen, excluded=tuple(sorted(excluded))))
    return _save(round, draft, noted_anew(draft.tables, request, touched), request, touched)


@transaction.atomic
def draft_fix(*, round: Round, pair: EntrantId, table: int) -> Changed:
    """The table that a pair keeps, in this round and those after it; 0: it sits anywhere."""
    round = _lock_draft(round)
    draft = drafted(round)
    touched = {_table_of(draft.tables, pair).number}
    row = round.tournament.pairs.get(number=pair)
    fixed = (row.number, row.fixed_table or 0)
    pair_change(pair=row, fixed_table=table)
    request = request_of_draft(round)
    return _save(round, draft, noted_anew(draft.tables, request, touched), request, touched, fixed=fixed)


@transaction.atomic
def draft_redraw(*, round: Round, seed: int) -> Round:
    """Draw again with another seed: kept tables stay, excluded meetings are avoided.

    A table is not kept where somebody has left.
    """
    round = _lock_draft(round)
    coming = next_round(round.tournament)
    here = {entrant.id for entrant in coming.evening.entrants if entrant.active}
    kept = tuple(table for table in round.chosen.kept if here.issuperset(table.seated))
    settings = replace(round.chosen, kept=kept)
    # Whether to draw without results was decided when the draft was made.
    system = System(round.system)
    return draw(coming, system=system, settings=settings, seed=seed, without_open=True, by_rating=round.by_rating).round


@transaction.atomic
def draft_undo(*, round: Round, depth: int) -> Changed:
    """Take the latest change back. `depth`: how many there were to take back when the referee asked."""
    round = _lock_draft(round)
    if depth != len(round.undo):
        raise _changed_meanwhile()
    if not round.undo:
        raise Refused(_("There is nothing to take back."))
    entry, draft = round.undo[-1], replace(drafted(round), keys=keys_of(round.tournament))
    kept_before, touched = round.chosen.kept, set[int]()
    if "fixed" in entry:
        number, table = entry["fixed"]
        pair_change(pair=round.tournament.pairs.get(number=number), fixed_table=table)
        touched.add(_table_of(draft.tables, EntrantId(number)).number)
    tables = restored(draft.tables, entry)
    for name, value in entry.get("round", {}).items():
        setattr(round, name, value)
    round.undo = round.undo[:-1]
    return _written(round, draft, tables, request_of_draft(round), touched | _kept_otherwise(round, kept_before))


def _lock_draft(round: Round) -> Round:
    """The draft as it is now, and its tournament, locked until the transaction ends. One query."""
    round = Round.objects.select_for_update().select_related("tournament").get(pk=round.pk)
    if round.state != Round.State.DRAFT:
        raise TableChanged(_("Round %(round)s has been published already.") % {"round": round.number})
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
    return TableChanged(_("The draft has been changed meanwhile: here it is as it is now. Nothing was changed by you."))


def _plain(tables: Iterable[DraftTable]) -> tuple[DraftTable, ...]:
    return tuple(replace(table, why=()) for table in tables)


def _save(
    round: Round,
    draft: Drafted,
    tables: Tables,
    request: PairingRequest,
    touched: Iterable[int] = (),
    *,
    fixed: tuple[int, int] | None = None,
) -> Changed:
    """Remember how the draft was, and write how it is; the settings are the request's."""
    was, kept_before = fields_of(round), round.chosen.kept
    round.settings = settings_to_json(request.settings)
    remember(round, draft.tables, tables, was=was, fixed=fixed)
    return _written(round, draft, tables, request, {*touched, *_kept_otherwise(round, kept_before)})


def _kept_otherwise(round: Round, before: Iterable[DraftTable]) -> set[int]:
    """The numbers of the tables that are kept and were not, or the other way round."""
    return {table.number for table in before} ^ {table.number for table in round.chosen.kept}


def _written(round: Round, draft: Drafted, tables: Tables, request: PairingRequest, touched: set[int]) -> Changed:
    """Saved past the history, which tells of published rounds only."""
    store_tables(round, draft.tables, tables, draft.keys)
    Round.objects.filter(pk=round.pk).update(undo=round.undo, **fields_of(round))
    was, now = ({table.number: table for table in each} for each in (draft.tables, tables))
    differ = {number for number in was.keys() | now.keys() if was.get(number) != now.get(number)}
    return Changed(
        round=round, before=draft.tables, tables=tables, request=request, touched=frozenset(differ | touched)
    )
