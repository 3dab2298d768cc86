"""The entrants, in the words of the tournament's kind."""

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
