"""The wheel, built from this very tree, installed in an environment of its own and used from another folder."""

import os
import site
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

import club
from burraco_club.code_version import code_version
from deploy.packaging.hatch_hooks import linked
from deploy.release import AT_THE_TOP, OF_THE_REPOSITORY
from pages.release import VERSION
from tests.deploy.main_job import do_the_main_job, first_account, wait_for
from tests.ports import free_port

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")]
PROGRAM = "burraco_club_program"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=club.PROJECT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pipx install` makes, without a network: libraries are borrowed, and the wheel is unpacked as pip does."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    libraries = next(folder.rglob("site-packages"))
    (libraries / "borrowed.pth").write_text("\n".join(site.getsitepackages()))
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(libraries)
    command = PathDistribution(next(libraries.glob("*.dist-info"))).entry_points["burraco-club"]
    script = folder / "bin/burraco-club"
    script.write_text(
        f"#!{folder}/bin/python\nimport sys\nfrom {command.module} import {command.attr}\nsys.exit({command.attr}())\n"
    )
    script.chmod(0o755)
    return folder


def test_it_holds_the_whole_program_and_compiled_languages(wheel: Path) -> None:
    data = tomllib.loads((club.PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    build = data["tool"]["hatch"]["build"]
    left = [pattern.strip("/") for pattern in build["exclude"]]
    here = {path.name for path in club.PROJECT.iterdir() if not any(path.match(pattern) for pattern in left)}
    here = {name for name in here if not name.endswith(("cache", ".hypothesis"))}
    # An unpacked release has its starters beside club.py.
    beside = {name for names in AT_THE_TOP.values() for name in names} | {".git", *OF_THE_REPOSITORY}
    assert here - beside == set(build["targets"]["wheel"]["only-include"])
    with zipfile.ZipFile(wheel) as packed_files:
        names = packed_files.namelist()
    for language in ("es", "it", "pt"):
        assert f"{PROGRAM}/locale/{language}/LC_MESSAGES/django.mo" in names
    assert {name.split("/")[0] for name in names} == {PROGRAM, f"burraco_club-{VERSION}.dist-info"}
    assert not [name for name in names if name.endswith((".pyc", ".sqlite3"))]


def test_its_metadata_say_what_it_asks_for_and_who_may_use_it(environment: Path) -> None:
    distribution = PathDistribution(next(environment.rglob("burraco_club-*.dist-info")))
    facts = distribution.metadata
    assert (facts["Name"], facts["Version"], facts["License-Expression"]) == ("burraco-club", VERSION, "MIT")
    assert facts["Requires-Python"] == ">=3.11" and "# Burraco Club" in str(facts.get_payload())
    assert "LICENSE" in facts.get_all("License-File", []) and len(facts.get_all("License-File", [])) == 7
    asked = [text for text in distribution.requires or [] if "extra" not in text]
    lines = (club.PROJECT / "requirements.in").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "polib"))]
    assert len(asked) == len(wanted) and "polib" not in " ".join(asked)
    assert "django<5.3,>=5.2" in asked


def test_its_page_in_an_index_leads_to_the_repository() -> None:
    text = "![A slip](docs/pictures/a.png) [guides](docs/README.md#more) [Python](https://python.org) [here](#there)"
    assert linked(text, "") == text
    assert linked(text, "https://forge.example/club") == (
        "![A slip](https://forge.example/club/raw/main/docs/pictures/a.png) "
        "[guides](https://forge.example/club/blob/main/docs/README.md#more) [Python](https://python.org) [here](#there)"
    )


def test_the_command_serves_backs_up_and_restores_from_any_folder(environment: Path, tmp_path: Path) -> None:
    command = environment / "bin/burraco-club"
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("BURRACO_", "DATABASE_", "PYTHON"))
    }
    variables = {**kept, "LANG": "it_IT.UTF-8", "LC_ALL": "", "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    variables.pop("XDG_DATA_HOME", None)

    def run(*arguments: str) -> str:
        done = subprocess.run([command, *arguments], cwd=tmp_path, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = {path: path.stat().st_mtime_ns for path in environment.rglob("*") if path.is_file()}
    assert code_version(club.PROJECT) in run("--version")
    port = free_port()
    club_command = [command, "serve", "--host", "127.0.0.1", "--port", str(port)]
    # A wheel's data lie where Linux keeps those of a user; of the other systems the test of `data_folder` tells.
    variables["BURRACO_DATA"] = str(tmp_path / "data")
    with subprocess.Popen(
        club_command,
        cwd=tmp_path,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
    ) as running:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address, lambda: running.poll() is not None and running.communicate())
            account = first_account((tmp_path / "data/first-password.txt").read_text(encoding="utf-8"))
            do_the_main_job(address, account)
        finally:
            running.terminate()
            text = running.communicate(timeout=60)[0]
    assert running.returncode == 0 and "Il programma è in funzione." in text
    run("backup", "evening.zip")
    run("restore", "evening.zip")
    assert "torneo-del-venerdi" in run("manage", "export_tournament", "torneo-del-venerdi")
    assert {path: path.stat().st_mtime_ns for path in environment.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("system", "variables", "folder"),
    [
        ("linux", {}, "home/.local/share/burraco-club"),
        ("linux", {"XDG_DATA_HOME": "/elsewhere"}, "/elsewhere/burraco-club"),
        ("darwin", {}, "home/Library/Application Support/Burraco Club"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Burraco Club"),
        ("win32", {}, "home/AppData/Local/Burraco Club"),
        ("linux", {"BURRACO_DATA": "named"}, "named"),
    ],
)
def test_a_wheels_data_lie_where_the_system_keeps_them(
    system: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "BURRACO_DATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    monkeypatch.setattr(club, "INSTALLED", True)
    assert club.data_folder() == Path(folder)
