"""Numbers as people write them, and the link to the same page in another language."""

from datetime import date

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.urls import resolve
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.templatetags.club import figure, signed

WRITTEN = [
    ("it", 0, "0", "0"),
    ("it", 60, "60", "+60"),
    ("it", 1250, "1.250", "+1.250"),
    ("it", -385, "−385", "−385"),
    ("it", -12045, "−12.045", "−12.045"),
    ("en", 1250, "1,250", "+1,250"),
    ("en", None, "", ""),
]


@pytest.mark.parametrize(("language", "points", "plain", "with_sign"), WRITTEN)
def test_points_are_written_as_people_write_them(language: str, points: int | None, plain: str, with_sign: str) -> None:
    with translation.override(language):
        assert figure(points) == plain
        assert signed(points) == with_sign


@given(points=st.integers(min_value=-1_000_000, max_value=1_000_000), language=st.sampled_from(["it", "en"]))
def test_what_is_written_reads_back(points: int, language: str) -> None:
    with translation.override(language):
        written = signed(points)
    assert int(written.replace("−", "-").replace(".", "").replace(",", "")) == points


def switch(address: str, *, language: str) -> str:
    request = RequestFactory().get(address)
    with translation.override(language):
        request.resolver_match = resolve(request.path)
        return Template("{% load club %}{% language_switch %}").render(Context({"request": request}))


def test_the_switch_leads_to_the_same_page_and_back() -> None:
    assert 'href="/en/login/?next=%2F"' in switch("/login/?next=%2F", language="it")
    assert 'href="/login/?next=%2F"' in switch("/en/login/?next=%2F", language="en")


def test_the_switch_marks_the_language_being_read() -> None:
    english = switch("/en/login/", language="en")
    current = [link for link in english.split("<a ")[1:] if 'aria-current="true"' in link]
    assert len(current) == 1
    assert 'lang="en"' in current[0]


def test_an_address_that_leads_nowhere_has_no_other_language() -> None:
    template = Template("{% load club %}{% language_switch %}")
    assert template.render(Context({"request": RequestFactory().get("/nowhere/")})).strip() == ""
    assert template.render(Context({})).strip() == ""


def test_days_are_written_as_people_say_them() -> None:
    day = date(2026, 11, 20)
    with translation.override("it"):
        assert Template("{% load club %}{{ day|spoken }}").render(Context({"day": day})) == "venerdì 20 novembre 2026"
    with translation.override("en"):
        assert Template("{% load club %}{{ day|spoken }}").render(Context({"day": day})) == "Friday 20 November 2026"
