"""The club's ratings, which can be shown or not."""

from django.db import transaction

from tournaments.models import Club


@transaction.atomic
def ratings_switch(*, on: bool) -> Club:
    """Turn the club's ratings on or off. Computed ratings are kept, or computed again when needed."""
    club, _created = Club.objects.select_for_update().get_or_create(pk=1)
    club.ratings = on
    club.save()
    return club
