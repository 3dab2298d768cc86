"""The pages of the guides, which are for everybody: all of them with a search, one of them, and their pictures."""

from collections.abc import Sequence
from hashlib import sha256
from textwrap import shorten

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from burraco_club.help.guides import GUIDES, PICTURES, SHELVES, Guide
from burraco_club.help.rendering import html_of
from burraco_club.help.search import find
from burraco_club.help.sections import Section, sections
from pages.conditional_answers import answer, same_for_everybody

PICTURE_SECONDS = 24 * 3600
"""How long a browser keeps a picture without asking."""
LONGEST_DESCRIPTION = 160
"""The letters that search engines show of what a page says about itself."""


@same_for_everybody
def guides(request: HttpRequest) -> HttpResponse:
    """Show every guide with its headings, or the sections in which the words of `q` are."""
    reader = get_language() or "en"
    typed = request.GET.get("q", "").strip()
    context = {
        "shelves": [(name, [_entry(guide, reader) for guide in shelf]) for name, shelf in SHELVES.items()],
        "typed": typed,
        "found": find(typed, reader),
    }
    return render(request, "help/guides.html", context)


@same_for_everybody
def guide(request: HttpRequest, guide: str) -> HttpResponse:
    """Show a guide."""
    if guide not in GUIDES:
        raise Http404
    reader = get_language() or "en"
    context = _entry(GUIDES[guide], reader) | {
        "text": html_of(GUIDES[guide], reader),
        "description": _description(sections(GUIDES[guide], reader)),
        "typed": "",
    }
    return render(request, "help/guide.html", context)


@require_safe
def picture(request: HttpRequest, picture: str) -> HttpResponseBase:
    """Send a picture of the guides."""
    try:
        image = (PICTURES / f"{picture}.png").read_bytes()
    except OSError:
        raise Http404 from None
    etag = f'"{sha256(image).hexdigest()[:32]}"'
    return answer(request, etag, lambda: HttpResponse(image, "image/png"), max_age=PICTURE_SECONDS)


def _description(parts: Sequence[Section]) -> str:
    """Return the beginning of the first words of a guide, which say whom it is for and what it is about."""
    words = next(part.words for part in parts if part.words)
    return shorten(words, LONGEST_DESCRIPTION, placeholder=" …")


def _entry(guide: Guide, reader: str) -> dict[str, object]:
    title, *parts = sections(guide, reader)
    language = guide.language(reader)
    return {
        "key": guide.key,
        "title": title.title,
        "parts": [part for part in parts if part.level == 2],
        "language": "" if language == reader else language,
    }
