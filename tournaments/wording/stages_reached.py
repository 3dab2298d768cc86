"""The stages that entrants reached in a knockout, in the few words that a ranking has room for."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.records import EntrantId, Standing

from .knockout_bracket import BracketMatch, BracketView


def stages_reached(bracket: BracketView | None) -> dict[EntrantId, str]:
    """Return the last stage that each entrant of a bracket reached, even those still in; none without a knockout."""
    reached: dict[EntrantId, str] = {}
    if bracket is None:
        return reached
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
    """Return a note that the knockout decided the first places, not their figures; empty without a knockout."""
    last = sum(standing.by_knockout for standing in standings)
    return [_("The first %(last)s places are those of the knockout, whatever the VP.") % {"last": last}] if last else []


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
