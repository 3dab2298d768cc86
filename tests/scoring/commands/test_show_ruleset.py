"""The command that shows the rulesets."""

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.engine.rulebooks import RULEBOOKS
from scoring.services import ruleset_for

pytestmark = pytest.mark.django_db


def run(*args: str) -> str:
    out = io.StringIO()
    call_command("show_ruleset", *args, stdout=out)
    return out.getvalue()


def test_every_preset_is_listed():
    assert [line.split()[0] for line in run().splitlines()] == list(RULEBOOKS)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_preset_shows_its_values_and_an_example_of_each_grade(key: str):
    rules, text = ruleset_for(key, {}), run(key)
    assert f"{rules.deck.cards} " in text
    for bonus in rules.bonuses.values():
        assert f": {bonus}\n" in text
    # The jolly, where there is one, is in the list of values and in the example of a dirty burraco.
    assert text.casefold().count("jolly") >= 2 or not rules.deck.jollies


def test_an_unknown_key_is_answered_with_those_there_are():
    with pytest.raises(CommandError, match="fibur_2026"):
        run("poker")
