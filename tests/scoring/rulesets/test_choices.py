"""The rulesets to choose from, and the names of stored choices."""

import pytest
from django.core.exceptions import ValidationError

from scoring.engine.rulebooks import RULEBOOKS
from scoring.engine.violations import InvalidNotation
from scoring.models import ClubRuleset
from scoring.rulesets.choices import offered, offered_as, offered_by_key, title_of
from scoring.rulesets.club import club_ruleset_change, club_ruleset_create, club_ruleset_delete

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def house_rules(name: str = "House rules", **options: object) -> ClubRuleset:
    return club_ruleset_create(name=name, preset="italian", options={"dirty": 150, "clean": 200} | options)


def test_presets_come_first_and_the_clubs_own_by_name() -> None:
    house_rules("Zara evening")
    house_rules("Autumn cup", target=1505)
    assert [ruleset.key for ruleset in offered()] == [*RULEBOOKS, "autumn-cup", "zara-evening"]
    assert offered()[-2].label == "Autumn cup: Italian (dirty burraco: 150, target: 1,505)"


def test_only_options_that_differ_from_the_preset_are_stored() -> None:
    assert house_rules().options == {"dirty": 150}


def test_a_choice_is_found_by_its_key_with_its_rules() -> None:
    house_rules()
    found = offered_by_key("house-rules")
    assert found is not None and found.is_clubs and found.rules.dirty == 150
    preset = offered_by_key("argentine")
    assert preset is not None and not preset.is_clubs and preset.rules == RULEBOOKS["argentine"]
    for nobodys in ("", "new", "HOUSE-RULES", "\0", "x" * 5000, "🂡"):
        assert offered_by_key(nobodys) is None


@pytest.mark.parametrize("name", ["italian", "Fibur_2026", "new", "NEW"])
def test_a_clubs_key_is_never_one_of_ours(name: str) -> None:
    assert house_rules(name).key == f"{name.lower()}-2"
    assert offered_by_key(name.lower()) != offered_by_key(f"{name.lower()}-2")


def test_names_without_a_latin_letter_have_keys_too() -> None:
    assert [house_rules("🂡").key, house_rules("🂢").key] == ["club", "club-2"]


def test_a_stored_ruleset_is_named_as_the_club_names_it_as_long_as_it_is_equal() -> None:
    clubs = house_rules()
    stored = {"clean": 200, "dirty": 150}
    assert title_of("italian", stored) == "House rules: Italian (dirty burraco: 150)"
    assert title_of("italian_semiclean", stored) == "Italian with semi-clean burraco (dirty burraco: 150)"
    club_ruleset_change(ruleset=clubs, name="House rules", options={"dirty": 120})
    assert title_of("italian", stored) == "Italian (dirty burraco: 150)"
    assert offered_as("italian", {"dirty": 100}) == offered_by_key("italian")
    assert title_of("italian", {}) == "Italian"


def test_deleting_leaves_what_is_played_as_it_is_and_the_history_knows() -> None:
    clubs = house_rules()
    club_ruleset_delete(ruleset=clubs)
    assert title_of("italian", {"dirty": 150}) == "Italian (dirty burraco: 150)"
    assert [row.history_type for row in ClubRuleset.history.order_by("history_id")] == ["+", "-"]


def test_what_cannot_be_writes_nothing() -> None:
    with pytest.raises(InvalidNotation, match="dirty"):
        house_rules(dirty=250)
    house_rules()
    with pytest.raises(ValidationError, match="name"):
        house_rules()
    assert ClubRuleset.objects.count() == 1
