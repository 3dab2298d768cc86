"""`check_scores [SLUG]`: check that every stored score is the engine's result for its slip today."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.hand import AnyHand, HandEnd
from scoring.services import judge_recorded, read_entry, ruleset_for
from tournaments.management.arguments import tournament_by_slug
from tournaments.models import Hand, Tournament


class Command(BaseCommand):
    help = "Score every slip again and compare with what is stored; fails if anything differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?")

    def handle(self, *args: Any, slug: str | None, **options: Any) -> None:
        tournaments = Tournament.everything.all() if slug is None else [tournament_by_slug(slug)]
        checked = 0
        differing: list[str] = []
        for tournament in tournaments:
            rules = ruleset_for(tournament.ruleset, tournament.options)
            hands = Hand.objects.filter(table__round__tournament=tournament).select_related("table__round")
            for hand in hands.order_by("table__round__number", "table__number", "number").iterator():
                checked += 1
                sides = (read_entry(hand.ns_entry, "ns", rules), read_entry(hand.ew_entry, "ew", rules))
                scores = judge_recorded(rules, AnyHand(end=HandEnd(hand.end), sides=sides)).scores
                again = scores and [(score.total, [line.as_json() for line in score.lines]) for score in scores]
                if again != [(hand.ns_total, hand.ns_lines), (hand.ew_total, hand.ew_lines)]:
                    differing.append(_place(tournament, hand))
        if differing:
            raise CommandError("\n".join(differing))
        self.stdout.write(
            ngettext(
                "%(hands)s hand checked: stored and recomputed scores are the same.",
                "%(hands)s hands checked: stored and recomputed scores are the same.",
                checked,
            )
            % {"hands": checked}
        )


def _place(tournament: Tournament, hand: Hand) -> str:
    return _("%(slug)s: round %(round)s, table %(table)s, hand %(hand)s is stored with another score") % {
        "slug": tournament.slug,
        "round": hand.table.round.number,
        "table": hand.table.number,
        "hand": hand.number,
    }
