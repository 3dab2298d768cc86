"""`show_ruleset [KEY]`: every ruleset by name, or one with its cards, bonuses, options and examples."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.engine.ruleset import RuleSet
from scoring.messages import meld_sentence, show_cards, violation_sentence
from scoring.rulesets.choices import offered, offered_by_key
from scoring.rulesets.examples import example_faults
from scoring.rulesets.sheet import bonuses_of, card_values, closing_needs, deck_sentence, grade_views, play_of


class Command(BaseCommand):
    help = "Show the rulesets, or everything about one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", nargs="?")

    def handle(self, *args: Any, key: str | None, **options: Any) -> None:
        if key is None:
            choices = offered()
            width = max(len(choice.key) for choice in choices)
            self.stdout.write("\n".join(f"{choice.key:{width}}  {choice.label}" for choice in choices))
            return
        chosen = offered_by_key(key)
        if chosen is None:
            known = ", ".join(choice.key for choice in offered())
            raise CommandError(_("No ruleset is called %(key)s. Available: %(known)s") % {"key": key, "known": known})
        self.stdout.write("\n".join((chosen.label, "", *lines_of(chosen.rules))))


def lines_of(rules: RuleSet) -> Iterator[str]:
    """Yield the lines of a ruleset's page for a terminal."""
    yield deck_sentence(rules.deck)
    for value in card_values(rules.deck):
        yield f"  {value.points:4}  {value.cards}"
    yield ""
    for setting in (*bonuses_of(rules, rules), *play_of(rules, rules)):
        yield f"  {setting.name}: {setting.value}"
    yield ""
    yield _("Closing needs: %(needs)s.") % {"needs": ", ".join(closing_needs(rules))}
    for grade in grade_views(rules):
        yield ""
        yield f"{grade.name}: {grade.bonus}"
        yield from (f"  {show_cards(meld.cards)}  {meld_sentence(meld)}" for meld in grade.melds)
    yield ""
    for cards, fault in example_faults(rules):
        yield f"  {show_cards(cards)}  {violation_sentence(fault)}"
