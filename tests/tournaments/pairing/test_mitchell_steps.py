"""How long a step holds, reckoned from offsets, held against the definition: EW move on, and nobody meets again."""

from dataclasses import replace
from random import Random

from tests.tournaments.pairing.evenings import entrants
from tournaments.pairing.mitchell import _Hall, _hall, _seats_before, steps_ahead
from tournaments.records import EntrantId, Outcome, PairingRequest, RoundSettings, TableResult
from tournaments.records.sections import section_starts


def moving_everybody(request: PairingRequest, step: int, most: int) -> int:
    """Return the rounds without a rematch after moving EW again and again, with a list of all who have met."""
    hall, memory = _hall(request), request.settings.memory
    met = [(table.round, {table.ns, table.ew}) for table in request.history if table.ns and table.ew]
    for done in range(most):
        if done or _seats_before(request):
            hall.ew = moved(hall, step)
        now = request.round + done
        seated = [{ns, ew} for ns, ew in zip(hall.ns, hall.ew, strict=True) if ns and ew]
        if any(pairs in seated and (memory is None or now - round_ <= memory) for round_, pairs in met):
            return done
        met += [(now, pairs) for pairs in seated]
    return most


def moved(hall: _Hall, step: int) -> list[EntrantId | None]:
    """Return EW after each has moved on by `step` tables, one after the other."""
    places: dict[int, EntrantId | None] = {}
    for tables in hall.sections:
        for table in tables:
            after = table + step
            while after not in tables:
                after -= len(tables)
            places[after] = hall.ew[table - 1]
    return [places[table] for table in range(1, len(hall.ew) + 1)]


def any_evening(seed: int) -> PairingRequest:
    """Return a round of an evening in which everything may have happened that seats know."""
    lot = Random(seed)
    known = list(range(1, lot.randint(1, 26)))
    history: list[TableResult] = []
    rounds = lot.choice((0, 1, 1, 2, 3, 5))
    for number in range(1, rounds + 1):
        # By lot, or moved on, so that some steps repeat whole rounds.
        here = lot.sample(known, lot.randint(len(known) // 2, len(known)))
        seats: list[tuple[int | None, int | None]] = [*zip(here[::2], here[1::2], strict=False)]
        if history and lot.random() < 0.6:
            last = [table for table in history if table.round == number - 1]
            ew, by = [table.ew for table in last], lot.randint(0, 4)
            seats = [(table.ns, ew[(at - by) % len(ew)]) for at, table in enumerate(last)]
        history += [
            TableResult(
                round=number,
                table=table,
                ns=None if ns is None else EntrantId(ns),
                ew=None if ew is None else EntrantId(ew),
                outcome=Outcome.PLAYED if ns and ew else Outcome.REST,
            )
            for table, (ns, ew) in enumerate(seats, 1)
        ]
    coming = lot.sample(known, lot.randint(len(known) // 2, len(known))) + [50, 51, 52][: lot.randint(0, 3)]
    fixed = {pair: lot.randint(1, 9) for pair in lot.sample(coming, min(len(coming), lot.choice((0, 0, 2))))}
    tables = (len(coming) + 1) // 2
    return PairingRequest(
        round=rounds + 1,
        entrants=tuple(replace(entrant, fixed_table=fixed.get(entrant.id)) for entrant in entrants(coming)),
        history=tuple(history),
        settings=RoundSettings(
            sections=section_starts(tables, lot.randint(1, 3)) if tables > 2 else (),
            memory=lot.choice((None, None, 1, 2, 4)),
        ),
        rounds_planned=rounds + lot.randint(1, 7),
        since=lot.randint(1, rounds + 1) if lot.random() < 0.2 else 1,
    )


def test_a_step_holds_as_long_as_nobody_meets_again_when_everybody_is_moved() -> None:
    held = set()
    for seed in range(500):
        request, lot = any_evening(seed), Random(seed)
        for step in (1, 2, lot.randint(3, 14)):
            most = lot.randint(1, 12)
            rounds = steps_ahead(request).holds(step, most)
            assert rounds == moving_everybody(request, step, most), (seed, step, most)
            held.add((rounds > 0) + (rounds == most))
    assert held == {0, 1, 2}


def test_the_step_proposed_is_the_first_of_those_that_hold_longest() -> None:
    proposed = set()
    for seed in range(500):
        request = any_evening(seed)
        left = (request.rounds_planned or 0) - request.round + 1
        steps = range(1, max(2, _hall(request).longest))
        best = max(steps, key=lambda step: (moving_everybody(request, step, left), -step))
        assert steps_ahead(request).proposed == best, seed
        proposed.add(best)
    assert len(proposed) > 4
