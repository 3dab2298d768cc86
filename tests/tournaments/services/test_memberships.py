"""The club's book: many members who leave or come back at once, and two entries that become one."""

from datetime import date
from typing import Any

import pytest

from pages.refusals import Refused
from tests.factories import make_tournament, pair
from tournaments.models import Membership, MembershipFee, Player, Tournament
from tournaments.selectors.members_book import BookCounts, book_counts
from tournaments.selectors.memberships import membership_of
from tournaments.services import (
    member_save,
    members_state_set,
    membership_fee_pay,
    membership_fee_take_back,
    player_create,
    player_forget,
    receipt_issue,
)
from tournaments.services.memberships import BLANK, _joined, _read, _stored, _whole

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

DAY, EARLIER, LATER = date(2026, 6, 1), date(2026, 5, 1), date(2026, 7, 1)


def member(name: str, **book: Any) -> Player:
    player = player_create(details={"last_name": name, "first_name": "Ada"})
    return member_save(player=player, details={}, book=BLANK | book) if book else player


def states() -> list[tuple[str, str, date | None]]:
    left = dict(Membership.objects.values_list("player_id", "left_on"))
    return [(player.last_name, player.state, left.get(player.pk)) for player in Player.objects.order_by("pk")]


def test_the_book_says_what_it_has_of_a_member_and_counts_who_has_not_left() -> None:
    one, without = member("Uno", number=7, admitted_on=EARLIER), member("Senza")
    member("Via", number=8, admitted_on=EARLIER, left_on=DAY)
    member("Dopo", number=9, admitted_on=LATER)
    assert (membership_of(one).number, membership_of(without).number, membership_of(without).player) == (
        7,
        None,
        without,
    )
    assert book_counts(DAY) == BookCounts(present=1, left=1, without_number=0)
    assert book_counts(EARLIER) == BookCounts(present=2, left=0, without_number=0)


def test_whoever_leaves_leaves_the_book_that_day_and_comes_back_to_it() -> None:
    one, two, three = member("Uno", number=1, admitted_on=EARLIER), member("Due"), member("Tre", number=3)
    gone = member("Via", number=4, left_on=EARLIER)
    erased, other = member("Nix", number=5), member("Altra", number=6)
    player_forget(player=erased)
    keys = [player.pk for player in (one, two, three, gone, erased)]
    assert members_state_set(keys=keys, state="left", on=DAY) == 4
    assert [row for row in states() if row[0] in ("Uno", "Due", "Tre", "Via", "Altra")] == [
        ("Uno", "left", DAY),
        ("Due", "left", None),
        ("Tre", "left", DAY),
        ("Via", "left", EARLIER),
        ("Altra", "active", None),
    ]
    assert members_state_set(keys=keys, state="left", on=LATER) == 0
    written = Membership.history.filter(player_id=two.pk).count(), Membership.history.filter(player_id=one.pk).count()
    assert members_state_set(keys=[one.pk, two.pk, other.pk], state="active", on=LATER) == 2
    assert states()[:2] == [("Uno", "active", None), ("Due", "active", None)]
    assert Membership.history.filter(player_id=other.pk).count() == 1
    assert (written[0], written[1] + 1) == (0, Membership.history.filter(player_id=one.pk).count())


def test_nobody_leaves_before_the_day_of_admission() -> None:
    one, late = member("Uno", number=1, admitted_on=DAY), member("Due", number=2, admitted_on=LATER)
    with pytest.raises(Refused, match="Due Ada was admitted later: choose a later day"):
        members_state_set(keys=[one.pk, late.pk], state="left", on=DAY)
    assert states() == [("Uno", "active", None), ("Due", "active", None)]
    assert members_state_set(keys=[one.pk, late.pk], state="left", on=LATER) == 2


def test_the_tournaments_of_whoever_leaves_or_pays_are_shown_anew() -> None:
    tournament = make_tournament(pairs=1)
    own, other = pair(tournament, 1).player1, member("Altra")
    fees = [membership_fee_pay(player=who, year=2026, cents=5, means="cash", paid_on=DAY) for who in (own, other)]

    def revision() -> int:
        return Tournament.objects.get().revision

    seen = [revision()]
    members_state_set(keys=[other.pk], state="left", on=DAY)
    assert revision() == seen[-1]
    members_state_set(keys=[own.pk], state="left", on=DAY)
    seen.append(revision())
    membership_fee_take_back(fee=fees[0])
    seen.append(revision())
    membership_fee_take_back(fee=fees[0])
    assert seen == sorted(set(seen)) and revision() == seen[-1]
    receipt_issue(words={"payer": "Altra", "payer_details": "", "reason": "Quota"}, on=DAY, fee=fees[1])
    with pytest.raises(Refused):
        membership_fee_take_back(fee=fees[1])
    assert list(MembershipFee.objects.all()) == [fees[1]]


ONE = BLANK | {"number": 1, "admitted_on": EARLIER, "tax_code": "A", "address": ""}
TWO = BLANK | {"number": 2, "admitted_on": LATER, "left_on": LATER, "tax_code": "B", "address": "Roma"}
DATES = BLANK | {"admitted_on": DAY}


@pytest.mark.parametrize(
    ("kept", "other", "entry"),
    [
        (ONE, TWO, (1, EARLIER, None)),
        (TWO, ONE, (2, LATER, LATER)),
        (DATES, ONE, (1, EARLIER, None)),
        (DATES, BLANK | {"left_on": LATER}, (None, DAY, None)),
        (BLANK, DATES, (None, DAY, None)),
        (BLANK, ONE, (1, EARLIER, None)),
        (ONE, BLANK, (1, EARLIER, None)),
        (BLANK | {"number": 0}, TWO, (0, None, None)),
    ],
)
def test_of_two_entries_one_gives_the_number_with_its_dates(
    kept: dict[str, Any], other: dict[str, Any], entry: tuple[int | None, date | None, date | None]
) -> None:
    joined = _joined(kept, other)
    assert tuple(joined[name] for name in ("number", "admitted_on", "left_on")) == entry
    assert joined["tax_code"] == (kept["tax_code"] or other["tax_code"])
    assert joined["address"] == (kept["address"] or other["address"]) and joined.keys() == BLANK.keys()


def test_a_book_is_stored_as_text_and_read_again() -> None:
    stored = _stored(TWO)
    assert stored is not None and (stored["admitted_on"], stored["number"]) == ("2026-07-01", 2)
    assert _read(stored) == TWO and _read(_stored(BLANK) or {}) == BLANK
    older = {"number": 2, "tax_code": "B"}
    assert _whole(older) == dict.fromkeys(BLANK) | older and _whole(None) is None


def test_a_number_is_given_only_to_who_has_none() -> None:
    member("Uno", number=7)
    one, two = Player.objects.get(), player_create(details={"last_name": "Due"})
    member_save(player=one, details={}, book=BLANK | {"number": 7, "address": "Roma"}, numbered=True)
    member_save(player=two, details={}, book=BLANK, numbered=True)
    assert list(Membership.objects.order_by("number").values_list("player", "number")) == [(one.pk, 7), (two.pk, 8)]
    member_save(player=one, details={}, book=BLANK)
    assert Membership.objects.get(player=one).address == ""


def test_a_year_is_paid_once_by_the_same_means_and_with_the_same_amount() -> None:
    one = member("Uno")
    fee = membership_fee_pay(player=one, year=2026, cents=500, means="cash", paid_on=DAY)
    for cents in (500, None):
        assert membership_fee_pay(player=one, year=2026, cents=cents, means="cash", paid_on=LATER) == fee
    for cents, means in ((600, "cash"), (500, "card")):
        with pytest.raises(Refused, match="has paid 2026: €5.00, cash"):
            membership_fee_pay(player=one, year=2026, cents=cents, means=means, paid_on=DAY)
    player_forget(player=one)
    with pytest.raises(Refused, match="This member was erased: no fee can be noted"):
        membership_fee_pay(player=one, year=2027, cents=500, means="cash", paid_on=DAY)
    assert MembershipFee.objects.count() == 1
