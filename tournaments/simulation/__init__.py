"""Simulated tournaments, for trying the program out, for load tests, and for comparing formats.

The model uses whole numbers and one seed: strengths in `people`, the luck of a hand in `hands`, an evening in
`evening`. `tournament_json` makes a whole tournament of one evening, `trial` the figures of many.
"""

from .evening import EveningFormat, play_evening
from .hands import HandPool, play_hand
from .people import FIRST_NAMES, LAST_NAMES
from .tournament_json import SimulatedTournament, simulate_tournament
from .trial import TrialFigures, play_trial_evening

__all__ = [
    "FIRST_NAMES",
    "LAST_NAMES",
    "EveningFormat",
    "HandPool",
    "SimulatedTournament",
    "TrialFigures",
    "play_evening",
    "play_hand",
    "play_trial_evening",
    "simulate_tournament",
]
