"""The entrants of a tournament, pairs or single players: added, checked in, changed, withdrawn."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from pages.refusals import Refused
from tournaments.models import Pair, Payment, Player, Round, Table, Tournament
from tournaments.people.persons import ListedPlayer
from tournaments.records import Kind
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.registration import Admission, entering_of
from tournaments.selectors.till import till_in_use
from tournaments.wording.entrants import words_of

from .entry_places import entries_settle
from .locking import count_revision_up, lock_tournament
from .members import player_meant
from .round_numbers import number_changes, refuse_in_a_draft, refuse_in_a_line_up, was_here
from .singles_list import single_enter, singles_found
from .teams import team_find_or_create


@transaction.atomic
def pair_add(
    *,
    tournament: Tournament,
    players: Sequence[Player | str | ListedPlayer],
    team: str = "",
    here: bool = False,
    late_reason: str = "",
) -> Pair:
    """Enter two players, or one in an individual tournament, under the next free number.

    A player is a member, or a name that becomes one; in a team event `team` is a name too. Players leave the list of
    those who look for a partner. After the first ranking, an entry needs a reason from the referee, and the missed
    rounds are worth what the tournament's setting says.
    """
    tournament = lock_tournament(tournament.pk)
    pair = pair_enter(tournament, players, team=team, here=here, late_reason=late_reason)
    entries_settle(tournament)
    count_revision_up(tournament)
    return pair


def pair_enter(
    tournament: Tournament,
    players: Sequence[Player | str | ListedPlayer],
    *,
    team: str,
    here: bool = False,
    late_reason: str = "",
) -> Pair:
    """Do the same inside a service's transaction, which settles the consequences."""
    too_late = entering_of(tournament) is Admission.OVER
    if not late_reason.strip():
        refuse_latecomers(tournament)
    pair = _new_pair(
        tournament,
        players,
        team,
        seated_players(tournament),
        number=_highest_number(tournament) + 1,
        here=here,
        late_after=_last_closed(tournament) if too_late else None,
        late_reason=late_reason.strip() if too_late else "",
    )
    pair.save()
    singles_found(tournament, pair.entered_keys)
    return pair


@transaction.atomic
def pairs_add_many(
    *,
    tournament: Tournament,
    lines: Sequence[Sequence[Player | str | ListedPlayer]],
    teams: Sequence[str] = (),
    singles: Sequence[str | ListedPlayer] = (),
    here: bool = False,
) -> list[Pair]:
    """Enter the pairs of a pasted list in its order, all or nothing; `teams` has the team of each line.

    `singles` are added to the list of those who look for a partner.
    """
    tournament = lock_tournament(tournament.pk)
    if lines or singles:
        refuse_latecomers(tournament)
    seated, highest = seated_players(tournament), _highest_number(tournament)
    pairs: list[Pair] = []
    for names, team in zip(lines, teams or [""] * len(lines), strict=True):
        pair = _new_pair(tournament, names, team, seated, number=highest + len(pairs) + 1, here=here)
        seated |= dict.fromkeys(pair.entered_keys, pair)
        pairs.append(pair)
    pairs = bulk_create_with_history(pairs, Pair)
    # One query for the whole list.
    singles_found(tournament, [key for pair in pairs for key in pair.entered_keys])
    for single in singles:
        single_enter(tournament, single, seated)
    entries_settle(tournament)
    count_revision_up(tournament)
    return pairs


@transaction.atomic
def pair_change(
    *,
    pair: Pair,
    players: Sequence[Player | str] | None = None,
    number: int | None = None,
    team: str | None = None,
    fixed_table: int | None = None,
) -> Pair:
    """Change an entrant; what is None stays as it is.

    Number and team stay once the pair has been seated in a published round. An empty `team` takes the pair out of its
    team, and a `fixed_table` of 0 lets it sit anywhere.
    """
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.select_related("player1", "player2", "team").get(pk=pair.pk)
    if players is not None:
        seated = seated_players(tournament, without=pair)
        seated |= dict.fromkeys(pair.substitutes.values_list("player", flat=True), pair)
        pair.player1, pair.player2 = _players(tournament, players, seated)
        singles_found(tournament, pair.entered_keys)
    if number is not None and number != pair.number:
        _renumber(tournament, pair, number)
    if team is not None:
        _set_team(tournament, pair, team)
    if fixed_table is not None:
        _keep_table(tournament, pair, fixed_table)
    pair.save()
    if players is not None:
        entries_settle(tournament)
    count_revision_up(tournament)
    return pair


@transaction.atomic
def pairs_check_in(*, tournament: Tournament, pairs: Iterable[Pair], here: bool) -> None:
    """Tick pairs as here, or untick them; withdrawn ones stay withdrawn."""
    tournament = lock_tournament(tournament.pk)
    status = Pair.Status.ACTIVE if here else Pair.Status.EXPECTED
    chosen = tournament.pairs.filter(pk__in=[pair.pk for pair in pairs]).exclude(status=Pair.Status.WITHDRAWN)
    chosen = chosen.exclude(status=status)
    if not here:
        refuse_in_a_draft(tournament, chosen)
    for pair in chosen:
        pair.status = status
        pair.save()
    count_revision_up(tournament)


@transaction.atomic
def pair_set_status(*, pair: Pair, status: Pair.Status) -> Pair:
    """Withdraw or reinstate a pair. A withdrawn pair keeps its results and is not paired again."""
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.get(pk=pair.pk)
    refuse_in_a_draft(tournament, [pair])
    pair.status = status
    pair.save()
    entries_settle(tournament)
    count_revision_up(tournament)
    return pair


@transaction.atomic
def pair_delete(*, pair: Pair) -> None:
    """Delete a pair that nothing depends on."""
    tournament = lock_tournament(pair.tournament_id)
    pair = Pair.objects.get(pk=pair.pk)
    refuse_in_a_draft(tournament, [pair])
    if tables_of(pair).exists() or pair.adjustments.exists():
        raise Refused(words_of(tournament.kind).not_deleted % {"pair": pair.number})
    refuse_in_a_line_up(pair)
    if (drawn := was_here(tournament, pair)) is not None:
        raise Refused(words_of(tournament.kind).was_here % {"pair": pair.number, "round": drawn.number})
    if till_in_use() and Payment.objects.filter(pair=pair).exists():
        raise Refused(_("Number %(number)s has paid: undo the payment first.") % {"number": pair.number})
    pair.delete()
    number_changes(tournament, pair.number, None)
    entries_settle(tournament)
    count_revision_up(tournament)


def tables_of(pair: Pair) -> QuerySet[Table]:
    """Return the tables, of drafts too, at which the pair or the player sits."""
    sits = Q(ns=pair) | Q(ew=pair) | Q(ns_partner=pair) | Q(ew_partner=pair)
    return Table.objects.filter(sits).select_related("round")


def has_played(pair: Pair) -> bool:
    """Return whether the pair was seated in a published round."""
    return tables_of(pair).exclude(round__state=Round.State.DRAFT).exists()


def refuse_latecomers(tournament: Tournament) -> None:
    """Raise Refused once nobody can be added any longer; run inside a service's transaction."""
    # Late pairs are entered freely until the first round's ranking exists (docs/tournaments.md §3).
    if entering_of(tournament) is Admission.OVER:
        raise Refused(
            _(
                "Round 1 has been ranked: nobody else can be added. Latecomers can replace a player as "
                "substitutes, or you can admit them, giving a reason."
            )
        )


def _last_closed(tournament: Tournament) -> int:
    """Return the number of the latest closed round; there is one once late pairs are refused."""
    closed = tournament.rounds.filter(state=Round.State.CLOSED).aggregate(Max("number"))
    return int(closed["number__max"])


def _highest_number(tournament: Tournament) -> int:
    """Return the highest number in use, or 0 if nobody is entered."""
    return tournament.pairs.aggregate(Max("number"))["number__max"] or 0


def _new_pair(
    tournament: Tournament,
    players: Sequence[Player | str | ListedPlayer],
    team: str,
    seated: dict[int, Pair],
    *,
    number: int,
    here: bool,
    late_after: int | None = None,
    late_reason: str = "",
) -> Pair:
    """Return the pair unsaved, its new members and its team saved."""
    first, second = _players(tournament, players, seated)
    return Pair(
        tournament=tournament,
        number=number,
        player1=first,
        player2=second,
        team=team_find_or_create(tournament, team),
        late_after=late_after,
        late_reason=late_reason,
        status=Pair.Status.ACTIVE if here else Pair.Status.EXPECTED,
    )


def _players(
    tournament: Tournament, players: Sequence[Player | str | ListedPlayer], seated: dict[int, Pair]
) -> tuple[Player, Player | None]:
    """Return the players as members. Raise Refused if their number is wrong, or if one plays already."""
    words = words_of(tournament.kind)
    if len(players) != (1 if tournament.kind == Kind.INDIVIDUAL else 2):
        raise Refused(str(words.how_many_names))
    members = [player_meant(player, not_among=seated.keys()) for player in players]
    for member in members:
        if other := seated.get(member.pk):
            facts = {"player": member, "number": other.number, "pair": other}
            raise Refused(words.plays_already % facts)
    if len(members) == 1:
        return members[0], None
    first, second = members
    if first.pk == second.pk:
        raise Refused(_("%(player)s cannot be both players of a pair.") % {"player": first})
    return first, second


def _renumber(tournament: Tournament, pair: Pair, number: int) -> None:
    words = words_of(tournament.kind)
    if number < 1:
        raise Refused(str(words.from_one))
    refuse_in_a_draft(tournament, [pair])
    if has_played(pair):
        raise Refused(words.on_the_slips % {"pair": pair.number})
    if (drawn := was_here(tournament, pair)) is not None:
        raise Refused(words.keeps_number % {"pair": pair.number, "round": drawn.number})
    holder = tournament.pairs.filter(number=number).first()
    if holder:
        raise Refused(_("Number %(number)s belongs to %(pair)s.") % {"number": number, "pair": holder})
    number_changes(tournament, pair.number, number)
    pair.number = number


def _set_team(tournament: Tournament, pair: Pair, name: str) -> None:
    team = team_find_or_create(tournament, name)
    if team == pair.team:
        return
    # Pairs of a team never meet, and this one's earlier meetings cannot be undone.
    if has_played(pair):
        raise Refused(
            _("Pair %(pair)s has been seated: it stays with its team, or without one.") % {"pair": pair.number}
        )
    refuse_in_a_line_up(pair)
    pair.team = team


def _keep_table(tournament: Tournament, pair: Pair, table: int) -> None:
    if table < 0:
        raise Refused(_("Table numbers start at 1."))
    holder = tournament.pairs.filter(fixed_table=table).exclude(pk=pair.pk).first() if table else None
    if holder:
        raise Refused(words_of(tournament.kind).table_kept % {"table": table, "number": holder.number, "pair": holder})
    pair.fixed_table = table or None
