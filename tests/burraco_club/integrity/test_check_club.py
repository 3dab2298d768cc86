"""`check_club` on a sound evening, and on the same evening with one thing broken directly in the database."""

from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.utils import translation

from tests.factories import AT, make_tournament, play_round, play_table, slip, start_round
from tournaments.models import Adjustment, Hand, MemberWord, Pair, Round, Table, Tournament
from tournaments.records import EntrantId, System
from tournaments.services import adjustment_add, round_draft, round_publish, round_withdraw

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Tournament:
    """Two rounds, the first closed, corrected and with a penalty, the second under way, and another tournament."""
    tournament = make_tournament(pairs=6, hands_per_round=2)
    first = play_round(start_round(tournament))
    play_table(first.tables.get(number=1), slip(), slip(200, 90))
    adjustment_add(round=first, pair=tournament.pairs.get(number=1), mp=-100, reason="ritardo")
    play_table(start_round(tournament).tables.get(number=2))
    make_tournament(name="another", pairs=2)
    return tournament


def found() -> str:
    """Return the faults that the command reports, or an empty string."""
    with translation.override("en"):
        try:
            call_command("check_club")
        except CommandError as failure:
            return str(failure)
    return ""


def test_an_evening_in_order_is_found_to_be_so(evening: Tournament) -> None:
    assert found() == ""


def seated_by_hand(tournament: Tournament) -> Round:
    """A round of twelve pairs that was published, withdrawn, seated by hand, and published with one table fewer."""
    round_withdraw(round=start_round(tournament))
    for left in tournament.pairs.filter(number__in=(11, 12)):
        left.status = Pair.Status.EXPECTED
        left.save()
    here = [EntrantId(number) for number in (10, 1, 9, 2, 8, 3, 7, 4, 6, 5)]
    seats = list(zip(here[::2], here[1::2], strict=True))
    return round_publish(
        round=round_draft(tournament=tournament, system=System.MANUAL, seats=seats, without_open=True), at=AT
    )


def test_a_round_that_was_withdrawn_and_seated_by_hand_is_in_order() -> None:
    seated_by_hand(make_tournament(pairs=12))
    assert found() == ""
    tables, ended = Table.history.filter(history_type="+"), Table.history.filter(history_type="-")
    # The tables with new pairs are the same rows and recorded twice; the missing one is recorded as deleted.
    assert (tables.count(), Table.objects.count()) == (6 + 5, 5)
    assert ended.get().number == 6


def test_tables_that_went_in_silence_before_are_told_of_by_the_migration() -> None:
    """Until then, the rows of a withdrawn round were deleted and replaced without a record."""
    tournament = make_tournament(pairs=6)
    round_withdraw(round=start_round(tournament))
    Table.objects.all()._raw_delete(using="default")
    round_publish(round=round_draft(tournament=tournament, system=System.DRAW, seed=3), at=AT)
    assert found().count("history does not say so") == 3
    migration = import_module("tournaments.migrations.0002_tables_that_a_draft_replaced")
    migration.end_their_history(apps, None)
    assert found() == ""
    # Other missing rows are still found.
    Table.objects.all()._raw_delete(using="default")
    migration.end_their_history(apps, None)
    assert found().count("history does not say so") == 3


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
    """Write the row as a database without `foreign_keys` allows it."""
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
    "a round missing": (lambda: Round.objects.filter(number=2).update(number=3), "where round 2 should be"),
    "another's pair": (another_pair, "a pair of another tournament"),
    "another's word": (found_by_another_name, "is not found by name, club and card"),
    "a pair twice": (twice, "sits at 2 places"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_damage_of_every_kind_is_reported(evening: Tournament, broken: str) -> None:
    breaking, sentence = BROKEN[broken]
    breaking()
    assert sentence in found()


def test_a_reference_to_a_missing_row_is_reported(evening: Tournament) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL lets nobody write one")
    lost_pair()
    try:
        assert "tournaments_pair 999999, which is not there" in found()
    finally:
        Adjustment.objects.all()._raw_delete("default")
