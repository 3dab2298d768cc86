"""The places that a pair can still reach, in a phone's few words and as a bar."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.ranking.chances import Chances
from tournaments.ranking.reach import FIRST, PODIUM, Need, Reach
from tournaments.records.gironi import girone_letter
from tournaments.wording.gironi import girone_name, of_girone

WHOLE = 1_000
"""The length of the bar."""
NARROWEST = 12
"""The narrowest part that can be seen on a phone."""
ROUNDED_TO = 5
"""In per cent: an estimate is no more precise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BarPart:
    """A part of the bar, in thousandths of its length."""

    start: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachWords:
    """The texts and the bar of the page."""

    places: str
    goals: Sequence[str]
    """The decisions of the next table about first place and the podium."""
    estimate: str
    """Empty if there is no estimate."""
    possible: BarPart
    """From the best place, on the left, to the worst."""
    now: BarPart
    of: int
    """The number of places of the bar."""


def reach_words(
    reach: Reach,
    chances: Chances | None,
    *,
    place: int,
    of: int,
    girone: int | None = None,
    cut_after: int | None = None,
    gironi: Sequence[int] = (),
) -> ReachWords | None:
    """Return the words; None if everything is still open, or nobody else is ranked.

    Places are those of the girone; before an announced cut, those of the ranking that it cuts, and the gironi.
    """
    needs = [(_("First place"), reach.first), (_("Podium"), reach.podium if of > PODIUM else None)]
    goals = [text for goal, need in needs if need is not None and (text := _goal(goal, need, drawn=reach.is_drawn))]
    if gironi:
        goals.append(_gironi(gironi))
    estimate = "" if chances is None else _estimate(reach, chances)
    if of < 2 or ((reach.best, reach.worst) == (1, of) and (cut_after is not None or not (goals or estimate))):
        return None
    return ReachWords(
        places=_until_cut(cut_after, of_girone(girone, _places(reach))),
        goals=goals,
        estimate=estimate,
        possible=_stretch(reach.best, reach.worst, of),
        now=_stretch(place, place, of),
        of=of,
    )


def _places(reach: Reach) -> str:
    if reach.best == reach.worst:
        return _("Place %(place)s is certain.") % {"place": reach.best}
    return _("Places still possible: %(best)s–%(worst)s.") % {"best": reach.best, "worst": reach.worst}


def _until_cut(cut_after: int | None, sentence: str) -> str:
    """Return the sentence on places, with the round after which they are counted before it if a cut comes there."""
    if cut_after is None:
        return sentence
    return _("At the cut after round %(round)s: %(sentence)s") % {"round": cut_after, "sentence": sentence}


def _gironi(gironi: Sequence[int]) -> str:
    """Return the gironi that are possible if the cut makes them equal."""
    if len(gironi) == 1:
        (girone,) = gironi
        return _("With equal gironi: %(girone)s is certain.") % {"girone": girone_name(girone)}
    letters = ", ".join(map(girone_letter, gironi))
    return _("With equal gironi, still possible: %(letters)s.") % {"letters": letters}


def _goal(goal: str, need: Need, *, drawn: bool) -> str:
    """Return what the next table can decide; empty if nothing."""
    words = {
        "goal": goal,
        "possible": need.possible,
        "certain": need.certain,
        "when": _("in this round") if drawn else _("in the next round"),
    }
    if need.possible is None or need.certain == need.least:
        return ""
    if need.certain is None:
        if need.possible == need.least:
            return ""
        return _("%(goal)s: possible with at least %(possible)s VP %(when)s.") % words
    if need.possible == need.least:
        return _("%(goal)s: certain with at least %(certain)s VP %(when)s.") % words
    if need.possible == need.certain:
        return _("%(goal)s: certain with at least %(certain)s VP %(when)s, out of reach with fewer.") % words
    return _("%(goal)s: possible with at least %(possible)s VP %(when)s, certain with %(certain)s.") % words


def _estimate(reach: Reach, chances: Chances) -> str:
    """Return the chances of what is neither certain nor out of reach."""
    first = _share(chances.first, chances.trials) if reach.best == FIRST < reach.worst else ""
    podium = _share(chances.podium, chances.trials) if reach.worst > PODIUM else ""
    words = {"first": first, "podium": podium}
    if first and podium:
        return _("Estimate from simulated results: first place %(first)s, podium %(podium)s.") % words
    if first:
        return _("Estimate from simulated results: first place %(first)s.") % words
    return _("Estimate from simulated results: podium %(podium)s.") % words if podium else ""


def _share(counted: int, trials: int) -> str:
    """Return a rounded percentage: `35 %`, `under 5 %`, `over 95 %`."""
    percent = (2 * 100 * counted + ROUNDED_TO * trials) // (2 * ROUNDED_TO * trials) * ROUNDED_TO
    text = f"{min(max(percent, ROUNDED_TO), 100 - ROUNDED_TO)}\u00a0%"
    if percent < ROUNDED_TO:
        return _("under %(share)s") % {"share": text}
    return _("over %(share)s") % {"share": text} if percent > 100 - ROUNDED_TO else text


def _stretch(first: int, last: int, of: int) -> BarPart:
    start, end = (first - 1) * WHOLE // of, last * WHOLE // of
    length = max(end - start, NARROWEST)
    return BarPart(start=min(start, WHOLE - length), length=length)
