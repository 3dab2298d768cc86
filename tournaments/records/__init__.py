"""The frozen data of the pure tournament code: pairing, ranking, victory points and sheets.

These records know no database, no clock and no language. `tournaments/selectors/` makes them from the models, and the
pure modules answer with them. Points are whole numbers (`int`); match points (MP) are multiples of 5.
"""

from .entrants import TAKEN_OVER_BY, Entrant, EntrantId, Kind, Line, LineNames, Rounds, Side, StandIn
from .gironi import CarriedFigures, Carry, Cut
from .infractions import ListedInfraction, Measure
from .named_systems import MODIFIED_MEMORY, drawn_in, named_system, of_the_whole_field
from .reasons import Obstacle, Reason, ReasonCode, TableCause
from .results import (
    ABSENCES,
    DECIDED,
    FELT,
    SCORED,
    Allowance,
    Outcome,
    PointAdjustment,
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
    NamedSystem,
    PairingRequest,
    Policy,
    RoundSettings,
    Run,
    System,
)
from .team_matches import Fixture, MatchFormat, MatchScore

__all__ = [
    "ABSENCES",
    "DECIDED",
    "PointAdjustment",
    "Allowance",
    "CarriedFigures",
    "Carry",
    "Cut",
    "Draft",
    "DraftTable",
    "Entrant",
    "EntrantId",
    "FELT",
    "Fixture",
    "Fold",
    "ListedInfraction",
    "Kind",
    "Line",
    "LineNames",
    "MODIFIED_MEMORY",
    "MatchFormat",
    "MatchScore",
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
    "Rounds",
    "Run",
    "SAME_IN_A_RUN",
    "SCORED",
    "ScaleBand",
    "Side",
    "StandIn",
    "Standing",
    "System",
    "TAKEN_OVER_BY",
    "TableCause",
    "TableResult",
    "TeamStanding",
    "TieBreak",
    "drawn_in",
    "named_system",
    "of_the_whole_field",
]
