"""Who a typed name is: a member the club knows, or a new one; and what the club knows of its members."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import PeopleImport, Player
from tournaments.people.names import parse_name, search_key
from tournaments.people.pasted_list import ListedPlayer
from tournaments.selectors.members import narrowed_by_club

from .entry_privacy import entries_forget_player
from .locking import count_revisions_up_of
from .merges import merges_forget


def player_meant(player: Player | str | ListedPlayer, *, not_among: Collection[int] = ()) -> Player:
    """The member given, or the one of that name as `player_find_or_create` finds it.

    What a list says of a member and the club did not know is kept; what it knew stays.
    """
    if isinstance(player, Player):
        return player
    if isinstance(player, str):
        return player_find_or_create(text=player, not_among=not_among)
    member = player_find_or_create(text=player.name, not_among=not_among, club=player.club)
    listed = {"club": player.club, "contact": player.contact}
    new = {field: said for field, said in listed.items() if said and not getattr(member, field)}
    return player_change(player=member, details=new) if new else member


def player_find_or_create(*, text: str, not_among: Collection[int] = (), club: str = "") -> Player:
    """The member of this name, or a new member where there is none; run inside a service's transaction.

    `Rossi Anna` and `Anna Rossi` are the same name. Of several members of one name, those in `not_among`
    (already seated, say) are passed over; if several are left, the only one of that `club` is meant, and if there is
    no such one the referee must choose.
    """
    name = parse_name(text)
    if not name.last:
        raise Refused(_("A name is missing: write it."))
    words = search_key(name.full)
    swapped = search_key(f"{name.first} {name.last}")
    namesakes = list(Player.objects.filter(search_name__in={words, swapped}).order_by("pk"))
    free = [player for player in namesakes if player.pk not in not_among]
    free = narrowed_by_club(free, club)
    if len(free) > 1:
        raise Refused(
            _("Several members are called %(name)s: choose one from the list while you type.") % {"name": name.full}
        )
    if namesakes:
        return free[0] if free else namesakes[0]
    player = Player(last_name=name.last, first_name=name.first)
    # Nothing but the card must be another one's, and a name comes without a card.
    player.full_clean(validate_constraints=False)
    player.save()
    return player


@transaction.atomic
def player_create(*, details: Mapping[str, str]) -> Player:
    """Make a member of these fields, even where another one has the same name: two people may."""
    player = Player(**details)
    player.full_clean()
    player.save()
    return player


@transaction.atomic
def player_change(*, player: Player, details: Mapping[str, str | int | None]) -> Player:
    """Correct what the club knows of a person; every tournament that shows it learns of it, final ones too."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if all(getattr(player, field) == value for field, value in details.items()):
        return player
    for field, value in details.items():
        setattr(player, field, value)
    player.full_clean()
    player.save()
    count_revisions_up_of([player.pk])
    return player


@transaction.atomic
def player_forget(*, player: Player) -> Player:
    """Take a person's name and all that the club knows of them out of everything, histories too; results stay."""
    blank = dict.fromkeys(("first_name", "club", "card", "contact", "category"), "")
    nobody = {"last_name": _("deleted player"), **blank, "birth_year": None, "state": Player.State.LEFT}
    forgotten = player_change(player=player, details=nobody | {"forgotten": True})
    Player.history.filter(id=player.pk).update(**nobody)
    entries_forget_player(forgotten)
    _forget_in_lists(player.pk)
    merges_forget(forgotten, nobody)
    return forgotten


def _forget_in_lists(key: int) -> None:
    """Of lists that were imported goes what they did to the member; lists that are only looked at go as a whole."""
    PeopleImport.objects.filter(state=PeopleImport.State.LOOKED_AT).delete()
    for done in PeopleImport.objects.select_for_update().filter(state=PeopleImport.State.IMPORTED):
        kept = [entry for entry in done.done if entry["player"] != key]
        if len(kept) < len(done.done):
            done.done = kept
            done.save()
