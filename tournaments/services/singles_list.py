"""The additions to the list of those who look for a partner, inside a service's transaction."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Pair, Player, Single, Tournament
from tournaments.people.persons import ListedPlayer
from tournaments.records import Kind
from tournaments.wording.entrants import words_of

from .members import player_meant


def single_enter(tournament: Tournament, player: Player | str | ListedPlayer, seated: Mapping[int, Pair]) -> Single:
    """Add a player to the list, unless already there. Raise Refused if the player is already in a pair."""
    if tournament.kind == Kind.INDIVIDUAL:
        raise Refused(_("In an individual tournament nobody needs a partner: add the player."))
    member = player_meant(player, not_among=seated.keys())
    if pair := seated.get(member.pk):
        facts = {"player": member, "number": pair.number, "pair": pair}
        raise Refused(words_of(tournament.kind).plays_already % facts)
    single, _created = tournament.singles.get_or_create(player=member)
    return single


def singles_found(tournament: Tournament, players: Iterable[int]) -> None:
    """Remove players who play, by their keys, one by one, so that the history shows each."""
    for single in tournament.singles.filter(player__in=players):
        single.delete()
