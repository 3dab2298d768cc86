"""What every template needs: the page's address in the other languages, and numbers as people write them."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.context import Context
from django.urls import translate_url
from django.utils.formats import number_format
from django.utils.translation import get_language, get_language_info

register = template.Library()

MINUS = "\u2212"
"""As wide as the plus sign and the figures, and read as "minus"; a hyphen is neither."""


@register.inclusion_tag("partials/languages.html", takes_context=True)
def language_switch(context: Context) -> dict[str, Any]:
    """Links to this very page in each language the club offers.

    An address that leads nowhere has no other language, nor has a page made without a request (a crash): no links then.
    """
    request: HttpRequest | None = context.get("request")
    if request is None or request.resolver_match is None:
        return {"languages": []}
    here = request.get_full_path()
    return {
        "languages": [
            {
                "code": code,
                "name": get_language_info(code)["name_local"].capitalize(),
                "url": translate_url(here, code),
                "current": code == get_language(),
            }
            for code, _ in settings.LANGUAGES
        ]
    }


@register.filter
def figure(points: int | None) -> str:
    """`1.250`, `−385` in the reader's language; nothing for what is not known yet."""
    if points is None:
        return ""
    written = str(number_format(abs(points), force_grouping=True))
    return f"{MINUS}{written}" if points < 0 else written


@register.filter
def signed(points: int | None) -> str:
    """The same with its sign always written, for differences: `+620`, `−385`, `0`."""
    written = figure(points)
    return f"+{written}" if points is not None and points > 0 else written
