"""How tests of pages find them and read them."""

import re
from html import unescape

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from tournaments.models import Tournament


def url(name: str, tournament: Tournament, *args: object) -> str:
    """The English address of a tournament's page."""
    with override("en"):
        return reverse(name, args=[tournament.slug, *args])


def html_of(response: HttpResponse) -> str:
    return response.content.decode()


def text_of(response: HttpResponse) -> str:
    """What the page says, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html_of(response)))).replace(" ,", ",")
