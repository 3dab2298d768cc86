"""What the database keeps of a club and its tournaments, one file for each area: fields, constraints, nothing clever.

Writes go through `services`, reads that cross models through `selectors`. Points are whole numbers.
"""

from .club import Club, Infraction
from .files import FileLayout
from .hall import CheckInMiss, RefereeCall
from .phones import PhoneLog, PhonePhoto, PhoneSlip
from .players import Player
from .rosters import OF_A_LIST, PeopleImport
from .rounds import Adjustment, Hand, Round, Table
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
    "OF_A_LIST",
    "Adjustment",
    "CheckInMiss",
    "Club",
    "FileLayout",
    "FormatTrial",
    "Hand",
    "Infraction",
    "Pair",
    "PeopleImport",
    "PhoneLog",
    "PhonePhoto",
    "PhoneSlip",
    "Player",
    "RefereeCall",
    "Round",
    "Single",
    "Table",
    "Team",
    "Tournament",
    "default_call_minutes",
    "default_tie_breaks",
]
