"""The rule of a season as JSON: what the database keeps and the interchange writes (docs/interchange.md §9)."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from .rule import EqualPlaces, PointsBy, RankedAs, SeasonRule, SeasonTie


def rule_to_json(rule: SeasonRule) -> dict[str, Any]:
    """Every part, in the order of the fields.

    >>> rule_to_json(SeasonRule(table=(300, 150)))["table"]
    [300, 150]
    """
    return {field.name: _plain(getattr(rule, field.name)) for field in fields(SeasonRule)}


def rule_from_json(data: Mapping[str, Any]) -> SeasonRule:
    """The rule that `rule_to_json` wrote; whoever reads a stranger's JSON checks it first."""
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
    )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
