"""The tables of web pages, and of workbooks in XML: what is in their cells, and in which column each stands."""

import pytest

from tournaments.people.html_tables import holds_tables, tables_of


def read(text: str) -> list[list[list[str]]]:
    return [*tables_of(text)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("<tr><td>Rossi<th>Anna</tr><tr><td>Neri</td>", [["Rossi", "Anna"], ["Neri"]]),
        ("<TR><TD>Rossi</TD><TD>Anna</TD></TR>", [["Rossi", "Anna"]]),
        # What stands between cells, before and after them is in none.
        ("x<tr>x<td>Rossi</td>x<td>Anna</td>x</tr>x", [["Rossi", "Anna"]]),
        ("<tr><td>Rossi</tr>x<tr><td>Neri<tr>x<td>Blu", [["Rossi"], ["Neri"], ["Blu"]]),
        # A cell without a row begins one.
        ("<td>Rossi<td>Anna<tr><td>Neri", [["Rossi", "Anna"], ["Neri"]]),
        ("<tr><tr><td>Neri", [[], ["Neri"]]),
        # Breaks and blocks part words, other tags do not.
        ("<td>De<br>Luca</td>", [["De Luca"]]),
        ("<td><p>De</p><p>Luca</p><div>Ada</div></td>", [["De Luca Ada"]]),
        ("<td>De<b>Lu</b>ca &amp; Ada\n\t x</td>", [["DeLuca & Ada x"]]),
        ("<td>Rossi<script>x<b>y</b></script>Anna<style>p</style></td>", [["RossiAnna"]]),
        ("<td>Rossi</title>Anna</td>", [["RossiAnna"]]),
        # A wide cell takes the columns to its right.
        ('<tr><td colspan="3">Rossi<td>x<tr><td colspan=2>Neri', [["Rossi", "", "", "x"], ["Neri", ""]]),
        ('<tr><td colspan="0">a<td colspan="-2">b<td colspan="x">c<td colspan>d', [["a", "b", "c", "d"]]),
        ('<tr><td colspan="99">a<td>b', [["a", *[""] * 59, "b"]]),
        ('<tr><td colspan="1234567890">a<td>b', [["a", "b"]]),
        # The XML of a workbook says where a cell stands if some before it are empty.
        ('<Row><ss:Cell ss:Index="3">a</ss:Cell><Cell>b</Cell></Row>', [["", "", "a", "b"]]),
        ('<Row><Cell>a</Cell><Cell ss:Index="2">b</Cell><Cell ss:Index="1">c</Cell></Row>', [["a", "b", "c"]]),
        ('<ss:Row><Cell ss:Index="2" colspan="2">a</Cell><Cell ss:Index="5">b</Cell>', [["", "a", "", "", "b"]]),
    ],
)
def test_each_cell_has_its_words_and_its_column(text: str, rows: list[list[str]]) -> None:
    assert read(f"<table>{text}</table>") == [rows]
    assert read(f"<html><body>x<table>{text}</table>y<td>z</table></body></html>") == [rows]


def test_a_table_within_another_is_one_of_its_own() -> None:
    inner = "<table><tr><td>b</td></tr></table>"
    assert read(f"<table><tr><td>a{inner}c<td>d</table><table><td>e</table>") == [[["ac", "d"]], [["b"]], [["e"]]]
    assert read(f"<ss:Table><tr><td>a<td>{inner}</ss:Table>") == [[["a", ""]], [["b"]]]


def test_outside_tables_nothing_is_read_and_nothing_breaks() -> None:
    assert read("<tr><td>a</td></tr></table></td></script>") == []
    assert read("<head><table><tr><td>a</td></tr></table></head>") == [[[""]]]
    assert read("<style>x<script>y</style>z</script><table><td>a</table>") == [[["a"]]]
    assert read("</style></style><script><table><td>a</td></table>") == []
    assert read("<title>x</title><table><td>a<td>b") == [[["a", "b"]]]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("\ufeff \n<TABLE><TR>", True),
        ("<?xml?><ss:Row>", True),
        ("<Workbook><Row>", True),
        ("<html><table><td>", False),
        ("Rossi <tr>", False),
        ("", False),
    ],
)
def test_a_page_is_told_by_its_beginning_and_its_rows(text: str, holds: bool) -> None:
    assert holds_tables(text) is holds
