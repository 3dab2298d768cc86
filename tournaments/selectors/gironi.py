"""The gironi of a tournament: the ranking to cut, their members, and what it does to move a pair."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import Round, Tournament
from tournaments.pairing.draw_record import gironi_then
from tournaments.ranking.gironi import Boundary, GironeMove, boundaries, dealt, place_in_girone
from tournaments.records import Entrant, EntrantId, Standing, System
from tournaments.records.gironi import even_sizes

from .evening import Evening, evening_of
from .settings import tie_breaks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedCut:
    """A cut before it is made."""

    sizes: Sequence[int]
    here: int
    boundaries: Sequence[Boundary]


def ranking_to_cut(tournament: Tournament) -> Sequence[Standing]:
    """Return the present ranking."""
    return evening_of(tournament).standings()


def proposed_cut(tournament: Tournament, *, gironi: int, sizes: Sequence[int]) -> ProposedCut:
    """Return the cut into these sizes, or into equal gironi where they do not add up to those who are here.

    There are not more equal gironi than tables.
    """
    standings = ranking_to_cut(tournament)
    here = sum(row.entrant.active for row in standings)
    chosen = tuple(sizes) if sum(sizes) == here else even_sizes(here, min(gironi, max(1, here // 2)))
    found = boundaries(standings, dealt(standings, chosen), tie_breaks_of(tournament))
    return ProposedCut(sizes=chosen, here=here, boundaries=found)


def members_of(tournament: Tournament) -> dict[int, list[Entrant]]:
    """Return everybody in each girone, withdrawn entrants too, by number; empty before the cut."""
    members: dict[int, list[Entrant]] = {}
    for entrant in evening_of(tournament).entrants:
        if entrant.girone is not None:
            members.setdefault(entrant.girone, []).append(entrant)
    return dict(sorted(members.items()))


def gironi_of_round(round_: Round, entrants: Sequence[Entrant]) -> Mapping[EntrantId, int]:
    """Return the girone of everybody in a round that was drawn girone by girone; otherwise empty."""
    if round_.system == System.MANUAL or not round_.is_in_gironi:
        return {}
    today = {
        entrant.id: entrant.girone
        for entrant in entrants
        if entrant.girone is not None  # equivalent `True`: after a cut, everybody has one
    }
    return today | gironi_then(round_.as_drawn)


def girone_move(tournament: Tournament, number: EntrantId, goal: int) -> GironeMove:
    """Return what it does to move an entrant. Raise KeyError if there is none of that number."""
    evening = evening_of(tournament)
    entrant = evening.by_number[number]
    moved = [replace(entrant, girone=goal) if entrant.id == number else entrant for entrant in evening.entrants]
    after: Evening = replace(evening, entrants=moved)
    rows = after.standings(everybody=True)
    own = next(row for row in rows if row.entrant.id == number)
    last = tournament.rounds.order_by("number").last()
    return GironeMove(
        entrant=entrant,
        origin=entrant.girone or 1,
        goal=goal,
        place=place_in_girone(own, rows),
        vp=own.vp,
        sizes=Counter(entrant.girone or 1 for entrant in moved if entrant.active),
        draft=last.number if last is not None and last.state == Round.State.DRAFT else None,
        under_way=last.number if last is not None and last.state == Round.State.PUBLISHED else None,
    )
