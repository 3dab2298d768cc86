"""The speed and the limits of the scoring engine: `python -m benchmarks.engine [--long]`.

On one core: hands with about 8 melds a side at card depth that are validated and scored per second (aim: 10,000), and
melds classified per second. Every hand is different. The engine caches the melds that it has read, so the first hands
of a ruleset, and melds classified for the first time, are measured with rulesets that it has not cached.

`--long` also compares every set of 5 cards and 400 random hands under each option with the oracle, and sends 100,000
random hands as JSON to `score_hand`: every total must be the sum of its lines, and violations must be the only faults.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count
from random import Random

import django
from django.conf import settings

from scoring.engine.cards import Card, count_cards
from scoring.engine.hand import AnyHand, CardsEntry
from scoring.engine.melds import read_meld
from scoring.engine.rulebooks import FIBUR_2026, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import score_hand
from tests.scoring.deals import dealt_hand, scrambled_hand
from tests.scoring.option_hands import CASES, compared
from tests.scoring.perft import BOOKS, alike, perft

REPEATS = 7
HANDS = 2000
RANDOM_HANDS = 100_000
OPTION_HANDS = 400
NUMBERS = count()


def seconds(works: Iterable[Callable[[], object]]) -> float:
    times = []
    for work in works:
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def melds_of(hands: Iterable[AnyHand]) -> list[tuple[Card, ...]]:
    return [meld for hand in hands for side in hand.sides if isinstance(side, CardsEntry) for meld in side.melds]


def scored(rules: RuleSet, hands: Iterable[AnyHand]) -> Callable[[], object]:
    return lambda: [score_hand(rules, hand) for hand in hands]


def read(rules: RuleSet, melds: Iterable[tuple[Card, ...]]) -> Callable[[], object]:
    return lambda: [read_meld(rules, meld) for meld in melds]


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """Yield the name of a figure, the figure, its unit, its aim, and its conditions."""
    rng = Random(20261120)
    lots = [[dealt_hand(rng, FIBUR_2026) for _ in range(HANDS)] for _ in range(REPEATS)]
    melds = [melds_of(hands) for hands in lots]
    number, cards = sum(map(len, melds)), sum(len(meld) for lot in melds for meld in lot)
    on = f"{number / HANDS / REPEATS / 2:.1f} melds, {cards / HANDS / REPEATS / 2:.0f} cards a side"
    first = seconds(map(scored, unknown_rulesets(), lots))
    yield f"the first {HANDS:,} hands of a ruleset", HANDS / first, "a second", 10_000.0, on
    later = seconds(scored(FIBUR_2026, hands) for hands in lots)
    yield "hands scored at card depth", HANDS / later, "a second", 10_000.0, on
    different = [{count_cards(meld): meld for meld in lot}.values() for lot in melds]
    unknown = seconds(map(read, unknown_rulesets(), different))
    mean = statistics.mean(map(len, different))
    yield "melds classified for the first time", mean / unknown, "a second", 150_000.0, f"{mean:,.0f} different ones"


def unknown_rulesets() -> Iterator[RuleSet]:
    """Return copies of the federation's ruleset that the engine has not cached."""
    return (replace(FIBUR_2026, key=f"unknown_{next(NUMBERS)}") for _ in range(REPEATS))


def count_five() -> None:
    for keys in alike().values():
        start = time.process_time()
        found = perft(RULEBOOKS[keys[0]], BOOKS[keys[0]], 5)
        bags, took = sum(found.counts.values()), time.process_time() - start
        print(f"{keys[0]}: {bags:,} bags of 5 cards in {took:.0f} s; the oracle differs on {len(found.different)}")


def compare_options() -> None:
    for name in CASES:
        legal, different = compared(name, OPTION_HANDS)
        print(f"{name}: {OPTION_HANDS} random hands, {legal} legal; the oracle differs on {len(different)}")


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
        print(f"{what:36} {figure:10,.0f} {unit} (aim {aim:,.0f}; {on})")
    if "--long" in sys.argv[1:]:
        count_five()
        compare_options()
        score_random()
