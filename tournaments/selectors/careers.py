"""What a player has done in the tournaments of the club, and who may read it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from tournaments.careers.career import Career
from tournaments.models import Club, Pair, Player, Tournament

from .final_rounds import appearances_in
from .final_standings import Part, kept_of
from .ratings import ratings_shown

MOST_MET = 10
"""So many of those whom a player has met are named."""
SEATS = ("player1", "player2", "substitute1", "substitute2")
UNDER_WAY = (Tournament.State.RUNNING, Tournament.State.CHECKING)


@dataclass(frozen=True, kw_only=True)
class CareerShown:
    """A player's career, with the tournaments and people whom it names."""

    player: Player
    career: Career
    tournaments: Mapping[int, Tournament]
    """The final ones, by key."""
    under_way: Sequence[Tournament]
    """Those that the player is in and that have no place yet."""

    @cached_property
    def people(self) -> Mapping[int, Player]:
        """Partners, and those who were met the most often. One query."""
        partners = {each.partner for each in self.career.appearances if each.partner is not None}
        partners |= {each.partner for each in self.career.partnerships}
        return Player.objects.in_bulk(partners | {each.opponent for each in self.career.met[:MOST_MET]})


def tournaments_played_by(player: Player) -> list[Tournament]:
    """Those that are under way or final and in which the player has a seat, the latest first. One query."""
    seated = Pair.objects.filter(Q(*((seat, player) for seat in SEATS), _connector=Q.OR)).order_by()
    states = (*UNDER_WAY, Tournament.State.FINAL)
    played = Tournament.objects.filter(pk__in=seated.values("tournament"), state__in=states)
    return list(played.order_by("-date", "-pk"))


def career_shown(player: Player, tournaments: Sequence[Tournament]) -> CareerShown:
    """The career in `tournaments_played_by` the player. One query, and more for each tournament that has changed."""
    final = [each for each in tournaments if each.state == Tournament.State.FINAL]
    kept = kept_of(final, Part.ROUNDS)
    return CareerShown(
        player=player,
        career=Career([found for each in final for found in appearances_in(kept[each.pk], each.pk, player.pk)]),
        tournaments={each.pk: each for each in final},
        under_way=[each for each in tournaments if each.state != Tournament.State.FINAL],
    )


def careers_public() -> bool:
    """Whether the club lets everybody read what its players have done. One query."""
    return Club.objects.filter(players_public=True).exists()


def has_public_career(player: Player, tournaments: Sequence[Tournament]) -> bool:
    """Whether there is something for everybody to read, where the club shows it: of `tournaments_played_by` them."""
    return not player.forgotten and any(each.state == Tournament.State.FINAL for each in tournaments)


def public_careers_of(tournament: Tournament, number: int) -> list[Player]:
    """Whoever had a seat under that number of a final tournament, if the club shows what its players have done.

    Each has a public page then, for as long as the tournament is final. No query before, three where it is so.
    """
    if tournament.state != Tournament.State.FINAL or not careers_public():
        return []
    pair = tournament.pairs.get(number=number)
    return list(Player.objects.filter(pk__in=pair.player_keys, forgotten=False))


def facts_behind(player: Player, tournaments: Sequence[Tournament]) -> tuple[object, ...]:
    """What the public page changes with: its tournaments and, where ratings are shown, all that are final.

    A corrected name counts up the tournaments of whoever has it. Two queries at the most.
    """
    mine = tuple((each.pk, each.revision, each.state) for each in tournaments)
    rated: tuple[object, ...] = ()
    if ratings_shown():
        final = Tournament.objects.filter(state=Tournament.State.FINAL).order_by("pk")
        rated = tuple(final.values_list("pk", "revision", "date"))
    return player.pk, mine, rated
