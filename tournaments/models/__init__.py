"""What the database keeps of a club and its tournaments, one file for each area: fields, constraints, nothing clever.

Writes go through `services`, reads that cross models through `selectors`. Points are whole numbers.
"""

from .club import Club, Infraction
from .hall import CheckInMiss, RefereeCall
from .phones import PhoneLog, PhonePhoto, PhoneSlip
from .players import Player
from .ratings import RatingStep
from .rounds import Adjustment, Hand, Round, Table
from .seasons import FinalStanding, Season, SeasonTournament
from .tournaments import (
    IMPORTED,
    NO_ADDRESS,
    Pair,
    Single,
    Team,
    Tournament,
    default_call_minutes,
    default_tie_breaks,
)
from .trials import FormatTrial

__all__ = [
    "IMPORTED",
    "NO_ADDRESS",
    "Adjustment",
    "CheckInMiss",
    "Club",
    "FinalStanding",
    "FormatTrial",
    "Hand",
    "Infraction",
    "Pair",
    "PhoneLog",
    "PhonePhoto",
    "PhoneSlip",
    "Player",
    "RatingStep",
    "RefereeCall",
    "Round",
    "Season",
    "SeasonTournament",
    "Single",
    "Table",
    "Team",
    "Tournament",
    "default_call_minutes",
    "default_tie_breaks",
]
