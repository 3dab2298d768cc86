"""The quality of the ratings' predictions for rounds that they have not seen: `python -m benchmarks.ratings`.

The simulated seasons have players of known strengths, with the luck of `tournaments/simulation/hands.py`. Each model
predicts every round of a season's second half before it learns the result. Prints the log-loss (less is better; a coin
has 0.693) and how often the side with the better chance won, without draws. Each parameter has the value that was best
on other seasons (`--tune` prints them).
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from math import exp, log
from random import Random
from statistics import mean

from openskill.models import BradleyTerryFull, PlackettLuce

from scoring.services import ruleset_for
from tournaments.ranking.victory_points import scale_for_hands
from tournaments.seasons.ratings import Bout, Estimate, chance, rated
from tournaments.simulation.hands import HandPool
from tournaments.simulation.people import AVERAGE_STRENGTH, STRENGTH_DICE, STRENGTH_SPREAD

PLAYERS, SEATED, TOURNAMENTS, ROUNDS, HANDS = 80, 40, 24, 4, 2
WITH_THE_USUAL_PARTNER = 0.6
MEASURED, TUNED = range(100, 130), range(15)
"""The seeds of the seasons on which the models are compared, and of those from which their parameters come."""


Tournament = list[list[tuple[Bout, int, int]]]
"""The rounds of a tournament: each table with the VP of both sides."""


def won(bout: Bout) -> int:
    """Return 1 for the first side, -1 for the second, 0 for equal VP."""
    return (bout.margin > 0) - (bout.margin < 0)


class Coin:
    """A model that knows nothing."""

    def chance(self, bout: Bout) -> float:
        return 0.5

    def learn(self, bout: Bout, vp: tuple[int, int]) -> None:
        pass


class SoFar:
    """The ranking so far: each mean VP, drawn towards the middle while there are few results."""

    def __init__(self, slope: float = 0.24, held: float = 6) -> None:
        self._slope, self._held = slope, held
        self._vp: dict[int, list[int]] = {}

    def _mean(self, side: Sequence[int]) -> float:
        return mean(
            (sum(self._vp.get(player, [])) + 10 * self._held) / (len(self._vp.get(player, [])) + self._held)
            for player in side
        )

    def chance(self, bout: Bout) -> float:
        return 1 / (1 + exp(-self._slope * (self._mean(bout.first) - self._mean(bout.second))))

    def learn(self, bout: Bout, vp: tuple[int, int]) -> None:
        for side, scored in zip((bout.first, bout.second), vp, strict=True):
            for player in side:
                self._vp.setdefault(player, []).append(scored)


class Elo:
    """Plain Elo on the mean of a side."""

    def __init__(self, k: float = 12) -> None:
        self._k, self._of = k, dict[int, float]()

    def chance(self, bout: Bout) -> float:
        one, other = (mean(self._of.get(player, 1500.0) for player in side) for side in bout[:2])
        return float(1 / (1 + 10 ** ((other - one) / 400)))

    def learn(self, bout: Bout, vp: tuple[int, int]) -> None:
        change = self._k * ((won(bout) + 1) / 2 - self.chance(bout))
        for side, sign in ((bout.first, 1), (bout.second, -1)):
            for player in side:
                self._of[player] = self._of.get(player, 1500.0) + sign * change


class OpenSkill:
    """A model of `openskill` with these parameters."""

    def __init__(self, model: type, beta: float = 200, sigma: float = 50, tau: float = 0.5) -> None:
        self._model = model(mu=1500.0, sigma=sigma, beta=beta, tau=tau)
        self._of: dict[int, object] = {}

    def _teams(self, bout: Bout) -> list[list[object]]:
        return [[self._of.setdefault(player, self._model.rating()) for player in side] for side in bout[:2]]

    def chance(self, bout: Bout) -> float:
        return float(self._model.predict_win(self._teams(bout))[0])

    def learn(self, bout: Bout, vp: tuple[int, int]) -> None:
        ranks = {1: [1, 2], 0: [1, 1], -1: [2, 1]}[won(bout)]
        for side, news in zip(bout[:2], self._model.rate(self._teams(bout), ranks=ranks), strict=True):
            self._of |= dict(zip(side, news, strict=True))


class OfTheClub:
    """The ratings that the program shows."""

    def __init__(self) -> None:
        self._of: dict[int, Estimate] = {}

    def chance(self, bout: Bout) -> float:
        return chance(self._of, bout)

    def learn(self, bout: Bout, vp: tuple[int, int]) -> None:
        self._of = rated(self._of, [bout])


AnyModel = Coin | SoFar | Elo | OpenSkill | OfTheClub


def season(seed: int, pool: HandPool) -> list[Tournament]:
    """Return tournaments of players who mostly come with a usual partner. Tables are random."""
    rng = Random(f"ratings:{seed}")
    strength = {
        player: AVERAGE_STRENGTH + sum(rng.randint(-STRENGTH_SPREAD, STRENGTH_SPREAD) for _die in range(STRENGTH_DICE))
        for player in range(PLAYERS)
    }
    return [_tournament(rng, strength, pool) for _ in range(TOURNAMENTS)]


def _tournament(rng: Random, strength: dict[int, int], pool: HandPool) -> Tournament:
    couples = rng.sample([(player, player + 1) for player in range(0, PLAYERS, 2)], SEATED // 2)
    loose = [player for couple in couples if rng.random() > WITH_THE_USUAL_PARTNER for player in couple]
    pairs = [couple for couple in couples if couple[0] not in loose]
    rng.shuffle(loose)
    pairs += zip(loose[::2], loose[1::2], strict=True)
    rounds = []
    for _round in range(ROUNDS):
        rng.shuffle(pairs)
        rounds.append([_table(rng, strength, pool, *sides) for sides in zip(pairs[::2], pairs[1::2], strict=True)])
    return rounds


def _table(
    rng: Random, strength: dict[int, int], pool: HandPool, first: tuple[int, int], second: tuple[int, int]
) -> tuple[Bout, int, int]:
    edge = (sum(strength[player] for player in first) - sum(strength[player] for player in second)) // 2
    hands = [pool.deal(rng, edge) for _hand in range(HANDS)]
    one, other = scale_for_hands(HANDS).vp(sum(hand.sides[0].total - hand.sides[1].total for hand in hands))
    return Bout(first, second, (one - other) / 2), one, other


def foretold(model: AnyModel, played: list[Tournament]) -> Iterator[tuple[float, int]]:
    """Yield, for each table of the second half, the predicted chance of the first side, and the result."""
    for number, tournament in enumerate(played):
        for tables in tournament:
            if number >= len(played) // 2:
                yield from [(model.chance(bout), won(bout)) for bout, _one, _other in tables]
            for bout, one, other in tables:
                model.learn(bout, (one, other))


def figures(make: Callable[[], AnyModel], seasons: list[list[Tournament]]) -> tuple[float, float]:
    """Return log-loss and accuracy over all seasons."""
    forecasts = [forecast for played in seasons for forecast in foretold(make(), played)]
    losses = [-(end + 1) / 2 * log(p) - (1 - end) / 2 * log(1 - p) for p, end in forecasts]
    right = [0.5 if p == 0.5 else float((p > 0.5) == (end > 0)) for p, end in forecasts if end]
    return mean(losses), mean(right)


MODELS: dict[str, Callable[[], AnyModel]] = {
    "a coin": Coin,
    "the ranking so far": SoFar,
    "plain Elo": Elo,
    "Plackett–Luce": lambda: OpenSkill(PlackettLuce),
    "Bradley–Terry, full pairing": lambda: OpenSkill(BradleyTerryFull),
    "VP by Bayes’ rule (the program)": OfTheClub,
}


def tune(seasons: list[list[Tournament]]) -> None:
    """Print the log-loss by parameter, on seasons that are not used for the comparison."""
    tried: dict[str, Callable[[], AnyModel]] = {}
    for slope in (0.1, 0.14, 0.18, 0.24, 0.3):
        for held in (6, 12, 24):
            tried[f"so far, slope {slope}, held {held}"] = lambda slope=slope, held=held: SoFar(slope, held)
    for k in (4, 8, 12, 16, 24, 32):
        tried[f"Elo, k {k}"] = lambda k=k: Elo(k)
    for model in (PlackettLuce, BradleyTerryFull):
        for beta in (100, 150, 200, 300, 450):
            for sigma in (50, 100, 150, 250):
                for tau in (0.5, 2.0):
                    name = f"{model.__name__}, beta {beta}, sigma {sigma}, tau {tau}"
                    tried[name] = lambda m=model, b=beta, s=sigma, t=tau: OpenSkill(m, b, s, t)
    found = sorted((figures(make, seasons), name) for name, make in tried.items())
    for (loss, accuracy), name in found:
        print(f"{loss:.5f} {accuracy:.4f} {name}")


def main() -> None:
    pool = HandPool(ruleset_for("fibur_2026", {}), Random(7))
    if "--tune" in sys.argv:
        tune([season(seed, pool) for seed in TUNED])
        return
    seasons = [season(seed, pool) for seed in MEASURED]
    print(f"{len(seasons)} seasons of {TOURNAMENTS} tournaments, {SEATED // 4 * ROUNDS} rounds at tables in each")
    for name, make in MODELS.items():
        loss, accuracy = figures(make, seasons)
        print(f"{name:30} log-loss {loss:.4f}   right {100 * accuracy:.1f} %")


if __name__ == "__main__":
    main()
