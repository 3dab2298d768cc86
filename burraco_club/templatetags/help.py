"""The way from a page to the part of the guides that it is about."""

from django import template
from django.template.context import Context
from django.urls import reverse

from burraco_club.help.places import PLACES

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: Context) -> str:
    """Return the address of what the guides say of this page, or of all guides.

    `help_of` names another page whose help it shares: an address may show different things on the way.
    """
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    name = context.get("help_of") or (match.view_name if match else "")
    guide, hash_sign, heading = PLACES.get(name, "").partition("#")
    return f"{reverse('help_guide', args=[guide])}{hash_sign}{heading}" if guide else reverse("help")
