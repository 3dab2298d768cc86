"""Who takes a player's place, when, and who may not."""

import pytest
from django.utils import translation

from scoring.errors import Refused
from tests.factories import make_tournament, pair, play_round, start_round
from tournaments.models import Player, Tournament
from tournaments.selectors.entrants import entrants_of
from tournaments.services import (
    pair_add,
    pair_change,
    pair_substitute,
    player_change,
    tournament_change,
    tournament_finish_play,
    tournament_make_final,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """What is refused is read in English."""
    translation.activate("en")


def running(**settings: object) -> Tournament:
    tournament = make_tournament(pairs=4, **settings)
    start_round(tournament)
    return tournament


def names(tournament: Tournament, number: int) -> tuple[str, ...]:
    return entrants_of(tournament)[number - 1].names


def test_both_names_show_and_the_one_who_came_is_a_member() -> None:
    tournament = running()
    first, second = names(tournament, 1)
    pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    assert names(tournament, 1) == (f"{first} / Verdi Luca", second)
    pair_substitute(pair=pair(tournament, 1), seat=2, player=Player.objects.create(last_name="Zanon"))
    assert names(tournament, 1) == (f"{first} / Verdi Luca", f"{second} / Zanon")


def test_a_substitute_is_changed_named_again_and_taken_back() -> None:
    tournament = running()
    before = names(tournament, 1)
    pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    assert Player.objects.filter(last_name="Verdi").count() == 1
    pair_substitute(pair=pair(tournament, 1), seat=1, player="Zanon Ugo")
    assert names(tournament, 1)[0].endswith("/ Zanon Ugo")
    pair_substitute(pair=pair(tournament, 1), seat=1, player=None)
    assert names(tournament, 1) == before


def test_nobody_who_plays_takes_a_place_as_well() -> None:
    tournament = running()
    other, own = pair(tournament, 2), pair(tournament, 1)
    pair_substitute(pair=other, seat=2, player="Verdi Luca")
    for somebody in (other.player1, own.player1, own.player2, "Verdi Luca"):
        with pytest.raises(Refused, match="plays already in pair"):
            pair_substitute(pair=own, seat=1, player=somebody)
    assert names(tournament, 1) == (str(own.player1), str(own.player2))


def test_a_substitute_does_not_enter_with_a_pair_nor_become_the_partner() -> None:
    tournament = running()
    own = pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    with pytest.raises(Refused, match="Verdi Luca plays already in pair 1"):
        pair_add(tournament=tournament, players=("Verdi Luca", "Zanon Ugo"))
    with pytest.raises(Refused, match="Verdi Luca plays already in pair 1"):
        pair_change(pair=own, players=(own.player1, "Verdi Luca"))


def test_substitutes_come_where_they_are_allowed_and_go_everywhere() -> None:
    tournament = running(substitutes_allowed=False)
    with pytest.raises(Refused, match="has no substitutes"):
        pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    assert not Player.objects.filter(last_name="Verdi").exists()
    tournament_change(tournament=tournament, changes={"substitutes_allowed": True})
    pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    tournament_change(tournament=tournament, changes={"substitutes_allowed": False})
    assert pair_substitute(pair=pair(tournament, 1), seat=1, player=None).substitute1 is None


def test_substitutes_come_once_it_is_played_and_before_it_is_final() -> None:
    tournament = make_tournament(pairs=4)
    with pytest.raises(Refused, match="correct the names instead"):
        pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    play_round(start_round(tournament))
    tournament_finish_play(tournament=tournament)
    pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    tournament_make_final(tournament=tournament)
    with pytest.raises(Refused, match="is final"):
        pair_substitute(pair=pair(tournament, 1), seat=1, player=None)


def test_an_individual_player_has_one_place_to_take() -> None:
    tournament = make_tournament(kind="individual", pairs=4)
    Tournament.objects.update(state=Tournament.State.RUNNING)
    pair_substitute(pair=pair(tournament, 2), seat=1, player="Verdi Luca")
    assert names(tournament, 2)[0].endswith("/ Verdi Luca")
    with pytest.raises(Refused, match="no second player"):
        pair_substitute(pair=pair(tournament, 2), seat=2, player="Zanon Ugo")


def test_a_substitutes_corrected_name_tells_the_pages() -> None:
    tournament = running()
    substitute = pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca").substitute1
    assert substitute is not None
    before = Tournament.objects.get().revision
    player_change(player=substitute, details={"last_name": "Verdini"})
    assert Tournament.objects.get().revision > before
    assert names(tournament, 1)[0].endswith("/ Verdini Luca")
