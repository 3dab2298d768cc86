"""The substitutes: their players, their rounds, and the refusals."""

import pytest

from pages.refusals import Refused
from tests.factories import make_tournament, pair, play_round, start_round
from tournaments.models import Player, Substitute, Tournament
from tournaments.selectors.entrants import entrants_of
from tournaments.services import (
    adjustment_add,
    adjustment_remove,
    pair_add,
    pair_change,
    pair_substitute,
    player_change,
    substitute_change,
    substitute_take_back,
    tournament_change,
    tournament_finish_play,
    tournament_make_final,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


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


def test_a_substitute_is_named_again_followed_by_another_and_taken_back() -> None:
    tournament = running()
    before = names(tournament, 1)
    own = pair(tournament, 1)
    first = pair_substitute(pair=own, seat=1, player="Verdi Luca").substitute
    again = pair_substitute(pair=own, seat=1, player="Verdi Luca", first=1, last=3)
    assert (again.substitute.pk, again.substitute.last_round, again.ended) == (first.pk, 3, None)
    assert Player.objects.filter(last_name="Verdi").count() == 1
    pair_substitute(pair=own, seat=1, player="Verdi Luca", first=1)
    after = pair_substitute(pair=own, seat=1, player="Zanon Ugo", first=3)
    assert after.ended is not None and (after.ended.pk, after.ended.last_round) == (first.pk, 2)
    assert names(tournament, 1)[0].endswith("/ Verdi Luca / Zanon Ugo")
    with pytest.raises(Refused, match="Verdi Luca has this place in rounds 1 to 2: change that first"):
        pair_substitute(pair=own, seat=1, player="Terzo Pio", first=2)
    for substitute in own.substitutes.all():
        substitute_take_back(substitute=substitute)
    assert names(tournament, 1) == before


def test_a_substitute_plays_from_a_round_to_a_round() -> None:
    tournament = running()
    own = pair(tournament, 1)
    substitute = pair_substitute(pair=own, seat=2, player="Verdi Luca", first=3, last=3).substitute
    entrant = entrants_of(tournament)[0]
    assert [entrant.in_round(number).playing[1] for number in (2, 3, 4)] == [
        *(str(own.player2), "Verdi Luca", str(own.player2)),
    ]
    substitute_change(substitute=substitute, first=2, last=None)
    entrant = entrants_of(tournament)[0]
    assert [entrant.in_round(number).playing[1] for number in (1, 2, 9)] == [
        *(str(own.player2), "Verdi Luca", "Verdi Luca"),
    ]
    for first, last in ((0, None), (3, 2), (None, 2)):
        with pytest.raises(Refused, match="cannot come before the first"):
            substitute_change(substitute=substitute, first=first, last=last)  # type: ignore[arg-type]
    substitute_take_back(substitute=substitute)
    with pytest.raises(Refused, match="removed in the meantime"):
        substitute_change(substitute=substitute, first=2, last=None)


def test_somebody_may_help_in_two_pairs_one_after_the_other() -> None:
    tournament = running()
    pair_substitute(pair=pair(tournament, 1), seat=2, player="Verdi Luca", first=1, last=2)
    later = pair_substitute(pair=pair(tournament, 2), seat=1, player="Verdi Luca", first=3).substitute
    assert Player.objects.filter(last_name="Verdi").count() == 1
    with pytest.raises(Refused, match="Verdi Luca is already playing in pair 1"):
        substitute_change(substitute=later, first=2, last=None)


def test_nobody_who_plays_takes_a_place_as_well() -> None:
    tournament = running()
    other, own = pair(tournament, 2), pair(tournament, 1)
    pair_substitute(pair=other, seat=2, player="Verdi Luca")
    for somebody in (other.player1, own.player1, own.player2, "Verdi Luca"):
        with pytest.raises(Refused, match="is already playing in pair"):
            pair_substitute(pair=own, seat=1, player=somebody)
    assert names(tournament, 1) == (str(own.player1), str(own.player2))


def test_a_substitute_does_not_enter_with_a_pair_nor_become_the_partner() -> None:
    tournament = running()
    own = pair(tournament, 1)
    pair_substitute(pair=own, seat=1, player="Verdi Luca")
    with pytest.raises(Refused, match="Verdi Luca is already playing in pair 1"):
        pair_add(tournament=tournament, players=("Verdi Luca", "Zanon Ugo"))
    with pytest.raises(Refused, match="Verdi Luca is already playing in pair 1"):
        pair_change(pair=own, players=(own.player1, "Verdi Luca"))


def test_substitutes_come_where_they_are_allowed_and_go_everywhere() -> None:
    tournament = running(substitutes_allowed=False)
    with pytest.raises(Refused, match="has no substitutes"):
        pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    assert not Player.objects.filter(last_name="Verdi").exists()
    tournament_change(tournament=tournament, changes={"substitutes_allowed": True})
    known = pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca").substitute
    tournament_change(tournament=tournament, changes={"substitutes_allowed": False})
    substitute_take_back(substitute=known)
    assert not pair(tournament, 1).substitutes.exists()


def test_substitutes_come_once_it_is_played_and_before_it_is_final() -> None:
    tournament = make_tournament(pairs=4)
    with pytest.raises(Refused, match="correct the names instead"):
        pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca")
    play_round(start_round(tournament))
    tournament_finish_play(tournament=tournament)
    known = pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca").substitute
    tournament_make_final(tournament=tournament)
    with pytest.raises(Refused, match="is final"):
        substitute_take_back(substitute=known)


def test_an_individual_player_has_one_place_to_take() -> None:
    tournament = make_tournament(kind="individual", pairs=4)
    Tournament.objects.update(state=Tournament.State.RUNNING)
    pair_substitute(pair=pair(tournament, 2), seat=1, player="Verdi Luca")
    assert names(tournament, 2)[0].endswith("/ Verdi Luca")
    with pytest.raises(Refused, match="no second player"):
        pair_substitute(pair=pair(tournament, 2), seat=2, player="Zanon Ugo")


def test_a_substitutes_corrected_name_tells_the_pages() -> None:
    tournament = running()
    substitute = pair_substitute(pair=pair(tournament, 1), seat=1, player="Verdi Luca").substitute
    before = Tournament.objects.get().revision
    player_change(player=substitute.player, details={"last_name": "Verdini"})
    assert Tournament.objects.get().revision > before
    assert names(tournament, 1)[0].endswith("/ Verdini Luca")


def test_the_same_substitute_may_come_again_after_others_have_played() -> None:
    own = pair(running(), 1)
    for first in (1, 3):
        pair_substitute(pair=own, seat=1, player="Verdi Luca", first=first, last=first)
    assert list(own.substitutes.order_by("pk").values_list("first_round", "last_round")) == [(1, 1), (3, 3)]


def test_who_plays_since_nobody_knows_when_gives_the_place_up_from_the_second_round_on() -> None:
    own = pair(running(), 1)
    known = Player.objects.create(last_name="Verdi")
    before = Substitute.objects.create(pair=own, seat=1, player=known, first_round=None, last_round=None)
    with pytest.raises(Refused, match="Verdi has this place"):
        pair_substitute(pair=own, seat=1, player="Zanon Ugo", first=1)
    assert pair_substitute(pair=own, seat=1, player="Zanon Ugo", first=2).ended == before
    assert Substitute.objects.get(pk=before.pk).last_round == 1


def test_a_substitute_with_a_warning_is_not_removed() -> None:
    tournament = running()
    own = pair(tournament, 1)
    substitute = pair_substitute(pair=own, seat=1, player="Verdi Luca").substitute
    given = adjustment_add(round=tournament.rounds.get(), pair=own, player=substitute.player, reason="Late")
    with pytest.raises(Refused, match="Verdi Luca was given points or a warning: undo that first"):
        substitute_take_back(substitute=substitute)
    adjustment_remove(adjustment=given)
    substitute_take_back(substitute=substitute)
    assert not own.substitutes.exists()
