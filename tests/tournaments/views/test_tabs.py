"""The tabs of a tournament: each page is under the one that leads to it."""

import re

import pytest
from django.test import Client

from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, plain, url
from tournaments.records import System

pytestmark = pytest.mark.django_db

PAGES = {
    "Overview": ["tournament", "tournament_settings", "tournament_another", "tournament_plan", "tournament_delete"],
    "Pairs": ["pairs", "pairs_paste", "check_in", "pair_edit 1", "entries", "entry_terms"],
    "Round 2": ["round 1", "round 2", "round_new", "round_check 1", "round_seats 2", "bracket"],
    "Results": ["results 2", "table_entry 2 1", "hand_cards 2 1 1", "result_sheet 2", "incidents"],
    "Ranking": ["ranking", "ranking_pair 1", "cross_table", "adjustments"],
    "Print": ["printing"],
    "History": ["history"],
}


def test_each_page_is_under_its_tab(administrator: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2, rounds_planned=3)
    play_round(start_round(tournament, System.KNOCKOUT))
    start_round(tournament, System.KNOCKOUT)
    open_tabs = {}
    for page in (page for pages in PAGES.values() for page in pages):
        name, *numbers = page.split()
        html = html_of(administrator.get(url(name, tournament, *map(int, numbers))))
        tabs = html.partition('<nav class="club-tabs"')[2].partition("</nav>")[0]
        open_tabs[page] = [plain(tab) for tab in re.findall(r'<a [^>]*aria-current="page">(.*?)</a>', tabs, re.DOTALL)]
    assert open_tabs == {page: [tab] for tab, pages in PAGES.items() for page in pages}
