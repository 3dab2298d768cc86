"""The ranking's rows written by joins equal those of a template with a loop."""

import re
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.utils import translation
from django_tables2 import RequestConfig

from tests.factories import make_tournament, pair, play_round, start_round
from tests.tournaments.views.pages import html_of, url
from tournaments.models import Player
from tournaments.records import Kind
from tournaments.views.ranking.ranking_rows import ranking_rows
from tournaments.views.ranking.ranking_table import UNSEEN_TIE_BREAKS, RankingRow, RankingTable

NASTY = '<b>O\'Neil & "X"</b>'
LOOP = """
{% load club i18n moves %}{% for row in table.paginated_rows %}{% with ranked=row.record %}
<tr>
  <td class="number">
    {% include "partials/place.html" with place=ranked.place only %}{% if ranked.tied %}
    <span aria-hidden="true">=</span> <span class="visually-hidden">{% translate "ex aequo" %}</span>{% endif %}
    {{ ranked.climbed|moved_mark }}
  </td>
  <td class="number">{{ ranked.number }}</td>
  <th scope="row">
    {% url "ranking_pair" slug ranked.number as rounds_url %}
    <a href="{{ rounds_url }}{% if after %}?after={{ after }}{% endif %}"
       hx-get="{{ rounds_url }}{% if after %}?after={{ after }}{% endif %}" hx-target="closest tr" hx-swap="afterend"
       data-opens-row aria-expanded="false">{{ ranked.names }}</a>
    {% if ranked.remark %}<span class="muted">{{ ranked.remark }}</span>{% endif %}
  </th>
  {% if table.has_clubs %}<td class="wide-only ranked-club">{{ ranked.club }}</td>{% endif %}
  <td class="number vp">{{ ranked.vp|figure }}</td>
  <td class="number wide-only">{{ ranked.mp_difference|signed }}</td>
  <td class="number wide-only">{{ ranked.mp|figure }}</td>
  {% for round, vp in ranked.rounds.items %}
  <td class="number wide-only">
    {% if round in ranked.starred %}*{% endif %}{% if vp is None %}—{% else %}{{ vp|figure }}{% endif %}
  </td>
  {% endfor %}
</tr>
{% endwith %}{% empty %}<tr><td colspan="{{ table.columns|length }}">{{ table.empty_text }}</td></tr>{% endfor %}
"""


def plain(html: str) -> str:
    """Return the HTML without spaces between tags, which are invisible, and with single spaces elsewhere."""
    return re.sub(r"\s+", " ", re.sub(r"\s+(?=<)|(?<=>)\s+", "", html)).strip()


def row(place: int, **changes: Any) -> RankingRow:
    usual: dict[str, Any] = {
        "place": place,
        "tied": False,
        "number": place + 1230,
        "names": NASTY,
        "club": "",
        "remark": "",
        "vp": 0,
        "mp_difference": -1205,
        "mp": 12045,
        "rounds": {"1": 20, "2": None},
        "starred": frozenset(),
        "climbed": None,
    }
    return RankingRow(**usual | changes)


ROWS = [
    row(1, tied=True, club=NASTY, vp=1400, climbed=1200),
    row(3, remark=next(iter(UNSEEN_TIE_BREAKS.values())), mp_difference=385, climbed=-1),
    row(4, remark=NASTY, mp_difference=0, mp=-35, climbed=0, starred=frozenset({"2"}), rounds={"1": -4, "2": None}),
]


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("after", [None, 2])
@pytest.mark.parametrize("rows", [ROWS, ROWS[1:], []], ids=["rows", "no clubs", "nobody"])
def test_they_are_what_a_loop_writes(rows: list[RankingRow], after: int | None, language: str) -> None:
    with translation.override(language):
        table = RankingTable(rows, [1, 2], Kind.PAIRS, has_clubs=any(row.club for row in rows))
        RequestConfig(RequestFactory().get("/"), paginate={"per_page": 600}).configure(table)
        looped = Template(LOOP).render(Context({"table": table, "slug": "coppa-987654321", "after": after}))
        assert plain(ranking_rows(table, "coppa-987654321", after)) == plain(looped)


def test_the_club_has_a_column_only_where_somebody_has_one(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    play_round(start_round(tournament))
    addresses = [url("ranking", tournament), url("ranking_pair", tournament, 1)]
    without, with_one = [], []
    for columns in (without, with_one):
        page = html_of(referee.get(f"{addresses[0]}?sort=club"))
        heads, cells = page.count('scope="col"'), page.split("<tbody>")[1].split("</tr>")[0].count("</t")
        opened = html_of(referee.get(addresses[1], headers={"HX-Request": "true"}))
        assert f'colspan="{heads}"' in opened and heads == cells
        columns += [heads, "ranked-club" in page]
        Player.objects.filter(pk=pair(tournament, 2).player1_id).update(club="Aurora")
    assert without == [with_one[0] - 1, False] and with_one[1]
