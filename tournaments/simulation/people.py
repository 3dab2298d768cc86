"""The people of a simulated evening: plausible names, clubs, and strengths."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from tournaments.records import Entrant, EntrantId

LAST_NAMES = (
    *("Amato", "Barbieri", "Bianchi", "Bruno", "Caruso", "Colombo", "Conti", "Costa", "D'Angelo", "De Luca"),
    *("Esposito", "Ferrara", "Ferrari", "Fontana", "Gallo", "Giordano", "Greco", "Leone", "Lombardi", "Longo"),
    *("Mancini", "Marini", "Marino", "Martini", "Moretti", "Neri", "Ricci", "Rinaldi", "Rizzo", "Romano"),
    *("Rossi", "Russo", "Santoro", "Serra", "Testa", "Valentini", "Verdi", "Villa", "Vitale", "Zanetti"),
)
FIRST_NAMES = (
    *("Ada", "Aldo", "Anna", "Bruno", "Carla", "Clara", "Dario", "Elena", "Elio", "Franca"),
    *("Gina", "Gino", "Ida", "Irma", "Ivo", "Lidia", "Luca", "Lucia", "Maria", "Mario"),
    *("Nadia", "Nino", "Olga", "Paola", "Piero", "Remo", "Rita", "Rosa", "Sergio", "Silvia"),
    *("Teresa", "Tina", "Tullio", "Ugo", "Vera"),
)
CLUBS = ("ASD Burraco Aurora", "Circolo del Borgo", "Burraco Club Riviera", "Amici del Pozzetto", "")

AVERAGE_STRENGTH = 1000
STRENGTH_DICE, STRENGTH_SPREAD = 5, 90


def make_entrants(rng: Random, count: int, *, players_each: int) -> list[Entrant]:
    """Return that many entrants of one or two players, each with a different name and one club or none."""
    names = [f"{last} {first}" for last in LAST_NAMES for first in FIRST_NAMES]
    # Larger halls repeat the names with a number, as namesakes are told apart.
    copies = -(-players_each * count // len(names))
    every = [name if copy == 1 else f"{name} {copy}" for copy in range(1, copies + 1) for name in names]
    chosen = rng.sample(every, players_each * count)
    return [
        Entrant(
            id=EntrantId(number),
            names=tuple(chosen[players_each * (number - 1) : players_each * number]),
            clubs=tuple(club for club in [rng.choice(CLUBS)] if club),
        )
        for number in range(1, count + 1)
    ]


def draw_strengths(rng: Random, entrants: Sequence[Entrant]) -> dict[EntrantId, int]:
    """Return a strength for each, around 1000: the sum of five dice from -90 to 90 (standard deviation about 116)."""
    return {
        entrant.id: AVERAGE_STRENGTH + sum(rng.randint(-STRENGTH_SPREAD, STRENGTH_SPREAD) for _ in range(STRENGTH_DICE))
        for entrant in entrants
    }


def side_strength(strengths: Mapping[EntrantId, int], side: Sequence[EntrantId]) -> int:
    """Return a pair's strength, or the mean of two partners."""
    return sum(strengths[entrant] for entrant in side) // len(side)


def players_json(entrants: Iterable[Entrant]) -> Iterable[dict[str, Any]]:
    """Return the players as docs/interchange.md §5 describes them, in the order of the entrants."""
    number = 0
    for entrant in entrants:
        for name in entrant.names:
            number += 1
            last = next(last for last in sorted(LAST_NAMES, key=len, reverse=True) if name.startswith(f"{last} "))
            yield {
                "id": number,
                "first_name": name.removeprefix(f"{last} "),
                "last_name": last,
                "club": next(iter(entrant.clubs), ""),
                "card": "",
            }
