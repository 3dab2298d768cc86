"""Marks in long rows: a line whose name is a word, a result that does not count, a membership that has expired."""

import re
from types import SimpleNamespace

import pytest
from django.utils import translation

from tournaments.models import Tournament
from tournaments.seasons.best_results import Counts, SeasonCell
from tournaments.seasons.ranking import SeasonRow
from tournaments.seasons.tournament_points import Ranked
from tournaments.templatetags.lines import line_badge
from tournaments.templatetags.seasons import season_rows
from tournaments.templatetags.till import ExpiredMarks


@pytest.mark.parametrize(("name", "is_word"), [("N", False), ("N/S", False), ("Nord", True)])
def test_a_line_with_a_longer_name_than_letters_is_a_word(
    monkeypatch: pytest.MonkeyPatch, name: str, is_word: bool
) -> None:
    monkeypatch.setattr("tournaments.templatetags.lines.line_name", lambda _line: name)
    assert ("line-word" in line_badge("ns")) is is_word


def test_a_result_of_too_few_rounds_is_a_dash_in_the_ranking_of_a_season() -> None:
    cells = tuple(SeasonCell(500, 1, counts) for counts in Counts)
    row = SeasonRow(place=1, tied=False, who=Ranked("7"), points=500, cells=(*cells, None), attended=3)
    season = SimpleNamespace(name_of=lambda _who: SimpleNamespace(name="Rossi Anna", public="Rossi A."))
    with translation.override("en"):
        html = season_rows(season, [row], in_public=True)
    written = re.findall(r'<td class="number(?: muted)?">([^<]*)</td>', html)
    assert written[-4:] == ["5", "(5)", "(–)", ""] and "Rossi A." in html


def test_where_no_membership_has_expired_nobody_is_marked() -> None:
    assert ExpiredMarks(None, Tournament(slug="coppa")).of(1) == ""
