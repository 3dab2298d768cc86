"""Who has come: players who check themselves in, and whoever is missing when check-in is over.

Ticking a pair is `pairs_check_in`, beside the other writes to pairs.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import CheckInMiss, Pair, Round, Table, Tournament
from tournaments.selectors.registration import SelfCheckIn, check_in_ends_at, self_check_in_of
from tournaments.wording.check_in import CLOSED_SENTENCES
from tournaments.wording.entrants import words_of

from .entry_places import entries_settle
from .locking import count_revision_up, lock_tournament

MISSES_COUNT_FOR = timedelta(minutes=10)
MOST_MISSES_OF_A_DEVICE = 5
"""So often anybody mistypes a card; more is guessing."""
MOST_MISSES_OF_ALL = 60
"""A phone without its cookie is another device each time: so many together, and the referee's list is the way in."""

TOKEN_LETTERS = 24
"""Of 4 bits each: 96 bits, which nobody guesses."""


@transaction.atomic
def card_check_in(*, tournament: Tournament, card: str, device: str, at: datetime) -> Pair | None:
    """Tick the pair of the player with this card, typed on a phone; None where nobody with it is expected.

    What was not found is counted: too much of it, by one device or by all together, and phones have to wait.
    """
    tournament = lock_tournament(tournament.pk)
    _refuse_closed(tournament, at)
    recent = tournament.check_in_misses.filter(at__gt=at - MISSES_COUNT_FOR)
    if recent.filter(device=device).count() >= MOST_MISSES_OF_A_DEVICE or recent.count() >= MOST_MISSES_OF_ALL:
        raise Refused(_("Too many wrong numbers: tell the referee that you are here, or try again in ten minutes."))
    card = card.strip()
    holds = Q(player1__card__iexact=card) | Q(player2__card__iexact=card)
    expected = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).select_related("player1", "player2")
    pair = expected.filter(holds).first() if card else None
    if pair is None:
        tournament.check_in_misses.filter(at__lte=at - MISSES_COUNT_FOR).delete()
        CheckInMiss.objects.create(tournament=tournament, device=device, at=at)
        return None
    return _arrived(tournament, pair)


@transaction.atomic
def own_link_check_in(*, pair: Pair, at: datetime) -> Pair:
    """Tick the pair that came by its own link."""
    tournament = lock_tournament(pair.tournament_id)
    _refuse_closed(tournament, at)
    pair = Pair.objects.select_related("player1", "player2").get(pk=pair.pk)
    if pair.status == Pair.Status.WITHDRAWN:
        raise Refused(words_of(tournament.kind).has_withdrawn % {"number": pair.number})
    return _arrived(tournament, pair)


@transaction.atomic
def pairs_withdraw_missing(*, tournament: Tournament, at: datetime) -> list[Pair]:
    """Withdraw everybody who is still expected once check-in is over; they are told, so that it can be taken back."""
    tournament = lock_tournament(tournament.pk)
    until = check_in_ends_at(tournament)
    if until is None or at < until:
        raise Refused(_("Check-in is not over yet: whoever is missing may still come."))
    missing = list(tournament.pairs.filter(status=Pair.Status.EXPECTED).select_related("player1", "player2"))
    seated = _seated_in_a_draft(tournament)
    for pair in missing:
        if pair.pk in seated:
            facts = {"pair": pair.number, "round": seated[pair.pk]}
            raise Refused(words_of(tournament.kind).in_a_draft % facts)
        pair.status = Pair.Status.WITHDRAWN
        pair.save()
    entries_settle(tournament)
    count_revision_up(tournament)
    return missing


@transaction.atomic
def pairs_expect_again(*, tournament: Tournament, numbers: Collection[int]) -> None:
    """Take the withdrawal of these back: they may still come. Whoever has played is left alone."""
    tournament = lock_tournament(tournament.pk)
    played = Q(pk__in=_ever_seated(tournament))
    for pair in tournament.pairs.filter(number__in=numbers, status=Pair.Status.WITHDRAWN).exclude(played):
        pair.status = Pair.Status.EXPECTED
        pair.save()
    entries_settle(tournament)
    count_revision_up(tournament)


def own_link_token(pair: Pair) -> str:
    """What a pair's own link proves itself by; it holds as long as the pair and the club's secret do."""
    return salted_hmac("check-in", f"{pair.tournament_id}/{pair.pk}", algorithm="sha256").hexdigest()[:TOKEN_LETTERS]


def is_own_link(pair: Pair, token: str) -> bool:
    return constant_time_compare(own_link_token(pair), token)


def _arrived(tournament: Tournament, pair: Pair) -> Pair:
    if pair.status != Pair.Status.ACTIVE:
        pair.status = Pair.Status.ACTIVE
        pair.save()
        count_revision_up(tournament)
    return pair


def _refuse_closed(tournament: Tournament, at: datetime) -> None:
    state = self_check_in_of(tournament, at)
    if state is not SelfCheckIn.OPEN:
        raise Refused(str(CLOSED_SENTENCES[state.value]))


SEATS = ("ns_id", "ns_partner_id", "ew_id", "ew_partner_id")


def _seated_in_a_draft(tournament: Tournament) -> dict[int, int]:
    """The round of the draft in which each pair is seated, by the pair's key."""
    drafted = Table.objects.filter(round__tournament=tournament, round__state=Round.State.DRAFT)
    rows = drafted.values_list("round__number", *SEATS)
    return {key: number for number, *seats in rows for key in seats if key is not None}


def _ever_seated(tournament: Tournament) -> set[int]:
    """The keys of those who sit in some round."""
    rows = Table.objects.filter(round__tournament=tournament).values_list(*SEATS)
    return {key for seats in rows for key in seats if key is not None}
