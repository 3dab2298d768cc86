"""A made-up language, written by a script: what a fifth language needs, and what no other test of a language can see.

Every message is the English one with accents, in brackets and half as long again, so that a text without accents was
never translated, and what fits in this language fits in others.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polib
from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real

from tests.catalog_template import TEMPLATE

CODE = "eo"
ACCENTS = str.maketrans("aceginorsuyzACEGINORSUYZ", "áçéĝíñóŕšúýžÁÇÉĜÍÑÓŔŠÚÝŽ")
LEFT = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|<[^>]*>|&\w+;|https?://\S+|\n")
"""The parts of a message that stay: placeholders, elements, addresses, ends of lines."""
FORMATS = {"l j F Y"}
"""Messages that are no texts but formats of Django's."""


def pseudo(text: str) -> str:
    """Return a text in the made-up language.

    >>> pseudo("Round %(number)s")
    '⟦Ŕóúñd %(number)s Ŕóúñ⟧'
    """
    if text in FORMATS or not text.strip():
        return text
    words = LEFT.sub(" ", text).split()
    longer = " ".join(words)[: max(len(" ".join(words)) // 2, 1)].strip()
    return f"⟦{_accented(text)} {longer.translate(ACCENTS)}⟧" if words else text


def _accented(text: str) -> str:
    left = LEFT.findall(text)
    parts = [part.translate(ACCENTS) for part in LEFT.split(text)]
    return "".join(part + kept for part, kept in zip(parts, [*left, ""], strict=True))


def write_catalog(folder: Path) -> None:
    """Write the catalogue as a translator would leave it, made for the program to read."""
    catalog = polib.pofile(str(TEMPLATE))
    for entry in catalog:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: pseudo(entry.msgid), 1: pseudo(entry.msgid_plural)}
        else:
            entry.msgstr = pseudo(entry.msgid)
    place = folder / CODE / "LC_MESSAGES"
    place.mkdir(parents=True)
    catalog.save_as_mofile(str(place / "django.mo"))


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Let the program have this language within the block: a folder and a line of the settings."""
    write_catalog(folder)
    languages = [*settings.LANGUAGES, (CODE, "Pseŭdo")]
    with override_settings(LANGUAGES=languages, LOCALE_PATHS=[folder, *settings.LOCALE_PATHS]):
        trans_real.get_languages.cache_clear()
        yield
    trans_real.get_languages.cache_clear()
