"""Creating, changing and deleting a club's rulesets."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from scoring.engine.options import option_values
from scoring.engine.rulebooks import RULEBOOKS
from scoring.models import ClubRuleset
from scoring.services import ruleset_for

RESERVED_KEYS = frozenset({"new"}) | RULEBOOKS.keys()
"""Addresses below `/rulesets/` that are not those of a club's ruleset."""


def differences(preset: str, options: Mapping[str, object]) -> dict[str, Any]:
    """Return the options that differ from the preset. Raise InvalidNotation for impossible ones.

    >>> differences("italian", {"clean": 200, "dirty": 150})
    {'dirty': 150}
    """
    usual = option_values(ruleset_for(preset, {}))
    wanted = option_values(ruleset_for(preset, options))
    return {name: value for name, value in wanted.items() if value != usual[name]}


@transaction.atomic
def club_ruleset_create(*, name: str, preset: str, options: Mapping[str, object]) -> ClubRuleset:
    """Create a ruleset of the club, with an address made from its name."""
    ruleset = ClubRuleset(name=name, key=_free_key(name), preset=preset, options=differences(preset, options))
    ruleset.full_clean()
    ruleset.save()
    return ruleset


@transaction.atomic
def club_ruleset_change(*, ruleset: ClubRuleset, name: str, options: Mapping[str, object]) -> ClubRuleset:
    """Change the name and the differences. Preset and address stay, and current games keep their rules."""
    ruleset.name, ruleset.options = name, differences(ruleset.preset, options)
    ruleset.full_clean()
    ruleset.save()
    return ruleset


@transaction.atomic
def club_ruleset_delete(*, ruleset: ClubRuleset) -> None:
    """Delete the ruleset. Games and tournaments keep its preset and options."""
    ruleset.delete()


def _free_key(name: str) -> str:
    stem = slugify(name)[:70] or "club"
    taken = RESERVED_KEYS | set(ClubRuleset.objects.filter(key__startswith=stem).values_list("key", flat=True))
    candidates = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
    return next(key for key in candidates if key not in taken)
