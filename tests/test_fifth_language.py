"""A language that somebody brings needs a folder and a line, and leaves no English on any page."""

import re
from collections.abc import Collection
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.test import Client
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_AP, WEEKDAYS
from django.utils.translation import get_language_info, override

from burraco_club.rights import RIGHTS
from tests.browser.test_every_page import OF_A_PERSON, page_of
from tests.fuzz.world import build_world
from tests.pseudo_language import CODE, spoken
from tests.tournaments.views.pages import html_of

pytestmark = pytest.mark.django_db

READ = {"aria-label", "title", "alt", "placeholder", "data-label"}
"""The attributes that people read, or hear."""
UNREAD = {"script", "style", "code", "kbd", "samp", "pre", "textarea"}
"""The elements whose text is for programs, or a person's own."""
VOID = {"br", "img", "input", "link", "meta", "hr", "path", "use", "wbr", "col", "circle", "rect", "line", "polyline"}


class Texts(HTMLParser):
    """The texts of a page that a reader meets."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        unread = tag in UNREAD or given.get("lang") not in (None, CODE) or given.get("translate") == "no"
        self.found += [value for name, value in attrs if name in READ and value]
        if tag == "input" and given.get("type") == "submit":
            self.found.append(given.get("value") or "")
        if tag not in VOID:
            self._open.append(unread)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open):
            self.found.append(data)


CARDS = "ace two three four five six seven eight nine ten jack queen king spades hearts diamonds clubs jolly"
"""Cards are called and typed as in `scoring/engine/notation.py`: in English, until the language has a table there."""
OURS = {"burraco", "club", "rossi", "anna", "bianchi", "carlo", "verdi", "ugo", "neri", "pia", "abc", *CARDS.split()}
"""The program's name, examples of names, and words of cards."""
UNSAID = re.compile(r"⟦[^⟦⟧]*⟧|https?://\S+|\w*…\w*")
"""What is translated, and what is cut or no text."""


def english(text: str, known: Collection[str]) -> list[str]:
    """Return the words of a text that are in no message and in nobody's data.

    Each message has a letter with an accent in nearly every word, also where its brackets are in another text.
    """
    while text != (text := UNSAID.sub(" ", text)):
        pass
    words = re.findall(r"[^\W\d_]{3,}", text)
    return [word for word in words if word.isascii() and word.lower() not in known]


def known_words() -> set[str]:
    """Return every word of the database, of Django's dates, and of the languages' own names."""
    texts = [*map(str, (*MONTHS.values(), *MONTHS_AP.values(), *MONTHS_3.values(), *WEEKDAYS.values()))]
    texts += [get_language_info(code)["name_local"] for code, _name in settings.LANGUAGES]
    for model in apps.get_models():
        kinds = (models.CharField, models.TextField, models.JSONField)
        names = [field.attname for field in model._meta.concrete_fields if isinstance(field, kinds)]
        texts += [str(row) for row in model._base_manager.values_list(*names)] if names else []
    return OURS | {word.lower() for text in texts for word in re.findall(r"[^\W\d_]{3,}", text)}


@pytest.mark.long
def test_a_language_that_somebody_brings_is_on_every_page_and_nothing_else(tmp_path: Path) -> None:
    world = build_world()
    client = Client()
    client.force_login(User.objects.get(username="amministratore"))
    names = [name for name, line in RIGHTS.items() if line.look and ":" not in name and name not in OF_A_PERSON]
    left: dict[str, str] = {}
    looked_at = set()
    with spoken(tmp_path):
        with override(CODE):
            known = known_words()
        for name in names:
            with override(CODE):
                page = page_of(client, name, world)
            if page is None:
                continue
            looked_at.add(name)
            texts = Texts()
            texts.feed(html_of(client.get(page)))
            left |= {word: f"{page}: {' '.join(text.split())}" for text in texts.found for word in english(text, known)}
    assert left == {}
    assert len(looked_at) > 60
