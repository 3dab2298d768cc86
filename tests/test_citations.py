"""Every citation leads somewhere: documents and their sections, files, modules, sources, and the links of the guides.

A document is cited by its path from the root, `docs/rules.md`, followed by any sections: `docs/rules.md §4`, or
`docs/rules.md §2, §4`. Within a document its own sections are cited alone. The sources of rules are cited by the
numbers of the table in `docs/rules.md §8`.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from deploy.release import OF_THE_REPOSITORY

# All files are read once, by one worker.
pytestmark = pytest.mark.xdist_group("citations")

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "accounts",
    "benchmarks",
    "burraco_club",
    "deploy",
    "docs",
    "pages",
    "scoring",
    "static",
    "templates",
    "tests",
    "tournaments",
)
KINDS = frozenset({".css", ".html", ".js", ".json", ".md", ".py"})

DOCUMENT = re.compile(r"(?<![\w/.*-])((?:[\w.-]+/)*[\w-]+\.md)\b((?:(?:, | and |–| )?§\d+)*)")
SECTION = re.compile(r"§(\d+)?")
FILE = re.compile(r"(?<![\w/.*{…$-])((?:[\w.-]+/)*\w+\.py)\b")
MODULE = re.compile(r"python3? -m ((?:benchmarks|tests)(?:\.[a-z_]+)+)")
SOURCE = re.compile(r"(?<![\w.,/-])00\d(?!\w|[.,]\d)")
PATH = re.compile(rf"`((?:\.ci|{'|'.join(FOLDERS)})/[\w./-]*)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE_BLOCK = re.compile(r"^```.*?^```$", re.M | re.S)
WORD = re.compile(r"\w+")
NAME = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`")
CODE = re.compile(r"[a-z0-9]_[a-z0-9]|[A-Z0-9]_[A-Z]|[a-z][A-Z]")
"""The marks that set a name of code off from a word: `two_words`, `TWO_WORDS`, `TwoWords`, `twoWords`."""
NAMED_ELSEWHERE = {
    "pg_rewind": "a command of PostgreSQL",
    "pg_hba.conf": "a file of PostgreSQL",
    "archive_command": "a setting of PostgreSQL",
    "max_connections": "a setting of PostgreSQL",
    "worker_connections": "a setting of nginx",
    "init_by_array": "a function of the Mersenne Twister",
}
"""Names that this project does not use, with what they are."""


@cache
def cited_in() -> list[Path]:
    """Return every file that may contain citations: all of the project's own."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    loose = [*ROOT.glob("*.md"), *ROOT.glob("*.py"), *ROOT.glob("*.toml"), *ROOT.glob("*.in"), *ROOT.glob(".ci/run")]
    return sorted(path for path in (*found, *loose) if not {"vendor", "migrations"} & {*path.parts})


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


class Source(NamedTuple):
    """The contents of a Python file, read once for all tests."""

    comments: Sequence[str]
    docstrings: Set[str]
    """All strings that stand alone, also those below a constant."""
    strings: Set[str]
    names: Set[str]
    """The names that the code uses or defines."""


@cache
def source_of(path: Path) -> Source:
    # A file without a comment need not be read by token.
    tokens = tokenize.generate_tokens(io.StringIO(text_of(path)).readline) if "#" in text_of(path) else ()
    alone, strings, names = set[str](), set[str](), set[str]()
    for node in ast.walk(ast.parse(text_of(path))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            alone.add(node.value.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
        names |= {
            name for field in ("id", "attr", "name", "arg") if isinstance(name := getattr(node, field, None), str)
        }
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    return Source(comments, alone, strings - alone, names)


def words_of(path: Path) -> str:
    """Return the words of a file: for Python its comments and strings with a space, otherwise the whole text.

    Links are removed, because they are checked from the files that contain them, and so are blocks of code.
    """
    text = text_of(path)
    if path.suffix == ".py":
        source = source_of(path)
        strings = source.docstrings | source.strings
        text = "\n".join([*source.comments, *(string for string in strings if " " in string)])
    return LINK.sub("", CODE_BLOCK.sub("", text))


@cache
def sections(document: str) -> frozenset[str]:
    return frozenset(re.findall(r"^## (\d+)\. ", text_of(ROOT / document), re.M))


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the headings as links name them."""
    headings = re.findall(r"^#+ (.*)$", CODE_BLOCK.sub("", text_of(path)), re.M)
    return frozenset(re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)


@cache
def modules() -> frozenset[str]:
    """Return every Python file by its full path and by every end of it, down to its name alone."""
    paths = (path.relative_to(ROOT).parts for path in cited_in() if path.suffix == ".py")
    return frozenset("/".join(parts[at:]) for parts in paths for at in range(len(parts)))


@cache
def names() -> frozenset[str]:
    """Return the names that code uses or strings contain, and those of files: no comments, no docstrings."""
    found = {name for path in cited_in() for name in (path.stem, path.parent.name)}
    # The wrong names below are strings of this file.
    for path in (path for path in cited_in() if path != Path(__file__)):
        if path.suffix == ".py":
            source = source_of(path)
            found |= source.names
            found.update(WORD.findall("\n".join(source.strings)))
            found.update(part for name in source.names for part in name.split("."))
        elif path.suffix != ".md":
            found.update(WORD.findall(text_of(path)))
    return frozenset(found)


def comments(path: Path) -> str:
    """Return what a Python file says about itself: its docstrings and comments; of other files the whole text."""
    if path.suffix != ".py":
        return CODE_BLOCK.sub("", text_of(path))
    return "\n".join([*source_of(path).docstrings, *source_of(path).comments])


def unknown_names(words: str) -> Iterator[str]:
    """Yield the names of code in backticks that stand nowhere in the code."""
    for name in NAME.findall(words):
        unknown = [part for part in name.split(".") if part not in names()]
        if CODE.search(name) and unknown and name not in NAMED_ELSEWHERE:
            yield f"{name}: no such name"


def faults(words: str, document: str = "") -> Iterator[str]:
    """Yield the citations that lead nowhere; `document` is the one that contains the words, if any."""

    def sections_cited(found: re.Match[str]) -> str:
        cited.append((found[1], re.findall(r"§(\d+)", found[2])))
        return ""

    cited: list[tuple[str, list[str]]] = []
    alone = DOCUMENT.sub(sections_cited, words)
    for name, numbers in cited:
        if not (ROOT / name).is_file():
            yield f"{name}: no such document"
            continue
        yield from (f"{name} §{number}: no such section" for number in numbers if number not in sections(name))
    for number in SECTION.findall(alone):
        if not document:
            yield f"§{number}: of which document?"
        elif number not in sections(document):
            yield f"§{number}: no such section here"
    yield from missing(alone)


def missing(words: str) -> Iterator[str]:
    """Yield the files, modules and sources that are named but do not exist."""
    yield from (f"{name}: no such file" for name in FILE.findall(words) if name not in modules())
    for name in MODULE.findall(words):
        stem = ROOT.joinpath(*name.split("."))
        if not (stem.with_suffix(".py").is_file() or stem.is_dir()):
            yield f"{name}: no such module"
    sources = re.findall(r"^\| `(00\d)` \|", text_of(ROOT / "docs" / "rules.md"), re.M)
    yield from (f"{number}: no such source" for number in SOURCE.findall(words) if number not in sources)


def is_left_out(path: Path) -> bool:
    """Whether this is a release, and the path one that its zip does not hold."""
    return path.relative_to(ROOT).parts[0] in OF_THE_REPOSITORY and not any(ROOT.glob(".ci/run"))


def guide_faults(text: str, path: Path) -> Iterator[str]:
    """Yield the links and paths of a guide that do not exist."""
    for target in LINK.findall(CODE_BLOCK.sub("", text)):
        if target.startswith(("http://", "https://")):
            continue
        name, _hash, anchor = target.partition("#")
        there = path.parent / name if name else path
        if not there.exists() and not is_left_out(there):
            yield f"{target}: leads nowhere"
        elif anchor and anchor not in anchors(there):
            yield f"{target}: no such heading"
    for name in PATH.findall(text):
        # A template may also be named as in Django.
        if not (ROOT / name).exists() and not (ROOT / "templates" / name).exists() and not is_left_out(ROOT / name):
            yield f"{name}: no such path"


GUIDES = [path for path in cited_in() if path.suffix == ".md"]


@pytest.mark.parametrize("folder", [*FOLDERS, "."])
def test_what_is_cited_is_there(folder: str) -> None:
    wrong = []
    for path in cited_in():
        name = path.relative_to(ROOT).as_posix()
        first = name.split("/")[0]
        # This file contains wrong citations on purpose.
        if path != Path(__file__) and (first if first in FOLDERS else ".") == folder:
            wrong += [f"{name}: {fault}" for fault in faults(words_of(path), name if path.suffix == ".md" else "")]
    assert wrong == []


@pytest.mark.parametrize("folder", [*FOLDERS, "."])
def test_what_is_named_in_backticks_is_a_name_of_the_code(folder: str) -> None:
    wrong = []
    for path in cited_in():
        name = path.relative_to(ROOT).as_posix()
        first = name.split("/")[0]
        if path != Path(__file__) and (first if first in FOLDERS else ".") == folder:
            wrong += [f"{name}: {fault}" for fault in unknown_names(comments(path))]
    assert wrong == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("`standings_of()`, `KEYS_A_QUERY`, `TournamentAdmin`, `Tournament.objects`", None),
        ("`two words`, `word`, `x = y_z`, `pg_rewind`", None),
        ("`nowhere_defined`", "nowhere_defined: no such name"),
        ("`Tournament.nowhere_defined()`", "Tournament.nowhere_defined: no such name"),
    ],
)
def test_a_name_that_nothing_has_is_found(words: str, fault: str | None) -> None:
    assert [*unknown_names(words)] == ([] if fault is None else [fault])


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_links_and_paths_of_the_guides_lead_somewhere(path: Path) -> None:
    assert [*guide_faults(text_of(path), path)] == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("as docs/rules.md §3 has it, and docs/rules.md §2, §4", None),
        ("docs/rules.md §2–§3; docs/rules.md", None),
        ("docs/rules.md §99", "docs/rules.md §99: no such section"),
        ("docs/rules.md §2, §99", "docs/rules.md §99: no such section"),
        ("docs/rules.md §2–§99", "docs/rules.md §99: no such section"),
        ("rules.md §3", "rules.md: no such document"),
        ("docs/rulez.md", "docs/rulez.md: no such document"),
        ("as chance would have it (§3)", "§3: of which document?"),
        ("`tests/test_readme.py`, `test_readme.py`, `engine/melds.py`", None),
        ("`tests/test_nothing.py`", "tests/test_nothing.py: no such file"),
        ("`nothing_at_all.py`", "nothing_at_all.py: no such file"),
        ("`python -m benchmarks.nothing`", "benchmarks.nothing: no such module"),
        ("(000, Variazioni; 003)", None),
        ("1,000 and 12.005 are no sources", None),
        ("009, Variazioni", "009: no such source"),
    ],
)
def test_a_wrong_citation_is_found(words: str, fault: str | None) -> None:
    assert [*faults(words)] == ([] if fault is None else [fault])


def test_a_section_cited_alone_is_one_of_the_document_it_stands_in() -> None:
    assert [*faults("§1, §99", "docs/rules.md")] == ["§99: no such section here"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[worked](docs/worked-examples.md), [here](#get-it), [melds](docs/rules.md#3-melds), `docs/perft.md`", None),
        ("[nothing](docs/nothing.html)", "docs/nothing.html: leads nowhere"),
        ("[melds](docs/rules.md#4-melds)", "docs/rules.md#4-melds: no such heading"),
        ("`scoring/motor/`", "scoring/motor/: no such path"),
    ],
)
def test_a_wrong_link_is_found(text: str, fault: str | None) -> None:
    assert [*guide_faults(text, ROOT / "README.md")] == ([] if fault is None else [fault])


@pytest.mark.parametrize(
    ("name", "source"),
    [("planted.py", '"""See {}."""\n'), ("planted.py", "X = 1  # {}\n"), ("planted.py", 'X = "see {}"\n')]
    + [("planted.html", "{{# {} #}}"), ("planted.css", "/* {} */"), ("planted.json", '{{"rule": "{}"}}')],
)
def test_a_citation_is_found_wherever_it_stands(tmp_path: Path, name: str, source: str) -> None:
    path = tmp_path / name
    path.write_text(source.format("docs/rules.md §99"), encoding="utf-8")
    assert [*faults(words_of(path))] == ["docs/rules.md §99: no such section"]
