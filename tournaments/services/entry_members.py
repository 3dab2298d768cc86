"""The members created by an entry alone, who are deleted with it."""

from tournaments.models import Entry, Player
from tournaments.selectors.members import relations_to_players

DISTINGUISHING_FIELDS = ("card", "contact", "category", "birth_year", "province", "region")
"""The fields of a member that the club fills in, and no entry."""


def members_unmake(entry: Entry) -> None:
    """Delete the members created for this entry, if nothing else is known of them.

    So a prank leaves nobody behind. Call this inside a service's transaction.
    """
    members = [
        key
        for key, is_made in ((entry.member1_id, entry.made1), (entry.member2_id, entry.made2))
        if is_made and key is not None  # equivalent `is_made`: None is nobody's key
    ]
    if not members:
        return
    entry.member1, entry.made1 = (None, False) if entry.made1 else (entry.member1, False)
    entry.member2, entry.made2 = (None, False) if entry.made2 else (entry.member2, False)
    entry.save()
    for player in Player.objects.filter(pk__in=members, forgotten=False):
        if not any(getattr(player, field) for field in DISTINGUISHING_FIELDS) and not _is_named(player):
            player.delete()


def _is_named(player: Player) -> bool:
    return any(model._base_manager.filter(**{column: player.pk}).exists() for model, column in relations_to_players())
