"""Sections of the guides, found by their words."""

import pytest
from django.test import Client

from burraco_club.help.search import AFTER, BEFORE, find

pytestmark = pytest.mark.django_db


def titles(typed: str, language: str = "en") -> list[str]:
    return [f"{found.title}: {found.section.title}" for found in find(typed, language)]


def test_words_are_found_by_their_beginnings_in_any_order_without_accents() -> None:
    assert "When things go wrong: Logging in" in titles("forg pass")
    assert titles("password FORGOTTEN") == titles("forgotten password")
    assert "Se qualcosa non va: La stampante" in titles("e un pdf che si apre", "it")
    assert titles("assword") == []


def test_a_heading_comes_before_what_only_mentions_the_word() -> None:
    found = titles("backups")
    assert found[0] == "The club's laptop: Backups" and len(found) > 2


def test_an_excerpt_is_of_where_the_word_stands() -> None:
    excerpt = find("isolation", "en")[0].excerpt
    assert "isolation" in excerpt and excerpt.startswith("… ") and excerpt.endswith(" …")
    assert len(excerpt.split()) <= BEFORE + AFTER + 2


def test_the_page_shows_what_was_found_with_links_to_it() -> None:
    text = Client().get("/es/help/", {"q": "impresora"}).content.decode()
    assert 'href="/es/help/trouble/#the-printer"' in text and 'value="impresora"' in text


@pytest.mark.parametrize(
    ("typed", "status"), [("zzz", 200), ("<b>zz", 200), ("%(zz)s {x}", 200), (" ", 200), ("x" * 201, 414)]
)
def test_nonsense_finds_nothing(typed: str, status: int) -> None:
    answer = Client().get("/en/help/", {"q": typed})
    assert answer.status_code == status
    assert b"<b>" not in answer.content
    assert (b"Nothing found" in answer.content) is (status == 200 and typed.strip() != "")
