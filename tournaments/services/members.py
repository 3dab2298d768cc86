"""The members of the club: found by a typed name, created and changed."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Player
from tournaments.people.names import parse_name, search_key
from tournaments.people.persons import ListedPlayer
from tournaments.selectors.members import narrowed_by_club

from .locking import count_revisions_up_of


def player_meant(player: Player | str | ListedPlayer, *, not_among: Collection[int]) -> Player:
    """Return the member given, or the one with that name as `player_find_or_create` finds it.

    What a list adds about the member is saved; what the club knew is kept.
    """
    if isinstance(player, Player):
        return player
    if isinstance(player, str):
        return player_find_or_create(text=player, not_among=not_among)
    member = player_find_or_create(text=player.name, not_among=not_among, club=player.club)
    listed = {"club": player.club, "contact": player.contact}
    new = {field: sentence for field, sentence in listed.items() if sentence and not getattr(member, field)}
    return player_change(player=member, details=new) if new else member


def player_find_or_create(*, text: str, not_among: Collection[int] = (), club: str = "") -> Player:
    """Return the member with this name, or a new one; run inside a service's transaction.

    `Rossi Anna` and `Anna Rossi` are the same name. If several members have it, those in `not_among` (already seated,
    for example) are passed over, and then those of other clubs than `club`. Raise Refused if several are left: the
    referee must choose.
    """
    name = parse_name(text)
    if not name.last:
        raise Refused(_("A name is missing: write it."))
    words = search_key(name.full)
    swapped = search_key(f"{name.first} {name.last}")
    namesakes = list(Player.objects.filter(search_name__in={words, swapped}, forgotten=False).order_by("pk"))
    free = [player for player in namesakes if player.pk not in not_among]
    free = narrowed_by_club(free, club)
    if len(free) > 1:
        raise Refused(
            _("Several members are called %(name)s: choose one from the list while you type.") % {"name": name.full}
        )
    if namesakes:
        return free[0] if free else namesakes[0]
    player = Player(last_name=name.last, first_name=name.first)
    # Only the card must be unique, and a name comes without a card.
    player.full_clean(validate_constraints=False)
    player.save()
    return player


@transaction.atomic
def player_create(*, details: Mapping[str, str]) -> Player:
    """Create a member with these fields, even if another one has the same name."""
    player = Player(**details)
    player.full_clean()
    player.save()
    return player


@transaction.atomic
def player_hide_page(*, player: Player) -> Player:
    """Hide a player's public page, and show the name with an initial; results and places stay as they are."""
    return player_change(player=player, details={"shown": Player.Shown.HIDDEN})


@transaction.atomic
def player_change(*, player: Player, details: Mapping[str, str | int | None]) -> Player:
    """Change what the club knows of a member; every tournament that shows it follows, final ones too."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if all(getattr(player, field) == value for field, value in details.items()):
        return player
    for field, value in details.items():
        setattr(player, field, value)
    player.full_clean()
    player.save()
    count_revisions_up_of([player.pk])
    return player
