"""The frozen data that the pure tournament code speaks: pairing, ranking, victory points and sheets.

Nothing here knows the database, the clock or a language. `tournaments/selectors/` makes these records out of the
models; whatever a pure module answers is made of them too. Points are whole numbers (`int`), always
multiples of 5 where they are match points (MP).
"""

from .entrants import TAKEN_OVER_BY, Entrant, EntrantId, Kind, Line, Side
from .infractions import Infraction, Measure
from .named_systems import MODIFIED_MEMORY, NamedSystem, named_system
from .reasons import Obstacle, Reason, ReasonCode
from .results import (
    ABSENCES,
    DECIDED,
    SCORED,
    Adjustment,
    Allowance,
    Outcome,
    RoundScore,
    ScaleBand,
    Standing,
    TableResult,
    TeamStanding,
    TieBreak,
)
from .rounds import (
    SAME_IN_A_RUN,
    Draft,
    DraftTable,
    Fold,
    Movement,
    PairingRequest,
    Policy,
    RoundSettings,
    Run,
    System,
)

__all__ = [
    "ABSENCES",
    "DECIDED",
    "Adjustment",
    "Allowance",
    "Draft",
    "DraftTable",
    "Entrant",
    "EntrantId",
    "Fold",
    "Infraction",
    "Kind",
    "Line",
    "MODIFIED_MEMORY",
    "Measure",
    "Movement",
    "NamedSystem",
    "Obstacle",
    "Outcome",
    "PairingRequest",
    "Policy",
    "Reason",
    "ReasonCode",
    "RoundScore",
    "RoundSettings",
    "Run",
    "SAME_IN_A_RUN",
    "SCORED",
    "ScaleBand",
    "Side",
    "Standing",
    "System",
    "TAKEN_OVER_BY",
    "TableResult",
    "TeamStanding",
    "TieBreak",
    "named_system",
]
