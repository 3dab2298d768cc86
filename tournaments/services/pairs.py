"""The pairs of a tournament: entered by name, checked in, changed, withdrawn."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.models import Pair, Player, Round, Table, Tournament
from tournaments.selectors import seated_players

from .locking import count_revision_up, lock_tournament
from .members import player_find_or_create


@transaction.atomic
def pair_add(*, tournament: Tournament, players: tuple[Player | str, Player | str], here: bool = False) -> Pair:
    """Enter a pair under the next free number; a player is a member, or a name that becomes one."""
    tournament = lock_tournament(tournament.pk)
    pair = _enter(tournament, players, seated_players(tournament), here=here)
    count_revision_up(tournament)
    return pair


@transaction.atomic
def pairs_add_many(*, tournament: Tournament, lines: Sequence[tuple[str, str]], here: bool = False) -> list[Pair]:
    """Enter a pasted list, all or nothing, in its order."""
    tournament = lock_tournament(tournament.pk)
    seated = seated_players(tournament)
    pairs = []
    for names in lines:
        pair = _enter(tournament, names, seated, here=here)
        seated |= dict.fromkeys(pair.player_keys, pair)
        pairs.append(pair)
    count_revision_up(tournament)
    return pairs


@transaction.atomic
def pair_change(
    *, pair: Pair, players: tuple[Player | str, Player | str] | None = None, number: int | None = None
) -> Pair:
    """Correct a pair's names or number; the number stays once the pair has been seated in a published round."""
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.select_related("player1", "player2").get(pk=pair.pk)
    if players is not None:
        first, second = _two_players(players, seated_players(tournament, without=pair))
        pair.player1, pair.player2 = first, second
    if number is not None and number != pair.number:
        if number < 1:
            raise Refused(_("Pair numbers start at 1."))
        if _tables_of(pair).exclude(round__state=Round.State.DRAFT).exists():
            raise Refused(_("Pair %(pair)s has been seated: its number is on the slips.") % {"pair": pair.number})
        holder = tournament.pairs.filter(number=number).first()
        if holder:
            raise Refused(_("Number %(number)s belongs to %(pair)s.") % {"number": number, "pair": holder})
        pair.number = number
    pair.save()
    count_revision_up(tournament)
    return pair


@transaction.atomic
def pairs_check_in(*, tournament: Tournament, pairs: Iterable[Pair], here: bool) -> None:
    """Tick pairs as here, or untick them; withdrawn ones stay withdrawn."""
    tournament = lock_tournament(tournament.pk)
    status = Pair.Status.ACTIVE if here else Pair.Status.EXPECTED
    chosen = tournament.pairs.filter(pk__in=[pair.pk for pair in pairs]).exclude(status=Pair.Status.WITHDRAWN)
    for pair in chosen.exclude(status=status):
        pair.status = status
        pair.save()
    count_revision_up(tournament)


@transaction.atomic
def pair_set_status(*, pair: Pair, status: Pair.Status) -> Pair:
    """Withdraw a pair, which keeps its results and is not paired again; or take it back."""
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.get(pk=pair.pk)
    under_way = _tables_of(pair).filter(round__state=Round.State.DRAFT).first()
    if under_way:
        raise Refused(
            _("Pair %(pair)s is seated in the draft of round %(round)s: throw the draft away first.")
            % {"pair": pair.number, "round": under_way.round.number}
        )
    pair.status = status
    pair.save()
    count_revision_up(tournament)
    return pair


@transaction.atomic
def pair_delete(*, pair: Pair) -> None:
    """Remove a pair that nothing depends on."""
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.get(pk=pair.pk)
    if _tables_of(pair).exists() or pair.adjustments.exists():
        raise Refused(
            _("Pair %(pair)s has been seated and cannot be deleted: withdraw it instead.") % {"pair": pair.number}
        )
    pair.delete()
    count_revision_up(tournament)


def _tables_of(pair: Pair) -> QuerySet[Table]:
    return Table.objects.filter(Q(ns=pair) | Q(ew=pair)).select_related("round")


def _enter(
    tournament: Tournament, players: tuple[Player | str, Player | str], seated: dict[int, Pair], *, here: bool
) -> Pair:
    first, second = _two_players(players, seated)
    highest = tournament.pairs.aggregate(Max("number"))["number__max"] or 0
    return Pair.objects.create(
        tournament=tournament,
        number=highest + 1,
        player1=first,
        player2=second,
        status=Pair.Status.ACTIVE if here else Pair.Status.EXPECTED,
    )


def _two_players(players: tuple[Player | str, Player | str], seated: dict[int, Pair]) -> tuple[Player, Player]:
    """Both players as members; refused if one plays twice, with the pair where it plays already."""
    first = _member(players[0], not_among=seated.keys())
    second = _member(players[1], not_among=seated.keys())
    for player in (first, second):
        if player.pk in seated:
            other = seated[player.pk]
            raise Refused(
                _("%(player)s plays already in pair %(number)s, %(pair)s.")
                % {"player": player, "number": other.number, "pair": other}
            )
    if first.pk == second.pk:
        raise Refused(_("%(player)s cannot be both players of a pair.") % {"player": first})
    return first, second


def _member(player: Player | str, *, not_among: Iterable[int]) -> Player:
    if isinstance(player, Player):
        return player
    return player_find_or_create(text=player, not_among=frozenset(not_among))
