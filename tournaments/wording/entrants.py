"""The words for entrants: pairs, or players in an individual tournament."""

from collections.abc import Mapping

from tournaments.records import Kind

from .entrant_words import EntrantWords
from .pairs import PAIRS
from .players import PLAYERS

WORDS: Mapping[Kind, EntrantWords] = {
    Kind.PAIRS: PAIRS,
    Kind.INDIVIDUAL: PLAYERS,
    Kind.TEAMS: PAIRS,
    Kind.TEAM_MATCHES: PAIRS,
}


def words_of(kind: str) -> EntrantWords:
    """Return the words for the entrants of this kind of tournament."""
    return WORDS[Kind(kind)]
