"""How fast the scoring engine is, and how far it holds: `python -m benchmarks.engine [--long]`.

On one core: hands of about 8 melds a side at card depth, validated and scored, a second (aim: 10,000); melds
classified a second. `--long` also counts every bag of 5 cards beside the oracle, and sends 100,000 random hands as
JSON through what `score_hand` answers with: every total is the sum of its lines, and nothing but violations is wrong.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

import django
from django.conf import settings

from scoring.engine.hand import AnyHand, CardsEntry
from scoring.engine.melds import read_meld
from scoring.engine.rulebooks import FIBUR_2026, RULEBOOKS
from scoring.engine.score import score_hand
from tests.scoring.deals import dealt_hand, scrambled_hand
from tests.scoring.perft import BOOKS, alike, perft

REPEATS = 7
HANDS = 2000
RANDOM_HANDS = 100_000


def seconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def melds_of(hand: AnyHand) -> list[tuple[object, ...]]:
    return [meld for side in hand.sides if isinstance(side, CardsEntry) for meld in side.melds]


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """What, figure, unit, aim, and what it is measured on."""
    rng = Random(20261120)
    hands = [dealt_hand(rng, FIBUR_2026) for _ in range(HANDS)]
    melds = [meld for hand in hands for meld in melds_of(hand)]
    cards, per_side = sum(map(len, melds)) / HANDS / 2, len(melds) / HANDS / 2
    scored = HANDS / seconds(lambda: [score_hand(FIBUR_2026, hand) for hand in hands])
    yield "hands scored at card depth", scored, "a second", 10_000.0, f"{per_side:.1f} melds, {cards:.0f} cards a side"
    read = len(melds) / seconds(lambda: [read_meld(FIBUR_2026, meld) for meld in melds])
    yield "melds classified", read, "a second", 150_000.0, "15 of a hand"


def count_five() -> None:
    for keys in alike().values():
        start = time.process_time()
        found = perft(RULEBOOKS[keys[0]], BOOKS[keys[0]], 5)
        bags, took = sum(found.counts.values()), time.process_time() - start
        print(f"{keys[0]}: {bags:,} bags of 5 cards in {took:.0f} s; the oracle differs on {len(found.different)}")


def score_random() -> None:
    settings.configure(USE_I18N=False)
    django.setup()
    from scoring.api.hand_json import answer_hand
    from scoring.services import write_hand

    rng = Random(20261121)
    legal = 0
    for number in range(RANDOM_HANDS):
        rules = rng.choice([*RULEBOOKS.values()])
        hand = (dealt_hand, scrambled_hand)[number % 2](rng, rules)
        answer = answer_hand(json.loads(json.dumps(write_hand(rules.key, {}, hand))))
        legal += answer["legal"]
        for side in answer["sides"]:
            if side["total"] != sum(line["points"] for line in side["lines"]) or side["total"] % 5:
                raise SystemExit(f"hand {number}: {side}")
    print(f"{RANDOM_HANDS:,} random hands through score_hand, {legal:,} legal: every total is the sum of its lines")


if __name__ == "__main__":
    for what, figure, unit, aim, on in measure():
        print(f"{what:28} {figure:10,.0f} {unit} (aim {aim:,.0f}; {on})")
    if "--long" in sys.argv[1:]:
        count_five()
        score_random()
