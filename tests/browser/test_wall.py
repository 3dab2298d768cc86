"""The wall cuts no text, whatever it shows and whatever the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import time
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import DRAWN, Visitor, resized, until, visiting
from tests.factories import make_tournament, members, play_round, play_table, start_round
from tournaments.models import Tournament
from tournaments.records import Carry, System
from tournaments.services import (
    pairs_add_many,
    tournament_cut,
    tournament_finish_play,
    tournament_make_final,
    tournament_show_podium,
)

SCREENS = ((1280, 720), (1920, 1080), (3840, 2160))
TURN = 12_100
PAGES = 3
"""The number of pages checked in each hall: the seats, and in a small hall the ranking."""
LONG = ("Quagliagiorgi Della Montagna Spaggiari", "Maria Giuseppina Piergiorgia Guglielmina")
"""Very long, and with letters that hang below the line."""

CUT = """() => {
  const shown = [...document.querySelectorAll("[data-wall-page]")].find((page) => !page.hidden);
  const seen = [...document.querySelectorAll(".wall-band, .wall-band *"), ...shown.querySelectorAll("*")].filter(
    (each) => each.getClientRects().length && !each.closest(".visually-hidden, .wall-clock-bar, img"));
  const faults = [];
  for (const each of seen) {
    const said = `${each.className}: ${each.textContent.trim().slice(0, 40)}`;
    const clips = getComputedStyle(each).overflow !== "visible";
    if (each.clientWidth && each.scrollWidth > each.clientWidth + 1) faults.push(`too wide, ${said}`);
    if (clips && each.scrollHeight > each.clientHeight + 1) faults.push(`too high, ${said}`);
    const box = each.getBoundingClientRect();
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) faults.push(`off the screen, ${said}`);
    const row = each.matches(".wall-name") && each.parentElement.getBoundingClientRect();
    if (row && (box.top < row.top - 1 || box.bottom > row.bottom + 1)) faults.push(`out of its row, ${said}`);
  }
  const rows = shown.querySelectorAll(".is-shown, .wall-step").length;
  const names = [...shown.querySelectorAll(".wall-flow .wall-name")].filter((each) => each.getClientRects().length);
  const sizes = new Set(names.map((each) => getComputedStyle(each).fontSize));
  if (sizes.size > 1) faults.push(`names in ${[...sizes].join(" and ")}`);
  return { head: shown.querySelector("h2").textContent, faults, rows };
}"""


def entered(pairs: int) -> Tournament:
    """Create a tournament before its first round, with every possible announcement."""
    name = f"Torneo di {pairs} coppie"
    tournament = make_tournament(
        pairs=pairs - 1, name=name, hands_per_round=2, rounds_planned=2, starts_at=time(21, 15)
    )
    tournament.venue = "Sala Grande del Circolo Aurora"
    tournament.check_in_until = time(20, 45)
    tournament.save()
    pairs_add_many(tournament=tournament, lines=[LONG], here=True)
    return tournament


def in_groups(pairs: int) -> Tournament:
    """Create a round robin in groups of about six with one closed round."""
    tournament = entered(pairs)
    play_round(start_round(tournament, System.ROUND_ROBIN, groups=max(2, pairs // 6)))
    return tournament


def in_a_bracket(pairs: int) -> Tournament:
    """Create a knockout of everybody whose first stage has all results."""
    tournament = entered(pairs)
    play_round(start_round(tournament))
    play_round(start_round(tournament, System.KNOCKOUT), seed=1, close=False)
    return tournament


def cut(pairs: int) -> Tournament:
    """Create a ranking cut into eight gironi."""
    tournament = entered(pairs)
    play_round(start_round(tournament))
    sizes = [pairs // 8] * 7
    return tournament_cut(tournament=tournament, sizes=[*sizes, pairs - sum(sizes)], carry=Carry.WHOLE)


def over(pairs: int) -> Tournament:
    """Create a final tournament of one round, whose podium is shown."""
    tournament = entered(pairs)
    play_round(start_round(tournament))
    tournament = tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    return tournament_show_podium(tournament=tournament, at=timezone.now())


def hall(pairs: int) -> Tournament:
    """Create a round with everybody seated and a result at the first table; one pair has names of forty letters."""
    tournament = entered(pairs)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=1))
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def projector(browser: Browser, club_server: LiveServer, transactional_db: None) -> Iterator[Visitor]:
    members(600)
    with visiting(browser, club_server, {"width": 1280, "height": 720}) as visitor:
        visitor.page.clock.install()
        yield visitor


SHOWN = """() => {
  const shown = [...document.querySelectorAll("[data-wall-page]")].find((page) => !page.hidden);
  const grid = shown.querySelector(".wall-seats, .wall-ranking");
  if (!grid) return null;
  const rows = [...grid.children].flatMap((row, at) => (row.matches(".is-shown") ? [at] : []));
  const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
  return { list: grid.classList[1], rows, columns };
}"""
"""The rows of the current page of seats or ranking by their position in the list, and the columns."""
JOINED = """() => {
  const at = (match) => match.getBoundingClientRect();
  const shown = [...document.querySelectorAll(".wall-page:not([hidden]) .wall-stage")];
  const stages = shown.map((stage) => [...stage.querySelectorAll("ol > li")]);
  const apart = [];
  stages.slice(0, -1).forEach((matches, number) => matches.forEach((match, place) => {
    const line = getComputedStyle(match, "::after");
    const next = at(stages[number + 1][Math.floor(place / 2)]);
    const end = place % 2 ? at(match).top : at(match).bottom;
    if (line.content === "none" || Math.abs(end - (next.top + next.bottom) / 2) > 2) apart.push([number, place]);
  }));
  return { stages: stages.length, apart };
}"""
"""The matches of a bracket from which no line leads to the middle of the next one."""

STRAY = """() => {
  const shown = [...document.querySelectorAll("[data-wall-page]")].find((page) => !page.hidden);
  const rows = [...shown.querySelectorAll(".wall-ranking > .is-shown")];
  const left = (row) => row && Math.round(row.getBoundingClientRect().left);
  const headings = rows.filter((row) => row.matches(".wall-girone"));
  const alone = headings.filter((row) => left(rows[rows.indexOf(row) + 1]) !== left(row));
  const low = rows.filter((row) => row.getBoundingClientRect().bottom > innerHeight + 1);
  return { rows: rows.length, faults: [...alone, ...low].map((row) => row.textContent) };
}"""
"""The names of gironi on the current page of the ranking below which nobody stands, and what is off the screen."""

COUNT_DRAWS = """() => {
  window.draws = 0;
  const setProperty = CSSStyleDeclaration.prototype.setProperty;
  CSSStyleDeclaration.prototype.setProperty = function (name, ...rest) {
    if (name === "--wall-name" && rest[0] === 1) window.draws += 1;
    return setProperty.call(this, name, ...rest);
  };
}"""
"""Each draw begins its names at their whole size."""


def looked_at(page: Page) -> dict[str, Any]:
    """Return the current page and its cut texts, once it has settled."""
    for _look in range(20):
        seen: dict[str, Any] = page.evaluate(CUT)
        if not seen["faults"]:
            break
        page.evaluate(DRAWN)
    return seen


def test_no_text_of_the_wall_is_cut_in_any_hall_on_any_screen(projector: Visitor) -> None:
    page, faults, heads = projector.page, [], set()
    for pairs in (8, 19, 60, 300):
        projector.visit(f"/t/{hall(pairs).slug}/wall/")
        for _page in range(PAGES):
            for width, height in SCREENS:
                resized(page, width, height)
                seen = looked_at(page)
                assert seen["rows"] > 1
                heads.add(seen["head"])
                faults += [f"{pairs} pairs at {width}, {seen['head']}: {fault}" for fault in seen["faults"]]
            page.clock.run_for(TURN)
    assert len(heads) >= 4, "tables, seats, ranking and highlights were not all looked at"
    assert "\n".join([*faults, *projector.complaints]) == ""


@pytest.mark.parametrize(
    ("scene", "page_of"),
    [(entered, ".wall-welcome"), (in_groups, ".wall-groups"), (in_a_bracket, ".wall-bracket"), (over, ".wall-podium")],
)
def test_welcome_groups_bracket_and_podium_are_whole_and_accessible_in_any_hall_on_any_screen(
    projector: Visitor, scene: Callable[[int], Tournament], page_of: str
) -> None:
    page, faults = projector.page, []
    for pairs in (8, 19, 60, 300):
        projector.visit(f"/t/{scene(pairs).slug}/wall/")
        for width, height in SCREENS:
            resized(page, width, height)
            expect(page.locator(f"{page_of}:visible")).to_have_count(1)
            faults += [f"{pairs} pairs at {width}: {fault}" for fault in looked_at(page)["faults"]]
        projector.audit()
    assert "\n".join([*faults, *projector.complaints]) == ""


def test_in_a_hall_of_three_hundred_pairs_everybody_sees_their_row_within_ninety_seconds(projector: Visitor) -> None:
    page = projector.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.add_init_script(f"({COUNT_DRAWS})()")
    projector.visit(f"/t/{hall(300).slug}/wall/")
    expect(page.locator("[data-bell]")).to_be_visible()
    assert page.evaluate("window.draws") == 1, "a wall lays out hundreds of rows once when it opens"
    found: dict[str, set[int]] = {}
    for _second in range(90):
        if shown := page.evaluate(SHOWN):
            found.setdefault(shown["list"], set()).update(shown["rows"])
            assert shown["columns"] >= 3
        page.clock.run_for(1_000)
    assert {name: len(rows) for name, rows in found.items()} == {"wall-seats": 600, "wall-ranking": 300}
    assert "\n".join(projector.complaints) == ""


def test_the_name_of_a_girone_stands_at_the_foot_of_no_column(projector: Visitor) -> None:
    page, faults = projector.page, []
    for pairs in (27, 150):
        projector.visit(f"/t/{cut(pairs).slug}/wall/")
        until(page, lambda: page.evaluate(STRAY)["rows"] > 0)
        for width, height in (
            (1280, 720),
            (1280, 800),
            (1366, 768),
            (1600, 900),
            (1920, 1080),
            (1024, 768),
            (700, 900),
        ):
            resized(page, width, height)
            seen = page.evaluate(STRAY)
            faults += [f"{pairs} pairs at {width}: {fault}" for fault in seen["faults"]]
    # Nobody is left out between two pages.
    shown = set()
    for _second in range(90):
        shown |= set((page.evaluate(SHOWN) or {"rows": ()})["rows"])
        seen = page.evaluate(STRAY)
        faults += [f"later: {fault}" for fault in seen["faults"]]
        page.clock.run_for(1_000)
    assert len(shown) == 150 + 8
    assert "\n".join([*faults, *projector.complaints]) == ""


def test_lines_lead_from_each_match_of_the_tree_to_the_next(projector: Visitor) -> None:
    page = projector.page
    for pairs in (8, 19):
        projector.visit(f"/t/{in_a_bracket(pairs).slug}/wall/")
        expect(page.locator(".wall-bracket:visible")).to_have_count(1)
        joined = page.evaluate(JOINED)
        assert joined["stages"] > 1 and joined["apart"] == []
