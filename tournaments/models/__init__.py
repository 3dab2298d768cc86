"""The database of a club and its tournaments, one file for each area: fields and constraints.

Writes go through `services`, reads across models through `selectors`. Points are whole numbers.
"""

from .club import Club, ClubLogo, Infraction
from .club_messages import ClubMessage
from .entrants import Pair, Single, Substitute, Team
from .entries import Entry, EntryTerms
from .evening_series import EveningSeries, SeriesDay
from .files import FileLayout
from .generations import Generation
from .hall import CheckInMiss, RefereeCall
from .incidents import Incident
from .mails import TEST, Mail, StoppedAddress
from .memberships import Membership, MembershipFee
from .merges import PlayerMerge
from .phones import CodeTry, PhoneLog, PhonePhoto, PhoneSlip
from .plans import ClubPlan
from .players import MemberWord, Player, public_name_of
from .ratings import RatingStep
from .receipts import MOST_A_YEAR, CashCount, Receipt, TillMovement
from .rosters import OF_A_LIST, PeopleImport
from .rounds import Adjustment, Hand, Round, Table
from .seasons import FinalStanding, Season, SeasonTournament
from .team_matches import LineUp, MatchDay, TeamMatch
from .till import TOGETHER, Means, Payment, SpecialPrize, TillTerms
from .tournaments import IMPORTED, NO_ADDRESS, Tournament, default_call_minutes, default_tie_breaks
from .trials import FormatTrial

__all__ = [
    "IMPORTED",
    "MOST_A_YEAR",
    "NO_ADDRESS",
    "OF_A_LIST",
    "TEST",
    "TOGETHER",
    "Adjustment",
    "CashCount",
    "CheckInMiss",
    "Club",
    "ClubLogo",
    "ClubMessage",
    "ClubPlan",
    "CodeTry",
    "Entry",
    "EntryTerms",
    "EveningSeries",
    "FileLayout",
    "FinalStanding",
    "FormatTrial",
    "Generation",
    "Hand",
    "Incident",
    "Infraction",
    "LineUp",
    "Mail",
    "MatchDay",
    "Means",
    "MemberWord",
    "Membership",
    "MembershipFee",
    "TillMovement",
    "Pair",
    "Payment",
    "PeopleImport",
    "PhoneLog",
    "PhonePhoto",
    "PhoneSlip",
    "Player",
    "PlayerMerge",
    "RatingStep",
    "Receipt",
    "RefereeCall",
    "Round",
    "Season",
    "SeasonTournament",
    "SeriesDay",
    "Single",
    "SpecialPrize",
    "StoppedAddress",
    "Substitute",
    "Table",
    "Team",
    "TeamMatch",
    "TillTerms",
    "Tournament",
    "default_call_minutes",
    "default_tie_breaks",
    "public_name_of",
]
