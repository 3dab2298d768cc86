"""Runs: rounds of a system that plans ahead, which belong together, and the tables as they read their results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from .models import Round
from .records import Adjustment, EntrantId, System, TableResult

PLANNED_AHEAD: Mapping[System, tuple[str, ...]] = {
    System.ROUND_ROBIN: ("groups",),
    System.KNOCKOUT: ("qualifiers",),
    System.INDIVIDUAL: ("movement",),
}
"""The systems whose rounds belong together, and the settings that must stay the same for one run of them."""


def latest_run(rounds: Sequence[Round], system: System) -> list[Round]:
    """The latest rounds of a system that plans ahead that belong together, in order; other rounds may have followed."""
    run: list[Round] = []
    for round_ in reversed(rounds):
        alike = not run or all(
            getattr(round_.chosen, name) == getattr(run[0].chosen, name) for name in PLANNED_AHEAD[system]
        )
        if round_.system == system and alike:
            run.insert(0, round_)
        elif run:
            break
    return run


def with_adjustments(results: Iterable[TableResult], adjustments: Iterable[Adjustment]) -> Iterator[TableResult]:
    """The tables with the referee's MP adjustments in their MP, as a knockout reads who won."""
    given: dict[tuple[int, EntrantId], int] = {}
    for adjustment in adjustments:
        key = (adjustment.round, adjustment.entrant)
        given[key] = given.get(key, 0) + adjustment.mp
    for result in results:
        ns, ew = (sum(given.get((result.round, each), 0) for each in side) for side in (result.ns_side, result.ew_side))
        if (ns or ew) and result.ns_mp is not None and result.ew_mp is not None:
            yield replace(result, ns_mp=result.ns_mp + ns, ew_mp=result.ew_mp + ew)
        else:
            yield result
