"""Whether the club is shown how strong its players are."""

from django.db import transaction

from tournaments.models import Club


@transaction.atomic
def ratings_switch(*, on: bool) -> Club:
    """Show them, or show them no more; what was learnt is kept or learnt again."""
    club, _created = Club.objects.select_for_update().get_or_create(pk=1)
    club.ratings = on
    club.save()
    return club
