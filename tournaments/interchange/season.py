"""A season as JSON and back: docs/interchange.md §9. Its tournaments are named by their addresses and travel alone."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import IMPORTED, Season, Tournament
from tournaments.seasons.rule import (
    MOST_PLACES,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_TOURNAMENTS,
    MOST_WEIGHT,
    PART_OF,
    EqualPlaces,
    PointsBy,
    RankedAs,
    SeasonRule,
    SeasonTie,
    faults,
)
from tournaments.selectors.seasons import entries_of, fits
from tournaments.services.seasons import RESERVED_SLUGS, season_create
from tournaments.wording.seasons import FAULT_SENTENCES

from .reading import InterchangeError, Node, parse_json

FORMAT = "burraco-club/season"
VERSION = 1


def export_season(season: Season) -> dict[str, Any]:
    """The whole season; those of its tournaments that are put away are left out. One query."""
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
    """Take a season in, under its own slug or another; raises `InterchangeError` and then nothing is written."""
    top = Node(parse_json(text)).members(required=("format", "version", "season", "tournaments"))
    if top["format"].value != FORMAT:
        raise top["format"].expected(FORMAT)
    if top["version"].value != VERSION:
        raise top["version"].expected(str(VERSION))
    given = top["season"].members(required=("name", "slug", "public", "seed", "rule"))
    rule = _read_rule(given["rule"])
    try:
        return season_create(
            name=given["name"].text(empty=False, longest=120),
            rule=rule,
            tournaments=_read_tournaments(top["tournaments"], rule),
            public=given["public"].flag(),
            seed=given["seed"].integer(least=0, most=2**31 - 1),
            slug=_free_slug(given["slug"], slug),
            reason=IMPORTED,
        )
    except Refused as refusal:
        raise InterchangeError("season", refusal.message) from refusal


def _read_rule(node: Node) -> SeasonRule:
    given = node.members(required=[field.name for field in fields(SeasonRule)])
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
    )
    for fault in faults(rule):
        raise given[PART_OF[fault]].fail(str(FAULT_SENTENCES[fault]))
    return rule


def _read_table(node: Node) -> tuple[int, ...]:
    table = tuple(item.integer(least=0, most=MOST_POINTS) for item in node.items())
    if len(table) > MOST_PLACES:
        raise node.fail(_("At most %(most)s places; here are %(count)s.") % {"most": MOST_PLACES, "count": len(table)})
    return table


def _none_or_count(node: Node) -> int | None:
    return None if node.value is None else node.integer(least=1, most=MOST_TOURNAMENTS)


def _read_tournaments(node: Node, rule: SeasonRule) -> Mapping[int, int]:
    """What each weighs, by the keys that the tournaments have here."""
    items = [item.members(required=("slug", "weight")) for item in node.items()]
    if len(items) > MOST_TOURNAMENTS:
        raise node.fail(_("A season has at most %(most)s tournaments.") % {"most": MOST_TOURNAMENTS})
    slugs = [item["slug"].text(empty=False, longest=160) for item in items]
    known = {each.slug: each for each in Tournament.objects.filter(slug__in=slugs)}
    weights: dict[int, int] = {}
    for item, slug in zip(items, slugs, strict=True):
        tournament = known.get(slug)
        if tournament is None:
            raise item["slug"].fail(_("no tournament is called %(slug)s: import it first") % {"slug": slug})
        if tournament.pk in weights:
            raise item["slug"].fail(_("this tournament stands twice"))
        if not fits(tournament, rule.ranked):
            raise item["slug"].fail(_("this tournament is of another kind: it has nobody whom the season ranks"))
        weights[tournament.pk] = item["weight"].integer(least=1, most=MOST_WEIGHT)
    return weights


def _free_slug(node: Node, wanted: str | None) -> str:
    slug = node.text(empty=False, longest=140) if wanted is None else wanted
    if slug != slugify(slug) or not slug:
        raise node.fail(_("a slug has small letters, digits and hyphens only"))
    if slug in RESERVED_SLUGS or Season.objects.filter(slug=slug).exists():
        raise node.fail(_("the slug %(slug)s is taken: choose another with --slug") % {"slug": slug})
    return slug
