"""The rule of a season as JSON, for the database and the interchange (docs/interchange.md §9)."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from .rule import POINT, BonusFor, EqualPlaces, PointsBy, RankedAs, SeasonRule, SeasonTie


def rule_to_json(rule: SeasonRule) -> dict[str, Any]:
    """Return every part, in the order of the fields.

    >>> rule_to_json(SeasonRule(table=(300, 150)))["table"]
    [300, 150]
    """
    return {field.name: _plain(getattr(rule, field.name)) for field in fields(SeasonRule)}


def rule_from_json(data: Mapping[str, Any]) -> SeasonRule:
    """Return the rule that `rule_to_json` wrote. JSON from outside must be checked first.

    Rules of earlier versions lack the parts that came later.
    """
    return SeasonRule(
        ranked=RankedAs(data["ranked"]),
        points=PointsBy(data["points"]),
        table=tuple(data["table"]),
        equal=EqualPlaces(data["equal"]),
        bonus=data["bonus"],
        least_rounds=data["least_rounds"],
        best=data["best"],
        per_venue=data["per_venue"],
        attendance=data["attendance"],
        ties=tuple(map(SeasonTie, data["ties"])),
        bonus_for=BonusFor(data.get("bonus_for", BonusFor.COUNTING)),
        beaten=data.get("beaten", POINT),
        parts=tuple(data.get("parts", ())),
        qualified=data.get("qualified", 2),
        club_members=data.get("club_members", 0),
    )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
