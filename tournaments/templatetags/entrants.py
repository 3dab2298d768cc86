"""What is entered, in the words of the tournament's kind."""

from django import template
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.wording.entrants import words_of

register = template.Library()

register.filter("entrant_words", words_of)


@register.filter
def counted(number: int, sentence: Promise) -> str:
    """`12 pairs`: a sentence of `EntrantWords` with its number."""
    return str(sentence % {"counter": number})


@register.simple_tag
def told(sentence: Promise, **facts: int | str) -> SafeString:
    """A sentence of `EntrantWords` with its facts, as `blocktranslate` writes them."""
    return mark_safe(str(sentence % {name: _shown(fact) for name, fact in facts.items()}))


class _Number(int):
    """Shown as the reader writes numbers, while a plural goes by its value."""

    def __str__(self) -> str:
        return localize(int(self))


def _shown(fact: int | str) -> object:
    return _Number(fact) if isinstance(fact, int) else conditional_escape(fact)
