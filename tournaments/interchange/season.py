"""A season as JSON and back (docs/interchange.md §9).

Its tournaments are named by their slugs and travel separately.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import IMPORTED, Season, Tournament
from tournaments.records.defaults import HIGHEST_SEED
from tournaments.seasons.rule import (
    MOST_OF_A_CLUB,
    MOST_PLACES,
    MOST_POINTS,
    MOST_QUALIFIED,
    MOST_ROUNDS,
    MOST_TOURNAMENTS,
    MOST_WEIGHT,
    PART_OF,
    BonusFor,
    EqualPlaces,
    PointsBy,
    RankedAs,
    SeasonRule,
    SeasonTie,
    faults,
)
from tournaments.selectors.seasons import entries_of, fits
from tournaments.services.seasons import RESERVED_SLUGS, season_create
from tournaments.wording.seasons import FAULT_SENTENCES, too_many_places, too_many_tournaments

from .json_node import InterchangeError, Node, check_version, parse_json

FORMAT = "burraco-club/season"
VERSION = 1
LATER_PARTS = ("bonus_for", "beaten", "parts", "qualified", "club_members")
"""The parts of a rule that files of earlier versions lack."""


def export_season(season: Season) -> dict[str, Any]:
    """Return the whole season without its deleted tournaments. One query."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "season": {
            "name": season.name,
            "slug": season.slug,
            "public": season.public,
            "seed": season.seed,
            "rule": season.rule,
        },
        "tournaments": [{"slug": entry.tournament.slug, "weight": entry.weight} for entry in entries_of(season)],
    }


def season_import(*, text: str, slug: str | None = None) -> Season:
    """Import a season under its own slug or another. Raise `InterchangeError` with nothing written."""
    node = Node(parse_json(text))
    check_version(node.all_members(), of=FORMAT, known=VERSION)
    top = node.members(required=("format", "version", "season", "tournaments"))
    given = top["season"].members(required=("name", "slug", "public", "seed", "rule"))
    rule = _read_rule(given["rule"])
    try:
        return season_create(
            name=given["name"].text(empty=False, longest=120),
            rule=rule,
            tournaments=_read_tournaments(top["tournaments"], rule),
            public=given["public"].flag(),
            seed=given["seed"].integer(least=0, most=HIGHEST_SEED),
            slug=_free_slug(given["slug"], slug),
            reason=IMPORTED,
        )
    except Refused as refusal:
        raise InterchangeError("season", refusal.message) from refusal


def _read_rule(node: Node) -> SeasonRule:
    parts = [field.name for field in fields(SeasonRule)]
    given = node.members(required=[name for name in parts if name not in LATER_PARTS], optional=LATER_PARTS)
    rule = SeasonRule(
        ranked=RankedAs(given["ranked"].choice(*RankedAs)),
        points=PointsBy(given["points"].choice(*PointsBy)),
        table=_read_table(given["table"]),
        equal=EqualPlaces(given["equal"].choice(*EqualPlaces)),
        bonus=given["bonus"].integer(least=0, most=MOST_POINTS),
        least_rounds=given["least_rounds"].integer(least=1, most=MOST_ROUNDS),
        best=_none_or_count(given["best"]),
        per_venue=_none_or_count(given["per_venue"]),
        attendance=given["attendance"].integer(least=1, most=MOST_TOURNAMENTS),
        ties=tuple(SeasonTie(item.choice(*SeasonTie)) for item in given["ties"].items()),
        **_read_later_parts(given),
    )
    for fault in faults(rule):
        raise given[PART_OF[fault]].fail(str(FAULT_SENTENCES[fault]))
    return rule


def _read_later_parts(given: Mapping[str, Node]) -> dict[str, Any]:
    """Return the parts that files of earlier versions lack, as far as they are there."""
    read: dict[str, Callable[[Node], Any]] = {
        "bonus_for": lambda node: BonusFor(node.choice(*BonusFor)),
        "beaten": lambda node: node.integer(least=0, most=MOST_POINTS),
        "parts": lambda node: tuple(item.integer(least=1, most=MOST_TOURNAMENTS) for item in node.items()),
        "qualified": lambda node: node.integer(least=1, most=MOST_QUALIFIED),
        "club_members": lambda node: node.integer(least=0, most=MOST_OF_A_CLUB),
    }
    return {name: read[name](given[name]) for name in LATER_PARTS if name in given}


def _read_table(node: Node) -> tuple[int, ...]:
    table = tuple(item.integer(least=0, most=MOST_POINTS) for item in node.items())
    if len(table) > MOST_PLACES:
        raise node.fail(too_many_places(len(table)))
    return table


def _none_or_count(node: Node) -> int | None:
    return None if node.value is None else node.integer(least=1, most=MOST_TOURNAMENTS)


def _read_tournaments(node: Node, rule: SeasonRule) -> Mapping[int, int]:
    """Return the weight of each tournament by its key in this database."""
    items = [item.members(required=("slug", "weight")) for item in node.items()]
    if len(items) > MOST_TOURNAMENTS:
        raise node.fail(too_many_tournaments())
    slugs = [item["slug"].text(empty=False, longest=160) for item in items]
    tournaments = {tournament.slug: tournament for tournament in Tournament.objects.filter(slug__in=slugs)}
    weights: dict[int, int] = {}
    for item, slug in zip(items, slugs, strict=True):
        tournament = tournaments.get(slug)
        if tournament is None:
            raise item["slug"].fail(_("no tournament is called %(slug)s: import it first") % {"slug": slug})
        if tournament.pk in weights:
            raise item["slug"].fail(_("this tournament is listed twice"))
        if not fits(tournament, rule.ranked):
            raise item["slug"].fail(_("this tournament is of another kind: it has nobody whom the season ranks"))
        weights[tournament.pk] = item["weight"].integer(least=1, most=MOST_WEIGHT)
    return weights


def _free_slug(node: Node, wanted: str | None) -> str:
    slug = node.slug(wanted)
    if slug in RESERVED_SLUGS or Season.objects.filter(slug=slug).exists():
        raise node.fail(_("the slug %(slug)s is taken: choose another with --slug") % {"slug": slug})
    return slug
