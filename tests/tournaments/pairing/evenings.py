"""Random evenings, each whole from its seed: pairs come and go, rankings change, every system has its turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.pairing import PairingRefused, pair_round
from tournaments.records import (
    Draft,
    Entrant,
    EntrantId,
    Outcome,
    PairingRequest,
    Policy,
    RoundSettings,
    System,
    TableResult,
)

SOMETIMES_ABSENT = (Outcome.PLAYED,) * 12 + (Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """One round of an evening: what was asked, and the draft or the refusal that came."""

    system: System
    request: PairingRequest
    answer: Draft | PairingRefused


def entrants(order: Iterable[int], clubs: Mapping[int, tuple[str, ...]] | None = None) -> tuple[Entrant, ...]:
    clubs = clubs or {}
    return tuple(
        Entrant(id=EntrantId(number), names=(f"Player {number}", f"Partner {number}"), clubs=clubs.get(number, ()))
        for number in order
    )


def results(draft: Draft, round: int, outcomes: Sequence[Outcome] = (Outcome.PLAYED,)) -> tuple[TableResult, ...]:
    """The draft's tables as history, the played ones ending as `outcomes` say in turn."""
    return tuple(
        TableResult(
            round=round,
            table=table.number,
            ns=table.ns,
            ew=table.ew,
            outcome=Outcome.REST if table.ew is None else outcomes[table.number % len(outcomes)],
        )
        for table in draft.tables
    )


def evening(seed: int, systems: Sequence[System], *, largest: int = 64, rounds: int = 8) -> Iterator[Paired]:
    """An evening's rounds; a refused one is left out of the history, and the evening goes on."""
    lot = Random(seed)
    size = min(lot.randint(2, largest), lot.randint(2, largest))
    here, newest = set(range(1, size + 1)), size
    clubs = _clubs(lot, 2 * largest)
    history: tuple[TableResult, ...] = ()
    for number in range(1, lot.randint(2, rounds) + 1):
        order = sorted(here)
        if history:
            _near_shuffle(order, lot)
        system = lot.choice(systems)
        request = PairingRequest(
            round=number,
            entrants=entrants(order, clubs),
            history=history,
            seed=lot.randrange(1 << 32),
            settings=RoundSettings(
                step=lot.choice([None, 1, 2, 3, lot.randint(1, largest)]), policy=lot.choice(list(Policy))
            ),
            seats=_seats(order, lot) if system is System.MANUAL else (),
        )
        try:
            draft = pair_round(system, request)
        except PairingRefused as refusal:
            yield Paired(system=system, request=request, answer=refusal)
            continue
        yield Paired(system=system, request=request, answer=draft)
        history += results(draft, number, lot.sample(SOMETIMES_ABSENT, len(SOMETIMES_ABSENT)))
        newest = _come_and_go(here, newest, lot)


def _clubs(lot: Random, largest: int) -> dict[int, tuple[str, ...]]:
    """Few clubs or many, one that is half of the hall, none at all; here and there a pair of two clubs."""
    names = [*"ABCDEFGH"[: lot.randint(1, 8)], *"A" * lot.choice([0, 0, 3, 8])]
    members = lot.choice([0, 1, 1, 2])
    return {number: tuple({*lot.choices(names, k=members)}) for number in range(1, largest + 1)}


def _near_shuffle(order: list[int], lot: Random) -> None:
    """A ranking: sometimes frozen, sometimes nearly so, sometimes turned upside down."""
    swaps = lot.choice([0, 1, len(order) // 2, 3 * len(order)])
    for _ in range(swaps):
        one, other = lot.randrange(len(order)), lot.randrange(len(order))
        order[one], order[other] = order[other], order[one]


def _seats(order: list[int], lot: Random) -> tuple[tuple[EntrantId, EntrantId | None], ...]:
    shuffled: list[EntrantId | None] = [EntrantId(number) for number in lot.sample(order, len(order))]
    if len(shuffled) % 2:
        shuffled.append(None)
    return tuple(zip(shuffled[::2], shuffled[1::2], strict=True))  # type: ignore[arg-type]


def _come_and_go(here: set[int], newest: int, lot: Random) -> int:
    """Now and then some leave and some arrive, never leaving fewer than two; the newest number."""
    if lot.random() < 0.3:
        here.difference_update(lot.sample(sorted(here), min(len(here) - 2, lot.randint(0, 3))))
    if lot.random() < 0.2:
        arrivals = lot.randint(1, 3)
        here.update(range(newest + 1, newest + 1 + arrivals))
        newest += arrivals
    return newest
