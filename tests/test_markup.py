"""The check of every page that a test sees finds what is unsound, and nothing else."""

import pytest

from tests.markup import markup_faults

SOUND = """<!doctype html><html lang="it"><head><title>Sala</title></head><body class="container">
<form method="post" id="door"><label for="name">Nome</label><input type="text" name="name" id="name" data-door></form>
<ul aria-labelledby="name"><li>1<br>2</li></ul><a href="#name">su</a><a href="#">niente</a>
<svg viewBox="0 0 1 1"><path d="M0 0"/><text>1</text></svg><button form="door" type="submit">Invia</button>
</body></html>"""


def test_a_sound_page_has_no_faults() -> None:
    assert markup_faults(SOUND) == []


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<table><tbody>x<tr><td>1</td></tr></tbody></table>", "text in <tbody>: x"),
        ("<ul><li><b>1</li></ul>", "</li> closes <b>"),
        ("1</p>", "</p> closes nothing"),
        ("<td> None </td>", "a fact is missing: None"),
        ("<p>Tavolo %(table)s</p>", "a fact is missing: Tavolo %(table)s"),
        ("<div><p>1</p>", "<div> is never closed"),
        ('<i id="one"></i><b id="one"></b>', "<b> has an id that is no name, or another's: one"),
        ('<i id=""></i>', "<i> has an id that is no name, or another's: "),
        ('<i id="one two"></i>', "<i> has an id that is no name, or another's: one two"),
        ('<p class="muted mutedx"></p>', "<p> has a class that nobody knows: mutedx"),
        ("<p data-doorx></p>", "<p> has data-doorx"),
        ("<p hx-gets></p>", "<p> has hx-gets"),
        ("<p aria-lable></p>", "<p> has aria-lable"),
        ("<p viewbox></p>", "<p> has viewbox"),
        ('<svg><path colspan="2"/></svg>', "<path> has colspan"),
        ('<input inputmode="digits">', '<input> has inputmode="digits"'),
        ('<input type="int">', '<input> has type="int"'),
        ('<!doctype html><label for="none"></label>', '<label for="none"> names no id'),
        ('<!doctype html><p id="one" aria-describedby="one two"></p>', '<p aria-describedby="one two"> names no id'),
        ('<!doctype html><a href="#none"></a>', '<a href="none"> names no id'),
    ],
)
def test_what_is_unsound_is_a_fault(html: str, fault: str) -> None:
    assert markup_faults(html) == [fault]


def test_a_part_of_a_page_may_name_what_is_elsewhere() -> None:
    assert markup_faults('<button form="door" type="submit">Invia</button>') == []
