"""A player's career once more, written from docs/seasons.md §7 without looking at the program: slow and plain.

Everything is asked of one list of rounds, again and again.
"""

from fractions import Fraction
from typing import Any

from tournaments.careers.career import Appearance


def facts(appearances: list[Appearance]) -> dict[str, Any]:
    rounds = [(each, played) for each in appearances for played in each.rounds]
    partners = {played.partner for _each, played in rounds} - {None}
    met = {key for _each, played in rounds for key in played.opponents}
    return {
        "all": figures(rounds),
        "partners": {key: figures([row for row in rounds if row[1].partner == key]) for key in partners},
        "best with": {key: best_with(appearances, key) for key in partners},
        "met": {key: figures([row for row in rounds if key in row[1].opponents]) for key in met},
    }


def figures(rounds: list[Any]) -> tuple[int, int, int, Fraction | None]:
    """Won, drawn, lost, and the mean of the VP, each as if a round gave 20."""
    won = drawn = lost = 0
    vp = []
    for each, played in rounds:
        theirs = each.possible - played.vp
        if played.vp > theirs:
            won += 1
        elif played.vp < theirs:
            lost += 1
        else:
            drawn += 1
        vp.append(Fraction(played.vp) / each.possible * 20)
    return won, drawn, lost, sum(vp, Fraction(0)) / len(vp) if vp else None


def best_with(appearances: list[Appearance], partner: int) -> int | None:
    places = []
    for each in appearances:
        together = [played for played in each.rounds if played.partner == partner]
        if each.partner == partner and together:
            places.append(each.place)
    return min(places) if places else None
