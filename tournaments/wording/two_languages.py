"""Words in two languages at once, for the sheets of an international event.

`gettext` and `pgettext` take the place of Django's where such a sheet is written. In a block of `also_in` they give a
message in the reader's language and in the second one; elsewhere they are Django's. Names, figures and codes are put in
afterwards, and so are printed once.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from django.utils import translation

BETWEEN = "\u2002/\u2002"
"""What separates the two languages on one line. Where they do not fit on one, each has lines of its own."""


@dataclass(frozen=True, slots=True)
class _Second:
    """The second language, and what was said in both."""

    language: str
    said: dict[Hashable, str] = field(default_factory=dict)


_SECOND: ContextVar[_Second | None] = ContextVar("second_language", default=None)


@contextmanager
def also_in(language: str) -> Iterator[None]:
    """Give messages in this language, too, for the length of a block; if it is empty, in the reader's alone."""
    outside = _SECOND.set(_Second(language) if language else None)
    try:
        yield
    finally:
        _SECOND.reset(outside)


def in_both(say: Callable[..., str], *facts: Hashable) -> str:
    """Return what `say` makes of the facts, in both languages, and once if they agree.

    `say` is called once for each language and facts, however many tables of a sheet ask. Inside it, messages are in one
    language only.

    >>> with translation.override("it"), also_in("es"):
    ...     gettext("rests"), gettext("base"), gettext("with %(partner)s") % {"partner": "Rossi"}
    ('riposa\\u2002/\\u2002queda libre', 'base', 'con Rossi')
    """
    second = _SECOND.get()
    if second is None:
        return say(*facts)
    key = (say, facts)
    if key not in second.said:
        second.said[key] = _asked(say, facts, second.language)
    return second.said[key]


def _asked(say: Callable[..., str], facts: tuple[Hashable, ...], language: str) -> str:
    with also_in(""):
        first = say(*facts)
        with translation.override(language):
            return _joined(first, say(*facts))


def inside(text: str) -> str:
    """Return words for the inside of a longer text, whose languages are never on lines of their own."""
    return text.replace(BETWEEN, " / ")


def gettext(message: str) -> str:
    return in_both(translation.gettext, message)


def pgettext(context: str, message: str) -> str:
    return in_both(translation.pgettext, context, message)


def _joined(first: str, second: str) -> str:
    """Return both texts, or one of them with two first words if the others are the same: `Girone / Zona A`."""
    if first == second:
        return first
    (word, *words), (other, *others) = first.split(" "), second.split(" ")
    if words and words == others:
        return " ".join([f"{word} / {other}", *words])
    return f"{first}{BETWEEN}{second}"
