"""The calculator's pages: for everybody, from their address alone."""

import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.http import HttpResponse, QueryDict
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.rulesets.club import club_ruleset_create
from tests.tournaments.views.pages import html_of, text_of

pytestmark = pytest.mark.django_db

PAGE, PARTS = "/en/score/", "/en/score/judged/"
SAMPLE = (
    "end=closed_a&a=3H+4H+5H+6H+7H+8H+9H&a=KS+KD+KC+JK&a_left=4D&a_pozzetto=taken&b=7S+7H+7D&b_left=AH+AH+2C"
    "&b_pozzetto=unlooked&b_unlooked=3C+4C+5C+6D+8D+9S+9S+JC+QD+KH+KS"
)


def link_of(response: HttpResponse) -> str:
    found = re.search(r'id="link" value="([^"]*)"', html_of(response))
    assert found is not None
    return unescape(found[1])


def test_the_sample_is_scored_with_its_lines(client: Client) -> None:
    page = text_of(client.get(f"{PAGE}?{SAMPLE}"))
    assert "Points Cards melded 11 105 Clean burraco 200 Closing 100 Cards left in hand −5 Total 400" in page
    assert "Total 400 On the slip: base 300, points 100" in page
    assert "Total −125 On the slip: base 0, points −125" in page


def test_lines_of_the_page_come_to_the_total(client: Client) -> None:
    for table in re.findall(r"<table.*?</table>", html_of(client.get(f"{PAGE}?{SAMPLE}")), re.DOTALL):
        points = [
            int(unescape(cell).replace("−", "-").replace(",", ""))
            for cell in re.findall(r'<td class="number">(?:<strong>)?([^<]+)', table)
        ]
        assert sum(points[:-1]) == points[-1]


def test_every_violation_is_counted_on_top_and_stands_beside_its_meld(client: Client) -> None:
    response = client.get(f"{PAGE}?{SAMPLE.replace('7S+7H+7D', '9C+10C+QC')}&b=2H+2C+2S")
    page = text_of(response)
    assert "2 things are wrong: They, meld 1: the sequence has a gap. Missing: J♣. They, meld 2: twos cannot" in page
    remark = re.search(r'id="b-meld-1-said".*?</div>', html_of(response), re.DOTALL)
    assert remark is not None
    assert "The sequence has a gap. Missing: J♣." in remark[0]
    assert "The score" not in page


def test_the_link_leads_to_the_same_hand(client: Client) -> None:
    first = client.get(f"{PAGE}?{SAMPLE}&a=&b=+&rules=italian")
    second = client.get(link_of(first).removeprefix("http://testserver"))
    assert link_of(second) == link_of(first)
    assert dict(parse_qsl(urlsplit(link_of(first)).query))["rules"] == "italian"
    assert text_of(first).split("The score", 1)[1] == text_of(second).split("The score", 1)[1]


def test_a_link_says_the_same_cards_in_both_languages(client: Client) -> None:
    italian = client.get(f"/score/?letters=en&{SAMPLE}")
    assert 'value="3C 4C 5C 6C 7C 8C 9C"' in html_of(italian)
    assert "a=3C+4C+5C" in link_of(italian)
    assert "Noi <strong" in html_of(italian)
    assert "400</strong>" in html_of(italian)


def test_the_parts_are_those_of_the_page(client: Client) -> None:
    page, parts = client.get(f"{PAGE}?{SAMPLE}"), client.get(f"{PARTS}?{SAMPLE}")
    assert parts["HX-Replace-Url"] == link_of(page).removeprefix("http://testserver")
    ids = re.findall(r'<\w+ id="([^"]+)" hx-swap-oob', html_of(parts))
    assert len(ids) == len(set(ids)) > 20
    missing = [id_ for id_ in ids if f'id="{id_}"' not in html_of(page)]
    assert missing == []


def test_the_parts_never_touch_what_is_typed(client: Client) -> None:
    fields = re.findall(r"<(?:input|select|textarea)[^>]*", html_of(client.get(f"{PARTS}?{SAMPLE}")))
    assert [field for field in fields if 'id="link"' not in field] == []


@pytest.mark.parametrize(("path", "queries"), [(PAGE, 2), ("/score/", 2), (PARTS, 1)])
def test_the_same_for_everybody_and_kept_by_whoever_has_it(
    client: Client, admin_client: Client, path: str, queries: int, django_assert_num_queries
) -> None:  # type: ignore[no-untyped-def]
    with django_assert_num_queries(queries):
        first = client.get(f"{path}?{SAMPLE}")
    assert first.content == admin_client.get(f"{path}?{SAMPLE}").content
    assert not first.cookies
    assert "Cookie" not in first.get("Vary", "")
    assert "public" in first["Cache-Control"]
    again = client.get(f"{path}?{SAMPLE}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(f"{path}?{SAMPLE}&a=3C", headers={"If-None-Match": first["ETag"]})
    assert other.status_code == 200


def test_only_looking(client: Client) -> None:
    assert client.post(PAGE, {"a": "3C"}).status_code == 405


def test_a_blank_page_complains_of_nothing(client: Client) -> None:
    page = text_of(client.get(PAGE))
    assert "wrong" not in page
    assert "Still missing" not in page
    assert "Link to this hand" not in page


def test_a_ruleset_of_the_clubs_scores_as_the_club_says(client: Client) -> None:
    club_ruleset_create(name="Casa nostra", preset="italian", options={"clean": 300})
    page = text_of(client.get(f"{PAGE}?rules=casa-nostra&{SAMPLE}"))
    assert "Clean burraco 300" in page
    assert "Casa nostra" in page


def test_a_missing_ruleset_is_named_and_stays_chosen(client: Client) -> None:
    response = client.get(f"{PAGE}?rules=gone&{SAMPLE}")
    assert "There is no ruleset “gone”." in text_of(response)
    assert '<option value="gone" selected>' in html_of(response)
    assert "rules=gone" in link_of(response)
    assert "The score Line" not in text_of(response)


FIELDS = (
    *("rules", "end", "depth", "letters", "a", "b", "a_left", "b_left", "a_pozzetto", "b_pozzetto"),
    *("a_unlooked", "b_unlooked", "a_clean", "a_semi_clean", "b_dirty", "b_royal", "a_melded", "b_left_value"),
)
NONSENSE = (
    *("", " ", "\0", "💥", "<script>", "-1", "1e9", "9" * 30, "3C" * 400, "3♥" * 30, "closed_", "%", "..", "\u202e"),
    *("JK " * 120, "10\ufe0f", "unlooked", "counts"),
)


@pytest.mark.parametrize("field", FIELDS)
def test_nonsense_in_any_field_gets_an_answer_and_stays_typed(client: Client, field: str) -> None:
    for depth in ("cards", "counts"):
        for nonsense in NONSENSE:
            query = QueryDict(SAMPLE, mutable=True)
            query["depth"] = depth
            query[field] = nonsense
            response = client.get(f"{PARTS}?{query.urlencode()}")
            assert response.status_code == 200
            assert "<script>" not in html_of(response)
            fields = parse_qsl(urlsplit(response["HX-Replace-Url"]).query)
            assert (field, nonsense) in fields or not nonsense.strip() or field in ("depth", "letters")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(FIELDS), st.one_of(st.text(st.characters(codec="utf-8")), st.sampled_from(NONSENSE)))
    )
)
def test_any_address_is_answered(client: Client, fields: list[tuple[str, str]]) -> None:
    query = QueryDict(mutable=True)
    for name, text in fields:
        query.appendlist(name, text)
    assert client.get(f"{PAGE}?{query.urlencode()}").status_code == 200


def test_both_homes_lead_here(client: Client, admin_client: Client) -> None:
    for visitor in (client, admin_client):
        assert f'href="{PAGE}"' in html_of(visitor.get("/en/"))


def test_a_ruleset_without_pozzetto_asks_for_none_and_forgets_nothing(client: Client) -> None:
    hand = "end=time&a=KS+KH+KD&a_left=4S+5D&a_pozzetto=taken&b=9S+9H+9D&b_left=5H+7D&b_pozzetto=taken"
    html = html_of(client.get(f"{PAGE}?{hand}&rules=canasta"))
    assert len(re.findall(r'<fieldset class="choices card-pozzetto" id="[ab]-pozzetto" hidden', html)) == 2
    assert html.count('value="taken" checked') == 2
    assert "Cards melded" in html and "Pozzetto not taken" not in text_of(client.get(f"{PAGE}?{hand}&rules=canasta"))
    assert "card-pozzetto" in html_of(client.get(f"{PAGE}?rules=canasta"))
    assert not re.findall(r'id="[ab]-pozzetto" hidden', html_of(client.get(f"{PAGE}?{hand}&rules=italian")))
