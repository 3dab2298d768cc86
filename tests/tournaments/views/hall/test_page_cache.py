"""Cached pages, served before any view: each belongs to its address, and is the same for everybody."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from pytest_django import DjangoAssertNumQueries, Settings

from burraco_club.early_answers import is_cached
from burraco_club.rights import EVERYBODY, rights_of
from pages.page_cache import WAITING, compressed
from tests.factories import AT, make_tournament, play_table, start_round
from tests.tournaments.views.pages import url
from tests.tournaments.views.public_evening import PAGES, evening
from tournaments.models import Round, Tournament
from tournaments.records import Entrant, EntrantId, Outcome, TableResult
from tournaments.selectors.evening import Evening
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.revision import revision_of
from tournaments.services import tournament_delete
from tournaments.simulation import FIRST_NAMES, LAST_NAMES
from tournaments.urls import hall as hall_urls
from tournaments.urls import phone as phone_urls
from tournaments.views.hall.page_cache import PAGE_CACHE, clear_page_cache, current_tournament
from tournaments.views.hall.public_pages import cached_page, render_public
from tournaments.views.long_lists import long_list

pytestmark = pytest.mark.django_db

PAIRS_AT_MOST = 500

PACKED = {"Accept-Encoding": "gzip"}
SHARED = {"public_ranking": ("?after=1",), "public_cross_table": ("?as=list",)}
"""Queries that select a different page."""


def addresses(tournament: Tournament) -> Iterator[str]:
    for name, args in PAGES.items():
        english = url(name, tournament, *args)
        for page in (english, english.removeprefix("/en")):
            yield from (page, *(page + query for query in SHARED.get(name, ())))


def body(response: HttpResponse) -> tuple[bytes, str]:
    assert response.status_code == 200
    return response.content, response["ETag"]


def test_no_page_is_ever_anothers(
    client: Client,
    referee: Client,
    settings: Settings,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Two tournaments differ only in name; both languages, all pages and all visitors are compared."""
    settings.ALLOWED_HOSTS = ["*"]
    tournaments = [evening(), evening()]
    pages = [page for tournament in tournaments for page in addresses(tournament)]
    truth = {}
    for page in pages:
        truth[page] = body(client.get(page))
        clear_page_cache()
    assert len({content for content, _etag in truth.values()}) == len(pages)
    made = {page: client.get(page, headers=PACKED) for page in pages}
    asking = (
        (client, {"Cookie": "sessionid=nobody; csrftoken=nothing", "User-Agent": "another"}),
        (referee, {"Host": "somewhere.example", "Accept-Language": "en", "Referer": "http://elsewhere.example/"}),
    )
    for page, (asker, sent) in product(reversed(pages), asking):
        with django_assert_num_queries(1):
            again = asker.get(page, headers=PACKED | sent)
        assert again.content == made[page].content and dict(again.headers) == dict(made[page].headers)
        assert not again.cookies
    etags = {etag for _content, etag in truth.values()}
    for page in pages:
        others = ", ".join(etags - {truth[page][1]})
        assert body(client.get(page, headers={"If-None-Match": others})) == truth[page]


def test_a_304_is_the_one_that_the_view_gives(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = list(addresses(evening()))
    known = {page: {"If-None-Match": client.get(page)["ETag"]} for page in pages}
    before = {page: client.get(page, headers=known[page]) for page in pages}
    monkeypatch.setattr("burraco_club.early_answers.urlpatterns", [])
    for page in pages:
        by_the_view = client.get(page, headers=known[page])
        assert before[page].status_code == by_the_view.status_code == 304
        # A response without content states its length.
        assert dict(by_the_view.headers) == dict(before[page].headers) | {"Content-Length": "0"}


def test_a_tournament_whose_revision_is_known_costs_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    slug = make_tournament().slug
    revision = revision_of(slug)
    read = current_tournament(slug, revision)
    with django_assert_num_queries(0):
        assert current_tournament(slug, revision) is read


class OlderPage:
    """A page that may still be shown while its successor is made."""

    etag = '"older"'

    def response(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse("the older page", headers={"ETag": self.etag})


@pytest.mark.parametrize(("known", "status"), [('"older"', 304), ('"other"', 200)])
def test_who_has_the_older_page_that_is_still_shown_gets_no_other(
    monkeypatch: pytest.MonkeyPatch, known: str, status: int
) -> None:
    monkeypatch.setattr(PAGE_CACHE, "cached", lambda _key, _etag, *, crowded: OlderPage() if crowded else None)
    request = RequestFactory().get("/t/x/", headers={"If-None-Match": known})
    assert cached_page(request, 1, '"newer"') is None
    request.META[WAITING] = 3
    answer = cached_page(request, 1, '"newer"')
    assert answer is not None
    assert (answer.status_code, answer["ETag"]) == (status, '"older"') and "Cache-Control" in answer


def test_after_a_change_no_page_is_as_it_was(client: Client) -> None:
    tournament = evening()
    pages = list(addresses(tournament))
    before = {page: body(client.get(page)) for page in pages}
    play_table(tournament.rounds.latest("number").tables.get(number=2))
    for page in pages:
        now = body(client.get(page))
        assert now[1] != before[page][1] and body(client.get(page)) == now


def test_an_address_that_comes_to_be_another_tournaments_shows_that_one(client: Client) -> None:
    first = make_tournament(pairs=4, name="Friday")
    start_round(first)
    page = url("public_seat", first)
    was = client.get(page).content
    Tournament.everything.filter(pk=first.pk).update(slug="another")
    second = make_tournament(pairs=2, name="Friday")
    Tournament.objects.filter(pk=second.pk).update(slug=first.slug, revision=first.revision)
    assert client.get(page).content != was
    tournament_delete(tournament=second, by=None, at=AT)
    assert client.get(page).status_code == 404


def test_what_is_kept_is_for_everybody_and_nothing_that_a_person_sees_is(client: Client) -> None:
    cached = [pattern for pattern in hall_urls.urlpatterns if is_cached(pattern)]
    assert {pattern.name for pattern in cached} == {*PAGES, "public_bracket", "public_matches"}
    assert all(rights_of(str(pattern.name)).look is EVERYBODY for pattern in cached)
    tournament = evening()
    private = [pattern for pattern in (*hall_urls.urlpatterns, *phone_urls.urlpatterns) if pattern not in cached]
    for pattern in private:
        assert not getattr(pattern.callback, "is_cached", False)
    for name in ("public_check_in", "phone_entrance", "server_time", "tournament_qr"):
        client.get(url(name, tournament))
    client.get(url("public_seat", tournament), {"q": "Rossi"})
    client.get(url("public_ranking", tournament), {"after": "1", "also": "2"})
    assert not PAGE_CACHE._pages
    assert not client.get(url("public_ranking", tournament)).cookies


@pytest.mark.parametrize("rights", ["look at nothing", "not known"])
def test_a_page_that_is_no_more_for_everybody_is_asked_of_the_view(
    rights: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache checks the table of rights, too."""
    page = url("public_ranking", evening())
    client.get(page)
    shut = rights_of("results" if rights == "look at nothing" else "no such address")
    monkeypatch.setattr("burraco_club.early_answers.rights_of", lambda _name: shut)
    monkeypatch.setattr("burraco_club.middleware.rights_of", lambda _name: shut)
    assert client.get(page).status_code != 200


@override_settings(ALLOWED_HOSTS=["club.example"])
def test_a_kept_page_is_answered_for_the_clubs_own_names_alone(client: Client) -> None:
    page = url("public_ranking", evening())
    for _once_made_and_once_kept in range(2):
        assert client.get(page, headers={"Host": "club.example"}).status_code == 200
    assert client.get(page, headers={"Host": "evil.example"}).status_code == 400


def test_the_ranking_of_500_pairs_is_15_kilobytes_on_the_wire() -> None:
    """The ranking is that of eight rounds, with real names; nothing of it is stored."""
    rng = Random(1)
    tournament = Tournament(pk=1, slug="campionato", name="Campionato nazionale", state="running", seed=1)
    tournament.scale, tournament.hands_per_round, tournament.tie_breaks = "fibur_2026_4", 4, ["mp_difference", "mp"]
    tournament.rest_vp, tournament.rest_mp, tournament.absence_vp, tournament.absence_mp = 12, 305, 8, -305
    people = [f"{last} {first}" for last in LAST_NAMES for first in FIRST_NAMES]
    rng.shuffle(people)
    entrants = [
        Entrant(id=EntrantId(number), names=(people.pop(), people.pop())) for number in range(1, PAIRS_AT_MOST + 1)
    ]
    results = []
    for round_, table in product(range(1, 9), range(PAIRS_AT_MOST // 2)):
        ns, ew = EntrantId(2 * table + 1), EntrantId(2 * ((table + round_) % (PAIRS_AT_MOST // 2)) + 2)
        mp = {"ns_mp": 5 * rng.randrange(600), "ew_mp": 5 * rng.randrange(600)}
        results.append(TableResult(round=round_, table=table + 1, ns=ns, ew=ew, outcome=Outcome.PLAYED, **mp))
    evening = Evening(tournament=tournament, entrants=entrants, results=results, adjustments=())
    hall = Hall(
        evening=evening,
        rounds=[Round(number=number, state="closed") for number in range(1, 9)],
        withdrawn=frozenset(),
        standings=evening.standings_by_figures(),
        after_round=None,
    )
    request = RequestFactory().get("/t/campionato/")
    # All of them, as on one page.
    listed = long_list(
        request,
        hall.ranking(),
        rows_a_page=PAIRS_AT_MOST,
        is_called=lambda _row, _typed: False,
        is_found=lambda _row, _typed: False,
    )
    context = {"section": "ranking", "teams": (), "is_long": True, "prize_giving": None, "listed": listed}
    context["has_long_figures"] = False
    page = render_public(request, "hall/ranking.html", hall, context)
    assert page.content.count(b'scope="row"') == PAIRS_AT_MOST
    assert len(compressed(page.content)) <= 15 * 1024
