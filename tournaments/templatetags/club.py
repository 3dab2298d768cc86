"""What every template needs: the page's address in the other languages, and numbers as people write them."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.context import Context
from django.urls import translate_url
from django.utils.translation import get_language, get_language_info

from tournaments.wording import figures

register = template.Library()

register.filter("spoken", figures.spoken_date, expects_localtime=True)


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
                "url": here if code == get_language() else translate_url(here, code),
                "current": code == get_language(),
            }
            for code, _ in settings.LANGUAGES
        ]
    }


@register.filter
def figure(points: int | None) -> str:
    """`1.250`, `−385` in the reader's language; nothing for what is not known yet."""
    return "" if points is None else figures.figure(points)


@register.filter
def signed(points: int | None) -> str:
    """The same with its sign always written, for differences: `+620`, `−385`, `0`."""
    return "" if points is None else figures.signed(points)


register.filter("column_sum", figures.column_sum)
