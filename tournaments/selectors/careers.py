"""The career of a player in the club's tournaments, and who may read it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from tournaments.models import Club, Entry, Pair, Player, Tournament
from tournaments.people.career import Career

from .final_rounds import appearances_in
from .final_standings import StandingPart, standing_parts_of
from .members import SEATS
from .ratings import ratings_shown

MOST_MET = 10
"""The number of opponents that a career names."""
UNDER_WAY = (Tournament.State.RUNNING, Tournament.State.CHECKING)


@dataclass(frozen=True, kw_only=True)
class CareerView:
    """A player's career, with its tournaments and people."""

    player: Player
    career: Career
    tournaments: Mapping[int, Tournament]
    """The final tournaments, by key."""
    under_way: Sequence[Tournament]
    """The player's tournaments that have no final ranking yet."""

    @cached_property
    def people(self) -> Mapping[int, Player]:
        """Return the partners and the most frequent opponents. One query."""
        partners = {
            appearance.partner
            for appearance in self.career.appearances
            if appearance.partner is not None  # equivalent `True`: no player has this key
        }
        partners |= {partnership.partner for partnership in self.career.partnerships}
        return Player.objects.in_bulk(partners | {tally.opponent for tally in self.career.met[:MOST_MET]})


def tournaments_played_by(player: Player) -> list[Tournament]:
    """Return the player's tournaments under way or final, the latest first. One query."""
    seated = Pair.objects.filter(Q(*((seat, player) for seat in SEATS), _connector=Q.OR)).order_by()
    states = (*UNDER_WAY, Tournament.State.FINAL)
    played = Tournament.objects.filter(pk__in=seated.values("tournament"), state__in=states)
    return list(played.order_by("-date", "-pk"))


def career_view_of(player: Player, tournaments: Sequence[Tournament]) -> CareerView:
    """Return the career in `tournaments_played_by` the player. One query, and more for each changed tournament."""
    final = [tournament for tournament in tournaments if tournament.state == Tournament.State.FINAL]
    stored = standing_parts_of(final, StandingPart.ROUNDS)
    return CareerView(
        player=player,
        career=Career(
            [found for tournament in final for found in appearances_in(stored[tournament.pk], tournament.pk, player.pk)]
        ),
        tournaments={tournament.pk: tournament for tournament in final},
        under_way=[tournament for tournament in tournaments if tournament.state != Tournament.State.FINAL],
    )


def careers_public() -> bool:
    """Return whether the club makes players' careers public. One query."""
    return Club.objects.filter(players_public=True).exists()


def has_public_career(player: Player, tournaments: Sequence[Tournament]) -> bool:
    """Return whether the player has a public page, if the club allows it, from `tournaments_played_by`."""
    return player.may_have_public_page and any(tournament.state == Tournament.State.FINAL for tournament in tournaments)


def public_careers_of(tournament: Tournament, number: int) -> list[Player]:
    """Return the players of a pair of a final tournament who have a public page.

    They have one as long as the tournament is final, if the club allows it. One query at most if there is none, else
    three.
    """
    if tournament.state != Tournament.State.FINAL or not careers_public():
        return []
    pair = tournament.pairs.get(number=number)
    players = Player.objects.filter(pk__in=pair.player_keys, forgotten=False)
    return list(players.exclude(shown=Player.Shown.HIDDEN))


def pages_of_entry(entry: Entry) -> list[Player]:
    """Return the members of an entry whose public page its link may hide, or has hidden.

    The link is anybody's who typed the names, so that it counts only once the two have begun to play in the club's
    sight. Three queries at most.
    """
    begun = entry.state == Entry.State.ACCEPTED and entry.tournament.state != Tournament.State.REGISTRATION
    if not begun or entry.pair is None or not careers_public():
        return []
    keys = [key for key in entry.pair.player_keys if key in (entry.member1_id, entry.member2_id)]
    return list(Player.objects.filter(pk__in=keys, forgotten=False))


def facts_behind(player: Player, tournaments: Sequence[Tournament]) -> tuple[object, ...]:
    """Return the facts that the public page depends on: its tournaments and, if ratings are shown, all final ones.

    The correction of a name counts up the revision of the member's tournaments. Two queries at most.
    """
    mine = tuple((tournament.pk, tournament.revision, tournament.state) for tournament in tournaments)
    rated: tuple[object, ...] = ()
    if ratings_shown():
        final = Tournament.objects.filter(state=Tournament.State.FINAL).order_by("pk")
        rated = tuple(final.values_list("pk", "revision", "date"))
    return player.pk, mine, rated
