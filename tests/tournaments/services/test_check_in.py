"""Players who check themselves in, and pairs that are missing when the time is up."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from pages.refusals import Refused
from tests.factories import draft_round, make_tournament, pair, play_round, start_round
from tests.tournaments.services.test_entries import enter
from tournaments.models import CheckInMiss, Entry, Pair, Player, Tournament
from tournaments.services import (
    card_check_in,
    entry_accept,
    entry_terms_set,
    own_link_check_in,
    pair_set_status,
    pairs_check_in,
    pairs_expect_again,
    pairs_withdraw_missing,
    tournament_change,
)
from tournaments.services.check_in import (
    MISSES_COUNT_FOR,
    MOST_MISSES_OF_A_DEVICE,
    MOST_MISSES_OF_ALL,
    is_own_link,
    own_link_token,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 20)
BEFORE = datetime(2026, 11, 20, 20, 30, tzinfo=ZoneInfo("Europe/Rome"))
UNTIL = time(20, 45)
AFTER = BEFORE + timedelta(minutes=15)


def expecting(pairs: int = 4) -> Tournament:
    """Create this many pairs that may check themselves in; player 1 of pair 7 has card 0007."""
    tournament = make_tournament(pairs=pairs, here=False, date=DAY, check_in_until=UNTIL, self_check_in=True)
    for entered in tournament.pairs.all():
        Player.objects.filter(pk=entered.player1_id).update(card=f"{entered.number:04}")
        Player.objects.filter(pk=entered.player2_id).update(card=f"it-{entered.number}")
    return tournament


def here(tournament: Tournament) -> list[int]:
    return list(tournament.pairs.filter(status=Pair.Status.ACTIVE).values_list("number", flat=True))


def by_card(tournament: Tournament, card: str, *, device: str = "phone", at: datetime = BEFORE) -> Pair | None:
    return card_check_in(tournament=tournament, card=card, device=device, at=at)


def test_either_partners_card_ticks_the_pair_again_and_again_and_nobody_elses() -> None:
    tournament = expecting()
    assert [by_card(tournament, card) for card in ("0003", " IT-3 ", "0003")] == [pair(tournament, 3)] * 3
    Player.objects.create(last_name="Ospite", card="9999")
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    assert [by_card(tournament, card) for card in ("3", "9999", "0002", "", "%")] == [None] * 5
    assert here(tournament) == [3]


def test_wrong_numbers_are_limited_by_phone_and_together_and_right_ones_are_not() -> None:
    tournament, other = expecting(), make_tournament(name="Altro", pairs=2, here=False, self_check_in=True)
    for _time in range(3 * MOST_MISSES_OF_A_DEVICE):
        by_card(tournament, "0001")
    for _time in range(MOST_MISSES_OF_A_DEVICE):
        assert by_card(tournament, "8888") is None
    with pytest.raises(Refused):
        by_card(tournament, "0002")
    assert by_card(tournament, "0002", device="another") is not None
    assert by_card(other, "8888") is None
    for number in range(MOST_MISSES_OF_ALL - MOST_MISSES_OF_A_DEVICE):
        by_card(tournament, "8888", device=f"thrown away {number}")
    with pytest.raises(Refused):
        by_card(tournament, "0004", device="fresh")
    later = BEFORE + MISSES_COUNT_FOR
    tournament_change(tournament=tournament, changes={"check_in_until": None})
    assert by_card(tournament, "8888", at=later) is None and by_card(tournament, "0004", at=later) is not None
    assert CheckInMiss.objects.filter(tournament=tournament).count() == 1
    assert here(tournament) == [1, 2, 4]


def test_phones_tick_only_while_they_may() -> None:
    tournament = expecting()
    own = pair(tournament, 1)

    def refused(at: datetime = BEFORE) -> bool:
        for check in (lambda: by_card(tournament, "0001", at=at), lambda: own_link_check_in(pair=own, at=at)):
            with pytest.raises(Refused):
                check()
        return True

    assert refused(AFTER)
    tournament_change(tournament=tournament, changes={"self_check_in": False})
    assert refused()
    tournament_change(tournament=tournament, changes={"self_check_in": True})
    assert own_link_check_in(pair=own, at=BEFORE).status == Pair.Status.ACTIVE
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 2)], here=True)
    start_round(tournament)
    pairs_check_in(tournament=tournament, pairs=[own], here=False)
    assert refused() and here(tournament) == [2]


def test_a_link_is_one_pairs_own() -> None:
    tournament = expecting()
    one, other = pair(tournament, 1), pair(tournament, 2)
    assert is_own_link(one, own_link_token(one)) and not is_own_link(one, own_link_token(other))
    assert not is_own_link(one, "") and len(own_link_token(one)) * 4 >= 96


def test_whoever_is_missing_when_the_time_is_up_is_withdrawn_and_may_be_taken_back() -> None:
    tournament = expecting(6)
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, number) for number in (1, 2)], here=True)
    pair_set_status(pair=pair(tournament, 6), status=Pair.Status.WITHDRAWN)
    with pytest.raises(Refused):
        pairs_withdraw_missing(tournament=tournament, at=BEFORE)
    gone = [pair.number for pair in pairs_withdraw_missing(tournament=tournament, at=AFTER)]
    assert gone == [3, 4, 5]
    pairs_expect_again(tournament=tournament, numbers=[3, 4, 99])
    statuses = dict(tournament.pairs.values_list("number", "status"))
    assert statuses == {1: "active", 2: "active", 3: "expected", 4: "expected", 5: "withdrawn", 6: "withdrawn"}
    # A pair that withdrew after playing is not reinstated by this.
    play_round(start_round(tournament))
    pair_set_status(pair=pair(tournament, 1), status=Pair.Status.WITHDRAWN)
    pairs_expect_again(tournament=tournament, numbers=[1])
    assert pair(tournament, 1).status == Pair.Status.WITHDRAWN


def test_the_waiting_list_moves_up_into_the_places_of_the_missing_and_their_entries_follow_them() -> None:
    tournament = expecting(2)
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": 3})
    first, listed = enter(tournament, "Rossi Anna", "Verdi Ugo", form="a"), enter(tournament, "Neri Pia", "Blu Ada")
    entry_accept(entry=first)
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 1)], here=True)

    def states() -> list[str]:
        return [Entry.objects.get(pk=entry.pk).state for entry in (first, listed)]

    assert states() == ["accepted", "listed"]
    # Pairs 2 and 3 are missing: the entry of 3 ends with it, and the next may come.
    assert [gone.number for gone in pairs_withdraw_missing(tournament=tournament, at=AFTER)] == [2, 3]
    assert states() == ["withdrawn", "waiting"]
    pairs_expect_again(tournament=tournament, numbers=[3])
    assert states() == ["accepted", "waiting"]


def test_nobody_who_sits_in_a_draft_is_withdrawn_and_then_nobody_is() -> None:
    tournament = expecting()
    pairs_check_in(tournament=tournament, pairs=tournament.pairs.all(), here=True)
    draft_round(tournament)
    # An older program allowed this state.
    tournament.pairs.update(status=Pair.Status.EXPECTED)
    with pytest.raises(Refused):
        pairs_withdraw_missing(tournament=tournament, at=AFTER)
    assert set(tournament.pairs.values_list("status", flat=True)) == {Pair.Status.EXPECTED}
    tournament_change(tournament=tournament, changes={"check_in_until": None})
    with pytest.raises(Refused):
        pairs_withdraw_missing(tournament=tournament, at=AFTER)
