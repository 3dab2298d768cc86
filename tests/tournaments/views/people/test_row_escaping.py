"""The rows that no template writes: typed text is escaped, and nobody gets buttons of others."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_teams, make_tournament, pair
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Pair, Player, Substitute, Team, Tournament
from tournaments.selectors.pair_lists import entered_pairs

pytestmark = pytest.mark.django_db

HOSTILE = """<b a="1">&'%s{{x}}</b>"""
NAMES = {"last_name": HOSTILE, "first_name": "Ànna", "club": f"club {HOSTILE}", "card": "1<2"}


@pytest.fixture
def hostile() -> Tournament:
    """Create people whose every field is an attack; pair 1 has the number 1234 and keeps table 1200."""
    tournament = make_teams(2)
    first = pair(tournament, 1)
    Player.objects.filter(pk=first.player1_id).update(**NAMES)
    Player.objects.filter(pk=first.player2_id).update(club="Aurora")
    Team.objects.filter(pk=first.team_id).update(name=f"team {HOSTILE}")
    Pair.objects.filter(pk=first.pk).update(number=1234, fixed_table=1200)
    Substitute.objects.create(pair=first, seat=2, player=pair(tournament, 4).player1, first_round=2, last_round=2)
    return tournament


@pytest.mark.parametrize("where", ["pairs", "check_in"])
def test_what_people_typed_is_text(referee: Client, hostile: Tournament, where: str) -> None:
    html = html_of(referee.get(url(where, hostile)))
    (row,) = re.findall(r'<li data-key="1234".*?</li>', html, re.DOTALL)
    text = " ".join(unescape(strip_tags(row)).split())
    assert f"{HOSTILE} Ànna – " in text and f" / {pair(hostile, 4).player1}" in text and "1,234" in text
    assert "<b a" not in row and "&lt;b a" in row
    if where == "pairs":
        assert f"club {HOSTILE}, Aurora · team {HOSTILE} · keeps table 1,200 Change" in text
        assert url("pair_edit", hostile, 1234) in row
    else:
        assert 'data-also="1&lt;2"' in row and "1,234 is not here" in row


def test_who_may_only_look_gets_nothing_to_press(referee: Client) -> None:
    tournament = make_tournament(pairs=3)
    assert "pair-tick-box" in html_of(referee.get(url("pairs", tournament)))
    Tournament.objects.update(state=Tournament.State.FINAL)
    over = referee.get(url("pairs", tournament))
    assert "pair-tick-box" not in html_of(over) and "row-aside" not in html_of(over)
    assert text_of(over).count("here") >= 3


def test_a_row_is_what_the_models_say() -> None:
    tournament = make_teams(2)
    Pair.objects.filter(number=2).update(status=Pair.Status.WITHDRAWN, fixed_table=3)
    for entered, model in zip(entered_pairs(tournament.pairs.all()), tournament.pairs.all(), strict=True):
        assert (entered.number, entered.status, entered.team) == (model.number, model.status, str(model.team))
        assert str(entered) == entered.names == str(model)
        assert entered.search_names == tuple(player.search_name for player in model.players)
        assert (entered.team_id, entered.fixed_table) == (model.team_id, model.fixed_table)


def test_what_only_one_of_a_pair_has_is_in_its_row_once_and_nothing_empty_beside_it() -> None:
    tournament = make_tournament(pairs=1)
    first = pair(tournament, 1)
    Player.objects.filter(pk=first.player1_id).update(club="Aurora", region="Puglia", card="7")
    Player.objects.filter(pk=first.player2_id).update(province="LE")
    (row,) = entered_pairs(tournament.pairs.all())
    assert (row.clubs, row.provinces, row.regions, row.cards) == (("Aurora",), ("LE",), ("Puglia",), ("7",))


def test_a_press_at_the_door_reads_nobody_else(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=60, here=False)
    sent = {"here": "7", "in_place": "1"}
    with django_assert_max_num_queries(16) as queries:
        answer = referee.post(url("check_in", tournament), sent, headers={"HX-Request": "true"})
    assert "59 missing · 1 here" in text_of(answer)
    assert len(answer.content) < 1500
    lists = [query["sql"] for query in queries if 'INNER JOIN "tournaments_player"' in query["sql"]]
    assert lists and all(re.search(r'"(number|id)" = |"pair_id" IN \(\d+\)', sql) for sql in lists)
