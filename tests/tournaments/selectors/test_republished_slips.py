"""Why a slip is gone: its round is a draft again, or others sit at its table since."""

import pytest

from tests.factories import AT, make_tournament, start_on_phones, start_round
from tournaments.models import Round, Tournament
from tournaments.pairing.moves import swap
from tournaments.records import EntrantId
from tournaments.selectors.drafts import drafted
from tournaments.selectors.republished_slips import SlipGone, slip_gone
from tournaments.services import draft_change, round_publish, round_withdraw
from tournaments.slips.codes import address_of, secret_of

pytestmark = pytest.mark.django_db


def gone(round_: Round, table: int, edition: int = 0, *, number: int = 1) -> SlipGone | None:
    address = address_of(secret_of(round_.secret, edition), table)
    return slip_gone(round_.tournament.slug, number, table, address)[0]


def test_a_slip_is_there_until_its_round_is_withdrawn_or_its_table_seats_others() -> None:
    round_ = start_on_phones(pairs=5)
    # 5 rests at table 3: nobody can write there.
    assert [gone(round_, table) for table in (1, 2, 3)] == [None, None, SlipGone.REDONE]
    assert gone(round_, 1, number=2) is None and gone(round_, 1, 1) is None
    draft = round_withdraw(round=round_)
    assert [gone(round_, table) for table in (1, 2, 3)] == [SlipGone.WITHDRAWN] * 3
    draft_change(
        round=draft, seen=drafted(draft).tables, change=lambda tables: swap(tables, EntrantId(2), EntrantId(4))
    )
    again = round_publish(round=Round.objects.get(), at=AT)
    assert [gone(again, table) for table in (1, 2)] == [SlipGone.REDONE] * 2
    assert [gone(again, table, 1) for table in (1, 2)] == [None, None]
    assert gone(again, 1, 2) is None
    # Slips of which another one was printed stay gone, whatever becomes of the round.
    round_withdraw(round=again)
    assert (gone(again, 1), gone(again, 1, 1)) == (SlipGone.REDONE, SlipGone.WITHDRAWN)


def test_without_phones_no_slip_is_ever_gone() -> None:
    round_ = start_on_phones()
    Tournament.objects.update(writing=Tournament.Writing.PAPER)
    round_withdraw(round=round_)
    assert gone(round_, 1) is None
    assert gone(start_round(make_tournament(name="Altro", pairs=4)), 1) is None
