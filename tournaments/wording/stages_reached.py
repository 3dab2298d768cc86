"""The stages that entrants reached in a knockout, in the few words that a ranking has room for."""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.records import EntrantId, Standing

from .gironi import girone_name
from .knockout_bracket import BracketMatch, BracketView


def stages_reached(brackets: Iterable[BracketView]) -> dict[EntrantId, str]:
    """Return the last stage that each entrant of a bracket reached, even those still in.

    Whoever was moved to another girone has that of its bracket.
    """
    reached: dict[EntrantId, str] = {}
    for bracket in brackets:
        at_home = {
            side.entrant.id
            for stage in bracket.stages
            for match in stage.matches
            for side in match.sides
            if side.entrant is not None and side.entrant.girone == bracket.girone
        }
        stages = _reached_in(bracket).items()
        reached |= {entrant: stage for entrant, stage in stages if entrant not in reached or entrant in at_home}
    return reached


def _reached_in(bracket: BracketView) -> dict[EntrantId, str]:
    reached: dict[EntrantId, str] = {}
    for stage in bracket.stages:
        reached |= {entrant: stage.name for match in stage.matches for entrant in _contestants(match)}
    if bracket.third_place is not None:
        third = _contestants(bracket.third_place, winner=True)
        fourth = [entrant for entrant in _contestants(bracket.third_place) if third and entrant not in third]
        reached |= dict.fromkeys(third, _("Third place")) | dict.fromkeys(fourth, _("Fourth place"))
    if bracket.winner is not None:
        reached[bracket.winner.id] = _("Winner of the knockout")
    return reached


def knockout_notes(standings: Iterable[Standing]) -> list[str]:
    """Return notes that a knockout decided the first places, of all or of a girone; empty without a knockout."""
    rows = [standing for standing in standings if standing.by_knockout]
    last = sum(row.before_gironi for row in rows)
    own = Counter(row.girone for row in rows if row.girone is not None and row.own_bracket)
    notes = (
        [_("The first %(last)s places are those of the knockout, whatever the VP.") % {"last": last}] if last else []
    )
    of_gironi = _("%(girone)s: the first %(last)s places are those of its knockout, whatever the VP.")
    return [*notes, *[of_gironi % {"girone": girone_name(girone), "last": own[girone]} for girone in sorted(own)]]


def still_in(bracket: BracketView) -> set[EntrantId]:
    """Return the entrants with a match of the bracket still to play, including the one for third place."""
    matches = [match for stage in bracket.stages for match in stage.matches]
    return {
        entrant
        for match in [*matches, *filter(None, [bracket.third_place])]
        if match.is_open
        for entrant in _contestants(match)
    }


def _contestants(match: BracketMatch, *, winner: bool = False) -> list[EntrantId]:
    return [side.entrant.id for side in match.sides if side.entrant is not None and (side.wins or not winner)]
