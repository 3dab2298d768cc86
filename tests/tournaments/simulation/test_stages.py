"""Simulated evenings that are cut into gironi: drawn, ranked and exported like those that are played."""

from random import Random
from typing import Any

import pytest

from scoring.services import ruleset_for
from tests.outsider.checks import faults, ranking_of
from tests.outsider.evening import Evening
from tests.outsider.ranking import Ranking
from tournaments.interchange import to_json, tournament_import
from tournaments.pairing import PairingRefused
from tournaments.records import Carry
from tournaments.records.plans import Step, cut_step
from tournaments.selectors.standings import standings_of
from tournaments.simulation import EveningFormat, HandPool, SimulatedTournament, play_evening, simulate_tournament
from tournaments.simulation.people import draw_strengths, make_entrants
from tournaments.simulation.trial import play_trial_evening

RULES = ruleset_for("fibur_2026", {})
WEEKEND: list[Step] = ["mitchell"] * 6 + ["danish"] * 2 + [cut_step(3, Carry.WHOLE)] + ["danish"] * 3


def simulated(steps: list[Step], *, entrants: int, seed: int = 5, sections: int = 1) -> dict[str, Any]:
    wanted = EveningFormat.of_plan(steps, hands=2, sections=sections)
    tournament = SimulatedTournament(entrants=entrants, wanted=wanted, rules=RULES, seed=seed)
    return simulate_tournament(tournament, name="Fine settimana", slug="weekend", date="2026-11-20")


def drawn_again(data: dict[str, Any]) -> list[str]:
    """Return the outsider's faults, told that everybody was present in each round."""
    return faults(with_everybody(data))


def with_everybody(data: dict[str, Any]) -> dict[str, Any]:
    present = [pair["number"] for pair in data["pairs"]]
    return {**data, "rounds": [round_ | {"present": present} for round_ in data["rounds"]]}


def test_a_cut_parts_the_rounds_before_it_from_those_after_it() -> None:
    cut, whole = (EveningFormat.of_plan(steps, hands=2) for steps in (WEEKEND, ["mitchell", "danish"]))
    assert {cut.stage(number) for number in range(1, 9)} == {range(1, 9)}
    assert {cut.stage(number) for number in range(9, 12)} == {range(9, 12)}
    assert whole.stage(1) == whole.stage(2) == range(1, 3)


@pytest.mark.parametrize("carry", Carry)
def test_the_outsider_draws_and_ranks_a_simulated_weekend_alike(carry: Carry, db: None) -> None:
    steps = [cut_step(3, carry) if not isinstance(step, str) else step for step in WEEKEND]
    data = simulated(steps, entrants=19)
    assert drawn_again(data) == []
    ranked = standings_of(tournament_import(text=to_json(data)))
    assert [(row.place, row.entrant.id, row.vp) for row in ranked] == [row[:3] for row in ranking_of(data)]
    gironi = data["tournament"]["stages"][0]["gironi"]
    assert [len(members) for members in gironi] == [6, 6, 7]
    assert [row.entrant.id in gironi[0] for row in ranked] == [True] * 6 + [False] * 13


@pytest.mark.parametrize(
    "steps",
    [
        ["swiss", cut_step(2, Carry.HALF), "mitchell", "mitchell"],
        ["round_robin", "round_robin", cut_step(3, Carry.NOTHING), "round_robin", "round_robin", "round_robin"],
        ["draw", "danish", cut_step(4, Carry.WHOLE), "swiss", "danish_no_rematch"],
    ],
)
def test_nobody_meets_outside_the_girone_by_any_system(steps: list[Step]) -> None:
    wanted, field = EveningFormat.of_plan(steps, hands=2), make_entrants(Random(1), 17, players_each=2)
    evening = play_evening(
        wanted, field, draw_strengths(Random(1), field), deal=HandPool(RULES, Random(1)).deal, seed=3
    )
    (cut,) = [at for at, step in enumerate(steps) if not isinstance(step, str)]
    gironi = {row.entrant.id: row.entrant.girone for row in evening.ranking}
    assert [row.entrant.girone for row in evening.ranking] == sorted(gironi.values())
    for played in evening.rounds[cut:]:
        assert all(gironi[table.ns] == gironi[table.ew] for table in played.draft.tables if table.ew is not None)
    assert all(gironi.values())


def test_five_hundred_pairs_are_cut_and_ranked_as_the_outsider_ranks_them() -> None:
    data = simulated(["mitchell", "danish", cut_step(3, Carry.HALF), "danish"], entrants=500)
    gironi = data["tournament"]["stages"][0]["gironi"]
    assert list(map(len, gironi)) == [168, 166, 166]
    qualified = [who for _place, who, *_figures in ranking_of(data, 2)]
    assert [set(members) for members in gironi] == [set(qualified[:168]), set(qualified[168:334]), set(qualified[334:])]
    # Danish: down the ranking of each girone, first against second.
    order = Ranking(Evening(data), 2, for_draw=True).order
    wanted = {frozenset(two) for two in zip(order[::2], order[1::2], strict=True)}
    assert {frozenset((table["ns"], table["ew"])) for table in data["rounds"][2]["tables"]} == wanted
    ranked = [who for _place, who, *_figures in ranking_of(data)]
    assert [set(ranked[:168]), set(ranked[168:334]), set(ranked[334:])] == [set(members) for members in gironi]


def test_the_outsider_draws_and_ranks_a_knockout_that_gironi_seed(db: None) -> None:
    steps: list[Step] = ["mitchell", cut_step(3, Carry.HALF), "danish", "knockout", "knockout"]
    data = simulated(steps, entrants=19)
    assert drawn_again(data) == []
    ranked = standings_of(tournament_import(text=to_json(data)))
    assert [(row.place, row.entrant.id, row.vp) for row in ranked] == [
        row[:3] for row in ranking_of(with_everybody(data))
    ]
    seeds = [who for _place, who, *_figures in ranking_of(data, 2)]
    first, gironi = [seeds[0], seeds[6], seeds[12], seeds[1]], data["tournament"]["stages"][0]["gironi"]
    assert [len(members) for members in gironi] == [6, 6, 7]
    met = [{table["ns"], table["ew"]} for table in data["rounds"][2]["tables"] if table["ew"]]
    assert met == [{first[0], first[3]}, {first[1], first[2]}]
    assert {row.entrant.id for row in ranked if row.by_knockout} == set(first)


@pytest.mark.parametrize(("entrants", "gironi", "pairs"), [(12, 9, 0), (7, 4, 1)])
def test_too_many_gironi_are_refused(entrants: int, gironi: int, pairs: int) -> None:
    pool, steps = HandPool(RULES, Random(0), size=1), ["mitchell", cut_step(gironi, Carry.WHOLE), "danish"]
    with pytest.raises(PairingRefused) as refused:
        play_trial_evening(EveningFormat.of_plan(steps, hands=2), entrants=entrants, pool=pool, seed=1)
    assert refused.value.facts == {"girone": gironi, "pairs": pairs}


def test_gironi_of_two_pairs_are_played() -> None:
    pool, steps = HandPool(RULES, Random(0), size=1), ["mitchell", cut_step(2, Carry.WHOLE), "danish"]
    figures = play_trial_evening(EveningFormat.of_plan(steps, hands=2), entrants=4, pool=pool, seed=1)
    assert figures.evenings == 1


@pytest.mark.parametrize(("entrants", "rests"), [(8, 0), (9, 1)])
def test_an_evening_of_players_seats_each_alone_and_partners_together(entrants: int, rests: int) -> None:
    data = simulated(["individual"] * 2, entrants=entrants)
    assert data["tournament"]["kind"] == "individual" and "stages" not in data["tournament"]
    assert [pair["players"] for pair in data["pairs"]] == [[number] for number in range(1, entrants + 1)]
    for round_ in data["rounds"]:
        fours = [table for table in round_["tables"] if table["ew"] is not None]
        alone = [table for table in round_["tables"] if table["ew"] is None]
        assert {len(table[line]) for table in fours for line in ("ns", "ew")} == {2}
        assert len(alone) == rests and all(isinstance(table["ns"], int) for table in alone)
    figures = play_trial_evening(
        EveningFormat.of_plan(["individual"] * 2, hands=2),
        entrants=entrants,
        pool=HandPool(RULES, Random(0), size=1),
        seed=1,
    )
    assert figures.evenings == 1


def test_a_mitchell_of_a_large_hall_is_played_in_sections_before_the_cut_alone(db: None) -> None:
    data = simulated(["mitchell", "mitchell", cut_step(2, Carry.HALF), "mitchell"], entrants=45, sections=2)
    assert [round_.get("sections") for round_ in data["rounds"]] == [[13], [13], None]
    assert drawn_again(data) == []
    rests = [table["number"] for round_ in data["rounds"][:2] for table in round_["tables"] if table["ew"] is None]
    assert len(rests) == 2 and min(rests) >= 13
    tournament_import(text=to_json(data))
