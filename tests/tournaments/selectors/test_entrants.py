"""The entrants as records: their substitutes, and who holds their seats."""

import pytest

from tests.factories import make_tournament, members, pair, start_round
from tournaments.models import Pair
from tournaments.records import Entrant, EntrantId, Rounds, StandIn
from tournaments.selectors.drafts import request_of_draft
from tournaments.selectors.entrants import seated_among, stand_ins_of
from tournaments.selectors.entries import entered_in_public
from tournaments.selectors.saved_slips import last_saved_by
from tournaments.services import pair_substitute


def test_substitutes_are_told_by_seat_then_by_round_then_in_the_order_of_their_entry() -> None:
    rows = [
        (1, 2, 1, None, "Verdi"),
        (5, 1, 3, None, "Neri"),
        (4, 1, 2, 2, "Rossi"),
        (3, 1, 3, 4, "Bruni"),
        (9, 1, None, 1, "Zanon"),
    ]
    assert stand_ins_of(rows) == (
        StandIn(0, "Zanon", Rounds(None, 1)),
        StandIn(0, "Rossi", Rounds(2, 2)),
        StandIn(0, "Bruni", Rounds(3, 4)),
        StandIn(0, "Neri", Rounds(3, None)),
        StandIn(1, "Verdi", Rounds(1, None)),
    )


@pytest.mark.django_db
def test_a_substitute_is_seated_with_the_pair_of_the_seat() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    own = pair(tournament, 2)
    player = pair_substitute(pair=own, seat=1, player="Verdi Luca").substitute.player
    stranger = members(9)[-1]
    asked = {player.pk, own.player2_id, stranger.pk}
    assert seated_among(tournament, asked) == {player.pk: own, own.player2_id: own}


@pytest.mark.django_db
def test_a_draft_is_judged_without_whoever_was_deleted_and_with_latecomers_by_number() -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    round_.order = [[2, 10], [3, 8], [1, 5]]
    entered = [Entrant(id=EntrantId(number), names=()) for number in (1, 2, 9, 16)]
    request = request_of_draft(round_, entered, [EntrantId(number) for number in (16, 1, 9)])
    assert [entrant.id for entrant in request.entrants] == [2, 1, 9, 16]


@pytest.mark.django_db
def test_a_table_that_nobody_has_saved_names_nobody() -> None:
    assert last_saved_by(10**9) == ""


@pytest.mark.django_db
def test_whoever_is_entered_alone_is_named_alone_in_public() -> None:
    tournament = make_tournament(pairs=2)
    Pair.objects.filter(tournament=tournament, number=2).update(player2=None)
    first, second = tournament.pairs.select_related("player1", "player2").order_by("number")
    assert entered_in_public(tournament) == [first.public_name, second.player1.public_name]
