"""The tabs of a tournament: each page is under the one that leads to it."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import resolve

from tests.factories import AT, draft_round, make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, plain, url
from tournaments.models import Pair, Tournament
from tournaments.records import System
from tournaments.selectors.rounds import rounds_now
from tournaments.services import round_close, round_publish, tournament_finish_play, tournament_make_final
from tournaments.views.common import next_step

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


OF_ADMINISTRATORS = {"tournament_delete"}
ALSO_LOOKED_AT = ("till", "club_ranking")
LEADS_TO = {
    "tournament": {"pairs", "round_new", "round", "results", "tournament", "printing"},
    "pairs": {"round_new"},
    "check_in": {"pairs", "round_new"},
    "round_new": {"pairs", "round", "results", "tournament", "printing"},
    "round": {"results"},
    "ranking": {"round_new", "round", "tournament", "printing"},
    "printing": {"sheet_ranking"},
    "incidents": {"incident_new"},
}
"""The pages to which the main button of a page may lead; of all others it leads nowhere, or sends a form of theirs."""


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


@pytest.mark.usefixtures("in_english")
def test_from_the_first_pair_to_the_printed_ranking_the_next_step_is_a_page(referee: Client) -> None:
    tournament = make_tournament(pairs=4, here=False, rounds_planned=2)
    steps: list[str] = []
    foreign: set[tuple[str, str]] = set()

    def look() -> None:
        now = Tournament.objects.get(pk=tournament.pk)
        step = next_step(now, rounds_now(now))
        assert referee.get(step.url).status_code == 200
        if step.label not in steps:
            foreign.update(foreign_buttons(referee, now))
        steps.append(step.label)

    look()
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    look()
    for system in (System.REGISTRATION, System.DANISH):
        round_ = draft_round(tournament, system)
        look()
        round_publish(round=round_, at=AT)
        look()
        play_round(round_, close=False)
        look()
        round_close(round=round_)
        look()
    tournament_finish_play(tournament=Tournament.objects.get(pk=tournament.pk))
    look()
    tournament_make_final(tournament=Tournament.objects.get(pk=tournament.pk))
    look()
    assert steps == [
        "Tick the pairs that are here",
        "Draw the first round",
        *("Check the draft and publish it", "Enter the results of round 1", "Close round 1", "Draw round 2"),
        *("Check the draft and publish it", "Enter the results of round 2", "Close round 2"),
        *("End play and begin checking time", "Check, then declare the ranking final", "Print the ranking"),
    ]
    assert foreign == set(), "a page's main button belongs to the page, or there is none"


def foreign_buttons(referee: Client, tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield each page of a tournament whose main button is a link that belongs to another page, with its address."""
    rounds = [round_.number for round_ in tournament.rounds.all()]
    others = [page for pages in PAGES.values() for page in pages if " " not in page and page not in OF_ADMINISTRATORS]
    pages = [(name, ()) for name in (*ALSO_LOOKED_AT, *others)]
    pages += [(name, (number,)) for name in ("round", "results") for number in rounds[-1:]]
    for name, numbers in pages:
        response = referee.get(url(name, tournament, *numbers))
        if response.status_code != 200:
            continue
        button = re.search(
            r'<a class="btn btn-primary" href="(.*?)"', html_of(response).partition('class="next-bar')[2]
        )
        if button and resolve(button[1]).url_name not in LEADS_TO.get(name, set()):
            yield name, button[1]


@pytest.mark.usefixtures("in_english")
def test_a_round_under_way_leads_to_its_own_results_though_the_next_one_is_drafted(referee: Client) -> None:
    tournament = make_tournament(pairs=6, rounds_planned=3)
    play_round(start_round(tournament), close=False)
    under_way = start_round(tournament, System.DRAW)
    draft_round(tournament, System.DRAW)
    page = html_of(referee.get(url("round", tournament, under_way.number)))
    assert url("results", tournament, 2) in page.partition('class="next-bar')[2]
