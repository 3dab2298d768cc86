"""The knockouts of gironi: who was in a girone that played one of its own, by round."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.models import Round, Tournament
from tournaments.pairing.draw_record import gironi_then
from tournaments.records import EntrantId, System

from .runs import system_in

OwnKnockouts = Mapping[int, Mapping[EntrantId, int]]
"""By round everybody whose girone played a knockout of its own, and that girone."""


def own_knockouts_of(tournament: Tournament) -> OwnKnockouts:
    """Return the knockouts of gironi. No query before a cut; one after it, two if there are any."""
    if tournament.cut is None:
        return {}
    # Without its tournament, a round of a related manager would be looked up again.
    needed = ("tournament", "number", "system", "settings", "as_drawn")
    drawn = tournament.rounds.filter(settings__has_key="by_girone").only(*needed)
    rounds = [round_ for round_ in drawn.order_by("number") if round_.has_bracket]
    if not rounds:
        return {}
    today = _gironi_today(list(tournament.pairs.values_list("number", "girone")))
    return {round_.number: _in_knockouts(round_, today | gironi_then(round_.as_drawn)) for round_ in rounds}


def in_knockout(round_: Round) -> Callable[[int], bool]:
    """Return whether an entrant of a number plays a knockout in this round. Two queries if it may be a girone's own."""
    if not round_.has_bracket or round_.is_one_bracket:
        return lambda _number: round_.is_one_bracket
    own = own_knockouts_of(round_.tournament).get(round_.number, {})
    return lambda number: number in own


def _gironi_today(rows: Sequence[tuple[int, int | None]]) -> dict[EntrantId, int]:
    """Return the girone of everybody; whoever has none is in the last."""
    last = max((girone or 1 for _number, girone in rows), default=1)
    return {EntrantId(number): girone or last for number, girone in rows}


def _in_knockouts(round_: Round, gironi: Mapping[EntrantId, int]) -> dict[EntrantId, int]:
    systems = {girone: system_in(round_, girone) for girone in {*gironi.values()}}
    return {entrant: girone for entrant, girone in gironi.items() if systems[girone] is System.KNOCKOUT}
