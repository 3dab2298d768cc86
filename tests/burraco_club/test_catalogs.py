import gettext
import os
from pathlib import Path

import pytest

from burraco_club.catalogs import compile_catalogs

CATALOG = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "table"
msgstr "{table}"

#, fuzzy
msgid "round"
msgstr "una parola incerta"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "it" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(CATALOG.format(table="tavolo"), encoding="utf-8")
    return path


def translation(tmp_path: Path) -> gettext.NullTranslations:
    with (tmp_path / "it" / "LC_MESSAGES" / "django.mo").open("rb") as compiled:
        return gettext.GNUTranslations(compiled)


def test_gettext_reads_what_was_compiled(source: Path, tmp_path: Path) -> None:
    assert compile_catalogs([tmp_path]) == [source.with_suffix(".mo")]
    assert translation(tmp_path).gettext("table") == "tavolo"
    assert translation(tmp_path).gettext("round") == "round", "an uncertain translation is not shown"


def test_only_a_changed_catalog_is_compiled_again(source: Path, tmp_path: Path) -> None:
    compile_catalogs([tmp_path])
    assert compile_catalogs([tmp_path]) == []
    source.write_text(CATALOG.format(table="tavolino"), encoding="utf-8")
    later = source.stat().st_mtime + 10
    os.utime(source, (later, later))
    assert compile_catalogs([tmp_path]) == [source.with_suffix(".mo")]
    assert translation(tmp_path).gettext("table") == "tavolino"
    assert [path.name for path in sorted(source.parent.iterdir())] == ["django.mo", "django.po"]
