"""The pictures of the documentation: their script knows the pages, and the documents show existing files."""

import json
import re

import pytest
from django.test import Client
from django.urls import resolve
from django.utils.translation import override
from PIL import Image

import club
from benchmarks import pictures
from benchmarks.pictures import KEPT, LANGUAGES, MISSING, MOST_BYTES, PICTURES, UNDER_WAY
from tests.test_readme import GUIDES

TAKEN = [f"{name}-{language}.png" for name in PICTURES for language in LANGUAGES]
ELSEWHERE = {f"{name}-{language}.png" for name in ("desk-photo", "phone-call", "phone-photo") for language in ("it", "en")}
"""Pictures of a photo that a player sent, which the sample does not have."""


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_of_a_page_that_has_an_address(name: str, language: str):
    with override(language):
        assert resolve(PICTURES[name].path).url_name == PICTURES[name].view


@pytest.mark.django_db
def test_every_pictured_page_opens_in_the_scene_for_its_visitor():
    session = pictures.set_scene()
    referee, everybody = Client(), Client()
    referee.cookies["sessionid"] = session
    with override("en"):
        for name, picture in PICTURES.items():
            visitor = referee if picture.by_referee else everybody
            assert visitor.get(picture.path).status_code == 200, name


def test_the_evening_under_way_lacks_the_tables_that_are_shown_as_missing():
    text = pictures.evening(slug=UNDER_WAY, day=pictures.MOMENT.date(), state="running", name="Torneo del venerdì")
    tables = json.loads(text)["rounds"][-1]["tables"]
    assert tuple(table["number"] for table in tables if table["outcome"] == "open") == MISSING


@pytest.mark.parametrize("name", TAKEN)
def test_a_kept_picture_is_small_and_of_its_screen(name: str):
    file = KEPT / name
    assert file.stat().st_size <= MOST_BYTES
    picture = PICTURES[name.rpartition("-")[0]]
    with Image.open(file) as image:
        assert picture.view == "public_picture" or image.width == picture.screen[0]
        assert picture.whole or picture.view == "public_picture" or image.height == picture.screen[1]


def test_what_documents_show_exists_and_what_is_kept_is_made_by_somebody():
    named = {name for guide in GUIDES for name in re.findall(r"pictures/([\w-]+\.png)", guide.read_text("utf-8"))}
    assert named <= {*TAKEN, *ELSEWHERE}
    assert {file.name for file in KEPT.iterdir()} == {*TAKEN, *ELSEWHERE}


def test_without_a_browser_a_sentence_says_what_is_lacking(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(club, "CHROMIUMS", ())
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(pictures, "find_spec", lambda name: True)
    assert "CHROMIUM" in pictures.what_is_missing()
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    assert "requirements-browser.txt" in pictures.what_is_missing()
