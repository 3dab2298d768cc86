"""The whist movements: every starter is proved on its full cycle, and so are the offsets of short evenings."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest

from tournaments.pairing.whist import offsets_for, starters


def whist_rounds(players: int) -> int | None:
    """Return how many rounds a full cycle has, or None if there is no movement for this number of players."""
    starter = starters().get(players)
    return None if starter is None else starter.rounds


def opponents_met(players: int, offsets: Iterable[int]) -> Counter[frozenset[int]]:
    """Count how often each two players oppose each other in these rounds."""
    return Counter(
        frozenset((one, other))
        for offset in offsets
        for ns, ew in starters()[players].round(offset)
        for one in ns
        for other in ew
    )


def repeated(players: int, offsets: Iterable[int]) -> int:
    return sum(times - 1 for times in opponents_met(players, offsets).values())


@pytest.mark.parametrize("players", starters())
def test_over_the_full_cycle_everybody_partners_once_and_opposes_twice(players: int) -> None:
    starter = starters()[players]
    partners: Counter[frozenset[int]] = Counter()
    rests: Counter[int] = Counter()
    for offset in range(starter.rounds):
        tables = starter.round(offset)
        seated = [place for table in tables for side in table for place in side]
        assert sorted([*seated, *starter.resting(offset)]) == list(range(players))
        partners.update(frozenset(side) for table in tables for side in table)
        rests.update(starter.resting(offset))
    everybody = {frozenset(both) for both in combinations(range(players), 2)}
    assert partners == Counter(dict.fromkeys(everybody, 1))
    assert opponents_met(players, range(starter.rounds)) == Counter(dict.fromkeys(everybody, 2))
    assert rests == (Counter(range(players)) if players % 4 else Counter())


def test_which_numbers_of_players_have_a_movement() -> None:
    exist = {players: whist_rounds(players) for players in range(50) if whist_rounds(players)}
    fours = {players: players - 1 for players in range(4, 41, 4)}
    assert exist == fours | {players: players for players in range(5, 42, 4)}


@pytest.mark.parametrize(("players", "rounds", "fewest", "the_first"), [(8, 3, 0, 4), (16, 5, 5, 11), (20, 4, 1, 4)])
def test_a_short_evening_brings_fewer_opponents_twice_than_the_first_rounds(
    players: int, rounds: int, fewest: int, the_first: int
) -> None:
    """The figures of docs/pairing.md §11."""
    assert repeated(players, offsets_for(players, rounds)) == fewest
    assert repeated(players, range(rounds)) == the_first


@pytest.mark.parametrize("players", starters())
def test_no_evening_is_worse_than_its_first_rounds(players: int) -> None:
    cycle = whist_rounds(players) or 0
    for rounds in {*range(1, 9), cycle // 2, cycle - 1, cycle, cycle + 3}:
        offsets = offsets_for(players, rounds)
        assert offsets[0] == 0
        assert len({*offsets}) == len(offsets) == min(rounds, cycle) or rounds < 1
        assert {*offsets} <= {*range(cycle)}
        assert repeated(players, offsets) <= repeated(players, range(min(rounds, cycle)))


@pytest.mark.parametrize(("players", "rounds"), [(9, 4), (12, 5), (13, 6), (24, 6), (28, 5)])
def test_the_choice_is_the_best_there_is(players: int, rounds: int) -> None:
    """For the last two there are too many choices to try, and a local search finds the best."""
    met = [{*opponents_met(players, [offset])} for offset in range(whist_rounds(players) or 0)]
    twice = {(one, other): len(met[one] & met[other]) for one, other in combinations(range(len(met)), 2)}
    best = min(
        sum(twice[both] for both in combinations((0, *others), 2))
        for others in combinations(range(1, len(met)), rounds - 1)
    )
    assert repeated(players, offsets_for(players, rounds)) == best


@pytest.mark.parametrize(("players", "rounds"), [(24, 9), (33, 7), (40, 8)])
def test_no_other_round_in_place_of_one_betters_the_choice(players: int, rounds: int) -> None:
    """Of these evenings there are too many choices to try, and nobody has proved which is the best."""
    chosen = offsets_for(players, rounds)
    others = {*range(whist_rounds(players) or 0)} - {*chosen}
    exchanged = [repeated(players, ({*chosen} - {leaving}) | {coming}) for leaving in chosen[1:] for coming in others]
    assert repeated(players, chosen) <= min(exchanged)


def test_a_longer_evening_goes_on_with_what_was_played() -> None:
    played = frozenset({0, 5, 6})
    longer = offsets_for(16, 6, played)
    assert played < {*longer} and len(longer) == 6
    assert repeated(16, longer) <= repeated(16, (0, 1, 2, 3, 5, 6))
