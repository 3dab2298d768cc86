"""The rulesets to choose from: the presets and the club's own. A choice is stored as its preset and options."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.engine.rulebooks import FIBUR_2026, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.messages import ruleset_label, ruleset_title
from scoring.models import ClubRuleset
from scoring.rulesets.club import differences
from scoring.services import ruleset_for

USUAL = {"es": "argentine", "pt": "brazilian_aberto_sujo"}
"""The ruleset offered first to whoever reads these languages; to everybody else the Italian federation's."""


def usual_ruleset(language: str | None) -> str:
    """Return the key of the ruleset that is offered first in a language."""
    return USUAL.get(language or "", FIBUR_2026.key)  # equivalent `language`: no language is none of these either


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedRuleset:
    """One ruleset to choose."""

    key: str
    """The slug of its address and its value in forms: the key of the preset or of the club's ruleset."""
    name: str
    """`Italian`, or the club's name for it."""
    label: str
    """The name and, for a club's ruleset, its differences: `House rules: Italian (dirty burraco: 150)`."""
    preset: str
    options: Mapping[str, object]
    """The differences from the preset; none for a preset itself."""

    @property
    def rules(self) -> RuleSet:
        return ruleset_for(self.preset, self.options)

    @property
    def is_clubs(self) -> bool:
        return self.key != self.preset


def offered() -> tuple[OfferedRuleset, ...]:
    """Return the presets, then the club's rulesets by name, in the reader's language. This takes one query."""
    return (*map(_preset, RULEBOOKS), *map(_club, ClubRuleset.objects.all()))


def offered_by_key(key: str) -> OfferedRuleset | None:
    """Return the choice with this key, or None. This takes at most one query."""
    if key in RULEBOOKS:
        return _preset(key)
    clubs = ClubRuleset.objects.filter(key=key).first() if "\0" not in key else None
    return None if clubs is None else _club(clubs)


def offered_as(preset: str, options: Mapping[str, object]) -> OfferedRuleset | None:
    """Return the choice with exactly this preset and these options, or None. This takes at most one query."""
    wanted = differences(preset, options)
    if not wanted:
        return _preset(preset)
    clubs = ClubRuleset.objects.filter(preset=preset)
    return next((_club(club) for club in clubs if club.options == wanted), None)


def title_of(preset: str, options: Mapping[str, object]) -> str:
    """Return the name for people: the club's name if there is one, and the differences from the preset."""
    chosen = offered_as(preset, options)
    return ruleset_title(preset, options) if chosen is None else chosen.label


def _preset(key: str) -> OfferedRuleset:
    return OfferedRuleset(key=key, name=ruleset_label(key), label=ruleset_label(key), preset=key, options={})


def _club(clubs: ClubRuleset) -> OfferedRuleset:
    return OfferedRuleset(
        key=clubs.key,
        name=clubs.name,
        label=f"{clubs.name}: {ruleset_title(clubs.preset, clubs.options)}",
        preset=clubs.preset,
        options=clubs.options,
    )
