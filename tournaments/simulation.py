"""A tournament that nobody played: legal, plausible hands between pairs of known strength, from one seed.

For trying the program out, for load tests, for comparing formats. The model, in whole numbers: each pair's
strength is drawn around 1000 (standard deviation about 110); the better pair closes a hand more often, by the
difference of the strengths in thousandths around one half; who closed has more burracos and more card points.
Pure: it pairs with `pairing`, ranks with `ranking`, and answers with the JSON of `interchange.md`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.engine.hand import Hand, HandEnd, SlipEntry
from scoring.engine.ruleset import RuleSet
from scoring.services import judge, write_side
from tournaments.pairing import pair_round, proposed_step
from tournaments.ranking import standings
from tournaments.records import (
    Draft,
    Entrant,
    EntrantId,
    Outcome,
    PairingRequest,
    RoundSettings,
    System,
    TableResult,
    TieBreak,
)
from tournaments.victory_points import MP_STEP, absence_allowance, rest_allowance, scale_for_hands, scale_to_json

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedFormat:
    """What kind of evening to play: the system of round i is the i-th, the last one serves the rounds after it."""

    pairs: int
    rounds: int
    hands: int
    systems: Sequence[System]
    rules: RuleSet
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Played:
    """One round as it was drawn and played."""

    system: System
    step: int | None
    tables: tuple[TableResult, ...]
    hands: Mapping[int, Sequence[Hand]]


def simulate_tournament(wanted: SimulatedFormat, *, name: str, slug: str, date: str) -> dict[str, Any]:
    """Play the evening; the answer is a whole tournament that `tournament_import` takes."""
    rng = Random(f"simulation:{wanted.seed}")
    entrants = _make_entrants(rng, wanted.pairs)
    strengths = {entrant.id: 1000 + sum(rng.randint(-90, 90) for _each in range(5)) for entrant in entrants}
    rounds: list[_Played] = []
    for number in range(1, wanted.rounds + 1):
        rounds.append(_play_round(rng, wanted, number, entrants, rounds, strengths))
    scale = scale_for_hands(wanted.hands)
    rest = rest_allowance(scale, wanted.hands)
    return {
        "format": "burraco-club/tournament",
        "version": 1,
        "tournament": {
            "name": name,
            "slug": slug,
            "date": date,
            "venue": "",
            "kind": "pairs",
            "ruleset": wanted.rules.key,
            "options": {},
            "hands_per_round": wanted.hands,
            "rounds_planned": wanted.rounds,
            "scale": scale_to_json(scale),
            "tie_breaks": [*TieBreak],
            "rest": {"vp": rest.vp, "mp": rest.mp},
            "seed": wanted.seed,
            "state": "checking",
        },
        "players": list(_players(entrants)),
        "pairs": [
            {"number": entrant.id, "players": [2 * entrant.id - 1, 2 * entrant.id], "status": "active"}
            for entrant in entrants
        ],
        "rounds": [_round(number, played, wanted.seed) for number, played in enumerate(rounds, start=1)],
        "adjustments": [],
    }


def play_hand(rng: Random, rules: RuleSet, edge: int) -> Hand:
    """A legal hand; `edge` is the strength of NS above EW, in thousandths of a chance to close."""
    ns_wins = rng.randrange(1000) < min(950, max(50, 500 + edge))
    while True:
        end = rng.choices((HandEnd.CLOSED, HandEnd.STOCK, HandEnd.TIME), (94, 3, 3))[0]
        winner, loser = _winner(rng, rules, closed=end is HandEnd.CLOSED), _loser(rng, rules)
        hand = Hand(end=end, sides=(winner, loser) if ns_wins else (loser, winner))
        judgement = judge(rules, hand)
        if judgement.legal and not judgement.doubts:
            return hand


def _winner(rng: Random, rules: RuleSet, *, closed: bool) -> SlipEntry:
    burracos = rng.choices((1, 2, 3), (55, 35, 10))[0]
    bonuses = sum(_burraco(rng, rules) for _each in range(burracos))
    base = bonuses + rules.pozzetto_taken + (rules.closing if closed else 0)
    return SlipEntry(base=base, points=_points(rng, 60 + 70 * burracos))


def _loser(rng: Random, rules: RuleSet) -> SlipEntry:
    burracos = rng.choices((0, 1, 2), (45, 42, 13))[0]
    took = burracos > 0 or rng.randrange(100) < 85
    base = sum(_burraco(rng, rules) for _each in range(burracos))
    base += rules.pozzetto_taken if took else rules.pozzetto_not_taken
    typical = 20 + 70 * burracos
    if rules.no_burraco_counts_against and not burracos:
        typical = -100
    return SlipEntry(base=base, points=_points(rng, typical))


def _burraco(rng: Random, rules: RuleSet) -> int:
    if rules.semi_clean is not None and rng.randrange(100) < 12:
        return rules.semi_clean
    return rules.clean if rng.randrange(100) < 48 else rules.dirty


def _points(rng: Random, typical: int) -> int:
    return MP_STEP * ((typical + sum(rng.randint(-40, 40) for _each in range(3))) // MP_STEP)


def _play_round(
    rng: Random,
    wanted: SimulatedFormat,
    number: int,
    entrants: Sequence[Entrant],
    before: Sequence[_Played],
    strengths: Mapping[EntrantId, int],
) -> _Played:
    system = wanted.systems[min(number, len(wanted.systems)) - 1]
    history = tuple(table for played in before for table in played.tables)
    step = None
    if system is System.MITCHELL:
        rounds = sum(key is System.MITCHELL for key in wanted.systems) + max(0, wanted.rounds - len(wanted.systems))
        step = proposed_step((wanted.pairs + 1) // 2, rounds)
    draft = pair_round(
        system,
        PairingRequest(
            round=number,
            entrants=tuple(_ranked(wanted, entrants, history)),
            history=history,
            seed=wanted.seed,
            settings=RoundSettings(step=step),
        ),
    )
    hands = {
        table.number: [
            play_hand(rng, wanted.rules, strengths[table.ns] - strengths[table.ew]) for _each in range(wanted.hands)
        ]
        for table in draft.tables
        if table.ew is not None
    }
    return _Played(system=system, step=step, tables=tuple(_results(number, draft, hands)), hands=hands)


def _ranked(wanted: SimulatedFormat, entrants: Sequence[Entrant], history: Sequence[TableResult]) -> Iterable[Entrant]:
    if not history:
        return entrants
    scale = scale_for_hands(wanted.hands)
    ranking = standings(
        tuple(entrants),
        tuple(history),
        (),
        scale=scale,
        rest=rest_allowance(scale, wanted.hands),
        absence=absence_allowance(scale, wanted.hands),
        tie_breaks=tuple(TieBreak),
        seed=wanted.seed,
    )
    return [standing.entrant for standing in ranking]


def _results(number: int, draft: Draft, hands: Mapping[int, Sequence[Hand]]) -> Iterable[TableResult]:
    for table in draft.tables:
        played = hands.get(table.number, ())
        yield TableResult(
            round=number,
            table=table.number,
            ns=table.ns,
            ew=table.ew,
            outcome=Outcome.REST if table.ew is None else Outcome.PLAYED,
            ns_mp=sum(hand.sides[0].total for hand in played) if played else None,
            ew_mp=sum(hand.sides[1].total for hand in played) if played else None,
        )


def _make_entrants(rng: Random, pairs: int) -> list[Entrant]:
    names = [f"{last} {first}" for last in LAST_NAMES for first in FIRST_NAMES]
    # Halls larger than the list of names repeat it with a number, as a namesake would be told apart.
    copies = -(-2 * pairs // len(names))
    every = [name if copy == 1 else f"{name} {copy}" for copy in range(1, copies + 1) for name in names]
    chosen = rng.sample(every, 2 * pairs)
    return [
        Entrant(
            id=EntrantId(number),
            names=(chosen[2 * number - 2], chosen[2 * number - 1]),
            clubs=tuple(club for club in [rng.choice(CLUBS)] if club),
        )
        for number in range(1, pairs + 1)
    ]


def _players(entrants: Iterable[Entrant]) -> Iterable[dict[str, Any]]:
    for entrant in entrants:
        for offset, name in enumerate(entrant.names):
            last = next(last for last in sorted(LAST_NAMES, key=len, reverse=True) if name.startswith(f"{last} "))
            yield {
                "id": 2 * entrant.id - 1 + offset,
                "first_name": name.removeprefix(f"{last} "),
                "last_name": last,
                "club": next(iter(entrant.clubs), ""),
                "card": "",
            }


def _round(number: int, played: _Played, seed: int) -> dict[str, Any]:
    step = {} if played.step is None else {"step": played.step}
    return {
        "number": number,
        "system": played.system,
        **step,
        "seed": seed,
        "state": "closed",
        "tables": [
            {
                "number": table.table,
                "ns": table.ns,
                "ew": table.ew,
                "outcome": table.outcome,
                "hands": [
                    {"end": hand.end, "ns": write_side(hand.sides[0]), "ew": write_side(hand.sides[1])}
                    for hand in played.hands.get(table.table, ())
                ],
            }
            for table in played.tables
        ],
    }
