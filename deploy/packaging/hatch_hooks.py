"""What hatchling asks while it builds the wheel: compiled languages, and what `requirements.in` asks for.

An environment's `BURRACO_ADDRESS` is the address of the repository, which whoever releases knows; the wheel names it,
and the page of an index of packages, which is its README, leads there.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[2]
AT_THE_BUILD = "polib"
"""The library that compiles the languages: a wheel has them compiled."""
LINKS = {"Homepage": "", "Source": "", "Changelog": "/blob/main/CHANGELOG.md", "Issues": "/issues"}


class Languages(BuildHookInterface[Any]):
    """Compiles the languages: pip gives a wheel's files the time of the installation, so no start could tell."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(ROOT))
        from burraco_club.catalogs import compile_catalogs

        compile_catalogs([ROOT / "locale"])


class Requirements(MetadataHookInterface):
    """Adds the libraries, of the club and of a server, the links, and what the page of an index shows."""

    def update(self, metadata: dict[str, Any]) -> None:
        libraries = asked_for(ROOT / "requirements.in")
        metadata["dependencies"] = [library for library in libraries if not library.startswith(AT_THE_BUILD)]
        metadata["optional-dependencies"] = {"server": list(asked_for(ROOT / "requirements-server.in"))}
        if address := os.environ.get("BURRACO_ADDRESS", "").rstrip("/"):
            metadata["urls"] = {name: address + page for name, page in LINKS.items()}
        text = linked((ROOT / "README.md").read_text(encoding="utf-8"), address)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def linked(text: str, address: str) -> str:
    """Return Markdown whose links to files of the repository name its address, if there is one."""
    if not address:
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?!\w+:)", rf"\g<1>{address}/raw/main/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!\w+:|#)", rf"\g<1>{address}/blob/main/", text)


def asked_for(file: Path) -> Iterator[str]:
    """Yield the requirements of a file, without what is for its lock alone."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "-")):
            yield line
