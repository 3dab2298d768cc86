"""A guide as HTML, made from its Markdown file once in each process and language."""

import posixpath
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from django.urls import reverse
from django.utils.safestring import SafeString

from burraco_club.help.guides import DOCS, GUIDE_OF, PICTURES, Guide
from burraco_club.help.sections import sections

if TYPE_CHECKING:
    from markdown_it.token import Token

WIDE = 4
"""The columns from which on a table may be wider than a phone, which then scrolls it."""
EXTERNAL = ("http://", "https://", "mailto:")


def html_of(guide: Guide, reader: str) -> SafeString:
    """Return a guide as HTML without its title, with links to pages in the reader's language, the active one."""
    path = guide.path(reader)
    return _html(path, reader, path.stat().st_mtime_ns)


@lru_cache(maxsize=128)
def _html(path: Path, reader: str, _changed: int) -> SafeString:
    # Import only if needed: a start renders no guide.
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
    tokens = list(_page(markdown.parse(path.read_text(encoding="utf-8")), path, reader))
    # The files of docs/ are the program's own, and raw HTML in them is shown as text.
    return SafeString(markdown.renderer.render(tokens, markdown.options, {}))


def _page(tokens: Sequence["Token"], path: Path, reader: str) -> Iterator["Token"]:
    """Yield the tokens of the page: no title, headings with anchors, tables that fit, links that lead somewhere."""
    headings = iter(sections(GUIDE_OF[path], reader))
    hidden = ""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", next(headings).anchor)
            hidden = "heading_close" if token.tag == "h1" else hidden
        elif token.type == "thead_open" and not _has_words(tokens[at:], "thead_close"):
            hidden = "thead_close"
        if hidden:
            hidden = "" if token.type == hidden else hidden
            continue
        if token.type == "table_open":
            columns = sum(other.type == "th_open" for other in _until(tokens[at:], "thead_close"))
            token.attrSet("class", "table club-table")
            yield _raw('<div class="guide-table"' + (' tabindex="0">' if columns >= WIDE else ">"))
        if token.attrs.pop("style", "") == "text-align:right":
            # The policy of the pages lets no element have a style of its own.
            token.attrSet("class", "number")
        if token.children is not None:
            token.children = list(_line(token.children, path, reader))
        yield token
        if token.type == "table_close":
            yield _raw("</div>")


def _line(tokens: Sequence["Token"], path: Path, reader: str) -> Iterator["Token"]:
    """Yield a line's tokens. A link to a file that is not a guide becomes its words and the file's name."""
    named = ""
    for token in tokens:
        if token.type == "image":
            _show(token)
        elif token.type == "link_open":
            target = unquote(str(token.attrGet("href")))
            named = "" if (address := _address(target, path, reader)) else _file(target, path)
            if named:
                continue
            token.attrSet("href", address)
        elif token.type == "link_close" and named:
            yield _raw(f" (<code>{escape(named)}</code>)")
            continue
        yield token


def _address(target: str, path: Path, reader: str) -> str:
    """Return the address of a link's target in the program, or an empty string if the program does not show it."""
    if target.startswith(EXTERNAL):
        return target
    name, _hash, anchor = target.partition("#")
    there = Path(posixpath.normpath(path.parent / name)) if name else path
    guide = GUIDE_OF.get(there)
    if guide is None:
        return ""
    language = next(code for code, file in guide.files.items() if there == DOCS / file)
    found = {section.own_anchor: section.anchor for section in sections(guide, language)}
    page = "" if there == path else reverse("help_guide", args=[guide.key])
    return f"{page}#{found.get(anchor, '')}" if anchor else page


def _file(target: str, path: Path) -> str:
    """Return the name of a file from the program's folder on."""
    return posixpath.relpath(path.parent / target.partition("#")[0], DOCS.parent)


def _show(image: "Token") -> None:
    """Let a picture have its measures, so that nothing jumps, and load when it is scrolled to."""
    name = posixpath.basename(str(image.attrGet("src")))
    width, height = picture_size(PICTURES / name)
    image.attrSet("src", reverse("help_picture", args=[name.removesuffix(".png")]))
    image.attrSet("width", str(width))
    image.attrSet("height", str(height))
    image.attrSet("loading", "lazy")


def picture_size(picture: Path) -> tuple[int, int]:
    """Return the width and the height of a PNG, which stand in its head."""
    with picture.open("rb") as file:
        head = file.read(24)
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])


def _until(tokens: Sequence["Token"], last: str) -> Iterator["Token"]:
    for token in tokens:
        yield token
        if token.type == last:
            return


def _has_words(tokens: Sequence["Token"], last: str) -> bool:
    return any(token.content for token in _until(tokens, last))


def _raw(html: str) -> "Token":
    from markdown_it.token import Token

    return Token("html_inline", "", 0, content=html)
