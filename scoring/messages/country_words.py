"""The words of the game in the country that a ruleset comes from, beside those of the reader's language."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.engine.grades import Grade, MeldKind

from .melds import GRADES, KINDS

COUNTRIES = {
    **dict.fromkeys(("italian", "italian_semiclean", "fibur_2026", "fibur_internazionale"), "it"),
    **dict.fromkeys(("argentine", "burako_comodines"), "es"),
    **dict.fromkeys(("brazilian_aberto", "brazilian_aberto_sujo", "brazilian_as_a_as", "tranca"), "pt"),
    **dict.fromkeys(("brazilian_fechado", "brazilian_fechado_sujo", "brazilian_fechado_stbl"), "pt"),
}
"""The language of a preset's country; Canasta is played in none more than in others."""

WORDS: tuple[str | Promise, ...] = (
    pgettext_lazy("word of the game", "meld"),
    KINDS[MeldKind.SEQUENCE],
    KINDS[MeldKind.SET],
    pgettext_lazy("word of the game", "burraco"),
    GRADES[Grade.CLEAN],
    GRADES[Grade.SEMI_CLEAN],
    GRADES[Grade.DIRTY],
    _("pozzetto"),
    pgettext_lazy("line of a score", "closing"),
    pgettext_lazy("word of the game", "stock"),
    pgettext_lazy("option", "discard pile"),
    pgettext_lazy("option", "joker"),
    _("pinella"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountryWord:
    """One thing in two languages."""

    here: str
    there: str
    language: str
    """The code of the country's language."""


def country_words(preset: str) -> list[CountryWord]:
    """Return the words that differ from the reader's; none where the reader's language is the country's."""
    language = COUNTRIES.get(preset)
    if language is None or language == get_language():
        return []
    here = [str(word) for word in WORDS]
    with override(language):
        there = [str(word) for word in WORDS]
    return [
        CountryWord(here=ours, there=theirs, language=language)
        for ours, theirs in zip(here, there, strict=True)
        if ours != theirs
    ]
