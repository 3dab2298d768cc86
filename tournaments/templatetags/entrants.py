"""Counting who is entered, in the words of the tournament's kind."""

from django import template
from django.utils.functional import Promise

register = template.Library()


@register.filter
def counted(number: int, sentence: Promise) -> str:
    """`12 pairs`: a sentence of `entrant_words` with its number."""
    return str(sentence % {"counter": number})
