"""The JSON Schema of a season (docs/interchange.md §9)."""

from typing import Final

from tournaments.records.defaults import HIGHEST_SEED
from tournaments.seasons.rule import (
    MOST_OF_A_CLUB,
    MOST_PLACES,
    MOST_POINTS,
    MOST_QUALIFIED,
    MOST_ROUNDS,
    MOST_TOURNAMENTS,
    MOST_WEIGHT,
    BonusFor,
    EqualPlaces,
    PointsBy,
    RankedAs,
    SeasonTie,
)

from .schema_parts import FLAG, NOTHING, SLUG, Schema, choice, either, listed, members, published, text, when, whole
from .season import FORMAT, VERSION

NAME: Final = f"season-{VERSION}"


def season_schema() -> Schema:
    season = members(
        {
            "name": text(empty=False, longest=120),
            "slug": SLUG,
            "public": FLAG,
            "seed": whole(0, HIGHEST_SEED),
            "rule": _rule(),
        }
    )
    tournament = members({"slug": text(empty=False, longest=160), "weight": whole(1, MOST_WEIGHT)})
    body = members(
        {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "season": season,
            "tournaments": listed(tournament, maxItems=MOST_TOURNAMENTS),
        }
    )
    return published(NAME, "A season of Burraco Club", body)


def _rule() -> Schema:
    count = either(whole(1, MOST_TOURNAMENTS), NOTHING)
    return members(
        {
            "ranked": choice(RankedAs),
            "points": choice(PointsBy),
            "table": listed(whole(0, MOST_POINTS), maxItems=MOST_PLACES),
            "equal": choice(EqualPlaces),
            "bonus": whole(0, MOST_POINTS),
            "least_rounds": whole(1, MOST_ROUNDS),
            "best": count,
            "per_venue": count,
            "attendance": whole(1, MOST_TOURNAMENTS),
            "ties": listed(choice(SeasonTie), uniqueItems=True),
        },
        {
            "bonus_for": choice(BonusFor),
            "beaten": whole(0, MOST_POINTS),
            "parts": listed(whole(1, MOST_TOURNAMENTS)),
            "qualified": whole(1, MOST_QUALIFIED),
            "club_members": whole(0, MOST_OF_A_CLUB),
        },
        allOf=[
            when({"points": {"const": PointsBy.PLACE.value}}, {"properties": {"table": {"minItems": 1}}}),
            when({"best": NOTHING}, {"properties": {"per_venue": NOTHING}}),
            when({"ranked": {"const": RankedAs.TEAMS.value}}, {"properties": {"club_members": {"const": 0}}}),
        ],
    )
