"""Text that is too long for a field reaches the server completely, and is returned with a message."""

import re
from pathlib import Path

import pytest
from django import forms
from django.test import Client

from tests.factories import make_account, make_tournament
from tests.tournaments.views.pages import html_of, text_of, url

TEMPLATES = Path(__file__).parents[2] / "templates"
SEARCHED = {"club/_finder.html", "hall/seat.html", "help/_finder.html", "partials/finder.html"}
"""Search terms are not stored."""


class Typed(forms.Form):
    name = forms.CharField(max_length=40)
    figure = forms.CharField(max_length=40, widget=forms.TextInput())

    def __init__(self) -> None:
        super().__init__()
        self.fields["figure"].widget.attrs["maxlength"] = 12


def test_no_field_cuts_what_is_pasted_unless_its_form_says_so() -> None:
    assert re.findall(r"maxlength=\"\d+\"", str(Typed())) == ['maxlength="12"']


def test_no_template_cuts_it_either() -> None:
    cutting = {
        str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html") if "maxlength" in path.read_text("utf-8")
    }
    assert cutting == SEARCHED


@pytest.mark.django_db
def test_too_long_a_name_comes_back_whole_with_a_sentence(client: Client) -> None:
    client.force_login(make_account())
    tournament, name = make_tournament(), "Rossi " + "Anna" * 60
    page = client.get(url("tournament_settings", tournament))
    assert "maxlength" not in html_of(page)
    answer = client.post(url("tournament_settings", tournament), {"name": name, "date": "2026-11-20"})
    assert answer.status_code == 422
    assert f'value="{name}"' in html_of(answer) and "at most 120 characters (it has 246)" in text_of(answer)
