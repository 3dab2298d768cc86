"""The services for free games: atomic, with keyword arguments, named game_action.

A service locks the game's row first, so that the writes of two phones follow each other. A hand is saved under its
number, so saving one that exists already shows it and lets the player decide. A hand is undone by its key, not by its
position. What cannot be done raises `Refused` with a sentence, and nothing is written.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.refusals import Refused
from scoring.engine.cards import Card
from scoring.engine.draw import Draw, Throw
from scoring.engine.free_game import GameHand
from scoring.engine.hand import AnyHand
from scoring.engine.ruleset import PLAYERS
from scoring.engine.score import HandScore
from scoring.engine.violations import Doubt, Violation
from scoring.free_games.game_view import HALVES, GameView, Seating
from scoring.messages import show_cards
from scoring.models import FreeGame, FreeGameHand
from scoring.services import dealer_of, draw_result, hand_shares, judge, ruleset_for, throw_result, write_hand

MOST_GAMES_A_DAY = 500
"""More than any club plays; beyond this a program is creating games, and would fill the disk."""
MOST_FROM_ONE_ADDRESS = 100
"""Per day: a fifth of the total. A hall behind one address begins fewer."""
MOST_AT_ONCE = 30
"""From one address within `AT_ONCE`: a game at each table of such a hall."""
AT_ONCE = timedelta(minutes=10)
MOST_HANDS = 200
"""More than any game has, for the same reason."""
LONGEST_NAME = 40
EVERY_NAME = gettext_lazy("Give every player a name.")
MOST_DRAWN = 8
"""The most cards or rolls of one player before the draw is given up."""
DIE = 6
"""The sides of a die."""


class HandRefused(Refused):
    """The hand is impossible; `violations` lists every fault."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(_("This hand cannot be right."))
        self.violations = tuple(violations)


class HandDoubtful(Refused):
    """The hand is unusual; it is not saved until a player confirms it."""

    def __init__(self, doubts: Sequence[Doubt]) -> None:
        super().__init__(_("This hand is possible, but unusual."))
        self.doubts = tuple(doubts)


class HandTaken(Refused):
    """Another hand with this number has been saved meanwhile: `saved`."""

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
    """Create a game. `players` are clockwise; among four or six, partners sit at equal distances.

    `begun_from` identifies the client that begins the game; if it is empty, only the total of all games is limited.
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
    """Set the dealer of the first hand, as an index of the players. Only before that hand."""
    game = _lock_before_first_hand(game)
    if dealer not in range(len(game.players)):
        raise ValueError(f"dealer: expected one of {len(game.players)} players, got {dealer!r}")
    game.first_dealer = dealer
    game.save()
    return game


@transaction.atomic
def game_draw(*, game: FreeGame, drawn: Sequence[tuple[Card, ...]], with_seats: bool) -> Draw:
    """Let the drawn cards decide the first dealer and, if `with_seats` is true, the seats and so the partners.

    While a player has to draw again, nothing is decided or written.
    """
    game = _lock_before_first_hand(game)
    _check_drawn(game, drawn)
    rules = ruleset_for(game.ruleset, game.options)
    result = draw_result(drawn, rules.draw_suits, parties=rules.parties_of(len(game.players)))
    if result.dealer is None:
        return result
    if with_seats:
        game.players, game.first_dealer = [game.players[player] for player in result.seats], 0
    else:
        game.first_dealer = result.dealer
    game.save()
    return result


@transaction.atomic
def game_throw(*, game: FreeGame, thrown: Sequence[Sequence[int]]) -> Throw:
    """Let the die decide who plays first in the first hand; the player before them deals it.

    While a player has to roll again, nothing is decided or written.
    """
    game = _lock_before_first_hand(game)
    if len(thrown) != len(game.players) or any(not numbers for numbers in thrown):
        raise Refused(_("Enter the number that each player rolled."))
    if max(map(len, thrown)) > MOST_DRAWN:
        raise Refused(_("Enter %(most)s numbers for a player at most.") % {"most": MOST_DRAWN})
    if any(number not in range(1, DIE + 1) for numbers in thrown for number in numbers):
        raise Refused(_("A die shows a number from 1 to %(most)s.") % {"most": DIE})
    result = throw_result(thrown)
    if result.first is not None:
        game.first_dealer = (result.first - 1) % len(game.players)
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
    """Judge and save hand `number`. The same hand sent twice is saved once.

    Raise HandRefused with every fault, HandDoubtful for an unusual hand that was not `confirmed`, and HandTaken if
    another hand has this number. A player who has seen that hand may replace it: `instead_of`.
    """
    game = _lock(game)
    view = GameView(game)
    stored = {"seating": [list(side) for side in seating], "entry": stored_entry(hand)}
    saved = next((hand for hand in view.stored if hand.number == number), None)
    if saved is not None:
        if {name: getattr(saved, name) for name in stored} == stored:
            return saved
        if saved.pk != instead_of or number != len(view.stored):
            raise HandTaken(saved)
        view = GameView(game, view.stored[:-1])
    _check_goes_on(view, number)
    _check_partners(view, hand)
    scores = stored_scores(view, seating, _judged(view, hand, confirmed=confirmed))
    if saved is not None:
        saved.delete()
    return FreeGameHand.objects.create(game=game, number=number, saved_at=at, **stored, **scores)


@transaction.atomic
def game_hand_undo(*, game: FreeGame, hand: int) -> None:
    """Undo the last hand. `hand` is its primary key, so that no player undoes a hand that they have not seen."""
    game = _lock(game)
    last = game.hands.order_by("-number").first()
    if last is None or last.pk != hand:
        raise Refused(_("The last hand is not the one you saw: look at the game again."))
    last.delete()


@transaction.atomic
def game_stop(*, game: FreeGame, hands: int, at: datetime) -> FreeGame:
    """End a game before anybody has won. Refuse if it no longer has `hands` hands, the number that the caller saw."""
    game = _lock(game)
    view = GameView(game)
    if len(view.stored) != hands:
        raise Refused(_("Another hand has been saved or removed in the meantime: look at the game again."))
    if not view.finished:
        game.stopped_at = at
        game.save()
    return game


@transaction.atomic
def game_resume(*, game: FreeGame) -> FreeGame:
    """Continue a game that was ended early."""
    game = _lock(game)
    game.stopped_at = None
    game.save()
    return game


@transaction.atomic
def game_rematch(*, game: FreeGame, at: datetime, begun_from: str = "") -> FreeGame:
    """Start another game of the same players, with the next dealer. A second request returns the same new game."""
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
    """Return the current row of the game, locked until the transaction ends."""
    return FreeGame.objects.select_for_update().get(pk=game.pk)


def _lock_before_first_hand(game: FreeGame) -> FreeGame:
    game = _lock(game)
    # The first dealer cannot change after a hand: the deal passes on from there.
    if game.hands.exists():
        raise Refused(_("The first hand has been played: who deals is settled."))
    return game


def _tidy(name: str) -> str:
    """Return the name without doubled spaces and invisible characters."""
    visible = (char for char in unicodedata.normalize("NFC", name) if unicodedata.category(char) not in ("Cf", "Cc"))
    return " ".join("".join(visible).split())


def _check_names(names: Sequence[str]) -> None:
    if len(names) not in PLAYERS:
        raise ValueError(f"players: expected one of {', '.join(map(str, PLAYERS))}, got {len(names)}")
    # Every player has a name of their own: otherwise nobody could tell the totals apart.
    if not all(names):
        raise Refused(str(EVERY_NAME))
    if max(map(len, names)) > LONGEST_NAME:
        raise Refused(_("A name can have at most %(most)s characters.") % {"most": LONGEST_NAME})
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
    # A previous hand was undone on another phone.
    if number != view.next_number:
        raise Refused(
            _("A hand has been removed in the meantime: the next one is hand %(n)s.") % {"n": view.next_number}
        )
    # No hand is played after the end.
    if view.finished:
        raise Refused(_("The game is over: undo the last hand, or begin another game."))
    if number > MOST_HANDS:
        raise Refused(_("A game has %(most)s hands at most: begin another one.") % {"most": MOST_HANDS})


def _check_partners(view: GameView, hand: AnyHand) -> None:
    # From a total on, nobody of three has a partner; others always have, and are never all alone.
    if hand.partners is view.all_alone:
        alone = _("This hand is played without partners: each plays alone.")
        raise Refused(alone if hand.partners else _("This hand is played with partners: enter who played alone."))


def _judged(view: GameView, hand: AnyHand, *, confirmed: bool) -> tuple[HandScore, ...]:
    """Return the scores of a hand that may be saved."""
    judgement = judge(view.rules, hand)
    if judgement.scores is None:
        raise HandRefused(judgement.violations)
    if judgement.doubts and not confirmed:
        raise HandDoubtful(judgement.doubts)
    return judgement.scores


def stored_entry(hand: AnyHand) -> dict[str, Any]:
    """Return the hand as given, without the ruleset, which belongs to the game."""
    written = write_hand("", {}, hand)
    return {name: value for name, value in written.items() if name not in ("ruleset", "options")}


def stored_scores(view: GameView, seating: Seating, scores: Sequence[HandScore]) -> dict[str, Any]:
    """Return the scores to store: the lines of each side, and twice the points of each party."""
    played = GameHand(sides=seating, totals=tuple(score.total for score in scores))
    return {
        "lines": [[line.as_json() for line in score.lines] for score in scores],
        "half_points": [int(share * HALVES) for share in hand_shares(view.rules, played)],
    }
