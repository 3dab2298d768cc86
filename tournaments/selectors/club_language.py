"""The language of the club, and the second one of a tournament's sheets."""

from django.conf import settings
from django.utils.translation import get_language

from tournaments.models import Club, Tournament


def club_language() -> str:
    """Return the code of the language that the program begins with. One query."""
    chosen = Club.objects.values_list("language", flat=True).first()
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def second_language(tournament: Tournament) -> str:
    """Return the language in which the tournament's sheets are printed beside the reader's; empty for none.

    It is the one that the tournament names. Whoever reads the program in that one gets the club's language beside it:
    the sheets of an international event are in two languages, whoever prints them. One query at most.
    """
    wanted, here = tournament.second_language, get_language()
    if not wanted:
        return ""
    other = club_language() if wanted == here else wanted
    return "" if other == here else other
