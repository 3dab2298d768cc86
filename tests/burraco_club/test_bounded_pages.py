"""No page of a tournament grows with its field: what is long has pages.

The sizes of all pages are made small, so that a small field has several; then twice the field makes no page longer.
"""

import sys
from collections.abc import Iterator

import pytest
from django.test import Client

from accounts.models import Role
from burraco_club.urls import urlpatterns
from pages.lazy_views import import_views
from tests.factories import (
    draft_round,
    make_account,
    make_entries,
    make_tournament,
    play_round,
    play_table,
    start_round,
)
from tests.tournament_pages import addresses_of
from tournaments.models import EntryTerms, Tournament
from tournaments.records import System
from tournaments.services import club_keep_till, till_terms_set

pytestmark = pytest.mark.django_db

PAIRS, ROWS = 32, 6
"""A field, and the rows to which every page of a list is cut."""
SLACK = 40
"""The bytes that a page may have more for each pair more: of long numbers, and of a sentence that names a few."""
SIZES = ("_A_PAGE", "_IN_A_PART", "ROWS_WITH_FEE", "MOST_TOGETHER", "MOST_LINES", "MOST_TICKS", "PAIRS_A_CLUB")
"""How the constants are called that say how long a page is."""
GROW = {
    "round_new": "the next round is drawn of everybody, and those who rest are named",
    "tournament": "the missing tables of the round are named",
    "tournament_now": "the missing tables of the round are named",
    "round_manual of a draft": "every seat of the round is typed on it",
}
"""The pages that may be longer, and why."""


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Cut every page of a list to a few rows, and return the names of the constants."""
    import_views(urlpatterns)
    cut = []
    for name, module in list(sys.modules.items()):
        if not name.startswith("tournaments."):
            continue
        for constant, value in list(vars(module).items()):
            if constant.endswith(SIZES) and isinstance(value, int):
                monkeypatch.setattr(module, constant, ROWS)
                cut.append(f"{name}.{constant}")
    return cut


def full_hall(pairs: int) -> Tournament:
    """A tournament in its second round, with slips at half of the tables, a fee for each player, and entries."""
    tournament = make_tournament(pairs=pairs, name=f"Sala di {pairs}", hands_per_round=2)
    till_terms_set(tournament=tournament, terms={"fee": 1000, "per": "player", "fund_percent": 60})
    EntryTerms.objects.create(tournament=tournament, is_open=True, list_shown=True)
    make_entries(tournament)
    play_round(start_round(tournament), seed=1)
    for table in start_round(tournament, System.DANISH).tables.all()[::2]:
        play_table(table)
    return tournament


def sizes_of(client: Client, tournament: Tournament) -> Iterator[tuple[str, int]]:
    """Yield the sizes of the pages of a round under way, and of those of the next one's draft."""

    def sized(name: str, address: str, **asked: str) -> Iterator[tuple[str, int]]:
        answer = client.get(address, asked)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            yield name, len(answer.content)

    for name, address in addresses_of(tournament):
        yield from sized(name, address)
    draft_round(tournament, System.DRAW)
    for name, address in addresses_of(tournament, draft=True):
        yield from sized(f"{name} of a draft", address, system=System.MITCHELL, table="1")


def test_no_page_of_a_tournament_grows_with_its_field(short_pages: list[str]) -> None:
    client = Client()
    client.force_login(make_account(role=Role.ADMINISTRATOR))
    club_keep_till(keeps=True)
    small, large = (dict(sizes_of(client, full_hall(pairs))) for pairs in (PAIRS, 2 * PAIRS))
    longer = {name: large[name] - small[name] for name in small.keys() & large.keys()}
    growing = {name: more for name, more in longer.items() if more > SLACK * PAIRS and name not in GROW}
    assert growing == {}
    assert {"round of a draft", "draft_compare of a draft", "draft_menu of a draft"} <= longer.keys()
    assert len(longer) > 40 and len(short_pages) > 15
