"""What the reader may do, where a template knows it by an address."""

from django import template
from django.template.context import Context

from burraco_club.context_processors import May

register = template.Library()


@register.filter
def open_to(address: str, may: May) -> bool:
    """`url|open_to:may`: whether the reader may do what that address is for."""
    return may.at(address)


@register.simple_tag(takes_context=True)
def next_is_open(context: Context) -> bool:
    """Whether the reader may do what the next bar asks for; whether a page shows its own form, it knows itself."""
    may, step = context.get("may"), context.get("next_step")
    if may is None or context.get("submits"):
        return True
    if step is not None and context.get("url") == step.url and not context.get("posts_to"):
        return bool(may[step.needs])
    return bool(may.at(context.get("posts_to") or context["url"]))
