"""What is kept of rankings: always what would be computed, and no more than is said."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tournaments.ranking.course import course_of
from tournaments.ranking.ranking_cache import RankingCache, _Cache
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4
from tournaments.records import (
    Allowance,
    Carry,
    Cut,
    Entrant,
    EntrantId,
    Outcome,
    PointAdjustment,
    TableResult,
    TieBreak,
)
from tournaments.records.sections import in_section

PAIRS, ROUNDS = 12, 4

Facts = dict[str, Any]


def evening(rng: Random) -> Facts:
    """Return the arguments of a ranking: some tables of the last round are open."""
    ids = [EntrantId(number) for number in range(1, PAIRS + 1)]
    results = []
    for number in range(1, ROUNDS + 1):
        rng.shuffle(ids)
        for at in range(0, PAIRS, 2):
            is_open = number == ROUNDS and rng.random() < 0.5
            mp = (None, None) if is_open else (5 * rng.randrange(300), 5 * rng.randrange(300))
            outcome = Outcome.OPEN if is_open else Outcome.PLAYED
            results.append(TableResult(number, at // 2 + 1, ids[at], ids[at + 1], outcome, *mp))
    entrants = [Entrant(id=number, names=(f"Rossi {number}",), girone=1 + number % 2) for number in sorted(ids)]
    return {
        "entrants": entrants,
        "results": results,
        "adjustments": [PointAdjustment(round=2, entrant=ids[0], mp=-100)],
        "scale": FIBUR_2026_4,
        "rest": Allowance(vp=12, mp=0),
        "absence": Allowance(vp=0, mp=-500),
        "tie_breaks": tuple(TieBreak),
        "seed": 7,
        "after_round": None,
        "without_slips": frozenset(),
        "cut": None,
    }


def one_result(facts: Facts, rng: Random, of_round: Callable[[int], bool]) -> None:
    """Correct a table of a round."""
    of_those = [
        at
        for at, result in enumerate(facts["results"])
        if of_round(result.round) and result.outcome is not Outcome.REST
    ]
    if of_those:
        at = rng.choice(of_those)
        mp = 5 * rng.randrange(300)
        facts["results"][at] = facts["results"][at]._replace(outcome=Outcome.PLAYED, ns_mp=mp, ew_mp=0)


def seats(facts: Facts, rng: Random) -> None:
    """Swap the lines of a table that was played before the last round."""
    if (result := next(iter(facts["results"]), None)) is not None and result.ew is not None:
        facts["results"][0] = result._replace(ns=result.ew, ew=result.ns)


def adjustment(facts: Facts, rng: Random) -> None:
    entrant = EntrantId(rng.randint(1, PAIRS))
    given = PointAdjustment(
        round=rng.randint(1, ROUNDS), entrant=entrant, mp=-50, vp=rng.choice([0, -2]), felt=rng.random() < 0.5
    )
    facts["adjustments"] = [*facts["adjustments"], given]


def no_adjustment(facts: Facts, rng: Random) -> None:
    facts["adjustments"] = facts["adjustments"][:-1]


def round_gone(facts: Facts, rng: Random) -> None:
    """Take a round out, as one that is unpublished or deleted."""
    gone = rng.randint(1, ROUNDS)
    facts["results"] = [result for result in facts["results"] if result.round != gone]


def name(facts: Facts, rng: Random) -> None:
    at = rng.randrange(PAIRS)
    facts["entrants"][at] = replace(facts["entrants"][at], names=(f"Verdi {rng.random()}",), active=False)


def rest(facts: Facts, rng: Random) -> None:
    facts["results"] = [
        result._replace(ew=None, outcome=Outcome.REST, ns_mp=None, ew_mp=None) if result.table == 3 else result
        for result in facts["results"]
    ]


WRITES: dict[str, Callable[[Facts, Random], None]] = {
    "a slip of the last round": lambda facts, rng: one_result(facts, rng, lambda number: number == ROUNDS),
    "a correction of a closed round": lambda facts, rng: one_result(facts, rng, lambda number: number < ROUNDS),
    "seats put right": seats,
    "a penalty": adjustment,
    "a penalty taken back": no_adjustment,
    "a round taken out": round_gone,
    "somebody renamed, gone": name,
    "rests": rest,
    "the VP of a rest": lambda facts, rng: facts.update(rest=Allowance(vp=rng.randint(0, 20), mp=10)),
    "the VP of an absence": lambda facts, rng: facts.update(absence=Allowance(vp=rng.randint(0, 20), mp=-10)),
    "the tie-breaks": lambda facts, rng: facts.update(tie_breaks=(TieBreak.VP, rng.choice([*TieBreak]))),
    "the seed": lambda facts, rng: facts.update(seed=rng.randrange(1000)),
    "the ranking of an earlier round": lambda facts, rng: facts.update(after_round=rng.randint(1, ROUNDS)),
    "rounds without slips": lambda facts, rng: facts.update(without_slips=frozenset({rng.randint(1, ROUNDS)})),
    "a cut": lambda facts, rng: facts.update(cut=Cut(after_round=2, carry=rng.choice([*Carry]))),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_is_what_would_be_computed_after_every_write(write: str, seed: int) -> None:
    rng = Random(f"{write}/{seed}")
    kept, facts = RankingCache(), evening(rng)
    for changed in ("", write, *rng.choices([*WRITES], k=6)):
        if changed:
            WRITES[changed](facts, rng)
        rows = standings(**facts)
        assert kept.standings(**facts) == rows, changed
        given = {name: facts[name] for name in ("tie_breaks", "seed", "cut")} | {"played_out": {}}
        assert kept.course(rows, **given) == course_of(rows, **given), changed


def test_the_same_facts_are_not_ranked_twice() -> None:
    kept, facts = RankingCache(), evening(Random(3))
    assert kept.standings(**facts) is kept.standings(**facts)


@pytest.mark.parametrize("last", [ROUNDS, ROUNDS - 1])
def test_after_a_slip_the_rounds_before_are_not_summed_anew(last: int) -> None:
    rng = Random(5)
    kept, facts = RankingCache(), evening(rng) | {"after_round": None if last == ROUNDS else last}
    before = {row.entrant.id: row.rounds[: last - 1] for row in kept.standings(**facts)}
    one_result(facts, rng, lambda number: number == last)
    for row in kept.standings(**facts):
        assert all(now is then for now, then in zip(row.rounds, before[row.entrant.id], strict=False))


def test_tables_of_the_same_numbers_under_other_names_are_another_ranking() -> None:
    kept, facts = RankingCache(), evening(Random(3))
    for starts, name in (((4,), "B 1"), ((3,), "B 2")):
        named = [result._replace(table=in_section(result.table, starts)) for result in facts["results"]]
        rows = kept.standings(**facts | {"results": named})
        fourth = {getattr(score.table, "name", "") for row in rows for score in row.rounds if score.table == 4}
        assert fourth == {name}


def test_no_more_entrants_are_kept_than_agreed() -> None:
    kept, first, second = RankingCache(most=PAIRS), evening(Random(1)), evening(Random(2))
    rows = kept.standings(**first)
    kept.standings(**second)
    assert kept.standings(**first) == rows
    assert kept.standings(**first) is not rows


def test_an_entrant_that_is_not_ranked_is_refused_in_every_round() -> None:
    facts = evening(Random(1))
    facts["entrants"] = facts["entrants"][1:]
    for number in range(1, ROUNDS + 1):
        with pytest.raises(ValueError, match="expected only entrants that are ranked"):
            RankingCache().standings(**facts | {"after_round": number})


def test_as_many_are_kept_as_there_is_room_for() -> None:
    cache, made = _Cache[int](most=2 * PAIRS), []
    for facts in "ababcbbca":
        cache.get_or_make((facts,), lambda facts=facts: made.append(facts) or 1, size=PAIRS)  # type: ignore[misc,func-returns-value]
    assert made == ["a", "b", "c", "a"]
