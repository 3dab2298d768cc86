"""What hatchling asks while it builds the wheel: compiled languages, and what `requirements.in` asks for.

An environment's `BURRACO_ADDRESS` is the address of the repository, which whoever releases knows; the wheel names it.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[2]
LINKS = {"Homepage": "", "Source": "", "Changelog": "/blob/main/CHANGELOG.md", "Issues": "/issues"}


class Languages(BuildHookInterface[Any]):
    """Compiles the languages: pip gives a wheel's files the time of the installation, so no start could tell."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(ROOT))
        from burraco_club.catalogs import compile_catalogs

        compile_catalogs([ROOT / "locale"])


class Requirements(MetadataHookInterface):
    """Adds the libraries, of the club and of a server, and the links."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = list(asked_for(ROOT / "requirements.in"))
        metadata["optional-dependencies"] = {"server": list(asked_for(ROOT / "requirements-server.in"))}
        if address := os.environ.get("BURRACO_ADDRESS", "").rstrip("/"):
            metadata["urls"] = {name: address + page for name, page in LINKS.items()}


def asked_for(file: Path) -> Iterator[str]:
    """Yield the requirements of a file, without what is for its lock alone."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "-")):
            yield line
