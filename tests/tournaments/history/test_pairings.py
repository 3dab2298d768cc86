"""The publication of a round in the history: who got a seat by it, and who only later."""

import pytest

from tests.factories import AT, make_tournament, start_round
from tournaments.history.changes import ChangeKind
from tournaments.history.tournament_history import history_of
from tournaments.pairing.moves import make_table
from tournaments.records import EntrantId
from tournaments.selectors.drafts import drafted
from tournaments.services import pair_add, round_reseat

pytestmark = pytest.mark.django_db


def test_a_table_opened_late_is_no_seat_of_the_publication() -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    round_ = start_round(tournament)
    late = [
        EntrantId(pair_add(tournament=tournament, players=(f"Zanon {name}", f"Zeta {name}"), here=True).number)
        for name in ("Ada", "Ugo")
    ]
    seen = drafted(round_).tables
    round_reseat(round=round_, seen=seen, change=lambda tables: make_table(tables, late), slips=None, at=AT)
    changes = history_of(tournament).changes
    published = [change for change in changes if change.kind is ChangeKind.PAIRING and change.parts]
    assert [[part.values["number"] for part in change.parts] for change in published] == [[1, 2]]
    assert [sorted(change.pairs) for change in published] == [[1, 2, 3, 4]]
