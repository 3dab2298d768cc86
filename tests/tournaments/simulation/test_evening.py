"""Simulated evenings: the formats are played as announced, and the model follows its description."""

from random import Random

import pytest

from scoring.engine.hand import SlipEntry
from scoring.services import judge, ruleset_for
from tests.tournaments.pairing.evenings import entrants
from tournaments.pairing import PairingRefused
from tournaments.records import Kind, System
from tournaments.simulation import EveningFormat, HandPool, play_evening, play_hand
from tournaments.simulation.evening import BREAK_MINUTES, round_settings
from tournaments.simulation.people import draw_strengths, make_entrants, players_json

RULES = ruleset_for("fibur_2026", {})
POOL = HandPool(RULES, Random("tests"), size=200)
DANISH_EVENING = (*(System.MITCHELL,) * 3, System.DANISH)


@pytest.mark.parametrize(
    "systems",
    [
        DANISH_EVENING,
        (System.SWISS,) * 5,
        (System.ROUND_ROBIN,) * 5,
        (*(System.DANISH_NO_REMATCH,) * 4, *(System.KNOCKOUT,) * 3),
        (System.INDIVIDUAL,) * 5,
    ],
    ids=lambda systems: "-".join(dict.fromkeys(systems)),
)
@pytest.mark.parametrize("size", [12, 13])
def test_every_round_is_drawn_by_the_system_announced(systems: tuple[System, ...], size: int) -> None:
    field = entrants(range(1, size + 1))
    strengths = draw_strengths(Random(1), field)
    evening = play_evening(EveningFormat(hands=4, systems=systems), field, strengths, deal=POOL.deal, seed=3)
    assert [played.draft.system for played in evening.rounds] == list(systems)
    assert sorted(standing.entrant.id for standing in evening.ranking) == list(range(1, size + 1))
    for played in evening.rounds:
        assert all(
            len(hands) == 4 * (table.ew is not None)
            for table, hands in zip(played.results, played.hands.values(), strict=True)
        )


def test_the_same_seed_plays_the_same_evening() -> None:
    field = entrants(range(1, 13))
    wanted = EveningFormat(hands=4, systems=DANISH_EVENING)
    strengths = draw_strengths(Random(1), field)
    once, again, other = (play_evening(wanted, field, strengths, deal=POOL.deal, seed=seed) for seed in (3, 3, 4))
    assert once == again != other


def test_a_round_ends_with_its_slowest_table_or_when_its_time_is_up() -> None:
    field = entrants(range(1, 41))
    evening = play_evening(
        EveningFormat(hands=4, systems=DANISH_EVENING), field, draw_strengths(Random(1), field), deal=POOL.deal, seed=3
    )
    assert all(4 * 8 <= played.minutes <= 50 for played in evening.rounds)
    assert evening.minutes == sum(played.minutes for played in evening.rounds) + 4 * BREAK_MINUTES


def test_settings_make_the_announced_rounds_possible() -> None:
    assert [settings.step for settings in round_settings(DANISH_EVENING, 20)] == [1, 1, 1, None]
    assert round_settings((System.KNOCKOUT,) * 3, 20)[0].qualifiers == 8
    assert round_settings((System.KNOCKOUT,) * 3, 6)[0].qualifiers == 6
    # Twelve pairs need eleven rounds, but in three groups of four only three.
    assert round_settings((System.ROUND_ROBIN,) * 3, 12)[0].groups == 3
    assert [(setting.groups, setting.legs) for setting in round_settings((System.ROUND_ROBIN,) * 6, 4)] == [(1, 2)] * 6


def test_who_wins_the_final_wins_the_evening() -> None:
    """Four Danish rounds, then a knockout of the best eight."""
    field = entrants(range(1, 21))
    systems = (*(System.DANISH_NO_REMATCH,) * 4, *(System.KNOCKOUT,) * 3)
    evening = play_evening(
        EveningFormat(hands=4, systems=systems), field, draw_strengths(Random(1), field), deal=POOL.deal, seed=3
    )
    final = evening.rounds[-1].results[0]
    assert final.ns_mp != final.ew_mp
    winner, second = (final.ns, final.ew) if (final.ns_mp or 0) > (final.ew_mp or 0) else (final.ew, final.ns)
    assert [standing.entrant.id for standing in evening.ranking[:2]] == [winner, second]
    assert len(evening.rounds[-1].draft.out) == 16


def test_a_format_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(PairingRefused):
        play_evening(
            EveningFormat(hands=4, systems=(System.MITCHELL,) * 4),
            entrants(range(1, 7)),
            draw_strengths(Random(1), entrants(range(1, 7))),
            deal=POOL.deal,
            seed=1,
        )


@pytest.mark.parametrize(("edge", "least", "most"), [(0, 450, 550), (200, 650, 750), (-2000, 30, 70), (2000, 930, 970)])
def test_the_better_side_wins_more_hands(edge: int, least: int, most: int) -> None:
    """By thousandths of its edge around one half, from 5 % to 95 %; the loser may still score more."""
    rng = Random(5)
    won = {id(hand) for hand in POOL._ns_won}
    assert least <= sum(id(POOL.deal(rng, edge)) in won for _ in range(1000)) <= most


def test_every_hand_is_legal() -> None:
    rng = Random(8)
    for _ in range(200):
        judgement = judge(RULES, play_hand(rng, RULES, rng.randint(-300, 300)))
        assert judgement.legal
        assert not judgement.doubts


@pytest.mark.parametrize("key", ["italian", "argentine"])
def test_hands_by_other_rules_are_legal_too(key: str) -> None:
    """Italian rules have no semi-clean burraco, and by Argentine ones all may count against a side without any."""
    rng, rules = Random(8), ruleset_for(key, {})
    hands = [play_hand(rng, rules, rng.randint(-300, 300)) for _ in range(100)]
    assert all(judge(rules, hand).legal for hand in hands)
    points = [side.points for hand in hands for side in hand.sides if isinstance(side, SlipEntry)]
    beaten = [figure for figure in points if figure < -120]
    assert len(points) == 200 and bool(beaten) is rules.may_count_against
    assert not beaten or (min(beaten) < -300 and -280 < sum(beaten) / len(beaten) < -180)


def test_a_format_of_players_or_without_a_cut_says_so() -> None:
    pairs, players = (EveningFormat(hands=2, systems=(system,) * 3) for system in (System.DANISH, System.INDIVIDUAL))
    assert (pairs.kind, players.kind) == (Kind.PAIRS, Kind.INDIVIDUAL)
    assert pairs.cut_made is None


@pytest.mark.parametrize("players_each", [1, 2])
def test_everybody_has_a_name_of_their_own(players_each: int) -> None:
    field = make_entrants(Random(2), 1000, players_each=players_each)
    names = [name for entrant in field for name in entrant.names]
    assert len(set(names)) == len(names) == 1000 * players_each
    people = list(players_json(field))
    assert [f"{person['last_name']} {person['first_name']}" for person in people] == names
