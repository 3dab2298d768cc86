"""A season and ratings in a browser, on a phone and a laptop. Every page is checked for accessibility."""

from collections.abc import Iterator
from datetime import date

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role
from tests.browser.conftest import LAPTOP, PHONE, Visitor, follow, it, main_action, visiting
from tests.factories import make_account, make_tournament, pair, play_round, start_round
from tournaments.models import Season, Tournament
from tournaments.seasons.rule import PointsBy, SeasonRule
from tournaments.services import tournament_finish_play, tournament_make_final
from tournaments.services.seasons import season_create
from tournaments.views.seasons import row_layout


@pytest.fixture(params=[PHONE, LAPTOP], ids=["phone", "laptop"])
def carla(request: pytest.FixtureRequest, browser: Browser, club_server: LiveServer) -> Iterator[Visitor]:
    """The administrator, who sees every link."""
    user = make_account("carla", Role.ADMINISTRATOR)
    with visiting(browser, club_server, request.param, user=user) as visitor:
        yield visitor


def final(name: str, day: int) -> Tournament:
    tournament = make_tournament(name=name, date=date(2026, 11, day), pairs=6, hands_per_round=2)
    play_round(start_round(tournament), seed=day)
    return tournament_make_final(tournament=tournament_finish_play(tournament=tournament))


@pytest.mark.django_db(transaction=True)
def test_a_season_is_made_read_and_shown_to_everybody(carla: Visitor) -> None:
    for day in (1, 8):
        final(f"Torneo {day}", day)
    make_tournament(name="Finale", date=date(2026, 11, 22), pairs=6)
    page = carla.page
    carla.go("/seasons/")
    main_action(page)
    carla.audit()
    page.get_by_label(it("Name"), exact=True).fill("Circuito")
    page.get_by_label(it("Everybody may see the ranking")).check()
    for name in ("Torneo 1", "Torneo 8", "Finale"):
        page.get_by_label(name, exact=True).check()
    page.get_by_label(it("Points of each place")).fill("10 12")
    main_action(page)
    carla.audit()
    assert page.get_by_label("Finale", exact=True).is_checked()
    page.get_by_label(it("Points of each place")).fill("10 7 5")
    page.get_by_label(it("How many results count")).fill("1")
    main_action(page)
    assert Season.objects.get().public
    carla.audit()
    page.locator("main .menu > summary").click()
    carla.audit()
    for address in ("/seasons/circuito/?after=1", "/seasons/import/", "/s/circuito/", "/en/s/circuito/"):
        carla.go(address)
    carla.visit("/seasons/circuito/edit/")
    follow(page, page.get_by_role("link", name=it("Back to the ranking")).click)
    assert page.locator("#season-rows tr").count() == 12
    page.locator('[data-filter="season-rows"]').fill("zzzz")
    assert page.locator("#season-rows tr:visible").count() == 0


@pytest.mark.django_db(transaction=True)
def test_ratings_are_turned_on_and_looked_at(carla: Visitor) -> None:
    tournaments = [final(f"Torneo {day}", day) for day in (1, 8)]
    carla.go("/ratings/")
    follow(carla.page, carla.page.get_by_role("button", name=it("Show ratings in this club")).click)
    carla.audit()
    name = pair(tournaments[0], 1).player1.full_name
    follow(carla.page, carla.page.get_by_role("link", name=name).click)
    carla.audit()
    assert carla.page.locator("svg[role=img]").count() == 1


COLUMNS = """() => {
  const left = cell => Math.round(cell.getBoundingClientRect().left);
  const rows = [...document.querySelectorAll('.season-table tr')];
  const columns = rows[0].cells.length;
  return {
    apart: rows.every(row => getComputedStyle(row).display !== 'table-row'),
    ragged: rows.filter(row => [...row.cells].some((cell, at) => left(cell) !== left(rows[0].cells[at]))).length,
    cut: [...document.querySelectorAll('.season-table :is(th, td)')]
      .filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent),
    high: Math.min(...rows.slice(1).map(row => row.getBoundingClientRect().height)),
    columns,
  };
}"""


COVERED = """() => {
  // Over its whole height a row shows its name where cells were scrolled below it.
  const row = document.querySelector('#season-rows tr:nth-child(2)'), name = row.cells[1];
  const {top, bottom} = row.getBoundingClientRect(), left = name.getBoundingClientRect().left + 4;
  return [top + 3, (top + bottom) / 2, bottom - 3].map(at => document.elementFromPoint(left, at) === name);
}"""


@pytest.mark.parametrize("many", [1, 12], ids=["many tournaments", "few tournaments"])
@pytest.mark.django_db(transaction=True)
def test_rows_that_are_laid_out_by_themselves_have_the_columns_of_a_table(
    carla: Visitor, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(row_layout, "FEW_CELLS", 0)
    monkeypatch.setattr(row_layout, "MANY_TOURNAMENTS", many)
    rule = SeasonRule(bonus=150, best=3, points=PointsBy.VP, table=())
    weights = {final(f"Torneo {day}", day).pk: 1025 for day in range(1, 7)}
    season_create(name="Circuito", rule=rule, tournaments=weights, public=True)
    is_phone = carla.page.viewport_size == PHONE
    for address in ("/seasons/circuito/", "/s/circuito/", "/es/s/circuito/", "/pt/s/circuito/"):
        carla.go(address)
        carla.audit()
        laid_out = carla.page.evaluate(COLUMNS)
        assert laid_out == {"apart": is_phone, "ragged": 0, "cut": [], "high": laid_out["high"], "columns": 10}
        assert laid_out["high"] >= 48
        table = carla.page.get_by_role("table").first
        assert table.get_by_role("row").count() == 13 and table.get_by_role("columnheader").count() == 10
        assert table.get_by_role("rowheader").count() == 12 and table.get_by_role("cell").count() == 108
        if is_phone:
            name = carla.page.locator("#season-rows th").first
            carla.page.locator(".season-cross").evaluate("scrolled => { scrolled.scrollLeft = 200 }")
            inside = carla.page.locator(".season-cross").bounding_box(), name.bounding_box()
            assert inside[0] and inside[1] and abs(inside[0]["x"] - inside[1]["x"]) <= 2
            assert carla.page.evaluate(COVERED) == [True, True, True]
