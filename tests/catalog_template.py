"""Every message of the program with its places and a note for whoever translates it.

`python -m tests.catalog_template` writes them to `locale/django.pot`. Nothing of gettext is needed.
"""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polib
from django.template import engines
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "locale/django.pot"

PROGRAM = ("accounts", "burraco_club", "pages", "scoring", "tournaments")
PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL = {"ngettext", "ngettext_lazy"}
CONTEXT = {"pgettext", "pgettext_lazy"}
PLURAL_IN_CONTEXT = {"npgettext", "npgettext_lazy"}

Message = tuple[str | None, str]
"""Context and text."""

ELEMENTS = {
    "button": "Button.",
    "th": "Head of a table’s column: short.",
    "h1": "Title of a page.",
    "h2": "Heading.",
    "h3": "Heading.",
    "h4": "Heading.",
    "legend": "Heading of a group of fields.",
    "summary": "Heading of a fold.",
    "label": "Label of a field.",
    "option": "Choice in a list.",
    "dt": "Name of a fact.",
    "a": "Link.",
    "title": "Title of the window.",
}
KEYWORDS = {
    "label": "Label of a field.",
    "help_text": "Help below a field.",
    "verbose_name": "Name of a column, in the history.",
    "choices": "Choice in a list.",
    "help": "Help of a command.",
}
ROOMS = {
    "sheets": "On paper.",
    "charts": "In a drawing.",
    "history": "Line of the history.",
    "files": "In a file.",
    "api": "For programmers: the API.",
    "management": "On the command line.",
}


@dataclass(slots=True)
class Place:
    """A message where it stands."""

    message: Message
    plural: str | None
    where: str
    """The file, relative to the project."""
    note: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    """What fills the placeholders, as the code says it."""


def in_python(path: Path, *, but_in: Collection[str] = ()) -> Iterator[Place]:
    """Yield the messages of every gettext call with literal arguments. A computed message cannot be translated.

    Arguments of the functions `but_in` are left out.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    left_out = {id(arg) for node in calls if node.func.id in but_in for arg in node.args}
    where = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name
    for node in calls:
        if not node.args or id(node) in left_out:
            continue
        literals = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
        # `gettext` by its full name may look up what `gettext_noop` has marked elsewhere; `_` never does.
        if node.func.id == "gettext" and literals[0] is None:
            continue
        found = _message(node.func.id, literals)
        if found is None:
            continue
        (context, text), plural = found
        assert isinstance(text, str) and (context is None or isinstance(context, str)), f"{path}:{node.lineno}"
        yield Place((context, text), plural, where, _note_in_python(node, parents, where), _facts(node, parents))


def _message(function: str, literals: list[Any]) -> tuple[Message, str | None] | None:
    if function in PLAIN:
        return (None, literals[0]), None
    if function in PLURAL:
        return (None, literals[0]), literals[1]
    if function in CONTEXT:
        return (literals[0], literals[1]), None
    if function in PLURAL_IN_CONTEXT:
        return (literals[0], literals[1]), literals[2]
    return None


def _note_in_python(node: ast.AST, parents: dict[ast.AST, ast.AST], where: str) -> str:
    note = next((note for room, note in ROOMS.items() if f"/{room}/" in where), "")
    while (node := parents.get(node)) is not None:  # type: ignore[assignment]
        match node:
            case ast.keyword(arg=str(name)) if name in KEYWORDS:
                return KEYWORDS[name]
            case ast.Call(func=ast.Name(id="Refused") | ast.Attribute(attr="ValidationError" | "add_error")):
                return "Refusal: what is wrong, and what to do."
            case ast.FunctionDef() | ast.ClassDef():
                return note
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if name.isupper():
                return f"{note} One of {name}.".strip()
    return note


def _facts(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> dict[str, str]:
    match parents.get(node):
        case ast.BinOp(op=ast.Mod(), right=ast.Dict(keys=keys, values=values)):
            pairs = zip(keys, values, strict=True)
            return {key.value: ast.unparse(value) for key, value in pairs if isinstance(key, ast.Constant)}
    return {}


def in_template(name: str) -> Iterator[Place]:
    template = engines["django"].get_template(name).template  # type: ignore[attr-defined]
    where = f"templates/{name}"
    for node in template.nodelist.get_nodes_by_type(TranslateNode):
        text = node.filter_expression.var.literal or str(node.filter_expression.var.var)
        yield Place((_context(node.message_context), text), None, where, _element(template.source, node))
    for node in template.nodelist.get_nodes_by_type(BlockTranslateNode):
        texts = [node.render_token_list(part)[0] for part in (node.singular, node.plural) if part]
        singular, plural = [_trimmed(text) if node.trimmed else text for text in texts] + [None] * (2 - len(texts))
        facts = {name: str(value.token) for name, value in node.extra_context.items()}
        note = _element(template.source, node)
        yield Place((_context(node.message_context), singular or ""), plural, where, note, facts)
    for found in re.findall(r"""[:=]_\((["'])(.*?)\1\)""", template.source):
        yield Place((None, found[1]), None, where)


def _trimmed(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text.strip())


def _context(expression: Any) -> str | None:
    return None if expression is None else str(expression.var)


def _element(source: str, node: Any) -> str:
    """Return what the element is in which a tag stands."""
    lines = source.splitlines(keepends=True)
    begins = sum(map(len, lines[: node.token.lineno - 1]))
    before = source[: source.find(node.token.contents.split("\n")[0], begins)]
    if re.search(r"""(aria-label|title|placeholder|alt)=["'][^"']*$""", before):
        return "Read aloud, or shown when the mouse rests there."
    tags = re.findall(r"<(/?)([a-z][a-z0-9]*)[^<]*$|<(/?)([a-z][a-z0-9]*)", before)
    opened: list[str] = []
    for end, tag, ended, name in tags:
        if end or ended:
            while opened and opened.pop() != (tag or name):
                pass
        elif (tag or name) not in ("br", "img", "input", "link", "meta", "hr", "path", "use", "wbr", "col"):
            opened.append(tag or name)
    return next((ELEMENTS[name] for name in reversed(opened[-3:]) if name in ELEMENTS), "")


def places() -> Iterator[Place]:
    """Yield every message of the program, as often as it stands there."""
    for folder in PROGRAM:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from in_python(path)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield from in_template(str(path.relative_to(ROOT / "templates")))


def catalog_template() -> polib.POFile:
    """Return the catalogue to translate: messages in order of their places, with notes."""
    entries: dict[Message, polib.POEntry] = {}
    notes: dict[Message, list[str]] = {}
    for place in places():
        context, text = place.message
        entry = entries.setdefault(place.message, polib.POEntry(msgctxt=context, msgid=text))
        if place.plural is not None:
            entry.msgid_plural, entry.msgstr_plural = place.plural, {0: "", 1: ""}
        if "%(" in text + (place.plural or "") and "python-format" not in entry.flags:
            entry.flags.append("python-format")
        if (place.where, "") not in entry.occurrences:
            entry.occurrences.append((place.where, ""))
        facts = [f"%({name})s: {value}" for name, value in place.facts.items()]
        said = notes.setdefault(place.message, [])
        said += [note for note in (place.note, *facts) if note and note not in said]
    catalog = polib.POFile(wrapwidth=100)
    catalog.metadata = {
        "Project-Id-Version": "Burraco Club",
        "Language": "",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for message, entry in entries.items():
        entry.comment = "\n".join(notes[message])
        catalog.append(entry)
    return catalog


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
    django.setup()
    catalog_template().save(str(TEMPLATE))
