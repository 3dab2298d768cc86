"""The joined widgets write the same HTML as Django's own templates."""

import re

import pytest
from django import forms
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe

from pages.joined_widgets import JoinedCheckboxes, JoinedHiddenInput, JoinedSelect, JoinedTextInput

NASTY = '<b>O\'Neil & "X"'
CHOICES = [("", "–"), ("a", NASTY), (NASTY, "b"), ("c", lazystr("<i>")), ("d", mark_safe("A &amp; <i>b</i>."))]


@pytest.mark.parametrize("attrs", [{}, {"id": "x-1", "disabled": True, "hidden": False, "aria-label": NASTY, "max": 7}])
@pytest.mark.parametrize("value", [None, "", NASTY, 0, "a", "c"])
@pytest.mark.parametrize(
    ("joined", "own"),
    [
        (JoinedTextInput(attrs={"inputmode": "numeric"}), forms.TextInput(attrs={"inputmode": "numeric"})),
        (JoinedHiddenInput(), forms.HiddenInput()),
        (JoinedSelect(attrs={"tabindex": "-1"}, choices=CHOICES), forms.Select({"tabindex": "-1"}, CHOICES)),
        (JoinedCheckboxes({"class": NASTY}, CHOICES), forms.CheckboxSelectMultiple({"class": NASTY}, CHOICES)),
        (JoinedCheckboxes(choices=CHOICES), forms.CheckboxSelectMultiple(choices=CHOICES)),
        (JoinedCheckboxes(), forms.CheckboxSelectMultiple()),
    ],
    ids=["text", "hidden", "select", "boxes with a class", "boxes", "no boxes"],
)
def test_it_is_what_djangos_template_says(
    joined: forms.Widget, own: forms.Widget, value: object, attrs: dict[str, object]
) -> None:
    expected = re.sub(r">\s+<", "><", own.render(NASTY, value, attrs))
    assert joined.render(NASTY, value, attrs) == expected


def test_boxes_are_ticked_as_by_djangos_template() -> None:
    ticked = ["a", "c"]
    own = forms.CheckboxSelectMultiple(choices=CHOICES).render("x", ticked, {"id": "id_x"})
    joined = JoinedCheckboxes(choices=CHOICES).render("x", ticked, {"id": "id_x"})
    assert joined == re.sub(r">\s+<", "><", own) and joined.count(" checked") == 2
