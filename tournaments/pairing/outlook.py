"""The prospects of a system with its settings: warnings when they are chosen, with settings that would work.

All are warnings except `REFUSED`, when no round can be drawn: possible play is never refused. The remaining planned
rounds are treated as if all of them were drawn by this system and nobody came or left.

| system                               | what is said                                                             |
|--------------------------------------|--------------------------------------------------------------------------|
| every one                            | tables that two pairs keep or nobody plays at; teams of more than half   |
| `mitchell`                           | for how many rounds the step holds, and which steps hold longer          |
| `draw`, `danish_no_rematch`, `swiss` | after how many rounds somebody has met everybody                         |
| `round_robin`                        | how many rounds it needs, what would fit; uneven groups; teams that meet |
| `knockout`                           | how many rounds it needs, and how many qualifiers fit                    |
| `individual`                         | a whist movement that is shorter than the evening                        |
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from operator import attrgetter

from tournaments.records import Draft, Movement, PairingRequest, System

from .common import Past, remembered_since
from .gironi import each_girone, gironi_here, part_of, tables_of_gironi
from .individual import LEAST
from .knockout import pair_knockout
from .mitchell import pair_mitchell, steps_ahead
from .mitchell_steps import STEPS_TRIED
from .refusals import PairingRefused, RefusalCode
from .round_robin import groups_dealt, pair_round_robin, rounds_needed
from .seating import check_kept
from .whist import starters

Facts = Mapping[str, int | str | list[int]]


class OutlookCode(StrEnum):
    """The kind of warning. `tournaments/wording/outlook.py` has the sentence in the reader's language."""

    REFUSED = "refused"
    """No round can be drawn like this."""
    TABLE_MISSING = "table_missing"
    """Pairs have a fixed table beyond the last one. Facts: `pairs`, `tables`."""
    TABLE_TWICE = "table_twice"
    """Several pairs have the same fixed table. Facts: `table`, `pairs`."""
    TEAM_TOO_BIG = "team_too_big"
    """A team has more than half of the pairs. Facts: `team`, `size`, and the least number of `tables` within it."""
    TEAMS_MEET = "teams_meet"
    """Round robin: teammates in one group. Facts: `teams`."""
    STEP_TOO_SHORT = "step_too_short"
    """Facts: `step`, the `rounds` that it lasts, `planned`, the steps that last `longer`, the `most` of any step.
    """
    REMATCHES_AHEAD = "rematches_ahead"
    """Facts: the most `rounds` without a rematch, `planned`."""
    ROUND_ROBIN_TOO_LONG = "round_robin_too_long"
    """Facts: `here`, `needs`, `planned`, and what fits, 0 if nothing does.

    That is the rounds of `one_leg`, or a number of `groups` with the rounds that it `lasts`.
    """
    GROUPS_UNEVEN = "groups_uneven"
    """An even group beside bigger, odd ones waits two rounds of each leg. Facts: `smaller`, `bigger` (pairs)."""
    KNOCKOUT_TOO_LONG = "knockout_too_long"
    """Facts: `here` (number of entrants), `needs`, `planned`, `fits` (number of qualifiers; 0 once it has begun)."""
    WHIST_TOO_SHORT = "whist_too_short"
    """Facts: `players`, `rounds` left in the movement, `planned`; 1 if it `goes_on` automatically as Danish."""


@dataclass(frozen=True, slots=True)
class OutlookNote:
    code: OutlookCode
    facts: Facts = field(default_factory=dict)
    refusal: PairingRefused | None = None
    """The refusal, for `REFUSED` only."""
    girone: int | None = None
    """The girone concerned, if each is paired by itself."""

    @property
    def possible(self) -> bool:
        return self.refusal is None


def outlook_of(system: System, request: PairingRequest, draft: Draft | None = None) -> list[OutlookNote]:
    """Return the warnings for this round and, if the number of rounds is known, for those after it.

    `draft` is what the system draws from the request, if that is known: so it is not drawn again.
    """
    if not each_girone(system, request):
        return _outlook(system, request, draft)
    try:
        gironi = gironi_here(system, request)
    except PairingRefused as refusal:
        return [OutlookNote(OutlookCode.REFUSED, refusal=refusal)]
    parts = {girone: _outlook_of(system, request, girone) for girone in gironi}
    if not all(map(_is_over, parts.values())):
        # A girone whose knockout is over is out of a round that the others play.
        parts = {girone: notes for girone, notes in parts.items() if not _is_over(notes)}
    notes = [
        replace(note, girone=girone)
        for girone, notes in parts.items()
        for note in notes
        if note.code not in OF_THE_HALL
    ]
    return [
        *notes,
        *_tables_kept(request, sum(tables.playing for tables in tables_of_gironi(system, request).values())),
    ]


def _is_over(notes: Sequence[OutlookNote]) -> bool:
    return any(note.refusal is not None and note.refusal.code is RefusalCode.KNOCKOUT_OVER for note in notes)


def _outlook_of(system: System, request: PairingRequest, girone: int) -> list[OutlookNote]:
    """Return the warnings for one girone."""
    try:
        return _outlook(*part_of(system, request, girone))
    except PairingRefused as refusal:
        return [OutlookNote(OutlookCode.REFUSED, refusal=refusal)]


OF_THE_HALL = frozenset({OutlookCode.TABLE_MISSING, OutlookCode.TABLE_TWICE})
"""The warnings about tables as the hall numbers them, not a girone."""


def _outlook(system: System, request: PairingRequest, draft: Draft | None = None) -> list[OutlookNote]:
    try:
        tables = _tables_of(system, request) if draft is None else _tables_in(draft)
    except PairingRefused as refusal:
        return [OutlookNote(OutlookCode.REFUSED, refusal=refusal)]
    notes = [*_tables_kept(request, tables), *_teams(system, request)]
    if request.rounds_planned is not None:
        notes += AHEAD.get(system, _nothing)(request, max(1, request.rounds_planned - request.round + 1))
    return notes


DRAWN_AT_ONCE: Mapping[System, Callable[[PairingRequest], Draft]] = {
    System.MITCHELL: pair_mitchell,
    System.ROUND_ROBIN: pair_round_robin,
    System.KNOCKOUT: pair_knockout,
}
"""The systems that are tried to know whether they refuse: they only follow their plan."""


def _tables_of(system: System, request: PairingRequest) -> int:
    """Return the number of tables of the round. Raise PairingRefused if the draw would."""
    here = len(request.entrants)
    if here < 2:
        raise PairingRefused(RefusalCode.TOO_FEW, {"pairs": here})
    if system is System.INDIVIDUAL:
        if here < LEAST:
            raise PairingRefused(RefusalCode.TOO_FEW_PLAYERS, {"players": here})
        if request.settings.movement is Movement.WHIST and here not in starters():
            raise PairingRefused(RefusalCode.NO_WHIST, {"players": here, "known": [*starters()]})
    check_kept(system, request)
    if system in DRAWN_AT_ONCE:
        return _tables_in(DRAWN_AT_ONCE[system](request))
    if system is System.MANUAL and request.seats:
        return sum(ew is not None for _ns, ew in request.seats)
    return here // (4 if system is System.INDIVIDUAL else 2)


def _tables_in(draft: Draft) -> int:
    return sum(table.ew is not None for table in draft.tables)


def _tables_kept(request: PairingRequest, tables: int) -> Iterator[OutlookNote]:
    keeps: dict[int, list[int]] = {}
    for entrant in request.entrants:
        if entrant.fixed_table is not None:
            keeps.setdefault(entrant.fixed_table, []).append(int(entrant.id))
    beyond = sorted(pair for table, pairs in keeps.items() if table > tables for pair in pairs)
    if beyond:
        yield OutlookNote(OutlookCode.TABLE_MISSING, {"pairs": beyond, "tables": tables})
    for table, pairs in sorted(keeps.items()):
        if len(pairs) > 1 and table <= tables:
            yield OutlookNote(OutlookCode.TABLE_TWICE, {"table": table, "pairs": sorted(pairs)})


def _teams(system: System, request: PairingRequest) -> Iterator[OutlookNote]:
    team_of = {entrant.id: entrant.team for entrant in request.entrants if entrant.team is not None}
    if system is System.INDIVIDUAL:
        return
    sizes = Counter(team_of.values())
    if system is System.ROUND_ROBIN:
        order = request.run.order if request.run else [entrant.id for entrant in request.entrants]
        groups = groups_dealt(order, request.settings.groups).values()
        in_group = [Counter(team_of[pair] for pair in group if pair in team_of) for group in groups]
        meet = {team for counted in in_group for team, pairs in counted.items() if pairs > 1}
        if meet:
            yield OutlookNote(OutlookCode.TEAMS_MEET, {"teams": sorted(meet)})
        return
    for team, size in sorted(sizes.items()):
        alone = size - (len(request.entrants) + 1) // 2
        if alone > 0:
            yield OutlookNote(OutlookCode.TEAM_TOO_BIG, {"team": team, "size": size, "tables": alone})


def _nothing(request: PairingRequest, planned: int) -> Iterator[OutlookNote]:
    return iter(())


def _mitchell(request: PairingRequest, planned: int) -> Iterator[OutlookNote]:
    ahead = steps_ahead(request)
    step = ahead.proposed if request.settings.step is None else request.settings.step
    holds = ahead.holds(step, planned)
    if holds < planned:
        lasting = {other: ahead.holds(other, planned) for other in range(1, min(ahead.longest, STEPS_TRIED))}
        longer = [other for other, rounds in lasting.items() if rounds > holds and rounds == max(lasting.values())]
        most = max(lasting.values(), default=holds)
        facts: Facts = {"step": step, "rounds": holds, "planned": planned, "longer": longer, "most": most}
        yield OutlookNote(OutlookCode.STEP_TOO_SHORT, facts)


def _without_rematch(request: PairingRequest, planned: int) -> Iterator[OutlookNote]:
    here, memory = {entrant.id for entrant in request.entrants}, request.settings.memory
    # With a short memory there is always a possible opponent.
    if memory is not None and memory < len(here) - 1:
        return
    # Nobody has met more opponents than it sat at tables.
    sat = Counter(chain(map(attrgetter("ns"), request.history), map(attrgetter("ew"), request.history)))
    if len(here) - 1 - max((sat[pair] for pair in here), default=0) >= planned:  # equivalent: speed alone
        return
    past = Past.of(request.history)
    met, rests = past.met_since(remembered_since(request)), past.rests
    least = min(rests[pair] for pair in here)
    # With an odd number, a pair with the fewest rests may rest in one of the rounds.
    left = (
        len(here) - 1 - len(here & met.get(pair, {}).keys()) + (len(here) % 2 and rests[pair] == least) for pair in here
    )
    rounds = min(left)
    if rounds < planned:
        yield OutlookNote(OutlookCode.REMATCHES_AHEAD, {"rounds": rounds, "planned": planned})


def _round_robin(request: PairingRequest, planned: int) -> Iterator[OutlookNote]:
    settings, run = request.settings, request.run
    here = len(run.order if run else request.entrants)
    smaller, bigger = here // settings.groups, -(-here // settings.groups)
    lasts = rounds_needed(here, groups=settings.groups, legs=settings.legs)
    needs = lasts - (request.round - run.start if run else 0)
    if needs > planned:
        fits = {
            groups: rounds_needed(here, groups=groups, legs=settings.legs)
            for groups in range(settings.groups + 1, here // 2 + 1)
            if run is None
        }
        groups = next((groups for groups, rounds in fits.items() if rounds <= planned), 0)
        one_leg = needs - lasts // 2 if settings.legs == 2 else 0
        yield OutlookNote(
            OutlookCode.ROUND_ROBIN_TOO_LONG,
            {
                **{"here": here, "needs": needs, "planned": planned, "groups": groups, "lasts": fits.get(groups, 0)},
                "one_leg": one_leg if 0 < one_leg <= planned else 0,
            },
        )
    if rounds_needed(smaller) < rounds_needed(bigger):
        yield OutlookNote(OutlookCode.GROUPS_UNEVEN, {"smaller": smaller, "bigger": bigger})


def _knockout(request: PairingRequest, planned: int) -> Iterator[OutlookNote]:
    run = request.run
    here = request.settings.qualifiers or len(run.order if run else request.entrants)
    needs = (here - 1).bit_length() - (request.round - run.start if run else 0)
    if needs > planned:
        facts = {"here": here, "needs": needs, "planned": planned, "fits": 0 if run else 2**planned}
        yield OutlookNote(OutlookCode.KNOCKOUT_TOO_LONG, facts)


def _individual(request: PairingRequest, planned: int) -> Iterator[OutlookNote]:
    players = len(request.entrants)
    starter = starters().get(players)
    if starter is None or request.settings.movement is Movement.DANISH:
        return
    left = starter.rounds - (request.round - request.run.start if request.run else 0)
    if left < planned:
        facts = {"players": players, "rounds": max(0, left), "planned": planned}
        goes_on = int(request.settings.movement is None)
        yield OutlookNote(OutlookCode.WHIST_TOO_SHORT, {**facts, "goes_on": goes_on})


AHEAD: Mapping[System, Callable[[PairingRequest, int], Iterator[OutlookNote]]] = {
    System.DRAW: _without_rematch,
    System.MITCHELL: _mitchell,
    System.DANISH_NO_REMATCH: _without_rematch,
    System.SWISS: _without_rematch,
    System.ROUND_ROBIN: _round_robin,
    System.KNOCKOUT: _knockout,
    System.INDIVIDUAL: _individual,
}
