"""The knockout: losers are out (docs/tournaments.md §2, docs/pairing.md §10).

The bracket itself is in `tournaments/ranking/bracket.py`.

The first round seeds the bracket from the ranking at that time, so "four Danish rounds, then the best eight" is one
tournament; the others follow from the results. Pairs that are not in the bracket, or are out, neither play nor rest.

| covered                                                               | not covered                           |
|-----------------------------------------------------------------------|---------------------------------------|
| any number of qualifiers, byes to the best seeds, third place;        | matches over several rounds;          |
| ties to the better seed or as the referee says; who withdraws loses   | a second chance for those who lost    |
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tournaments.ranking.bracket import Bracket, Match, WinReason, bracket_of, knockout_order
from tournaments.records import Draft, EntrantId, PairingRequest, Reason, ReasonCode, Run, System

from .common import Past, draft_of, lines, order_of
from .refusals import PairingRefused, RefusalCode
from .round_plan import PlannedMeeting, tables_as_planned


def pair_knockout(request: PairingRequest) -> Draft:
    """Pair the next round of the bracket: its tables in the order of the bracket, then the match for third place."""
    past = Past.of(request.history)
    bracket, start = _bracket(request)
    at = request.round - start
    if at >= len(bracket.rounds):
        raise _over(bracket)
    before = bracket.rounds[at - 1] if at else ()
    _check_results(before)
    final = at == len(bracket.rounds) - 1
    third_place = [bracket.third_place] if final and bracket.third_place else []
    plan = [*_plan([*bracket.rounds[at], *third_place], before, request, past)]
    if not plan:
        raise _over(bracket)
    draft = draft_of(System.KNOCKOUT, request, past, tables_as_planned(request, past, plan))
    seated = {entrant for table in draft.tables for entrant in table.seated}
    return replace(draft, out=tuple(entrant for entrant in order_of(request) if entrant not in seated))


def _bracket(request: PairingRequest) -> tuple[Bracket, int]:
    """Return the bracket that this round continues or begins, and the round in which it began."""
    settings, run = request.settings, request.run
    if run is None:
        # Losers are out until there is a winner.
        if request.unfinished is not None:
            raise PairingRefused(RefusalCode.KNOCKOUT_UNFINISHED, {"round": request.unfinished.start})
        here, qualifiers = len(request.entrants), settings.qualifiers
        if qualifiers is not None and not 2 <= qualifiers <= here:
            raise PairingRefused(RefusalCode.QUALIFIERS_OUT_OF_RANGE, {"qualifiers": qualifiers, "here": here})
        run = Run(start=request.round, order=tuple(order_of(request)))
    began, present = {*run.order}, {*order_of(request)}
    # Whoever came from another girone was at tables that are none of this bracket.
    tables = [
        table
        for table in request.history
        if not began.isdisjoint(table.ns_side + table.ew_side) or present.issuperset(table.ns_side + table.ew_side)
    ]
    return bracket_of(run, tables, settings, {request.round: settings.advance}), run.start


def _check_results(before: Iterable[Match]) -> None:
    """Raise PairingRefused if a match of the previous round has no winner yet."""
    for match in before:
        if match.winner is None and not match.empty:
            table = match.table.table if match.table else match.number
            raise PairingRefused(RefusalCode.KNOCKOUT_OPEN, {"table": table, "round": match.round})


def _over(bracket: Bracket) -> PairingRefused:
    return PairingRefused(RefusalCode.KNOCKOUT_OVER, {"pair": knockout_order(bracket)[0]})


def _plan(
    matches: Iterable[Match], before: Sequence[Match], request: PairingRequest, past: Past
) -> Iterator[PlannedMeeting]:
    """Yield the matches: two present entrants meet, one alone passes; a match that both have left is not played."""
    here = set(order_of(request))
    tied = {match.winner: _went_on(match) for match in before if match.decided in TIED}
    for match in matches:
        present = [entrant for entrant in match.contestants if entrant in here]
        went_on = [tied[entrant] for entrant in present if entrant in tied and not match.third_place]
        if len(present) == 2:
            better, other = sorted(present, key=lambda entrant: _seed(match, entrant))
            ns, ew = lines(past, better, other)
            yield PlannedMeeting(ns=ns, ew=ew, why=(_met_in(match), *went_on))
        elif present and not match.third_place:
            yield PlannedMeeting(ns=present[0], why=(_bye(match, present[0], later=bool(before)), *went_on))


TIED = {WinReason.BETTER_SEED: ReasonCode.KNOCKOUT_BETTER_SEED, WinReason.REFEREE: ReasonCode.KNOCKOUT_ADVANCED}
"""The matches whose winner does not follow from the points, with their reasons."""


def _went_on(match: Match) -> Reason:
    assert match.winner is not None and match.decided is not None
    return Reason(TIED[match.decided], {"pair": match.winner, "round": match.round})


def _seed(match: Match, entrant: EntrantId) -> tuple[int, EntrantId]:
    seeds = {side.entrant: side.seed or 0 for side in (match.first, match.second)}
    return seeds[entrant], entrant


def _met_in(match: Match) -> Reason:
    if match.third_place:
        return Reason(ReasonCode.KNOCKOUT_THIRD_PLACE)
    seeds = sorted(side.seed or 0 for side in (match.first, match.second))
    return Reason(ReasonCode.KNOCKOUT_MATCH, {"stage": match.stage, "upper": seeds[0], "lower": seeds[1]})


def _bye(match: Match, entrant: EntrantId, *, later: bool) -> Reason:
    missing = [other for other in match.contestants if other != entrant]
    if missing:
        return Reason(ReasonCode.REST_OPPONENT_GONE, {"pair": entrant, "other": missing[0]})
    return Reason(ReasonCode.BYE, {"pair": entrant, "later": later})
