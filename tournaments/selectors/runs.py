"""The runs of rounds that belong together, because their system plans ahead."""

from collections.abc import Sequence
from itertools import takewhile

from tournaments.models import Round
from tournaments.records import SAME_IN_A_RUN, RoundSettings, System


def latest_run(rounds: Sequence[Round], system: System) -> list[Round]:
    """Return the latest run of a system, in order; rounds of other systems may have followed."""
    last = max((at for at, round_ in enumerate(rounds) if round_.system == system), default=None)
    return [] if last is None else run_to_go_on(rounds[: last + 1], system, rounds[last].chosen)


def run_to_go_on(rounds: Sequence[Round], system: System, settings: RoundSettings) -> list[Round]:
    """Return the run that a next round of this system and these settings continues, in order.

    The list is empty if the round begins a run.
    """

    def alike(round_: Round) -> bool:
        same = (getattr(round_.chosen, name) == getattr(settings, name) for name in SAME_IN_A_RUN[system])
        return round_.system == system and all(same)

    return [*takewhile(alike, reversed(rounds))][::-1] if system in SAME_IN_A_RUN else []
