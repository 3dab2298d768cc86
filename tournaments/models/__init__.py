"""What the database keeps of a club and its tournaments, one file for each area: fields, constraints, nothing clever.

Writes go through `services`, reads that cross models through `selectors`. Points are whole numbers.
"""

from .club import Club, Infraction
from .entries import Entry, EntryTerms
from .files import FileLayout
from .hall import CheckInMiss, RefereeCall
from .merges import PlayerMerge
from .phones import PhoneLog, PhonePhoto, PhoneSlip
from .players import MemberWord, Player
from .ratings import RatingStep
from .rosters import OF_A_LIST, PeopleImport
from .rounds import Adjustment, Hand, Round, Table
from .seasons import FinalStanding, Season, SeasonTournament
from .till import Payment, SpecialPrize, TillTerms
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
    "Entry",
    "EntryTerms",
    "FileLayout",
    "FinalStanding",
    "FormatTrial",
    "Hand",
    "Infraction",
    "MemberWord",
    "Pair",
    "Payment",
    "PeopleImport",
    "PhoneLog",
    "PhonePhoto",
    "PhoneSlip",
    "Player",
    "PlayerMerge",
    "RatingStep",
    "RefereeCall",
    "Round",
    "Season",
    "SeasonTournament",
    "Single",
    "SpecialPrize",
    "Table",
    "Team",
    "TillTerms",
    "Tournament",
    "default_call_minutes",
    "default_tie_breaks",
]
