"""The runs of rounds that belong together, because their system plans ahead."""

from collections.abc import Sequence
from itertools import takewhile
from typing import TypeVar

from tournaments.models import MatchDay, Round, Tournament
from tournaments.records import SAME_IN_A_RUN, RoundSettings, System, drawn_in

Drawn = TypeVar("Drawn", Round, MatchDay)
"""A draw of pairs, or of the teams of a match day."""


def draw_of(round_: Round) -> Round | MatchDay:
    """Return the draw behind a round: that of its match day, or else its own. One query in team matches."""
    return draws_of(round_.tournament, [round_])[0]


def draws_of(tournament: Tournament, rounds: Sequence[Round]) -> list[Round | MatchDay]:
    """Return the draw behind each round, as `draw_of` does. One query in team matches."""
    if not tournament.plays_matches:
        return [*rounds]
    days = {day.number: day for day in tournament.match_days.all()}
    return [days.get(tournament.match_format.day_of(round_.number), round_) for round_ in rounds]


def latest_run(rounds: Sequence[Drawn], system: System, girone: int | None = None) -> list[Drawn]:
    """Return the latest run of a system, in order; rounds of other systems may have followed. In a girone, its own."""
    for last in range(len(rounds), 0, -1):
        if system_in(rounds[last - 1], girone) is system:
            run = run_to_go_on(rounds[:last], system, rounds[last - 1].chosen, girone)
            if run:
                return run
    return []


def system_in(round_: Round | MatchDay, girone: int | None) -> System:
    """Return the system by which a round drew a girone; that of the round for None."""
    system = System(round_.system)
    return system if girone is None else drawn_in(girone, system, round_.chosen)[0]


def run_to_go_on(
    rounds: Sequence[Drawn], system: System, settings: RoundSettings, girone: int | None = None
) -> list[Drawn]:
    """Return the run that a next round of this system and these settings continues, in order; in a girone, its own.

    The list is empty if the round begins a run.
    """

    def alike(round_: Drawn) -> bool:
        chosen = round_.chosen
        same = (getattr(chosen, name) == getattr(settings, name) for name in SAME_IN_A_RUN[system])
        # The one bracket of the field is no girone's, and the other way round.
        within = system is not System.KNOCKOUT or bool(chosen.by_girone) == (girone is not None)
        return within and system_in(round_, girone) is system and all(same)

    run: list[Drawn] = []
    if system in SAME_IN_A_RUN:
        run.extend(takewhile(alike, reversed(rounds)))
    return run[::-1]
