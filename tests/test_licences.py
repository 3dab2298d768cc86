"""`docs/licences.md` lists what the lock files and the repository hold, and nothing forbids to give it away."""

import re
from collections.abc import Iterator

import pytest

from tests.licence_list import GROUPS, PAGE, ROOT, VENDORED, libraries, licence_of, licences_on_the_page, page

FREE_FOR_ALL = frozenset(
    [
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "CC0-1.0",
        "MIT",
        "MIT-0",
        "MIT-CMU",
        "PSF-2.0",
        "Unlicense",
        "ZPL-2.1",
        "Zlib",
    ]
)
"""Licences that ask of whoever passes the program on to keep their notices, and nothing else."""
ON_SERVERS = FREE_FOR_ALL | {"LGPL-3.0-only"}
ALLOWED = dict(zip(GROUPS, (FREE_FOR_ALL, ON_SERVERS, None, FREE_FOR_ALL), strict=True))


def licence_files() -> Iterator[str]:
    for folder in ("static", "tests", "docs", "templates", "deploy"):
        yield from (path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("LICEN[CS]E*"))


def test_the_page_is_what_its_command_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(licences_on_the_page())


@pytest.mark.parametrize("heading", [heading for heading, allowed in ALLOWED.items() if allowed])
def test_what_is_given_away_may_be_given_away(heading: str) -> None:
    allowed, licences = ALLOWED[heading], licences_on_the_page()
    found = {library.name: licences[library.name] for library in libraries()[heading]}
    assert found and allowed
    assert {name: text for name, text in found.items() if not set(re.split(" (?:AND|OR) ", text)) <= allowed} == {}


def test_every_licence_in_the_repository_is_told() -> None:
    assert sorted(licence_files()) == sorted(
        f"{folder}/{file}" for _, _, folder, files, _ in VENDORED for file in files
    )


def test_a_library_without_a_licence_stops_the_command() -> None:
    assert licence_of("not-installed-here", {"not-installed-here": "MIT"}) == "MIT"
    assert licence_of("django", {"django": "MIT"}) == "BSD-3-Clause"
    with pytest.raises(LookupError, match="not-installed-here"):
        licence_of("not-installed-here", {})
