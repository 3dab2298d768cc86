"""What is entered is called a pair, or in an individual tournament a player."""

from collections.abc import Mapping

from tournaments.records import Kind

from .entrant_words import EntrantWords
from .pairs import PAIRS
from .players import PLAYERS

WORDS: Mapping[Kind, EntrantWords] = {Kind.PAIRS: PAIRS, Kind.INDIVIDUAL: PLAYERS, Kind.TEAMS: PAIRS}


def words_of(kind: str) -> EntrantWords:
    """The words for who is entered in a tournament of this kind."""
    return WORDS[Kind(kind)]
