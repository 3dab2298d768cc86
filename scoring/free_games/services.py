"""Every write to a free game: atomic, keyword-only, named game_action.

A service locks the game's row first, so that two phones' writes follow each other. A hand is saved under its number,
so whoever saves a hand that is there already sees it and decides; a hand is taken back by what it is, not by where it
stands. What cannot be done raises `Refused` with a sentence, and then nothing was written.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.engine.cards import Card
from scoring.engine.draw import Draw
from scoring.engine.free_game import GameHand
from scoring.engine.hand import AnyHand
from scoring.engine.score import HandScore
from scoring.engine.violations import Doubt, Violation
from scoring.errors import Refused
from scoring.free_games.reading import HALVES, GameView, Seating
from scoring.messages import show_cards
from scoring.models import FreeGame, FreeGameHand
from scoring.services import dealer_of, draw_result, hand_shares, judge, ruleset_for, write_hand

MOST_GAMES_A_DAY = 500
"""More than any club plays; what is beyond is a machine that makes games, and would fill the disk."""
MOST_FROM_ONE_ADDRESS = 100
"""In a day: a fifth of everybody's. A hall behind one address begins fewer."""
MOST_AT_ONCE = 30
"""From one address within `AT_ONCE`: a game at each table of such a hall."""
AT_ONCE = timedelta(minutes=10)
MOST_HANDS = 200
"""More than any game has; likewise."""
LONGEST_NAME = 40
MOST_DRAWN = 8
"""Cards that one player draws before somebody has to give up shuffling."""


class HandRefused(Refused):
    """The hand cannot be right: `violations` are every one of its faults."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(_("This hand cannot be right."))
        self.violations = tuple(violations)


class HandDoubtful(Refused):
    """Possible but improbable: nothing is written until somebody confirms it."""

    def __init__(self, doubts: Sequence[Doubt]) -> None:
        super().__init__(_("This hand is possible, but improbable."))
        self.doubts = tuple(doubts)


class HandTaken(Refused):
    """A hand of this number, with other figures, was saved in the meantime: `saved` is the one there is now."""

    def __init__(self, saved: FreeGameHand) -> None:
        super().__init__(_("Hand %(number)s was saved on another phone in the meantime.") % {"number": saved.number})
        self.saved = saved


@transaction.atomic
def game_create(
    *,
    players: Sequence[str],
    ruleset: str,
    options: Mapping[str, object],
    at: datetime,
    ruleset_name: str = "",
    first_dealer: int = 0,
    rematch_of: FreeGame | None = None,
    begun_from: str = "",
) -> FreeGame:
    """A new game; `players` clockwise, of four the first and the third are partners.

    `begun_from` stands for whoever begins it; where it is empty, only everybody's games are counted.
    """
    names = [_tidy(name) for name in players]
    _check_names(names)
    if len(names) not in ruleset_for(ruleset, options).players:
        raise Refused(_("This ruleset is not for %(players)s players.") % {"players": len(names)})
    _check_not_too_many(begun_from, at)
    return FreeGame.objects.create(
        players=names,
        ruleset=ruleset,
        options=dict(options),
        ruleset_name=ruleset_name,
        first_dealer=first_dealer,
        started_at=at,
        rematch_of=rematch_of,
        begun_from=begun_from,
    )


@transaction.atomic
def game_choose_dealer(*, game: FreeGame, dealer: int) -> FreeGame:
    """Say who deals the first hand, as an index of the players; before that hand only."""
    game = _lock_before_first_hand(game)
    if dealer not in range(len(game.players)):
        raise ValueError(f"dealer: expected one of {len(game.players)} players, got {dealer!r}")
    game.first_dealer = dealer
    game.save()
    return game


@transaction.atomic
def game_draw(*, game: FreeGame, drawn: Sequence[tuple[Card, ...]], with_seats: bool) -> Draw:
    """Let the cards drawn say who deals first and, `with_seats`, who sits where and so who plays with whom.

    While somebody has to draw again, nothing is decided and nothing is written.
    """
    game = _lock_before_first_hand(game)
    _check_drawn(game, drawn)
    result = draw_result(drawn, ruleset_for(game.ruleset, game.options).draw_suits)
    if result.dealer is None:
        return result
    if with_seats:
        game.players, game.first_dealer = [game.players[player] for player in result.seats], 0
    else:
        game.first_dealer = result.dealer
    game.save()
    return result


@transaction.atomic
def game_hand_add(
    *,
    game: FreeGame,
    number: int,
    seating: Seating,
    hand: AnyHand,
    at: datetime,
    confirmed: bool = False,
    instead_of: int | None = None,
) -> FreeGameHand:
    """Save hand `number`, judged by the engine; the same hand sent twice is saved once.

    Raises HandRefused with every fault, HandDoubtful for an improbable hand that nobody `confirmed`, and HandTaken
    where another hand has this number. Whoever has seen that one may put theirs in its place: `instead_of`.
    """
    game = _lock(game)
    view = GameView(game)
    given = {"seating": [list(side) for side in seating], "entry": stored_entry(hand)}
    saved = next((each for each in view.stored if each.number == number), None)
    if saved is not None:
        if {name: getattr(saved, name) for name in given} == given:
            return saved
        if saved.pk != instead_of or number != len(view.stored):
            raise HandTaken(saved)
        view = GameView(game, view.stored[:-1])
    _check_goes_on(view, number)
    scores = stored_scores(view, seating, _judged(view, hand, confirmed=confirmed))
    if saved is not None:
        saved.delete()
    return FreeGameHand.objects.create(game=game, number=number, saved_at=at, **given, **scores)


@transaction.atomic
def game_hand_undo(*, game: FreeGame, hand: int) -> None:
    """Take the last hand back; `hand` is its pk, so that nobody takes back a hand that they have not seen."""
    game = _lock(game)
    last = game.hands.order_by("-number").first()
    if last is None or last.pk != hand:
        raise Refused(_("The last hand is not the one you saw: look at the game again."))
    last.delete()


@transaction.atomic
def game_stop(*, game: FreeGame, hands: int, at: datetime) -> FreeGame:
    """End a game before anybody has won; `hands` is how many whoever asks has seen."""
    game = _lock(game)
    view = GameView(game)
    if len(view.stored) != hands:
        raise Refused(_("Another hand was saved or taken back in the meantime: look at the game again."))
    if not view.finished:
        game.stopped_at = at
        game.save()
    return game


@transaction.atomic
def game_resume(*, game: FreeGame) -> FreeGame:
    """Go on with a game that was ended early."""
    game = _lock(game)
    game.stopped_at = None
    game.save()
    return game


@transaction.atomic
def game_rematch(*, game: FreeGame, at: datetime, begun_from: str = "") -> FreeGame:
    """The same players once more, the deal passing on to the left; asked for twice, it is the same new game."""
    game = _lock(game)
    view = GameView(game)
    if not view.finished:
        raise Refused(_("The game is not over yet."))
    begun = FreeGame.objects.filter(rematch_of=game).first()
    return begun or game_create(
        players=game.players,
        ruleset=game.ruleset,
        options=game.options,
        ruleset_name=game.ruleset_name,
        first_dealer=dealer_of(len(view.stored), players=len(game.players), first=game.first_dealer),
        rematch_of=game,
        begun_from=begun_from,
        at=at,
    )


def _check_not_too_many(begun_from: str, at: datetime) -> None:
    today = FreeGame.objects.filter(started_at__gt=at - timedelta(days=1))
    if today.count() >= MOST_GAMES_A_DAY:
        raise Refused(
            _("No more than %(most)s games are begun here in a day. Try again tomorrow.") % {"most": MOST_GAMES_A_DAY}
        )
    if not begun_from:
        return
    theirs = today.filter(begun_from=begun_from)
    if theirs.count() >= MOST_FROM_ONE_ADDRESS:
        raise Refused(
            _("No more than %(most)s games a day are begun from one network. Try again tomorrow.")
            % {"most": MOST_FROM_ONE_ADDRESS}
        )
    if theirs.filter(started_at__gt=at - AT_ONCE).count() >= MOST_AT_ONCE:
        raise Refused(
            _("%(most)s games were begun from your network in the last ten minutes. Wait a little, then try again.")
            % {"most": MOST_AT_ONCE}
        )


def _lock(game: FreeGame) -> FreeGame:
    """The game's row as it is now, locked until the transaction ends."""
    return FreeGame.objects.select_for_update().get(pk=game.pk)


def _lock_before_first_hand(game: FreeGame) -> FreeGame:
    game = _lock(game)
    # Who has dealt stays: the deal passes on from the first hand.
    if game.hands.exists():
        raise Refused(_("The first hand has been played: who deals is settled."))
    return game


def _tidy(name: str) -> str:
    """The name without doubled blanks and marks that nobody sees."""
    seen = (char for char in unicodedata.normalize("NFC", name) if unicodedata.category(char) not in ("Cf", "Cc"))
    return " ".join("".join(seen).split())


def _check_names(names: Sequence[str]) -> None:
    if len(names) not in (2, 3, 4):
        raise ValueError(f"players: expected 2, 3 or 4, got {len(names)}")
    # Each has a name, and no two the same: otherwise nobody could tell whose total is whose.
    if not all(names):
        raise Refused(_("Give every player a name."))
    if max(map(len, names)) > LONGEST_NAME:
        raise Refused(_("A name has %(most)s letters at most.") % {"most": LONGEST_NAME})
    if len({name.casefold() for name in names}) < len(names):
        raise Refused(_("Two players have the same name: tell them apart."))


def _check_drawn(game: FreeGame, drawn: Sequence[tuple[Card, ...]]) -> None:
    if len(drawn) != len(game.players):
        raise ValueError(f"drawn: expected those of {len(game.players)} players, got {len(drawn)}")
    if not all(drawn):
        raise Refused(_("Enter the card that each player drew."))
    if max(map(len, drawn)) > MOST_DRAWN:
        raise Refused(_("Enter %(most)s cards for a player at most.") % {"most": MOST_DRAWN})
    deck = ruleset_for(game.ruleset, game.options).deck
    for card in (card for cards in drawn for card in cards):
        if not deck.copies_of(card):
            raise Refused(_("%(card)s is not in this ruleset’s deck.") % {"card": show_cards([card])})


def _check_goes_on(view: GameView, number: int) -> None:
    # A hand before it was taken back on another phone.
    if number != view.next_number:
        raise Refused(_("A hand was taken back in the meantime: the next one is hand %(n)s.") % {"n": view.next_number})
    # Nothing is played after the end.
    if view.finished:
        raise Refused(_("The game is over: take the last hand back, or begin another game."))
    if number > MOST_HANDS:
        raise Refused(_("A game has %(most)s hands at most: begin another one.") % {"most": MOST_HANDS})


def _judged(view: GameView, hand: AnyHand, *, confirmed: bool) -> tuple[HandScore, ...]:
    """The scores of a hand that may be saved."""
    judgement = judge(view.rules, hand)
    if judgement.scores is None:
        raise HandRefused(judgement.violations)
    if judgement.doubts and not confirmed:
        raise HandDoubtful(judgement.doubts)
    return judgement.scores


def stored_entry(hand: AnyHand) -> dict[str, Any]:
    """The hand as given, without the ruleset, which is the game's."""
    written = write_hand("", {}, hand)
    return {name: value for name, value in written.items() if name not in ("ruleset", "options")}


def stored_scores(view: GameView, seating: Seating, scores: Sequence[HandScore]) -> dict[str, Any]:
    """What is kept of the scores: the lines of each side, and twice the points of each party."""
    played = GameHand(sides=seating, totals=tuple(score.total for score in scores))
    return {
        "lines": [[line.as_json() for line in score.lines] for score in scores],
        "half_points": [int(share * HALVES) for share in hand_shares(view.rules, played)],
    }
