"""`check_club` on an evening in order, and on the same evening with one thing broken behind the services' back."""

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.utils import translation

from tests.factories import make_tournament, play_round, play_table, slip, start_round
from tournaments.models import Adjustment, Hand, MemberWord, Pair, Round, Table, Tournament
from tournaments.services import adjustment_add

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Tournament:
    """Two rounds: the first closed, corrected and with a penalty, the second under way. And another tournament."""
    tournament = make_tournament(pairs=6, hands_per_round=2)
    first = play_round(start_round(tournament))
    play_table(first.tables.get(number=1), slip(), slip(200, 90))
    adjustment_add(round=first, pair=tournament.pairs.get(number=1), mp=-100, reason="ritardo")
    play_table(start_round(tournament).tables.get(number=2))
    make_tournament(name="another", pairs=2)
    return tournament


def found() -> str:
    """What the command complains of; empty where it is content."""
    with translation.override("en"):
        try:
            call_command("check_club")
        except CommandError as failure:
            return str(failure)
    return ""


def test_an_evening_in_order_is_found_to_be_so(evening: Tournament) -> None:
    assert found() == ""


def closed_again() -> None:
    Round.objects.filter(number=2).update(state="closed")


def another_pair() -> None:
    stranger = Pair.objects.filter(tournament__name="another").first()
    assert stranger is not None
    Table.objects.filter(round__number=2, number=1).update(ns=stranger.pk)


def twice() -> None:
    first, second = Table.objects.filter(round__number=2).order_by("number")[:2]
    Table.objects.filter(pk=first.pk).update(ns_partner=first.ns_id, ew_partner=second.ns_id)


def found_by_another_name() -> None:
    MemberWord.objects.filter(pk=MemberWord.objects.latest("pk").pk).update(word=b"verdi")


def gone_without_a_word() -> None:
    Adjustment.objects.all()._raw_delete(using="default")


def lost_pair() -> None:
    """As a database is that was written without `foreign_keys`."""
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_adjustment SET pair_id = 999999")


BROKEN: dict[str, tuple[Callable[[], object], str]] = {
    "score": (lambda: Hand.objects.filter(number=1).update(ns_total=F("ns_total") + 5), "table 1, hand 1"),
    "history": (lambda: Hand.objects.filter(number=2).update(ns_total=1), "ns_total"),
    "deleted in silence": (gone_without_a_word, "history does not say so"),
    "version": (lambda: Table.objects.filter(round__number=1, number=1).update(version=1), "version"),
    "falling version": (lambda: Table.history.filter(version=2).update(version=0), "fell from 1 to 0"),
    "revision": (lambda: Tournament.objects.filter(pairs__number=6).update(revision=1), "revision is 1"),
    "hand too few": (lambda: Hand.objects.filter(number=2, table__number=1)._raw_delete("default"), "has 1 hands"),
    "hand out of order": (lambda: Hand.objects.filter(number=2).update(number=3), "numbered 1, 3"),
    "closed too soon": (closed_again, "no result: 1, 3"),
    "a round missing": (lambda: Round.objects.filter(number=2).update(number=3), "in the place of round 2"),
    "another's pair": (another_pair, "a pair of another tournament"),
    "another's word": (found_by_another_name, "is not found by name, club and card"),
    "a pair twice": (twice, "sits at 2 places"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_told(evening: Tournament, broken: str) -> None:
    breaking, sentence = BROKEN[broken]
    breaking()
    assert sentence in found()


def test_a_reference_into_nothing_is_told(evening: Tournament) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL lets nobody write one")
    lost_pair()
    try:
        assert "tournaments_pair 999999, which is not there" in found()
    finally:
        Adjustment.objects.all()._raw_delete("default")
