"""Every library that the lock files name, with its licence: `python -m tests.licence_list` writes `docs/licences.md`.

Licences are read from the libraries' own metadata. A library that this machine does not install, for another system or
for browsers alone, keeps the licence that the page has.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/licences.md"

GROUPS = {
    "On a club’s machine": ("requirements.txt",),
    "On a server, or beside PostgreSQL": ("requirements-server.txt",),
    "For tests, the linter and the type checker alone": ("requirements-dev.txt", "requirements-browser.txt"),
    "Where Python comes without its installer": ("requirements-pip.txt",),
}
"""Each library stands under the first heading that one of its lock files belongs to."""

READ_IN_ITS_FILE = {
    "colorama": "BSD-3-Clause",
    "django-csp": "BSD-3-Clause",
    "django-simple-history": "BSD-3-Clause",
    "django-tables2": "BSD-2-Clause",
    "pytest-django": "BSD-3-Clause",
    "pytest-playwright": "Apache-2.0",
    "reportlab": "BSD-3-Clause",
    "rl-accel": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "sqlparse": "BSD-3-Clause",
    "text-unidecode": "Artistic-1.0-Perl OR GPL-2.0-or-later",
    "vobject": "Apache-2.0",
}
"""Libraries whose metadata name a family of licences, or no installed metadata do: what their licence file says."""

AS_SPDX = {
    "Apache 2.0": "Apache-2.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "ZPL 2.1": "ZPL-2.1",
}
"""What metadata call a licence that has a name in the SPDX list."""

VENDORED = (
    ("Bootstrap", "MIT", "static/vendor/bootstrap", ("LICENSE",), "styles of every page"),
    ("DejaVu", "Bitstream Vera, Arev; changes in the public domain", "static/fonts", ("LICENSE",), "letters on paper"),
    (
        "Atkinson Hyperlegible Next",
        "OFL-1.1",
        "static/fonts",
        ("LICENSE-atkinson-hyperlegible-next",),
        "figures and text",
    ),
    ("Literata", "OFL-1.1", "static/fonts", ("LICENSE-literata",), "names"),
    (
        "axe-core",
        "MPL-2.0",
        "tests/browser/vendor/axe-core",
        ("LICENSE", "LICENSE-3RD-PARTY.txt"),
        "tests alone: what a screen reader would miss",
    ),
)
"""What the repository holds of others: name, licence, folder, the files of its licence there, and what it is for."""

INTRODUCTION = """# Licences

Burraco Club itself is under the [MIT licence](../LICENSE). Whatever else it is made of is listed here, with the licence
that comes with it. `python -m tests.licence_list` writes this page from the lock files and from what the libraries say
of themselves; `tests/test_licences.py` holds the one against the other.

What a club installs asks for no more than that its notices be kept. A server's driver of PostgreSQL, `psycopg`, is
under the LGPL: it is used as a library, and can be exchanged. What is under the GPL only checks the program before it
is given away, and is no part of it. Wheels of `numpy`, `pillow`, `cryptography` and `psycopg-binary` include libraries
in C, whose licences lie in the wheels' folders `*.dist-info`; htmx (0BSD) comes with `django-htmx`.

## In this repository

| | licence | where | for |
|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Locked:
    """A library as the lock files have it: several versions where Pythons differ."""

    name: str
    versions: tuple[str, ...]
    lock: str


def locked(files: tuple[str, ...]) -> Iterator[Locked]:
    """Yield what the lock files install, by name."""
    found: dict[str, Locked] = {}
    for file in files:
        lock = (ROOT / file).read_text(encoding="utf-8")
        for name, version in re.findall(r"^([A-Za-z0-9][\w.-]*)==([^\s\\]+)", lock, flags=re.MULTILINE):
            before = found[name].versions if name in found else ()
            found[name] = Locked(name, tuple(dict.fromkeys((*before, version))), file)
    yield from sorted(found.values(), key=lambda library: library.name)


def libraries() -> dict[str, list[Locked]]:
    """Return every locked library once, by heading."""
    seen, found = set[str](), {}
    for heading, files in GROUPS.items():
        found[heading] = [library for library in locked(files) if library.name not in seen]
        seen |= {library.name for library in found[heading]}
    return found


def stated_licence(name: str) -> str | None:
    """Return the licence that an installed library states, or None where it is not installed.

    >>> stated_licence("django")
    'BSD-3-Clause'
    """
    if name in READ_IN_ITS_FILE:
        return READ_IN_ITS_FILE[name]
    try:
        facts = metadata(name)
    except PackageNotFoundError:
        return None
    classifiers = [text.rpartition(" :: ")[2] for text in facts.get_all("Classifier") or () if "License ::" in text]
    text = facts.get("License-Expression") or facts.get("License") or " AND ".join(classifiers)
    return AS_SPDX.get(text, text)


def licences_on_the_page() -> dict[str, str]:
    """Return the licence of each library that the page lists."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    return dict(re.findall(r"^\| `([\w.-]+)` \|[^|]*\| ([^|]+) \|$", text, flags=re.MULTILINE))


def page(kept: Mapping[str, str]) -> str:
    """Return the page as Markdown. Raise `LookupError` for a library without a licence."""
    rows = [
        f"| {name} | {licence} | `{folder}`: {', '.join(f'`{file}`' for file in files)} | {purpose} |"
        for name, licence, folder, files, purpose in VENDORED
    ]
    parts = [INTRODUCTION + "\n".join(rows)]
    for heading, found in libraries().items():
        rows = [f"| `{item.name}` | {', '.join(item.versions)} | {licence_of(item.name, kept)} |" for item in found]
        parts.append(f"## {heading}\n\n| library | locked | licence |\n|---|---|---|\n" + "\n".join(rows))
    return "\n\n".join(parts) + "\n"


def licence_of(name: str, kept: Mapping[str, str]) -> str:
    """Return the licence that the library states, or else the one that was kept of it."""
    licence = stated_licence(name) or kept.get(name)
    if not licence:
        raise LookupError(f"{name} is not installed and not on the page: what is its licence?")
    return licence


if __name__ == "__main__":
    PAGE.write_text(page(licences_on_the_page()), encoding="utf-8")
