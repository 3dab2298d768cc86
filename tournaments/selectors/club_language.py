"""The language of the club."""

from django.conf import settings

from tournaments.models import Club


def club_language() -> str:
    """Return the code of the language that the program begins with. One query."""
    chosen = Club.objects.values_list("language", flat=True).first()
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
