"""The comparison of formats by many evenings, with the same fields, strengths and seeds for each."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, Self

from tournaments.records import EntrantId, Kind
from tournaments.records.sections import proposed_sections

from .evening import EveningFormat, SimulatedEvening, play_evening
from .hands import HandPool
from .people import draw_strengths, make_entrants

PODIUM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialFigures:
    """The sums over the evenings of one format; the page divides them."""

    evenings: int = 0
    strongest_first: int = 0
    """The number of evenings that the strongest entrant won."""
    strongest_on_podium: int = 0
    right_pairs: int = 0
    """The number of twos of different strength whose stronger entrant finished first."""
    all_pairs: int = 0
    rematches: int = 0
    rests: int = 0
    minutes: int = 0

    def __add__(self, other: "TrialFigures") -> "TrialFigures":
        mine, its = asdict(self), asdict(other)
        return TrialFigures(**{key: mine[key] + its[key] for key in mine})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(**data)

    def to_json(self) -> dict[str, int]:
        return asdict(self)


def play_trial_evening(wanted: EveningFormat, *, entrants: int, pool: HandPool, seed: int) -> TrialFigures:
    """Play one evening of a format.

    The seed alone decides the field and its strengths, so all formats meet the same. A Mitchell has the sections that
    the program proposes for so many.
    """
    wanted = replace(wanted, sections=proposed_sections((entrants + 1) // 2))
    rng = Random(f"trial:{seed}")
    each = 1 if wanted.kind is Kind.INDIVIDUAL else 2  # equivalent: their names alone, which no figure shows
    field = make_entrants(rng, entrants, players_each=each)
    strengths = draw_strengths(Random(f"strengths:{seed}"), field)
    return figures_of(play_evening(wanted, field, strengths, deal=pool.deal, seed=seed), strengths)


def figures_of(evening: SimulatedEvening, strengths: Mapping[EntrantId, int]) -> TrialFigures:
    """Return the figures of one evening."""
    best = max(strengths.values())
    place = min(standing.place for standing in evening.ranking if strengths[standing.entrant.id] == best)
    right, every = right_pairs([strengths[standing.entrant.id] for standing in evening.ranking])
    return TrialFigures(
        evenings=1,
        strongest_first=int(place == 1),
        strongest_on_podium=int(place <= PODIUM),
        right_pairs=right,
        all_pairs=every,
        rematches=sum(played.draft.rematches for played in evening.rounds),
        rests=sum(len(played.draft.rests) for played in evening.rounds),
        minutes=evening.minutes,
    )


def right_pairs(strengths: Sequence[int]) -> tuple[int, int]:
    """Return how many twos of these strengths, in ranking order, have the stronger first, and how many differ.

    >>> right_pairs([9, 7, 8, 8])
    (3, 5)
    """
    places: list[int] = []
    right = every = 0
    for strength in reversed(strengths):
        below = bisect_left(places, strength)
        above = len(places) - bisect_right(places, strength)
        right, every = right + below, every + below + above
        insort(places, strength)
    return right, every
