"""The club's logo and accent colour: what its row names is there, and is what its name says."""

from collections.abc import Iterator
from hashlib import sha256

from django.utils.translation import gettext as _

from pages.club_face import COLOUR
from tournaments.models import Club, ClubLogo


def face_faults() -> Iterator[str]:
    """Yield a sentence for a colour that is none, and for a logo that is missing or damaged."""
    for club in Club.objects.all():
        if club.accent and not COLOUR.fullmatch(club.accent):
            yield _("the club’s colour is %(colour)s, which is not a colour") % {"colour": club.accent}
        if club.logo and not ClubLogo.objects.filter(name=club.logo).exists():
            yield _("the club’s logo %(name)s is missing") % {"name": club.logo}
    for logo in ClubLogo.objects.all():
        if not logo.name.startswith(sha256(bytes(logo.image)).hexdigest()[:16]):
            yield _("the club’s logo %(name)s is damaged: upload it again") % {"name": logo.name}
