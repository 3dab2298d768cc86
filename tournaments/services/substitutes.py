"""The substitutes who play in a player's place for some rounds (docs/tournaments.md §3)."""

from dataclasses import dataclass
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Pair, Player, Substitute, Tournament
from tournaments.records import Rounds
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.rounds import round_at_hand
from tournaments.wording.entrants import words_of
from tournaments.wording.substitutes import LAST_BEFORE_FIRST, rounds_in_words

from .locking import count_revision_up, lock_tournament
from .members import player_meant
from .singles_list import singles_found

Seat = Literal[1, 2]
"""The place of a pair's first or second player; an individual player has only the first."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """A substitute, and another one whose time ends with it."""

    substitute: Substitute
    ended: Substitute | None = None


@transaction.atomic
def pair_substitute(
    *, pair: Pair, seat: Seat, player: Player | str, first: int | None = None, last: int | None = None
) -> Substitution:
    """Let a substitute play in the place of a pair's player, from the round `first` to `last`.

    `first` is the present round if it is None, and `last` the end. A substitute who has the place until the end gives
    it up the round before.
    """
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.select_related("player1", "player2").get(pk=pair.pk)
    rounds = Rounds(round_at_hand(tournament) if first is None else first, last)
    _check_rounds(rounds)
    _check_allowed(tournament, pair, seat)
    newcomer = _newcomer(tournament, pair, player, rounds)
    substitute = Substitute(pair=pair, seat=seat, player=newcomer, first_round=rounds.first, last_round=rounds.last)
    ended = _end_the_one_before(substitute)
    if ended is not None and ended.player_id == newcomer.pk:
        substitute, ended = ended, None
    _refuse_two_in_one_place(substitute)
    substitute.save()
    singles_found(tournament, [newcomer.pk])
    count_revision_up(tournament)
    return Substitution(substitute, ended)


@transaction.atomic
def substitute_change(*, substitute: Substitute, first: int, last: int | None) -> Substitute:
    """Change the rounds of a substitute; None for the end."""
    tournament = lock_tournament(substitute.pair.tournament_id)
    substitute = _locked(substitute)
    substitute.first_round, substitute.last_round = first, last
    _check_rounds(substitute.rounds)
    _refuse_two_in_one_place(substitute)
    _refuse_two_places(tournament, substitute.pair, substitute.player, substitute.rounds, but=substitute.pk)
    substitute.save()
    count_revision_up(tournament)
    return substitute


@transaction.atomic
def substitute_take_back(*, substitute: Substitute) -> None:
    """Remove a substitute, as if the player had played all along."""
    tournament = lock_tournament(substitute.pair.tournament_id)
    substitute = _locked(substitute)
    if substitute.pair.adjustments.filter(player=substitute.player).exists():
        raise Refused(_("%(player)s was given points or a warning: undo that first.") % {"player": substitute.player})
    substitute.delete()
    count_revision_up(tournament)


def _locked(substitute: Substitute) -> Substitute:
    rows = Substitute.objects.select_for_update(of=("self",)).select_related("pair", "player")
    stored = rows.filter(pk=substitute.pk).first()
    if stored is None:
        raise Refused(_("This substitute was removed in the meantime: look at the pair again."))
    return stored


def _check_rounds(rounds: Rounds) -> None:
    if rounds.first is None or rounds.first < 1 or (rounds.last is not None and rounds.last < rounds.first):
        raise Refused(str(LAST_BEFORE_FIRST))


def _check_allowed(tournament: Tournament, pair: Pair, seat: Seat) -> None:
    if not tournament.substitutes_allowed:
        raise Refused(_("This tournament has no substitutes: allow them in its settings."))
    if tournament.state == Tournament.State.REGISTRATION:
        raise Refused(_("Nobody has played yet: correct the names instead."))
    if seat == 2 and pair.player2 is None:
        raise Refused(_("There is no second player here."))


def _newcomer(tournament: Tournament, pair: Pair, player: Player | str, rounds: Rounds) -> Player:
    """Return the substitute as a member. Raise Refused for somebody who already plays."""
    seated = seated_players(tournament)
    free = set(Substitute.objects.filter(pair__tournament=tournament).values_list("player", flat=True))
    newcomer = player_meant(player, not_among=seated.keys() - free)
    _refuse_two_places(tournament, pair, newcomer, rounds)
    return newcomer


def _refuse_two_places(tournament: Tournament, pair: Pair, player: Player, rounds: Rounds, *, but: int = 0) -> None:
    """Raise Refused if the player is entered, or is a substitute elsewhere in the same rounds."""
    others = Substitute.objects.filter(pair__tournament=tournament, player=player).exclude(pk=but)
    own = {key: entered for entered in tournament.pairs.all() for key in entered.entered_keys}
    other = own.get(player.pk) or next(
        (
            other.pair
            for other in others.select_related("pair")
            if other.pair_id != pair.pk and other.rounds.meet(rounds)
        ),
        None,
    )
    if other is not None:
        facts = {"player": player, "number": other.number, "pair": other}
        raise Refused(words_of(tournament.kind).plays_already % facts)


def _end_the_one_before(substitute: Substitute) -> Substitute | None:
    """Return the substitute whose time ends before this one, or the same player with new rounds, not saved yet."""
    of_seat = Substitute.objects.filter(pair=substitute.pair, seat=substitute.seat).select_related("player")
    again = of_seat.filter(player=substitute.player).first()
    if again is not None and again.rounds.meet(substitute.rounds):
        again.first_round, again.last_round = substitute.first_round, substitute.last_round
        return again
    assert substitute.first_round is not None
    before = of_seat.filter(last_round__isnull=True).exclude(first_round__gte=substitute.first_round).first()
    if before is None or substitute.first_round == 1:
        return None
    before.last_round = substitute.first_round - 1
    before.save()
    return before


def _refuse_two_in_one_place(substitute: Substitute) -> None:
    others = Substitute.objects.filter(pair=substitute.pair, seat=substitute.seat).exclude(pk=substitute.pk or 0)
    for other in others.select_related("player"):
        if other.rounds.meet(substitute.rounds):
            raise Refused(
                _("%(player)s has this place %(rounds)s: change that first.")
                % {"player": other.player, "rounds": rounds_in_words(other.rounds)}
            )
