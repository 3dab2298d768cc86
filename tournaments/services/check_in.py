"""The check-in by the players themselves, and the withdrawal of those who are missing when it is over.

Referees tick pairs with `pairs_check_in`, beside the other writes to pairs.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import CheckInMiss, Pair, Table, Tournament
from tournaments.selectors.registration import SelfCheckIn, check_in_ends_at, self_check_in_of
from tournaments.wording.check_in import CLOSED_SENTENCES
from tournaments.wording.entrants import words_of

from .entry_places import entries_settle
from .locking import count_revision_up, lock_tournament
from .round_numbers import refuse_in_a_draft

MISSES_COUNT_FOR = timedelta(minutes=10)
MOST_MISSES_OF_A_DEVICE = 5
"""Mistyped cards are rarely more than this; more is guessing."""
MOST_MISSES_OF_ALL = 60
"""A phone without its cookie counts as a new device each time, so all devices together have a limit, too."""

TOKEN_LETTERS = 24
"""Each has 4 bits: 96 bits cannot be guessed."""


@transaction.atomic
def card_check_in(*, tournament: Tournament, card: str, device: str, at: datetime) -> Pair | None:
    """Tick the pair of the player with this card, typed on a phone. Return None if no expected pair has it.

    Wrong cards are counted: after too many, by one device or by all together, phones have to wait.
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
    """Tick the pair that opened its own link."""
    tournament = lock_tournament(pair.tournament_id)
    _refuse_closed(tournament, at)
    pair = Pair.objects.select_related("player1", "player2").get(pk=pair.pk)
    if pair.status == Pair.Status.WITHDRAWN:
        raise Refused(words_of(tournament.kind).has_withdrawn % {"number": pair.number})
    return _arrived(tournament, pair)


@transaction.atomic
def pairs_withdraw_missing(*, tournament: Tournament, at: datetime) -> list[Pair]:
    """Withdraw every pair still expected once check-in is over. Return them, so that it can be undone."""
    tournament = lock_tournament(tournament.pk)
    until = check_in_ends_at(tournament)
    if until is None or at < until:
        raise Refused(_("Check-in is not over yet: whoever is missing may still come."))
    missing = list(tournament.pairs.filter(status=Pair.Status.EXPECTED).select_related("player1", "player2"))
    refuse_in_a_draft(tournament, missing)
    for pair in missing:
        pair.status = Pair.Status.WITHDRAWN
        pair.save()
    entries_settle(tournament)
    count_revision_up(tournament)
    return missing


@transaction.atomic
def pairs_expect_again(*, tournament: Tournament, numbers: Collection[int]) -> None:
    """Undo the withdrawal of these pairs, which may still come, except those that have played."""
    tournament = lock_tournament(tournament.pk)
    played = Q(pk__in=_ever_seated(tournament))
    for pair in tournament.pairs.filter(number__in=numbers, status=Pair.Status.WITHDRAWN).exclude(played):
        pair.status = Pair.Status.EXPECTED
        pair.save()
    entries_settle(tournament)
    count_revision_up(tournament)


def own_link_token(pair: Pair) -> str:
    """Return the token of a pair's own link, valid as long as the pair and the club's secret exist."""
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


def _ever_seated(tournament: Tournament) -> set[int]:
    """Return the keys of the pairs seated in any round."""
    rows = Table.objects.filter(round__tournament=tournament).values_list(*SEATS)
    return {key for seats in rows for key in seats if key is not None}  # equivalent `True`: no pair has that key
