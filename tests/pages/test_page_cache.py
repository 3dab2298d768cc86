"""Players' pages that are rendered once for everybody: a response always matches its ETag."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Thread
from typing import Any

import pytest
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory

from pages.page_cache import CachedPage, PageCache, PageKey
from tests.factories import make_tournament, play_table, slip, start_round
from tournaments.models import Table, Tournament

KEY = PageKey(1, "/t/x/?")


def text(page: CachedPage) -> str:
    return page.response(RequestFactory().get("/")).content.decode()


def making(content: str) -> Callable[[], HttpResponse]:
    return lambda: HttpResponse(content)


def never() -> HttpResponse:
    raise AssertionError("made once more")


def test_a_page_is_made_once_for_each_etag() -> None:
    pages = PageCache()
    for make in (making("one"), never):
        page = pages.page(KEY, "1", make, crowded=False)
        assert (page.etag, text(page)) == ("1", "one")
    assert text(pages.page(PageKey(2, "/t/y/?"), "1", making("other"), crowded=False)) == "other"
    assert text(pages.page(KEY, "2", making("two"), crowded=False)) == "two"
    pages.clear()
    assert text(pages.page(KEY, "2", making("from another database"), crowded=False)) == "from another database"


def test_the_page_that_nobody_has_asked_for_longest_gives_way() -> None:
    pages = PageCache(most=2)
    a, b, c = (PageKey(1, address) for address in "abc")
    for place in (a, b):
        pages.page(place, "1", making(place.address), crowded=False)
    pages.page(a, "2", making("a again"), crowded=False)
    pages.page(c, "1", making("c"), crowded=False)
    pages.page(a, "2", never, crowded=False)
    assert text(pages.page(b, "1", making("b again"), crowded=False)) == "b again"


@contextmanager
def one_at_work(pages: PageCache, etag: str) -> Iterator[None]:
    """Keep another thread rendering the page within the block."""
    begun, done = Barrier(2, timeout=30), Barrier(2, timeout=30)

    def slowly() -> HttpResponse:
        begun.wait()
        done.wait()
        return HttpResponse(f"page {etag}")

    thread = Thread(target=lambda: pages.page(KEY, etag, slowly, crowded=False))
    thread.start()
    begun.wait()
    yield
    done.wait()
    thread.join()


def test_while_one_makes_a_page_the_others_get_it_as_it_was_and_it_says_so() -> None:
    pages = PageCache()
    pages.page(KEY, "1", making("page 1"), crowded=False)
    with one_at_work(pages, "2"):
        page = pages.page(KEY, "2", never, crowded=False)
        assert (page.etag, text(page)) == ("1", "page 1")
    assert text(pages.page(KEY, "2", never, crowded=False)) == "page 2"


def test_while_a_crowd_waits_a_page_that_takes_long_is_not_made_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"cpu": 0.0, "clock": 100.0}
    monkeypatch.setattr("pages.page_cache.time.thread_time", lambda: now["cpu"])
    monkeypatch.setattr("pages.page_cache.time.monotonic", lambda: now["clock"])
    pages = PageCache()

    def long() -> HttpResponse:
        now["cpu"] += 0.2
        return HttpResponse("page 1")

    pages.page(KEY, "1", long, crowded=True)
    now["clock"] += 3.9
    assert pages.page(KEY, "2", never, crowded=True).etag == "1"
    now["clock"] += 0.2
    assert pages.page(KEY, "2", long, crowded=True).etag == "2"
    assert pages.page(KEY, "3", long, crowded=False).etag == "3"


def test_what_cannot_be_made_leaves_nothing_behind() -> None:
    pages = PageCache()

    def missing() -> HttpResponse:
        raise Http404

    for _twice in range(2):
        with pytest.raises(Http404):
            pages.page(KEY, "1", missing, crowded=False)
    assert text(pages.page(KEY, "1", making("found"), crowded=False)) == "found"


@pytest.mark.django_db
def test_a_page_comes_packed_to_whoever_unpacks_it_and_is_the_newest(client: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    round_ = start_round(tournament)
    url = f"/en/t/{tournament.slug}/"
    plain, compressed = client.get(url), client.get(url, headers={"Accept-Encoding": "gzip"})
    assert (plain.get("Content-Encoding"), compressed["Content-Encoding"]) == (None, "gzip")
    assert len(compressed.content) < len(plain.content) and plain["ETag"] == compressed["ETag"]
    for answer in (plain, compressed):
        assert "Accept-Encoding" in answer["Vary"] and "Cookie" not in answer["Vary"] and not answer.cookies
    table: Any = Table.objects.filter(round=round_).first()
    play_table(table, slip(), slip())
    assert Tournament.objects.get().revision > tournament.revision
    newest = client.get(url, headers={"If-None-Match": plain["ETag"]})
    assert newest.status_code == 200 and newest.content != plain.content
    assert client.get(f"/t/{tournament.slug}/").content != newest.content
