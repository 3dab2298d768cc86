"""The reader's rights for templates that know an address."""

from django import template
from django.template.context import Context

from burraco_club.context_processors import Permissions

register = template.Library()


@register.filter
def open_to(address: str, may: Permissions) -> bool:
    """Return whether the reader may use that address: `url|open_to:may`."""
    return may.at(address)


@register.simple_tag(takes_context=True)
def next_is_open(context: Context) -> bool:
    """Return whether the reader may do what the next bar suggests.

    A page itself knows whether it shows its own form.
    """
    may, step = context.get("may"), context.get("next_step")
    if may is None or context.get("submits"):
        return True
    if step is not None and context.get("url") == step.url and not context.get("posts_to"):
        return bool(may[step.needs])
    return bool(may.at(context.get("posts_to") or context["url"]))
