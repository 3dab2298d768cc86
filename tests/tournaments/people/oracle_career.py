"""A player's career written again from docs/seasons.md §7 without looking at the program: slow and plain.

Every figure is computed from one list of rounds, again and again.
"""

from fractions import Fraction
from typing import Any

from tournaments.people.career import Appearance


def facts(appearances: list[Appearance]) -> dict[str, Any]:
    rounds = [(appearance, played) for appearance in appearances for played in appearance.rounds]
    partners = {played.partner for round_, played in rounds} - {None}
    met = {key for round_, played in rounds for key in played.opponents}
    return {
        "all": figures(rounds),
        "partners": {key: figures([row for row in rounds if row[1].partner == key]) for key in partners},
        "best with": {key: best_with(appearances, key) for key in partners},
        "met": {key: figures([row for row in rounds if key in row[1].opponents]) for key in met},
    }


def figures(rounds: list[Any]) -> tuple[int, int, int, Fraction | None]:
    """Won, drawn, lost, and the mean of the VP, converted to 20 for a round."""
    won = drawn = lost = 0
    vp = []
    for appearance, played in rounds:
        theirs = appearance.possible - played.vp
        if played.vp > theirs:
            won += 1
        elif played.vp < theirs:
            lost += 1
        else:
            drawn += 1
        vp.append(Fraction(played.vp) / appearance.possible * 20)
    return won, drawn, lost, sum(vp, Fraction(0)) / len(vp) if vp else None


def best_with(appearances: list[Appearance], partner: int) -> int | None:
    places = []
    for appearance in appearances:
        together = [played for played in appearance.rounds if played.partner == partner]
        if appearance.partner == partner and together:
            places.append(appearance.place)
    return min(places) if places else None
