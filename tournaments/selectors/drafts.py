"""The drafts as pure code takes them, read with few queries, because a change must be answered at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Round, Table, Tournament
from tournaments.pairing.moves import Tables
from tournaments.records import DraftTable, Entrant, EntrantId, Outcome, PairingRequest, Reason, ReasonCode, TableResult
from tournaments.records.sections import in_section

SEATS = ("ns", "ew", "ns_partner", "ew_partner")
NUMBERS = ("number", *(f"{seat}__number" for seat in SEATS))


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTables:
    """The tables of a draft, and the database's keys of the entrants."""

    tables: Tables
    keys: Mapping[EntrantId, int]


def drafted(round_: Round) -> DraftTables:
    """Return the tables of a draft, with their reasons. One query."""
    rows = list(round_.tables.order_by("number").values_list(*NUMBERS, "why", *(f"{seat}_id" for seat in SEATS)))
    width = len(NUMBERS)
    return DraftTables(
        tables=tuple(table_of_row(round_.table_number(number), *seated[:width]) for number, *seated in rows),
        keys={
            EntrantId(number): key
            for row in rows
            for number, key in zip(row[1:width], row[width + 1 :], strict=True)
            if number is not None
        },
    )


def seats_drawn(round_: Round) -> Tables:
    """Return the tables of a round without their reasons, which take most of the time. One query."""
    starts = round_.section_starts
    rows = round_.tables.order_by("number").values_list(*NUMBERS)
    return tuple(
        table_of_row(in_section(number, starts), ns, ew, ns_partner, ew_partner, [])
        for number, ns, ew, ns_partner, ew_partner in rows
    )


def keys_of(tournament: Tournament) -> dict[EntrantId, int]:
    """Return the database's keys of all entrants. One query."""
    return {EntrantId(number): key for number, key in tournament.pairs.values_list("number", "pk")}


def table_of_row(
    number: int, ns: int, ew: int | None, ns_partner: int | None, ew_partner: int | None, why: list[dict[str, Any]]
) -> DraftTable:
    """Return a table from plain values, as stored in the database and in `Round.undo`."""
    return DraftTable(
        number=number,
        ns=EntrantId(ns),
        ew=_entrant(ew),
        ns_partner=_entrant(ns_partner),
        ew_partner=_entrant(ew_partner),
        why=tuple(Reason(ReasonCode(reason["code"]), reason["facts"]) for reason in why),
    )


def request_of_draft(round_: Round, entered: Iterable[Entrant], seated: Iterable[EntrantId]) -> PairingRequest:
    """Return the request by which a draft's changes are judged: the ranking of the draw, and who met. One query.

    Those `seated` who came after the draw are last. The meetings have no results, which only the systems need.
    """
    entrants = {entrant.id: entrant for entrant in entered}
    drawn = [EntrantId(number) for number, _vp in round_.order if number in entrants]
    order = drawn or [entrant.id for entrant in entrants.values() if entrant.active]
    return PairingRequest(
        round=round_.number,
        entrants=tuple(entrants[entrant] for entrant in (*order, *sorted(set(seated) - set(order)))),
        history=_meetings_before(round_),
        seed=round_.seed,
        settings=round_.chosen,
        vp={EntrantId(number): vp for number, vp in round_.order},
    )


def _meetings_before(round_: Round) -> tuple[TableResult, ...]:
    rows = (
        Table.objects.filter(round__tournament=round_.tournament_id, round__number__lt=round_.number)
        .order_by("round__number", "number")
        .values_list("round__number", "outcome", *NUMBERS)
    )
    return tuple(
        TableResult(
            round=number,
            table=table,
            ns=EntrantId(ns),
            ew=_entrant(ew),
            outcome=Outcome(outcome),
            ns_partner=_entrant(ns_partner),
            ew_partner=_entrant(ew_partner),
        )
        for number, outcome, table, ns, ew, ns_partner, ew_partner in rows
    )


def _entrant(number: int | None) -> EntrantId | None:
    return None if number is None else EntrantId(number)
