"""Everything a person reads is in Italian: every message of the code and of the templates has its translation.

The messages are found without gettext's own tools, which a club's machine does not have.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import polib
from django.template import engines
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOT = Path(__file__).parents[1]
CATALOG = polib.pofile(str(ROOT / "locale/it/LC_MESSAGES/django.po"))
ENTRIES = {(entry.msgctxt, entry.msgid): entry for entry in CATALOG if not entry.obsolete}

PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL = {"ngettext", "ngettext_lazy"}
CONTEXT = {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}
Message = tuple[str | None, str]


def in_python(path: Path) -> Iterator[Message]:
    """The messages of every gettext call with literal arguments; one that is built at run time cannot be translated."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        literals = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
        # `gettext` by its name may look up what `gettext_noop` has marked elsewhere; `_` never does.
        if node.func.id == "gettext" and literals[0] is None:
            continue
        if node.func.id in PLAIN | PLURAL:
            assert isinstance(literals[0], str), f"{path}:{node.lineno}: a message that is not a literal"
            yield None, literals[0]
        elif node.func.id in CONTEXT:
            assert isinstance(literals[0], str) and isinstance(literals[1], str), f"{path}:{node.lineno}"
            yield literals[0], literals[1]


def in_template(name: str) -> Iterator[Message]:
    template = engines["django"].get_template(name).template  # type: ignore[attr-defined]
    for node in template.nodelist.get_nodes_by_type(TranslateNode):
        yield _context(node.message_context), node.filter_expression.var.literal or str(node.filter_expression.var.var)
    for node in template.nodelist.get_nodes_by_type(BlockTranslateNode):
        singular, _variables = node.render_token_list(node.singular)
        yield _context(node.message_context), re.sub(r"\s*\n\s*", " ", singular.strip()) if node.trimmed else singular
    for found in re.findall(r"""[:=]_\((["'])(.*?)\1\)""", template.source):
        yield None, found[1]


def _context(expression: Any) -> str | None:
    return None if expression is None else str(expression.var)


def messages() -> Iterator[tuple[str, Message]]:
    for folder in ("accounts", "burraco_club", "scoring", "tournaments"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for message in in_python(path):
                yield str(path.relative_to(ROOT)), message
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for message in in_template(str(path.relative_to(ROOT / "templates"))):
            yield str(path.relative_to(ROOT)), message


def test_every_message_is_in_the_italian_catalog():
    missing = sorted({f"{where}: {message!r}" for where, message in messages() if message not in ENTRIES})
    assert missing == []


def test_no_message_of_the_catalog_is_left_in_english():
    empty = [entry.msgid for entry in ENTRIES.values() if "fuzzy" in entry.flags or not entry.translated()]
    assert empty == []


def test_the_catalog_has_nothing_that_nobody_says():
    said = {message for _where, message in messages()}
    assert [msgid for context, msgid in ENTRIES if (context, msgid) not in said] == []


def facts(text: str) -> set[str]:
    """What a sentence has filled in: `%(table)s`, `{name}`."""
    named = {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}
    return named | set(re.findall(r"%\((\w+)\)[a-z]", text))


def test_a_translation_fills_in_the_same_facts():
    for entry in ENTRIES.values():
        wanted = facts(entry.msgid) | facts(entry.msgid_plural or "")
        for translation in [entry.msgstr] if not entry.msgid_plural else entry.msgstr_plural.values():
            # The singular may say "one" instead of the number; nothing else is left out or made up.
            assert facts(translation) <= wanted, entry.msgid
            assert entry.msgid_plural or facts(translation) == wanted, entry.msgid


def test_no_deed_is_called_annulla():
    """On a button it could undo something or leave the dialog: it may only leave one, and then nothing is done."""
    leaves_a_dialog = {"Cancel"}
    told = {
        entry.msgid: [entry.msgstr, *entry.msgstr_plural.values()]
        for entry in ENTRIES.values()
        if entry.msgid not in leaves_a_dialog
    }
    assert [msgid for msgid, said in told.items() if any("annull" in each.lower() for each in said)] == []
    written = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").rglob("*.js")]
    assert [str(path) for path in written if "annull" in path.read_text(encoding="utf-8").lower()] == []


def test_italian_has_typographic_apostrophes_and_quotes():
    """`dell’arbitro`, «riserva»: as the pages and the sheets print them."""
    told = {entry.msgid: " ".join([entry.msgstr, *entry.msgstr_plural.values()]) for entry in ENTRIES.values()}
    assert [msgid for msgid, said in told.items() if re.search(r"[^\W\d_]'[^\W\d_]|[^\W\d_]'[%{]|[“”]", said)] == []


def test_english_has_typographic_apostrophes_but_where_a_migration_would_be_due():
    """The labels of columns stand in the migrations, too; only the administration and the history show them."""
    of_columns = {
        "The federation's card, with its leading zeros.",
        *(f"in the {which} player's place" for which in ("first", "second")),
        "substitutes may take a player's place",
    }
    typed = {entry.msgid for entry in ENTRIES.values() if re.search(r"[^\W\d_]'(?:[^\W\d_]|\s)", entry.msgid)}
    assert typed == of_columns


def test_italian_says_tu_and_gives_no_order_in_the_infinitive():
    """At the start of a sentence these would be an order to nobody: `Controlla`, not `Controllare`."""
    orders = "Controllare|Scegliere|Scrivere|Lasciare|Inserire|Premere|Indicare|Dire"
    order = re.compile(rf"(?:^|[.:;?!] )(?:{orders})\b", re.IGNORECASE)
    told = {entry.msgid: " ".join([entry.msgstr, *entry.msgstr_plural.values()]) for entry in ENTRIES.values()}
    assert [msgid for msgid, said in told.items() if order.search(said)] == []
