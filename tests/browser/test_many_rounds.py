"""The ranking of a weekend of eleven rounds: a name keeps its words beside the rounds, and a number stays beside it."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (360, 820, 1366)
LINES = """names => names.map(name => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map(line => Math.round(line.top))).size;
})"""
"""On how many lines each name is written."""
MOST_LINES = 4
"""The words of two names."""


def test_names_keep_their_words_beside_eleven_rounds(referee: Visitor) -> None:
    plan = "mitchell,danish,danish,danish,danish,danish,danish,danish,gironi:2,danish"
    facts = "--pairs=24 --rounds=11 --hands=2 --seed=4 --slug=weekend"
    call_command("simulate_tournament", *facts.split(), f"--system={plan}", stdout=io.StringIO())
    for width in WIDTHS:
        referee.page.set_viewport_size({"width": width, "height": 768})
        page = referee.visit("/tournaments/weekend/ranking/")
        lines = page.locator("tbody th[scope=row] a").evaluate_all(LINES)
        assert len(lines) == 24 and max(lines) <= MOST_LINES, width
        referee.visit("/tournaments/weekend/gironi/")
        beside = """rows => rows.every(row => {
          const range = document.createRange();
          range.selectNode(row.querySelector("strong").nextSibling);
          return row.querySelector("strong").getBoundingClientRect().right <= range.getBoundingClientRect().left;
        })"""
        assert page.locator(".gironi .rows > li").evaluate_all(beside), width
    assert referee.complaints == []
