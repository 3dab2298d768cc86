"""Helpers that find pages and read them."""

import re
from html import unescape

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments.views.markup import unknown_markup
from tournaments.models import Tournament


def url(name: str, tournament: Tournament, *args: object) -> str:
    """Return the English address of a tournament's page."""
    with override("en"):
        return reverse(name, args=[tournament.slug, *args])


def html_of(response: HttpResponse) -> str:
    """Return the page, with its addresses in one piece. Markup that no browser knows fails whichever test reads it."""
    html = response.content.decode()
    assert not unknown_markup(html)
    return in_one_piece(html)


def in_one_piece(html: str) -> str:
    """Return a page without the places at which an address may go on in the next line."""
    return html.replace("<wbr>", "")


def plain(html: str) -> str:
    """Return a piece of a page without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).replace(" ,", ",").strip()


def said(response: HttpResponse) -> str:
    """Return what the next page says about the request."""
    return " ".join(map(str, get_messages(response.wsgi_request)))  # type: ignore[attr-defined]


def text_of(response: HttpResponse) -> str:
    """Return the text of the page."""
    return plain(html_of(response))
