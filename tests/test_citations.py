"""Every citation leads somewhere: documents and their sections, files, modules, sources, and the links of the guides.

A document is cited by its path from the root, `docs/rules.md`, and a section behind it: `docs/rules.md §4`, or several,
`docs/rules.md §2, §4`. Within a document its own sections are cited alone. The texts that rules come from are cited
by the numbers of the table in `docs/rules.md §8`.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("accounts", "benchmarks", "burraco_club", "deploy", "docs", "scoring", "static", "templates", "tests")
FOLDERS += ("tournaments",)
KINDS = frozenset({".css", ".html", ".js", ".json", ".md", ".py"})

DOCUMENT = re.compile(r"(?<![\w/.*-])((?:[\w.-]+/)*[\w-]+\.md)\b((?:(?:, | and |–| )?§\d+)*)")
SECTION = re.compile(r"§(\d+)?")
FILE = re.compile(r"(?<![\w/.*{…$-])((?:[\w.-]+/)*\w+\.py)\b")
MODULE = re.compile(r"python3? -m ((?:benchmarks|tests)(?:\.[a-z_]+)+)")
SOURCE = re.compile(r"(?<![\w.,/-])00\d(?!\w|[.,]\d)")
PATH = re.compile(rf"`((?:\.ci|{'|'.join(FOLDERS)})/[\w./-]*)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE_BLOCK = re.compile(r"^```.*?^```$", re.M | re.S)


def cited_in() -> list[Path]:
    """Every file that may cite: the project's own, and none that was made by others."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    loose = [*ROOT.glob("*.md"), *ROOT.glob("*.py"), *ROOT.glob("*.toml"), *ROOT.glob("*.in"), ROOT / ".ci" / "run"]
    return sorted(path for path in (*found, *loose) if not {"vendor", "migrations"} & {*path.parts})


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def words_of(path: Path) -> str:
    """What a file says to people: of Python comments, and strings that hold a blank; of others, all of it.

    Without links, which are looked at where they lead from, and without blocks of code.
    """
    text = text_of(path)
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        strings = (each.value for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Constant))
        words = [each.string for each in tokens if each.type == tokenize.COMMENT]
        words += [each for each in strings if isinstance(each, str) and " " in each]
        text = "\n".join(words)
    return LINK.sub("", CODE_BLOCK.sub("", text))


@cache
def sections(document: str) -> frozenset[str]:
    return frozenset(re.findall(r"^## (\d+)\. ", text_of(ROOT / document), re.M))


@cache
def anchors(path: Path) -> frozenset[str]:
    """The headings as links name them."""
    headings = re.findall(r"^#+ (.*)$", CODE_BLOCK.sub("", text_of(path)), re.M)
    return frozenset(re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)


@cache
def modules() -> frozenset[str]:
    """Every Python file by its path, and by the ends of its path: from its app, from its package, its name alone."""
    paths = (path.relative_to(ROOT).parts for path in cited_in() if path.suffix == ".py")
    return frozenset("/".join(parts[at:]) for parts in paths for at in range(len(parts)))


def faults(words: str, document: str = "") -> Iterator[str]:
    """What is cited there and is not; `document` is the one that the words stand in, if they do."""

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
    """The files, modules and sources named there that there are not."""
    yield from (f"{name}: no such file" for name in FILE.findall(words) if name not in modules())
    for name in MODULE.findall(words):
        stem = ROOT.joinpath(*name.split("."))
        if not (stem.with_suffix(".py").is_file() or stem.is_dir()):
            yield f"{name}: no such module"
    sources = re.findall(r"^\| `(00\d)` \|", text_of(ROOT / "docs" / "rules.md"), re.M)
    yield from (f"{number}: no such source" for number in SOURCE.findall(words) if number not in sources)


def guide_faults(text: str, path: Path) -> Iterator[str]:
    """What a guide links to, or names as a path, and is not there."""
    for target in LINK.findall(CODE_BLOCK.sub("", text)):
        if target.startswith(("http://", "https://")):
            continue
        name, _hash, anchor = target.partition("#")
        there = path.parent / name if name else path
        if not there.exists():
            yield f"{target}: leads nowhere"
        elif anchor and anchor not in anchors(there):
            yield f"{target}: no such heading"
    for name in PATH.findall(text):
        # A template is named as Django names it, too.
        if not (ROOT / name).exists() and not (ROOT / "templates" / name).exists():
            yield f"{name}: no such path"


GUIDES = [path for path in cited_in() if path.suffix == ".md"]


@pytest.mark.parametrize("folder", [*FOLDERS, "."])
def test_what_is_cited_is_there(folder: str) -> None:
    wrong = []
    for path in cited_in():
        name = path.relative_to(ROOT).as_posix()
        first = name.split("/")[0]
        # This file cites wrongly on purpose.
        if path != Path(__file__) and (first if first in FOLDERS else ".") == folder:
            wrong += [f"{name}: {fault}" for fault in faults(words_of(path), name if path.suffix == ".md" else "")]
    assert wrong == []


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.name)
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
        ("[worked](docs/worked-examples.md), [here](#words), [melds](docs/rules.md#3-melds), `docs/perft.md`", None),
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
