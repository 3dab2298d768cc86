"""The seats of earlier rounds as known at a later draw: seats can be corrected during play."""

from collections.abc import Iterator
from dataclasses import replace

from tournaments.models import Round
from tournaments.pairing.draw_record import seats_read
from tournaments.records import Outcome, TableResult

from .evening import Evening


def as_at_the_draw(round_: Round, evening: Evening) -> tuple[Evening, list[int]]:
    """Return the evening with the seats known at the draw, and the rounds whose seats were corrected since."""
    then = seats_read(round_.seats_then)
    if not then:  # equivalent: speed alone
        return evening, []
    unchanged = [result for result in evening.results if result.round not in then]
    results = sorted([*unchanged, *_seated(round_, evening)])
    return replace(evening, results=results), sorted({now.round for now in {*evening.results} ^ {*results}})


def _seated(round_: Round, evening: Evening) -> Iterator[TableResult]:
    """Yield the corrected rounds' tables with the entrants seated there at the draw, and their outcomes."""
    now = {(result.round, result.table): result for result in evening.results}
    knockouts = {result.round for result in evening.results if result.knockout}
    for number, tables in seats_read(round_.seats_then).items():
        own = evening.own_knockouts.get(number)
        for table in tables:
            knockout = number in knockouts if own is None else table.ns in own
            empty = TableResult(round=number, table=table.number, ns=table.ns, ew=table.ew, outcome=Outcome.OPEN)
            result = now.get((number, table.number), empty._replace(knockout=knockout))
            outcome = Outcome.REST if table.ew is None else _played(result)
            result = result._replace(ns=table.ns, ew=table.ew, outcome=outcome)
            yield result._replace(ns_partner=table.ns_partner, ew_partner=table.ew_partner)


def _played(result: TableResult) -> Outcome:
    """Return the table's outcome; a table where somebody rests now was not played yet."""
    return Outcome.OPEN if result.outcome is Outcome.REST else result.outcome
