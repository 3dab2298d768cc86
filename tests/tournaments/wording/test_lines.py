"""The names of the lines: the club's own, wherever a line is named."""

import ast
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Role
from tests.catalog_template import ROOT, in_python
from tests.factories import draft_round, make_account, make_tournament, play_round, play_table, start_round
from tests.test_translations import entries_of, italian
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import text_of
from tournaments.records import Line, LineNames, System
from tournaments.wording.lines import line_name, lines_by, long_line_name

WORDS = re.compile(r"\b(?:NS|EW|EO|N/S|E/[WO]|North|East|Nord|Est)\b")
"""The names of lines in a club that has chosen none."""
HOME = "tournaments/wording/lines.py"
ROOMS = ("forms", "history", "interchange", "selectors", "services", "sheets", "templatetags", "views", "wording")
"""The rooms that make sentences."""
COMMENTS = re.compile(r"\{#.*?#\}|/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)


def test_no_sentence_names_a_line_by_itself() -> None:
    """The catalogue has every sentence, and none that nobody says: `tests/test_translations.py`."""
    of_lines = {place.message[1] for place in in_python(ROOT / HOME) if WORDS.search(place.message[1])}
    assert {entry.msgid for entry in entries_of("it").values() if WORDS.search(entry.msgid)} == of_lines
    assert {entry.msgid for entry in entries_of("it").values() if any(map(WORDS.search, italian(entry)))} == of_lines


def constants(code: str) -> Iterator[str]:
    """Return the texts of a module that are neither documentation nor a key."""
    tree = ast.parse(code)
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


def test_no_page_no_script_and_no_module_names_a_line_by_itself() -> None:
    written = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static/js").rglob("*.js")]
    in_markup = {path.name: WORDS.findall(COMMENTS.sub("", path.read_text(encoding="utf-8"))) for path in written}
    assert {name: found for name, found in in_markup.items() if found} == {}
    rooms = [ROOT / "tournaments" / room for room in ROOMS]
    modules = [path for room in rooms for path in room.rglob("*.py") if path != ROOT / HOME]
    texts = {path.name: [*constants(path.read_text(encoding="utf-8"))] for path in modules}
    assert {name for name, found in texts.items() if any(map(WORDS.search, found))} == set()
    assert WORDS.findall(COMMENTS.sub("", "{# NS #}\n// NS\n<b>EW</b>")) == ["EW"]
    assert [*constants('"""NS"""\nprint("EW")')] == ["EW"]


def test_the_names_are_those_of_the_club() -> None:
    assert [line_name(line) for line in Line] == ["NS", "EO"]
    with lines_by(lambda: LineNames.MOVEMENT):
        assert [line_name(line) for line in Line] == ["Fissa", "Mobile"]
        assert [long_line_name(line) for line in Line] == ["Linea fissa", "Linea mobile"]
        with override("en"):
            assert line_name(Line.EW) == "Moving"
    assert long_line_name(Line.EW) == "Est–Ovest"


@pytest.mark.django_db
def test_every_page_and_sheet_of_an_evening_names_them_so(client: Client) -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2)
    play_round(start_round(tournament, System.MITCHELL), seed=1)
    round_ = start_round(tournament, System.MITCHELL)
    play_table(round_.tables.get(number=1))
    draft_round(other := make_tournament(pairs=4), System.MITCHELL)
    client.force_login(make_account(role=Role.ADMINISTRATOR))
    answer = client.post("/club/", {"name": "Aurora", "lines": "movement"})
    assert answer.status_code == 302
    evening, draft = [tournament.slug], [other.slug]
    pages = [
        *(reverse("round", args=[*draft, 1]), reverse("history", args=evening), reverse("wall", args=evening)),
        *(reverse(name, args=[*evening, 2]) for name in ("round_seats", "result_sheet", "results", "public_round")),
        *(reverse(name, args=[*evening, 2, 1]) for name in ("table_entry", "table_arbitral")),
        *(reverse("public_pair", args=[*evening, 1]), reverse("journal")),
    ]
    sheets = [reverse(name, args=[*evening, 2]) for name in ("sheet_seating", "sheet_results", "sheet_slips")]
    for address in pages + sheets:
        answer = client.get(address)
        assert answer.status_code == 200, address
        text = "\n".join(pages_of(answer.content)) if address in sheets else text_of(answer)
        assert "Mobile" in text or "Fissa" in text, address
        assert WORDS.findall(text) == [], address
