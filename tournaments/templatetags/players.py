"""What the players' pages print hundreds of times: cheaper here than as a partial."""

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
    """The names of an entrant, each in an element of its own: on a phone they stand one above the other."""
    return _each_on_its_own(entrant.names)


@register.filter
def playing(entrant: Entrant) -> SafeString:
    """The same of those who hold the seats now: substitutes without the players whose place they took."""
    return _each_on_its_own(entrant.playing)


@register.simple_tag
def linked(side: Side, tournament: Tournament) -> SafeString:
    """The names of a side, each entrant's leading to its own page."""
    links = (
        format_html('<a href="{}">{}</a>', reverse("public_pair", args=[tournament.slug, each.id]), names(each))
        for each in side.entrants
    )
    return format_html_join(DASH, "{}", ((link,) for link in links))


def page_of(tournament: Tournament, name: str) -> Callable[[int], str]:
    """The addresses of the pages of that name, by number. To work each out would take longer than to write its row."""
    before, after = reverse(name, args=[tournament.slug, 0]).rsplit("0", 1)
    return lambda number: f"{before}{number}{after}"


def _each_on_its_own(people: Sequence[str]) -> SafeString:
    return mark_safe(DASH.join(f'<span class="name">{escape(name)}</span>' for name in people))
