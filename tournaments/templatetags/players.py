"""The tags that players' pages use hundreds of times: cheaper here than as a partial."""

from collections.abc import Callable, Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Tournament
from tournaments.records import Entrant, Side

register = template.Library()

DASH = mark_safe(' <span class="unseen-on-phones">–</span> ')


@register.filter
def names(entrant: Entrant) -> SafeString:
    """Return the names of an entrant, each in its own element: on a phone they are one above the other."""
    return _unbroken_names(entrant.names)


@register.simple_tag
def linked(side: Side, tournament: Tournament) -> SafeString:
    """Return the names of a side, each entrant's with a link to its own page."""
    links = (
        format_html('<a href="{}">{}</a>', reverse("public_pair", args=[tournament.slug, entrant.id]), names(entrant))
        for entrant in side.entrants
    )
    return format_html_join(DASH, "{}", ((link,) for link in links))


def page_of(tournament: Tournament, name: str) -> Callable[[int], str]:
    """Return the function from number to URL of that name. Resolving each would take longer than writing its row."""
    before, after = reverse(name, args=[tournament.slug, 0]).rsplit("0", 1)
    return lambda number: f"{before}{number}{after}"


def _unbroken_names(people: Sequence[str]) -> SafeString:
    return mark_safe(DASH.join(f'<span class="name">{escape(name)}</span>' for name in people))
