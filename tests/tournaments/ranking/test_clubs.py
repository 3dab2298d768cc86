"""The ranking of clubs against sums made by hand and by a naive oracle."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tournaments.ranking.clubs import ClubPoints, ClubRule, club_standings
from tournaments.records import Entrant, EntrantId, Standing


def row(number: int, vp: int, difference: int, *clubs: str) -> Standing:
    entrant = Entrant(id=EntrantId(number), names=(f"Rossi {number}",), clubs=clubs)
    return Standing(
        place=number, tied=False, entrant=entrant, vp=vp, mp_difference=difference, mp=1000, wins=0, rounds=()
    )


EVENING = (
    row(1, 60, 900, "Aurora"),
    row(2, 55, 700, "Riviera"),
    row(3, 50, 500, "Riviera", "Aurora"),
    row(4, 45, 100, "ASD  Zenit"),
    row(5, 40, -100, "aurora "),
    row(6, 30, -800),
    row(7, 20, -900, "Riviera"),
)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        (ClubRule(), [("Aurora", 150), ("Riviera", 125), ("ASD  Zenit", 45)]),
        (ClubRule(best=2), [("Aurora", 110), ("Riviera", 105), ("ASD  Zenit", 45)]),
        (ClubRule(mixed=False), [("Aurora", 100), ("Riviera", 75), ("ASD  Zenit", 45)]),
        (ClubRule(points=ClubPoints.MEAN), [("Aurora", 50), ("ASD  Zenit", 45), ("Riviera", Fraction(125, 3))]),
        (ClubRule(points=ClubPoints.MEAN, best=2), [("Aurora", 55), ("Riviera", Fraction(105, 2))]),
    ],
    ids=["sum", "best two", "unmixed", "mean", "mean of two"],
)
def test_clubs_get_the_sum_or_the_mean_of_their_best_pairs(
    rule: ClubRule, wanted: list[tuple[str, int | Fraction]]
) -> None:
    assert [(club.club, club.vp) for club in club_standings(EVENING, rule)] == wanted


def test_equal_clubs_share_their_place_unless_a_difference_tells_them_apart() -> None:
    rows = (row(1, 50, 100, "B"), row(2, 50, 100, "A"), row(3, 50, 90, "C"), row(4, 10, 0, "D"))
    placed = [(club.club, club.place, club.tied) for club in club_standings(rows, ClubRule())]
    assert placed == [("A", 1, True), ("B", 1, True), ("C", 3, False), ("D", 4, False)]


def test_every_ranking_is_the_one_that_counting_all_choices_finds() -> None:
    for seed in range(200):
        check_by_all_choices(seed)


def check_by_all_choices(seed: int) -> None:
    rng = Random(seed)
    rows = sorted(
        (
            row(
                at,
                rng.randrange(80),
                rng.randrange(-9, 9) * 100,
                *rng.sample(["A", "B", "C"], rng.choice([0, 1, 1, 2])),
            )
            for at in range(1, 13)
        ),
        key=lambda standing: (-standing.vp, -standing.mp_difference),
    )
    rule = ClubRule(
        points=rng.choice(list(ClubPoints)), best=rng.choice([None, 1, 2, 3]), mixed=rng.choice([True, False])
    )
    wanted = {}
    for club in "ABC":
        own = [row for row in rows if club in row.entrant.clubs and (rule.mixed or len(row.entrant.clubs) == 1)]
        count = min(len(own), rule.best or len(own))
        if not own or (rule.points is ClubPoints.MEAN and len(own) < (rule.best or 1)):
            continue
        best = max(
            (sum(row.vp for row in some), sum(row.mp_difference for row in some)) for some in combinations(own, count)
        )
        share = count if rule.points is ClubPoints.MEAN else 1
        wanted[club] = tuple(Fraction(total, share) for total in best)
    found = club_standings(rows, rule)
    assert {club.club: (club.vp, club.mp_difference) for club in found} == wanted
    assert [club.place for club in found] == [
        1 + sum((other.vp, other.mp_difference, other.mp) > (club.vp, club.mp_difference, club.mp) for other in found)
        for club in found
    ]
