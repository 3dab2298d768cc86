"""What becomes of a removed adjustment that is given again."""

import pytest

from pages.refusals import Refused
from tests.factories import draft_round, make_account, make_tournament, pair, start_round
from tournaments.models import Adjustment, Tournament
from tournaments.records import System
from tournaments.services import (
    adjustment_add,
    adjustment_give_again,
    adjustment_remove,
    pair_add,
    pair_delete,
    round_discard,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_it_is_the_last_one_removed_with_its_new_author() -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    first, other = (
        adjustment_add(round=round_, pair=pair(tournament, number), mp=-50, reason="Late", article="9")
        for number in (1, 2)
    )
    key = first.pk
    adjustment_remove(adjustment=first)
    again = adjustment_give_again(tournament=tournament, key=key, made_by=make_account("ugo"))
    again.reason = "Very late"
    again.save()
    adjustment_remove(adjustment=again)
    before = Tournament.objects.get().revision
    given = adjustment_give_again(tournament=tournament, key=key, made_by=make_account("ada"))
    stored = Adjustment.objects.get(pk=key)
    assert given == stored and Adjustment.objects.count() == 2
    facts = (stored.pair.number, stored.round, stored.mp, stored.vp, stored.article, stored.reason)
    assert facts == (1, round_, -50, 0, "9", "Very late")
    assert stored.made_by is not None and stored.made_by.username == "ada"
    assert Tournament.objects.get().revision > before
    adjustment_remove(adjustment=stored)
    assert adjustment_give_again(tournament=tournament, key=key).made_by is None

    # One that was never removed, or of no tournament, or of another one, is not there.
    elsewhere = make_tournament(name="Altro", pairs=2)
    for where, unknown in ((tournament, other.pk), (tournament, 987_654), (elsewhere, key)):
        with pytest.raises(Refused, match="This adjustment no longer exists"):
            adjustment_give_again(tournament=where, key=unknown)
    with pytest.raises(Refused, match="It has already been given again"):
        adjustment_give_again(tournament=tournament, key=key)
    assert Adjustment.objects.count() == 2


def test_without_its_round_or_its_pair_it_is_entered_again() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    newcomer = pair_add(tournament=tournament, players=("Zeta Ada", "Zeta Ugo"), here=False)
    removed = adjustment_add(round=tournament.rounds.get(), pair=newcomer, mp=-50, reason="Late")
    key = removed.pk
    adjustment_remove(adjustment=removed)
    pair_delete(pair=newcomer)
    with pytest.raises(Refused, match="Its round or pair no longer exists"):
        adjustment_give_again(tournament=tournament, key=key)
    assert not Adjustment.objects.exists()


def test_a_discarded_round_takes_the_adjustment_with_it() -> None:
    tournament = make_tournament(pairs=4)
    draft = draft_round(tournament, System.DRAW)
    removed = adjustment_add(round=draft, pair=pair(tournament, 1), mp=-50, reason="Late")
    key = removed.pk
    adjustment_remove(adjustment=removed)
    round_discard(round=draft)
    with pytest.raises(Refused, match="Its round or pair no longer exists"):
        adjustment_give_again(tournament=tournament, key=key)


def test_it_is_given_to_a_pair_of_the_tournament_and_to_one_of_its_players() -> None:
    tournament, elsewhere = make_tournament(pairs=4), make_tournament(name="Altro", pairs=6)
    round_, own = start_round(tournament), pair(tournament, 1)
    with pytest.raises(ValueError, match="expected a pair of torneo-del-venerdi, got"):
        adjustment_add(round=round_, pair=pair(elsewhere, 1), mp=-50, reason="Late")
    with pytest.raises(ValueError, match="expected a player of pair 1, got"):
        adjustment_add(round=round_, pair=own, player=pair(tournament, 2).player1, mp=-50, reason="Late")
    assert adjustment_add(round=round_, pair=own, player=own.player2, mp=-50, reason="Late").player == own.player2
