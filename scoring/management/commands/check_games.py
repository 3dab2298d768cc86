"""`check_games`: check that every stored score of a free game is what the engine computes for its hand now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.free_games.game_view import GameView
from scoring.free_games.services import stored_scores
from scoring.models import FreeGame, FreeGameHand
from scoring.services import judge_recorded, read_hand

GAMES_AT_ONCE = 200


class Command(BaseCommand):
    help = "Score every hand of every free game again and compare with what is stored; fails if anything differs."

    def handle(self, *args: Any, **options: Any) -> None:
        checked = 0
        differing: list[str] = []
        for game in FreeGame.objects.prefetch_related("hands").order_by("pk").iterator(GAMES_AT_ONCE):
            view = GameView(game)
            checked += len(view.stored)
            differing += (_place(hand) for hand in view.stored if not _is_as_stored(view, hand))
        if differing:
            raise CommandError("\n".join(differing))
        self.stdout.write(
            ngettext(
                "%(hands)s hand of free games checked: stored and recomputed scores are the same.",
                "%(hands)s hands of free games checked: stored and recomputed scores are the same.",
                checked,
            )
            % {"hands": checked}
        )


def _is_as_stored(view: GameView, hand: FreeGameHand) -> bool:
    rules, again = read_hand({"ruleset": view.game.ruleset, "options": view.game.options, **hand.entry})
    scores = judge_recorded(rules, again).scores
    stored = {"lines": hand.lines, "half_points": hand.half_points}
    return scores is not None and stored_scores(view, tuple(map(tuple, hand.seating)), scores) == stored


def _place(hand: FreeGameHand) -> str:
    """Name the game by its number, because its address is a secret."""
    return _("free game %(game)s, hand %(hand)s is stored with another score") % {
        "game": hand.game_id,
        "hand": hand.number,
    }
