"""Writing to a free game: hands, halves, the end of a game, and two phones at once."""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from importlib import import_module
from threading import Barrier, Thread

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.refusals import Refused
from scoring.engine.free_game import Outlook
from scoring.engine.grades import Grade
from scoring.engine.hand import TAKEN, AnyHand, CardsEntry, CountsEntry, HandEnd, SlipEntry
from scoring.engine.notation import parse_cards
from scoring.engine.violations import DoubtCode
from scoring.free_games import services
from scoring.free_games.game_view import seating_of
from scoring.free_games.services import (
    HandDoubtful,
    HandRefused,
    HandTaken,
    game_choose_dealer,
    game_create,
    game_draw,
    game_hand_add,
    game_hand_undo,
    game_rematch,
    game_resume,
    game_stop,
    game_throw,
)
from scoring.models import ClubRuleset, FreeGame, FreeGameHand
from scoring.models.free_games import SECRET_LENGTH, SECRET_SIGNS, new_secret
from tests.scoring.free_games.tables import (
    AT,
    LEFT_11,
    MELDED_11,
    MELDED_22,
    NAMES,
    make_game,
    play,
    totals_hand,
    view_of,
)

pytestmark = pytest.mark.django_db

HALF = Fraction(1, 2)
FIVES = st.integers(-20, 200).map(lambda number: 5 * number)


def cards(*texts: str) -> tuple[tuple, ...]:
    return tuple(map(parse_cards, texts))


# --- Making a game ---------------------------------------------------------------------------------------------------


def test_a_secret_has_128_bits_and_no_signs_that_look_alike() -> None:
    assert len(SECRET_SIGNS) ** SECRET_LENGTH >= 2**128
    assert not set(SECRET_SIGNS) & set("01loi")
    assert len({new_secret() for _ in range(200)}) == 200
    assert FreeGame._meta.get_field("secret").max_length == SECRET_LENGTH == len(new_secret())


def test_names_are_tidied_and_partners_sit_across() -> None:
    game = make_game(players=4)
    assert view_of(game).parties == ("Anna – Carla", "Bruno – Dario")
    game = game_create(players=["  Anna\u200b  Maria ", "Bruno"], ruleset="italian", options={}, at=AT)
    assert view_of(game).parties == ("Anna Maria", "Bruno")


def test_a_name_may_be_as_long_as_the_form_allows() -> None:
    longest = "B" * services.LONGEST_NAME
    assert view_of(game_create(players=["A", longest], ruleset="italian", options={}, at=AT)).parties == ("A", longest)


@pytest.mark.parametrize("players", [["Anna", " "], ["Anna", "anna"], ["Anna", "B" * 41], ["Anna", "\u200b"]])
def test_names_that_tell_nobody_apart_are_refused(players: list[str]) -> None:
    with pytest.raises(Refused):
        game_create(players=players, ruleset="italian", options={}, at=AT)
    assert not FreeGame.objects.exists()


def test_a_machine_that_makes_games_is_stopped_until_the_next_day() -> None:
    most = services.MOST_GAMES_A_DAY
    FreeGame.objects.bulk_create(FreeGame(players=["A", "B"], ruleset="italian", started_at=AT) for _ in range(most))
    with pytest.raises(Refused, match=str(most)):
        make_game(at=AT + timedelta(hours=23))
    assert FreeGame.objects.count() == most
    make_game(at=AT + timedelta(hours=25))


@pytest.mark.parametrize(
    ("most", "before", "later"),
    [
        (services.MOST_AT_ONCE, timedelta(0), services.AT_ONCE),
        (services.MOST_FROM_ONE_ADDRESS, services.AT_ONCE, timedelta(days=1)),
    ],
    ids=["at once", "in a day"],
)
def test_one_address_does_not_use_up_the_games_of_everybody(most: int, before: timedelta, later: timedelta) -> None:
    FreeGame.objects.bulk_create(
        FreeGame(players=["A", "B"], ruleset="italian", started_at=AT - before, begun_from="here") for _ in range(most)
    )
    with pytest.raises(Refused, match=str(most)):
        make_game(begun_from="here")
    make_game(begun_from="there")
    make_game()
    make_game(begun_from="here", at=AT + later)


# --- Dealer and seats ------------------------------------------------------------------------------------------------


def test_the_deal_passes_to_the_left() -> None:
    game = game_choose_dealer(game=make_game(3), dealer=1)
    assert [view_of(game).dealer(number) for number in (1, 2, 3, 4)] == ["Bruno", "Carla", "Anna", "Bruno"]


def test_the_lowest_card_deals_and_the_two_highest_play_together() -> None:
    game = make_game()
    game_draw(game=game, drawn=cards("KH", "3C", "9S", "2D"), with_seats=True)
    view = view_of(game)
    assert view.players == ("Bruno", "Dario", "Carla", "Anna")
    assert view.parties == ("Bruno – Carla", "Dario – Anna")
    assert view.next_dealer == "Bruno"


def test_a_draw_for_the_dealer_alone_leaves_everybody_where_they_are() -> None:
    game = make_game()
    game_draw(game=game, drawn=cards("KH", "3C", "9S", "2D"), with_seats=False)
    view = view_of(game)
    assert (view.players, view.next_dealer) == (NAMES, "Bruno")


def test_two_jollies_draw_again_and_nothing_is_decided() -> None:
    game = make_game(3, first_dealer=2)
    assert game_draw(game=game, drawn=cards("JK", "3C", "JK"), with_seats=True).again == (0, 2)
    assert (view_of(game).players, view_of(game).game.first_dealer) == (NAMES[:3], 2)
    assert game_draw(game=game, drawn=cards("JK 5H", "3C", "JK 4H"), with_seats=True).dealer == 1


def test_a_game_is_for_certain_numbers_of_players() -> None:
    with pytest.raises(ValueError, match="^players: expected one of 2, 3, 4, 6, got 5"):
        game_create(players=["A", "B", "C", "D", "E"], ruleset="italian", options={}, at=AT)


def test_as_many_draws_as_are_allowed_and_one_of_every_player() -> None:
    drawn = cards("KH " * services.MOST_DRAWN, "3C")
    assert game_draw(game=make_game(2), drawn=drawn, with_seats=True).dealer == 1
    with pytest.raises(ValueError, match="^drawn: expected those of 3 players, got 2"):
        game_draw(game=make_game(3), drawn=drawn, with_seats=True)


def test_a_game_has_a_last_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_HANDS", 2)
    game = make_game(2)
    for _hand in range(2):
        play(game, 5, 0)
    with pytest.raises(Refused, match="2"):
        play(game, 5, 0)


def test_two_players_are_not_alone_by_a_total() -> None:
    game = make_game(2, options={"alone_from": 1000})
    play(game, 1000, 0)
    assert not view_of(game).all_alone
    play(game, 5, 0)


@pytest.mark.parametrize("drawn", [cards("KH", ""), cards("KH", "5R"), cards("KH", "3C " * 9)])
def test_a_draw_that_cannot_be_is_refused(drawn: tuple) -> None:
    with pytest.raises(Refused):
        game_draw(game=make_game(2), drawn=drawn, with_seats=True)


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    ("thrown", "sentence"),
    [
        ([(6,), (1,)], "Enter the number that each player rolled."),
        ([(6,), (1,), (2,), (3,)], "Enter the number that each player rolled."),
        ([(6,), (1,), ()], "Enter the number that each player rolled."),
        ([(6,) * 9, (1,), (2,)], "Enter 8 numbers for a player at most."),
        ([(6,), (7,), (2,)], "A die shows a number from 1 to 6."),
        ([(6, 0), (1,), (6, 1)], "A die shows a number from 1 to 6."),
    ],
)
def test_a_throw_that_cannot_be_is_refused(thrown: list[tuple[int, ...]], sentence: str) -> None:
    game = make_game(3, first_dealer=1)
    with pytest.raises(Refused, match=sentence):
        game_throw(game=game, thrown=thrown)
    assert view_of(game).game.first_dealer == 1


@pytest.mark.parametrize(
    ("thrown", "again", "dealer"),
    [
        ([(6,), (1,), (5,)], (), 2),
        ([(1,), (6,), (5,)], (), 0),
        ([(1,), (4,), (5,)], (), 1),
        ([(6,), (1,), (6,)], (0, 2), 1),
        ([(6,) * 8, (1,), (6,) * 7 + (5,)], (), 2),
    ],
)
def test_whoever_rolls_highest_plays_first_and_the_one_before_deals(
    thrown: list[tuple[int, ...]], again: tuple[int, ...], dealer: int
) -> None:
    game = make_game(3, first_dealer=1)
    assert game_throw(game=game, thrown=thrown).again == again
    assert view_of(game).game.first_dealer == dealer


@pytest.mark.parametrize("dealer", [-1, 3])
def test_a_dealer_is_one_of_the_players(dealer: int) -> None:
    game = make_game(3, first_dealer=1)
    with pytest.raises(ValueError, match="dealer: expected one of 3 players"):
        game_choose_dealer(game=game, dealer=dealer)
    assert [game_choose_dealer(game=game, dealer=seat).first_dealer for seat in (0, 2)] == [0, 2]


def test_once_a_hand_is_played_the_dealer_is_settled() -> None:
    game = make_game(2)
    play(game, 300, 200)
    with pytest.raises(Refused):
        game_choose_dealer(game=game, dealer=1)
    with pytest.raises(Refused):
        game_draw(game=game, drawn=cards("KH", "3C"), with_seats=False)
    assert view_of(game).game.first_dealer == 0


# --- Hands -----------------------------------------------------------------------------------------------------------


def test_a_hand_is_stored_as_given_with_its_lines() -> None:
    game = make_game(2)
    ours = CountsEntry(burracos={Grade.CLEAN: 1}, melded=345, left_value=0, pozzetto=TAKEN, closed=True)
    theirs = CountsEntry(burracos={}, melded=100, left_value=45, pozzetto=TAKEN, closed=False)
    hand = AnyHand(end=HandEnd.CLOSED, sides=(ours, theirs), players=2)
    saved = game_hand_add(game=game, number=1, seating=seating_of(2), hand=hand, at=AT)
    stored = FreeGameHand.objects.get(pk=saved.pk)
    assert stored.entry["end"] == "closed" and "ruleset" not in stored.entry
    assert stored.entry["sides"][0]["melded"] == 345
    assert [sum(line["points"] for line in side) for side in stored.lines] == [645, 55]
    assert stored.half_points == [1290, 110]


def test_cards_are_stored_too() -> None:
    game = make_game(2)
    ours = CardsEntry(melds=cards(*MELDED_22), left=(), pozzetto=TAKEN, closed=True)
    theirs = CardsEntry(melds=cards(*MELDED_11), left=parse_cards(LEFT_11), pozzetto=TAKEN, closed=False)
    hand = AnyHand(end=HandEnd.CLOSED, sides=(ours, theirs), players=2)
    game_hand_add(game=game, number=1, seating=seating_of(2), hand=hand, at=AT)
    assert view_of(game).totals == (445, 30)
    call_command("check_games")


def test_a_hand_recorded_before_its_fault_was_known_is_checked_as_it_was() -> None:
    """A single player without a card took a pozzetto, or closed; an earlier version accepted this hand."""
    game = make_game(2)
    side = {"melds": [], "left": "KS", "pozzetto": "not_taken", "closed": False}
    none = {"item": "pozzetto_not_taken", "count": 1, "points": -100}
    FreeGameHand.objects.create(
        game=game,
        number=1,
        seating=seating_of(2),
        entry={"end": "time", "players": 2, "sides": [side | {"melds": ["3C 4C 5C"], "left": ""}, side]},
        lines=[
            [{"item": "melded", "count": 3, "points": 15}, none],
            [{"item": "left", "count": 1, "points": -10}, none],
        ],
        half_points=[-170, -220],
        saved_at=AT,
    )
    call_command("check_games")
    assert view_of(game).totals == (-85, -110)


def test_a_hand_that_cannot_be_is_refused_with_every_fault_and_nothing_is_written() -> None:
    game = make_game(2)
    hand = AnyHand(end=HandEnd.CLOSED, sides=(SlipEntry(base=310, points=143), SlipEntry(base=0, points=5)), players=2)
    with pytest.raises(HandRefused) as refused:
        game_hand_add(game=game, number=1, seating=seating_of(2), hand=hand, at=AT)
    assert len(refused.value.violations) >= 2
    assert not FreeGameHand.objects.exists()


def test_an_improbable_hand_is_saved_once_somebody_confirms_it() -> None:
    game = make_game(2)
    with pytest.raises(HandDoubtful):
        play(game, 1600, 50)
    assert not FreeGameHand.objects.exists()
    play(game, 1600, 50, confirmed=True)
    assert view_of(game).totals == (1600, 50)


def test_a_hand_entered_card_by_card_is_doubted_too() -> None:
    game = make_game()
    melds = cards(*MELDED_22, "3S 4S 5S 6S 7S 8S", "9S 10S JS QS KS")
    ours = CardsEntry(melds=melds, left=(), pozzetto=TAKEN, closed=True)
    theirs = CardsEntry(
        melds=cards(*MELDED_11, "AC AD AH AS 2S"),
        left=parse_cards(f"{LEFT_11} 4C 6C 7D 9D QC QD"),
        pozzetto=TAKEN,
        closed=False,
    )
    given = {"number": 1, "seating": seating_of(2), "hand": AnyHand(end=HandEnd.CLOSED, sides=(ours, theirs)), "at": AT}
    with pytest.raises(HandDoubtful) as doubtful:
        game_hand_add(game=game, **given)  # type: ignore[arg-type]
    assert [doubt.code for doubt in doubtful.value.doubts] == [DoubtCode.EMPTY_PARTNER]
    game_hand_add(game=game, **given, confirmed=True)  # type: ignore[arg-type]
    assert view_of(game).totals == (530, 65)


def test_three_players_share_in_exact_halves() -> None:
    game = make_game(3)
    play(game, 520, 385, alone=2)
    play(game, 200, -75, alone=0)
    assert view_of(game).totals == (192 + HALF + 200, 192 + HALF - 37 - HALF, 520 - 37 - HALF)
    assert FreeGameHand.objects.get(number=1).half_points == [385, 385, 1040]
    play(game, -70, -110, -75)
    assert [result.points for result in view_of(game).hands[-1].by_party] == [-70, -110, -75]


def test_who_plays_alone_is_named_first_and_the_others_share() -> None:
    game = make_game(3)
    play(game, 520, 385, alone=1)
    sides = view_of(game).hands[0].sides
    assert [(side.name, side.total, side.shared) for side in sides] == [
        ("Bruno", 520, False),
        ("Anna – Carla", 385, True),
    ]


# --- The whole game --------------------------------------------------------------------------------------------------


def test_four_players_play_to_the_target() -> None:
    game = make_game()
    play(game, 900, 400)
    assert view_of(game).state.outlook is Outlook.BELOW_TARGET
    play(game, 500, 1200)
    play(game, 605, 400)
    view = view_of(game)
    assert (view.totals, view.state.winner, view.finished) == ((2005, 2000), 0, True)
    with pytest.raises(Refused):
        play(game, 100, 100)
    assert len(view_of(game).stored) == 3


def test_two_players_with_a_target_of_their_own() -> None:
    game = make_game(2, options={"target": 505})
    play(game, 500, 300)
    assert not view_of(game).finished
    play(game, 0, 300)
    assert view_of(game).state.winner == 1


def test_three_players_win_by_half_a_point_over() -> None:
    game = make_game(3)
    play(game, 450, 1405, alone=0)
    play(game, 300, 1300, alone=2)
    assert view_of(game).totals == (450 + 650, 702 + HALF + 650, 702 + HALF + 300)
    play(game, 700, 500, alone=1)
    view = view_of(game)
    assert (view.totals[1], view.state.winner) == (2052 + HALF, 1)


def test_a_tie_at_the_target_goes_on_in_the_italian_game() -> None:
    game = make_game(2, options={"target": 505})
    play(game, 600, 600)
    assert view_of(game).state.outlook is Outlook.TIED
    play(game, 100, 105)
    assert view_of(game).state.winner == 1


@pytest.mark.parametrize(("first_dealer", "winner"), [(0, 1), (1, 0), (2, 1), (3, 0)])
def test_a_brazilian_tie_goes_to_the_side_left_of_the_first_dealer(first_dealer: int, winner: int) -> None:
    game = make_game(ruleset="brazilian_aberto_sujo", first_dealer=first_dealer)
    play(game, 400, 400)
    state = view_of(game).state
    assert (state.outlook, state.winner) == (Outlook.WON_AS_STARTER, winner)


def test_a_brazilian_game_of_three_begins_left_of_the_dealer() -> None:
    """002 is for two or four; a club that lets three play has an option for it."""
    with pytest.raises(Refused):
        make_game(3, ruleset="brazilian_aberto_sujo")
    game = make_game(3, ruleset="brazilian_aberto_sujo", options={"players": [2, 3, 4]}, first_dealer=2)
    play(game, -100, -100, -100)
    assert view_of(game).state.winner == 0


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 2), st.integers(-20, 200).map(lambda n: 5 * n), st.integers(-20, 200).map(lambda n: 5 * n)
        ),
        max_size=4,
    )
)
def test_what_is_stored_adds_up_to_what_was_played(hands: list[tuple[int, int, int]]) -> None:
    """The parties' totals together are all scored points, and the check finds nothing."""
    game = make_game(3, options={"target": 100_000})
    scored = 0
    for alone, solo, partners in hands:
        try:
            play(game, solo, partners, alone=alone, confirmed=True)
            scored += solo + partners
        except HandRefused:
            continue
    assert sum(view_of(game).totals) == scored
    call_command("check_games")


# --- Taking back, ending, playing again ------------------------------------------------------------------------------


def test_only_the_last_hand_and_only_the_one_that_was_seen_is_taken_back() -> None:
    game = make_game(2)
    with pytest.raises(Refused):
        game_hand_undo(game=game, hand=0)
    first, second = play(game, 300, 200), play(game, 100, 50)
    with pytest.raises(Refused):
        game_hand_undo(game=game, hand=first.pk)
    game_hand_undo(game=game, hand=second.pk)
    third = play(game, 55, 60)
    with pytest.raises(Refused):
        game_hand_undo(game=game, hand=second.pk)
    assert [hand.pk for hand in view_of(game).stored] == [first.pk, third.pk]


def test_taking_the_decisive_hand_back_opens_the_game_again() -> None:
    game = make_game(2, options={"target": 505})
    last = play(game, 600, 100)
    game_hand_undo(game=game, hand=last.pk)
    assert not view_of(game).finished
    play(game, 400, 100)


def test_a_game_is_ended_early_and_gone_on_with() -> None:
    game = make_game(2)
    play(game, 300, 200)
    for hands in (0, 2):
        with pytest.raises(Refused):
            game_stop(game=game, hands=hands, at=AT)
    game_stop(game=game, hands=1, at=AT)
    # To end it again does not change when it was ended.
    assert game_stop(game=game, hands=1, at=AT + timedelta(hours=1)).stopped_at == AT
    assert view_of(game).game.stopped_at == AT
    with pytest.raises(Refused):
        play(game, 100, 100)
    assert game_resume(game=game).stopped_at is None
    play(game, 100, 100)


def test_a_rematch_keeps_everything_and_the_deal_passes_on() -> None:
    game = make_game(3, options={"target": 505}, first_dealer=1)
    with pytest.raises(Refused):
        game_rematch(game=game, at=AT)
    play(game, 600, 300, alone=0)
    again = game_rematch(game=game, at=AT + timedelta(hours=1), begun_from="192.168.1.0")
    assert (again.started_at, again.begun_from) == (AT + timedelta(hours=1), "192.168.1.0")
    assert (again.players, again.options, again.first_dealer) == (game.players, {"target": 505}, 2)
    assert again.secret != game.secret
    assert game_rematch(game=game, at=AT) == again


# --- Two phones ------------------------------------------------------------------------------------------------------


def test_the_second_to_save_a_hand_sees_the_first() -> None:
    game = make_game(2)
    first = play(game, 300, 200)
    with pytest.raises(HandTaken) as taken:
        play(game, 350, 200, number=1)
    assert taken.value.saved == first
    assert view_of(game).totals == (300, 200)


def test_the_same_hand_sent_twice_is_saved_once() -> None:
    game = make_game(2)
    assert play(game, 300, 200) == play(game, 300, 200, number=1)
    assert view_of(game).totals == (300, 200)


def test_the_second_may_replace_the_hand_they_have_seen_and_no_other() -> None:
    game = make_game(2)
    first = play(game, 300, 200)
    replaced = play(game, 350, 200, number=1, instead_of=first.pk)
    assert view_of(game).totals == (350, 200)
    with pytest.raises(HandTaken) as taken:
        play(game, 400, 200, number=1, instead_of=first.pk)
    assert taken.value.saved == replaced
    play(game, 100, 100)
    with pytest.raises(HandTaken):
        play(game, 400, 200, number=1, instead_of=replaced.pk)
    with pytest.raises(HandRefused):
        play(game, 401, 200, number=2, instead_of=view_of(game).stored[-1].pk)
    assert view_of(game).totals == (450, 300)


def test_a_hand_after_one_that_was_taken_back_is_refused() -> None:
    game = make_game(2)
    with pytest.raises(Refused, match="1"):
        play(game, 300, 200, number=2)
    assert not FreeGameHand.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_saving_the_same_hand_at_once_only_one_is_stored() -> None:
    """Two connections save many hands of one game: each time exactly one is stored, and the other phone sees it."""
    game = make_game(2, options={"target": 100_000})
    stored: list[int] = []
    refused: list[int] = []

    def phone(total: int, barrier: Barrier) -> Callable[[], None]:
        def run() -> None:
            try:
                for number in range(1, 16):
                    barrier.wait(timeout=30)
                    try:
                        hand = totals_hand((total, 100), players=2)
                        game_hand_add(game=game, number=number, seating=seating_of(2), hand=hand, at=AT)
                        stored.append(number)
                    except HandTaken as taken:
                        refused.append(taken.saved.number)
            finally:
                connection.close()

        return run

    barrier = Barrier(2)
    threads = [Thread(target=phone(total, barrier)) for total in (300, 400)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(stored) == sorted(refused) == [*range(1, 16)]
    assert [hand.number for hand in view_of(game).stored] == [*range(1, 16)]


@pytest.mark.django_db(transaction=True)
def test_two_phones_asking_for_a_rematch_get_the_same_game() -> None:
    game = make_game(2, options={"target": 5})
    play(game, 300, 200)
    got: list[int] = []

    def ask() -> None:
        try:
            got.append(game_rematch(game=game, at=AT).pk)
        finally:
            connection.close()

    threads = [Thread(target=ask) for _phone in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 2 and len(set(got)) == 1


# --- The database and the check --------------------------------------------------------------------------------------


def test_a_number_is_given_once() -> None:
    hand = play(make_game(2), 300, 200)
    hand.pk = None
    with pytest.raises(IntegrityError):
        hand.save()


@pytest.mark.parametrize("field", ["lines", "half_points"])
def test_the_check_finds_a_score_that_was_changed(field: str) -> None:
    hand = play(make_game(3), 520, 385, alone=0)
    call_command("check_games")
    value = getattr(hand, field)
    setattr(hand, field, [value[0], *value[1:]][::-1])
    hand.save()
    with pytest.raises(CommandError, match=f"{hand.game_id}"):
        call_command("check_games")


# --- What a target is -------------------------------------------------------------------------------------------------


def test_a_game_that_ended_on_its_round_target_stays_ended() -> None:
    """Reaching it was once enough; a new game to 1000 under the Italian rules ends above it."""
    ended = {
        key: make_game(2, ruleset=key, options={"target": target}).pk
        for key, target in (("italian", 1000), ("argentine", 1000), ("fibur_2026", 1005))
    }
    for game in FreeGame.objects.all():
        play(game, game.options["target"], 300)
    assert not view_of(FreeGame.objects.get(pk=ended["italian"])).state.over
    import_module("scoring.migrations.0002_target_reached").say_reached(apps, None)
    assert [view_of(game).state.winner for game in FreeGame.objects.order_by("pk")] == [0, 0, 0]
    assert FreeGame.objects.get(pk=ended["italian"]).options == {"target": 1000, "target_is": "reached"}
    assert FreeGame.objects.get(pk=ended["argentine"]).options == {"target": 1000}
    assert FreeGame.objects.get(pk=ended["fibur_2026"]).options == {"target": 1005}


def test_a_club_ruleset_with_a_round_target_says_that_it_is_reached() -> None:
    ClubRuleset.objects.create(name="Ours", key="ours", preset="italian", options={"target": 1000})
    ClubRuleset.objects.create(name="None", key="none", preset="italian", options={"target": None})
    import_module("scoring.migrations.0002_target_reached").say_reached(apps, None)
    stored = dict(ClubRuleset.objects.values_list("key", "options"))
    assert stored == {"ours": {"target": 1000, "target_is": "reached"}, "none": {"target": None}}
