"""The zips of a release, from a commit: `python -m deploy.release FOLDER [PLATFORM …]`.

Without a platform, the program alone, which fetches its libraries at its first start. With one, its libraries lie in
`wheels/`, by the hashes of the lock, for as many Pythons as go into 80 MiB: it then sets itself up without a network.
"""

import argparse
import io
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.markers import Marker

from burraco_club.code_version import VERSION

ROOT = Path(__file__).resolve().parents[1]
STARTERS = "deploy/starters/"
LOCKS = ("requirements.txt", "requirements-pip.txt")
MOST_BYTES = 80 * 2**20
OF_THE_REPOSITORY = (".ci", ".editorconfig", ".github", ".gitignore", ".pre-commit-config.yaml")
"""What only whoever changes the program needs. The tests stay: `club.py test` runs them."""
AT_THE_TOP = {
    "Burraco Club.cmd": ("Burraco Club.cmd",),
    "Burraco Club.desktop": ("Burraco Club.desktop",),
    "burraco-club.sh": ("burraco-club.sh", "Burraco Club.command"),
}
"""The names of each starter beside club.py."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    tags: tuple[str, ...]
    markers: Mapping[str, str]
    pythons: tuple[str, ...]
    """In the order in which they are packed while there is room."""


def _linux(machine: str, *pythons: str) -> Platform:
    tags = (*(f"manylinux_2_{minor}_{machine}" for minor in range(28, 16, -1)), f"manylinux2014_{machine}")
    markers = {"sys_platform": "linux", "platform_machine": machine, "platform_system": "Linux", "os_name": "posix"}
    return Platform(tags=tags, markers=markers, pythons=pythons)


WINDOWS = {"sys_platform": "win32", "platform_machine": "AMD64", "platform_system": "Windows", "os_name": "nt"}
MACOS = {"sys_platform": "darwin", "platform_machine": "arm64", "platform_system": "Darwin", "os_name": "posix"}
PLATFORMS = {
    # What python.org gives; of the newest some libraries are larger.
    "windows-x64": Platform(tags=("win_amd64",), markers=WINDOWS, pythons=("3.14", "3.13", "3.15", "3.12", "3.11")),
    "macos-arm64": Platform(
        tags=("macosx_14_0_arm64",), markers=MACOS, pythons=("3.14", "3.13", "3.15", "3.12", "3.11")
    ),
    # Those that Debian, Ubuntu and the Raspberry Pi have.
    "linux-x64": _linux("x86_64", "3.13", "3.12", "3.11", "3.14", "3.15"),
    "linux-aarch64": _linux("aarch64", "3.13", "3.11", "3.12", "3.14", "3.15"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "platforms", nargs="*", metavar="PLATFORM", choices=["", *PLATFORMS], default="", help=", ".join(PLATFORMS)
    )
    options = parser.parse_args()
    for name in options.platforms or [""]:
        made = pack(options.folder, name, PLATFORMS.get(name))
        print(f"{made}: {made.stat().st_size / 2**20:.1f} MiB", flush=True)


def pack(folder: Path, called: str = "", platform: Platform | None = None) -> Path:
    """Write the zip of the commit that is checked out, with the wheels of a platform, and return its path."""
    name = f"burraco-club-{VERSION}"
    target = folder / f"{'-'.join(filter(None, [name, called]))}.zip"
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path, mode, day, content in files_of("HEAD"):
            if path.split("/")[0] in OF_THE_REPOSITORY:
                continue
            add(packed, f"{name}/{path}", mode, day, content)
            if path.startswith(STARTERS):
                for beside in AT_THE_TOP[path.removeprefix(STARTERS)]:
                    add(packed, f"{name}/{beside}", 0o755, day, content)
        if platform:
            room = MOST_BYTES - target.stat().st_size
            for wheel in wheels(platform, room, Path(scratch)):
                packed.write(wheel, f"{name}/wheels/{wheel.name}", zipfile.ZIP_STORED)
    return target


def files_of(commit: str) -> Iterator[tuple[str, int, tuple[int, ...], bytes]]:
    """Yield path, permissions, time and content of a commit's files."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    day = subprocess.run(
        ["git", "log", "-1", "--format=%cd", "--date=format:%Y %m %d %H %M %S", commit],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    time = tuple(map(int, day.stdout.split()))
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:
            content = files.extractfile(member)
            if content is not None:
                yield member.name, 0o755 if member.mode & 0o100 else 0o644, time, content.read()


def add(packed: zipfile.ZipFile, name: str, mode: int, day: tuple[int, ...], content: bytes) -> None:
    """Write a file as Unix does, so that an unzipper there gives it its permissions."""
    entry = zipfile.ZipInfo(name, day[:6])  # type: ignore[arg-type]
    entry.create_system, entry.external_attr, entry.compress_type = 3, (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
    packed.writestr(entry, content)


def wheels(platform: Platform, room: int, folder: Path) -> list[Path]:
    """Download the wheels of as many Pythons as there is room for, in bytes, and return them."""
    kept: dict[str, Path] = {}
    for python in platform.pythons:
        found = {path.name: path for path in download(platform, python, folder / python)}
        both = kept | found
        if sum(path.stat().st_size for path in both.values()) > room:
            break
        print(f"Python {python}", flush=True)
        kept = both
    if not kept:
        raise SystemExit(f"No Python's wheels go into {MOST_BYTES // 2**20} MiB.")
    return [kept[name] for name in sorted(kept)]


def download(platform: Platform, python: str, folder: Path) -> list[Path]:
    folder.mkdir(parents=True)
    wanted = folder / "wanted.txt"
    wanted.write_text("\n".join(locked(platform, python)), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--require-hashes", "--disable-pip-version-check", "--implementation=cp", f"--python-version={python}"]
    command += [*(f"--platform={tag}" for tag in platform.tags), f"--dest={folder}", f"--requirement={wanted}"]
    subprocess.run(command, check=True)
    return list(folder.glob("*.whl"))


def locked(platform: Platform, python: str) -> Iterator[str]:
    """Yield what the locks install there: pip's markers are about the Python that runs it."""
    here = {**platform.markers, "python_version": python, "python_full_version": f"{python}.0"}
    here |= {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
    for lock in LOCKS:
        text = (ROOT / lock).read_text(encoding="utf-8")
        for block in re.findall(r"^[A-Za-z0-9].*\n(?: .*\n)*", text, re.M):
            library, _semicolon, marker = block.split("\n")[0].rstrip(" \\").partition(";")
            if not marker or Marker(marker).evaluate(here):
                yield " ".join([library.strip(), *re.findall(r"--hash=\S+", block)])


if __name__ == "__main__":
    main()
