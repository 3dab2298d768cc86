"""The pages on which people look for a row, with an evening that fills them, and how far down the row stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse
from django.utils import timezone

from tests.factories import draft_round, make_tournament, members, play_round, play_table, start_round
from tournaments.clock.clock import ClockAction
from tournaments.models import Season, Tournament
from tournaments.records import System
from tournaments.seasons.rule import SeasonRule
from tournaments.services import clock_change, tournament_finish_play, tournament_make_final
from tournaments.services.seasons import season_create

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST_ROW = """selector => {
  const rows = [...document.querySelectorAll(selector)].filter(row => row.checkVisibility());
  return rows.length ? Math.round(Math.min(...rows.map(row => row.getBoundingClientRect().top)) + scrollY) : null;
}"""
"""How many pixels below the top of the page the first of these rows begins."""
LEFT_EDGES = """() => {
  const left = node => {
    const {paddingLeft, borderLeftWidth} = getComputedStyle(node);
    return Math.round(node.getBoundingClientRect().left + parseFloat(paddingLeft) + parseFloat(borderLeftWidth));
  };
  const step = '.next-bar:not(main *) > .next-bar-row';
  const parts = ['.club-band-row', '.club-tabs', 'main.page', '.page-head', step, '.club-foot'];
  const inside = [...document.querySelectorAll(parts)].filter(node => node.checkVisibility()).map(left);
  return [...new Set(inside)];
}"""
"""Where band, tabs, page, head, foot and the next step, unless it stands in a column, begin: at one place."""


class Looked(NamedTuple):
    """A page, and the selector of the rows that are looked for there."""

    name: str
    address: str
    rows: str


def pages_with_rows() -> list[Looked]:
    """Return the pages of an evening under way, one with a draft, a final one, one before its clock, and a season."""
    members(160)
    under_way, drafted, final, waiting = _under_way(), _drafted(), _final(), _waiting()
    weights = {final.pk: 100, under_way.pk: 100}
    season: Season = season_create(name="Campionato sociale", rule=SeasonRule(), tournaments=weights, public=True)
    played, draft, over, soon, circuit = ({"slug": of.slug} for of in (under_way, drafted, final, waiting, season))
    ranking, seats = "main tbody tr", "#seats > li"
    rows = [
        ("public ranking", "public_ranking", played, ranking),
        ("public ranking final", "public_ranking", over, ranking),
        ("public round", "public_round", played | {"number": "4"}, ".round-tables > li"),
        ("public seats", "public_seat", played, "#players > li"),
        ("public season", "public_season", circuit, ranking),
        ("season", "season", circuit, ranking),
        ("ranking", "ranking", played, ranking),
        ("ranking final", "ranking", over, ranking),
        ("round", "round", played | {"number": "4"}, seats),
        ("round closed", "round", played | {"number": "1"}, seats),
        ("round before its clock", "round", soon | {"number": "1"}, seats),
        ("round draft", "round", draft | {"number": "3"}, seats),
        ("members", "players", {}, "main .rows > li"),
        ("history", "history", played, ".history > li"),
        ("results", "results", played | {"number": "4"}, ".desk-top .slip, .desk-top .empty, .desk-strip li"),
        ("entrants", "pairs", played, "#pairs > li"),
    ]
    return [Looked(named, reverse(name, kwargs=kwargs), wanted) for named, name, kwargs, wanted in rows]


def _under_way() -> Tournament:
    """Play as far as the fourth of five rounds, with a clock."""
    tournament = make_tournament(pairs=24, hands_per_round=2, rounds_planned=5, round_minutes=50)
    for seed in range(3):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    fourth = start_round(tournament, System.DANISH)
    clock_change(round=fourth, action=ClockAction.START, at=timezone.now())
    for table in fourth.tables.order_by("number")[:3]:
        play_table(table)
    return tournament


def _waiting() -> Tournament:
    """Seat the first round; its clock has not been started."""
    tournament = make_tournament(name="Torneo del giovedì", pairs=24, hands_per_round=2, round_minutes=50)
    start_round(tournament, System.REGISTRATION)
    return tournament


def _drafted() -> Tournament:
    tournament = make_tournament(name="Torneo del lunedì", pairs=24, hands_per_round=2, rounds_planned=5)
    for seed in range(2):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    draft_round(tournament, System.DANISH)
    return tournament


def _final() -> Tournament:
    tournament = make_tournament(name="Torneo del mercoledì", pairs=24, hands_per_round=2, rounds_planned=3)
    for seed in range(3):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    tournament_finish_play(tournament=tournament)
    return tournament_make_final(tournament=tournament)


def first_row(page: Page, rows: str) -> int | None:
    found: int | None = page.evaluate(FIRST_ROW, rows)
    return found
