"""The hand-worked examples of `tests/data/pairing/`, as a referee's manual would print them.

A file is a list of evenings of one system. Each names its rule and lists its rounds: either `given`, played as the
referee seated it, or seated by `system`, with the ranking at that time. `tables` are NS and EW in the order of the
tables, a rest is `[5, null]`, and four players are `[[1, 4], [2, 3]]`; `meetings` are the same if the rule leaves
lines and table numbers open. `mp` are results. `why` names reasons that a table must give.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.pairing.evenings import SHAPE
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import check_draft, check_runs
from tournaments.records import (
    Draft,
    DraftTable,
    Entrant,
    EntrantId,
    Outcome,
    PairingRequest,
    ReasonCode,
    Run,
    System,
    TableResult,
)
from tournaments.records.settings_json import settings_from_json

DATA = Path(__file__).parents[2] / "data" / "pairing"
EXAMPLES = [
    pytest.param(example, id=f"{path.stem}: {example['name']}")
    for path in sorted(DATA.glob("*.json"))
    for example in json.loads(path.read_text(encoding="utf-8"))
]

Round = Mapping[str, Any]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_rounds_come_out_as_worked_by_hand(example: Mapping[str, Any]) -> None:
    history: tuple[TableResult, ...] = ()
    run: Run | None = None
    answered = []
    for number, round_ in enumerate(example["rounds"], 1):
        system = System(round_.get("system", System.MANUAL))
        if "given" in round_:
            draft = _given(round_["given"])
        else:
            request = _request(example, round_, number, history, run)
            draft = pair_round(system, request)
            _compare(draft, round_, f"round {number}")
            assert check_draft(draft, request) == [], f"round {number}"
            answered.append((draft, request))
        if system in SHAPE:
            run = run or Run(start=number, order=tuple(map(EntrantId, round_["ranking"])))
        history += tuple(_played(draft, number, round_.get("mp", {})))
    assert check_runs(answered) == []


def _request(
    example: Mapping[str, Any], round_: Round, number: int, history: tuple[TableResult, ...], run: Run | None
) -> PairingRequest:
    return PairingRequest(
        round=number,
        entrants=tuple(_entrant(example, pair) for pair in round_["ranking"]),
        history=history,
        seed=example.get("seed", 1),
        settings=settings_from_json(round_.get("settings", {})),
        vp={EntrantId(int(pair)): vp for pair, vp in round_.get("vp", {}).items()},
        run=run,
        rounds_planned=example.get("rounds_planned"),
        seats=tuple((EntrantId(ns), None if ew is None else EntrantId(ew)) for ns, ew in round_.get("seats", ())),
    )


def _entrant(example: Mapping[str, Any], pair: int) -> Entrant:
    def of(facts: str) -> Any:
        return next((key for key, members in example.get(facts, {}).items() if pair in members), None)

    club, team, table = of("clubs"), of("teams"), of("fixed_tables")
    return Entrant(
        id=EntrantId(pair),
        names=(f"Player {pair}",),
        clubs=(club,) if club else (),
        team=int(team) if team else None,
        fixed_table=int(table) if table else None,
    )


def _sides(table: Iterable[Any]) -> tuple[tuple[EntrantId, ...], ...]:
    return tuple(
        tuple(map(EntrantId, side)) if isinstance(side, list) else () if side is None else (EntrantId(side),)
        for side in table
    )


def _given(tables: list[list[Any]]) -> Draft:
    def table(number: int, ns: tuple[EntrantId, ...], ew: tuple[EntrantId, ...]) -> DraftTable:
        (ns, ns_partner), (ew, ew_partner) = ((*side, None, None)[:2] for side in (ns, ew))  # type: ignore[assignment]
        return DraftTable(number=number, ns=ns, ew=ew, ns_partner=ns_partner, ew_partner=ew_partner)  # type: ignore[arg-type]

    seated = tuple(table(number, *_sides(sides)) for number, sides in enumerate(tables, 1))
    return Draft(system=System.MANUAL, seed=0, tables=seated)


def _as_sides(table: DraftTable) -> tuple[tuple[EntrantId, ...], ...]:
    ns, ew = (table.ns, table.ns_partner), (table.ew, table.ew_partner)
    return tuple(tuple(one for one in side if one is not None) for side in (ns, ew))


def _unordered(tables: Iterable[tuple[tuple[EntrantId, ...], ...]]) -> set[frozenset[frozenset[EntrantId]]]:
    return {frozenset(frozenset(side) for side in table) for table in tables}


def _compare(draft: Draft, round_: Round, context: str) -> None:
    seats = [_as_sides(table) for table in draft.tables]
    assert [table.number for table in draft.tables] == list(range(1, len(seats) + 1)), context
    if "tables" in round_:
        assert seats == [_sides(table) for table in round_["tables"]], context
    else:
        assert _unordered(seats) == _unordered(_sides(table) for table in round_["meetings"]), context
    assert sorted(draft.out) == round_.get("out", []), context
    if draft.system is not System.INDIVIDUAL or "cost" in round_:
        assert draft.cost == round_.get("cost"), context
    assert draft.rematches == round_.get("rematches", 0), context
    why = {table.number: {reason.code for reason in table.why} for table in draft.tables}
    for number, codes in round_.get("why", {}).items():
        assert why[int(number)] >= {ReasonCode(code) for code in codes}, f"{context}, table {number}"


def _played(draft: Draft, number: int, mp: Mapping[str, int]) -> Iterable[TableResult]:
    for table in draft.tables:
        yield TableResult(
            round=number,
            table=table.number,
            ns=table.ns,
            ew=table.ew,
            ns_partner=table.ns_partner,
            ew_partner=table.ew_partner,
            outcome=Outcome.REST if table.ew is None else Outcome.PLAYED,
            ns_mp=mp.get(str(table.ns)),
            ew_mp=mp.get(str(table.ew)),
        )
