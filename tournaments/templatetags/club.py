"""The tags of all templates: the page's address in other languages, figures, and the words for entrants."""

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.http import HttpRequest
from django.template.context import Context
from django.urls import get_script_prefix
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, get_language_from_path, get_language_info

from tournaments.models import Tournament
from tournaments.records.sections import TableNumber, table_name
from tournaments.selectors.generations import stamped
from tournaments.wording import figures
from tournaments.wording.addresses import who_can_open, who_can_open_for_the_club
from tournaments.wording.entrants import words_of
from tournaments.wording.lines import line_name

register = template.Library()

WORD = re.compile(r"\S+")
OF_AN_ADDRESS = ("://", "@", "www.")
"""The signs of an address of the web or of emails."""
PART_OF_ADDRESS = re.compile(r"(?<=[/@=?])(?=[^/])|(?<=&amp;)|(?<=\w)(?=\.[^\W\d])")
"""The places at which an escaped address may go on in the next line."""
FEW_PAGES = 3
"""From page to page of so few, two links are enough."""

register.filter("who_can_open", who_can_open)
register.filter("who_can_open_for_the_club", who_can_open_for_the_club)

register.filter("entrant_words", words_of)

register.filter("line_name", line_name)
register.filter("table_name", table_name)
register.filter("spoken", figures.spoken_date, expects_localtime=True)


@register.filter
def with_breaks(text: str) -> SafeString:
    """Return a text, as HTML, whose addresses go on in the next line between their parts, not within a word.

    >>> with_breaks("Write to ada@club.example & co.")
    'Write to ada@<wbr>club<wbr>.example &amp; co.'
    """

    def breaking(found: re.Match[str]) -> str:
        word = found[0]
        return PART_OF_ADDRESS.sub("<wbr>", word) if any(sign in word for sign in OF_AN_ADDRESS) else word

    return mark_safe(WORD.sub(breaking, conditional_escape(text)))


@register.filter
def page_numbers(page: Page[Any]) -> list[int]:
    """Return the pages to jump to: the first, the last, and those beside this one; none where the way is short.

    >>> from django.core.paginator import Paginator
    >>> page_numbers(Paginator(range(100), 10).page(4))
    [1, 2, 3, 4, 5, 6, 10]
    """
    last = page.paginator.num_pages
    if last <= FEW_PAGES:
        return []
    return [number for number in range(1, last + 1) if number in (1, last) or abs(number - page.number) <= 2]


@register.filter
def at_least(number: int, least: int) -> int:
    """Return the number of rounds planned, at least that of the round played."""
    return max(number, least)


@register.inclusion_tag("partials/languages.html", takes_context=True)
def language_switch(context: Context, *, folded: bool = False) -> dict[str, Any]:
    """Return links to this page in each language of the program, as a list or folded under the current one.

    There are none for an unknown address, or for a page without a request (a crash).
    """
    request: HttpRequest | None = context.get("request")
    if request is None or request.resolver_match is None:
        return {"languages": [], "folded": folded}
    return {
        "folded": folded,
        "languages": [
            {
                "code": code,
                "name": get_language_info(code)["name_local"].capitalize(),
                "url": _here_in(request, code),
                "current": code == get_language(),
            }
            for code, _ in settings.LANGUAGES
        ],
    }


def _here_in(request: HttpRequest, language: str) -> str:
    """Return the address of this page in a language: only the prefix differs."""
    club = get_script_prefix()
    here = request.get_full_path().removeprefix(club)
    if prefix := get_language_from_path(request.path_info):
        here = here.removeprefix(f"{prefix}/")
    return f"{club}{here}" if language == settings.LANGUAGE_CODE else f"{club}{language}/{here}"


@register.filter
def figure(points: int | None) -> str:
    """Return the points in the reader's language, `1.250`, `−385`; nothing if they are not known yet."""
    return "" if points is None else figures.figure(points)


@register.filter
def called(number: int) -> SafeString:
    """Return the attribute by which a finder knows the name of a table in a section; empty otherwise."""
    return format_html(' data-called="{}"', table_name(number)) if isinstance(number, TableNumber) else SafeString("")


@register.filter
def signed(points: int | None) -> str:
    """Return the same always with its sign, for differences: `+620`, `−385`, `0`."""
    return "" if points is None else figures.signed(points)


register.filter("column_sum", figures.column_sum)
register.filter("stamped", stamped)


@register.filter
def of_tournament(values: Mapping[int, Any], tournament: Tournament) -> Any:
    """Return a tournament's value, or None, from values by tournament."""
    return values.get(tournament.pk)


@register.filter
def counted(number: int, sentence: Promise) -> str:
    """Return a sentence of `EntrantWords` with its number: `12 pairs`."""
    return str(sentence % {"counter": number})


@register.simple_tag
def entrant_sentence(sentence: Promise, **facts: int | str) -> SafeString:
    """Return a sentence of `EntrantWords` with its values, as `blocktranslate` writes them."""
    return mark_safe(str(sentence % {name: _fact_text(fact) for name, fact in facts.items()}))


class _EntrantNumber(int):
    """A number formatted for the reader, whose value decides the plural."""

    def __str__(self) -> str:
        return localize(int(self))


def _fact_text(fact: int | str) -> object:
    return _EntrantNumber(fact) if isinstance(fact, int) else conditional_escape(fact)
