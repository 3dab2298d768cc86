"""The container's file: what it promises, and its steps, run one by one in a folder, for no test can build an image."""

import fnmatch
import json
import os
import re
import shutil
import site
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import club
from pages.release import VERSION
from tests.deploy.main_job import do_the_main_job, wait_for
from tests.ports import free_port

FOLDER = club.PROJECT / "deploy/container"
OF_THE_SYSTEM = ("apt-get", "useradd")
"""The steps that are an image's alone."""


def steps() -> Iterator[tuple[str, str]]:
    """Yield each instruction with its arguments on one line."""
    text = (FOLDER / "Containerfile").read_text(encoding="utf-8")
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line and not line.startswith("#"):
            instruction, _space, arguments = line.partition(" ")
            yield instruction, arguments


def compose() -> dict[str, dict[str, dict[str, object]]]:
    read: dict[str, dict[str, dict[str, object]]] = yaml.safe_load(
        (FOLDER / "compose.yaml").read_text(encoding="utf-8")
    )
    return read


def test_it_runs_as_nobody_in_particular_and_keeps_its_data_in_a_volume() -> None:
    said = dict(steps())
    assert said["USER"].isdigit() and f"--uid {said['USER']} " in " ".join(text for _run, text in steps())
    assert said["VOLUME"] == "/data" and "BURRACO_DATA=/data" in said["ENV"]
    assert re.fullmatch(r"python:3\.\d+-slim-\w+", said["FROM"])
    _options, _word, command = said["HEALTHCHECK"].partition("CMD ")
    for words in (json.loads(command), json.loads(said["CMD"])):
        assert (club.PROJECT / words[-1]).is_file()


def test_compose_has_this_version_and_a_database_that_pg_dump_can_read() -> None:
    program, database = compose()["services"]["club"], compose()["services"]["database"]
    assert program["image"] == f"burraco-club:{VERSION}" and program["volumes"] == ["club-data:/data"]
    assert program["read_only"] and program["ports"] == ["127.0.0.1:8000:8000"]
    assert database["image"] == "postgres:17" and "trixie" in dict(steps())["FROM"]
    gateway = compose()["networks"]["inner"]["ipam"]["config"][0]["gateway"]  # type: ignore[index]
    assert str(program["environment"]["TRUSTED_PROXIES"]).endswith(f",{gateway}")  # type: ignore[index]


def test_every_night_it_does_what_the_server_of_systemd_does() -> None:
    unit = (club.PROJECT / "deploy/systemd/burraco-club-nightly.service").read_text(encoding="utf-8")
    script = (FOLDER / "nightly.sh").read_text(encoding="utf-8")
    assert re.findall(r"^python manage\.py (\w+)$", script, re.M) == re.findall(
        r"^Exec.* manage\.py (\w+)$", unit, re.M
    )


def copy(target: Path) -> None:
    """Copy the program as `COPY . .` does, without what its file of exceptions names."""
    left_out = (FOLDER / "Containerfile.dockerignore").read_text(encoding="utf-8").split()

    def left(folder: str, names: list[str]) -> list[str]:
        here = Path(folder).relative_to(club.PROJECT)
        return [
            name
            for name in names
            for pattern in left_out
            if (pattern.startswith("**/") and fnmatch.fnmatch(name, pattern[3:]))
            or fnmatch.fnmatch((here / name).as_posix(), pattern)
        ]

    shutil.copytree(club.PROJECT, target, ignore=left, dirs_exist_ok=True)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no sh")
@pytest.mark.skipif("BURRACO_RELEASE" not in os.environ, reason=club.tell("no_release"))
def test_its_steps_make_a_club_that_does_the_main_job(tmp_path: Path) -> None:
    program, data, port = tmp_path / "opt", tmp_path / "data", free_port()
    program.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BURRACO_", "DJANGO_"))}
    variables = {**kept, "BURRACO_DATA": str(data), "PORT": str(port), "WEB_CONCURRENCY": "1"}
    variables.pop("DATABASE_URL", None)
    variables["PATH"] = f"{program}/.venv/bin:{os.environ['PATH']}"

    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=program, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    for instruction, arguments in steps():
        if instruction == "COPY" and arguments == ". .":
            copy(program)
        elif instruction == "COPY":
            for name in arguments.split()[:-1]:
                shutil.copy(club.PROJECT / name, program)
        elif instruction == "RUN" and "pip install" in arguments:
            # The libraries of this environment: the locks say the same of the image's.
            assert "--require-hashes -r requirements.txt -r requirements-server.txt" in arguments
            run(sys.executable, "-m", "venv", "--without-pip", ".venv")
            libraries = next((program / ".venv").rglob("site-packages"))
            (libraries / "borrowed.pth").write_text("\n".join(site.getsitepackages()))
            (program / ".venv/bin/gunicorn").symlink_to(gunicorn_with(program / ".venv/bin/python", tmp_path))
        elif instruction == "RUN" and not arguments.startswith(OF_THE_SYSTEM):
            run("sh", "-c", arguments.replace("/tmp/preparing", str(tmp_path / "preparing")))
    made = {path for path in program.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    run("python", "manage.py", "prepare_database")
    variables |= {"DJANGO_SUPERUSER_PASSWORD": "quattro assi e una pinella"}
    run("python", "manage.py", "createsuperuser", "--noinput", "--username", "arbitro", "--email", "")
    command = json.loads(dict(steps())["CMD"])
    with subprocess.Popen(command, cwd=program, env=variables, stderr=subprocess.PIPE, text=True) as running:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address, lambda: running.poll() is not None and running.communicate())
            run(*json.loads(dict(steps())["HEALTHCHECK"].partition("CMD ")[2]))
            account = {"username": "arbitro", "password": variables["DJANGO_SUPERUSER_PASSWORD"]}
            do_the_main_job(address, account)
            run("sh", "deploy/container/nightly.sh")
        finally:
            running.terminate()
            running.communicate(timeout=60)
    assert {path for path in program.rglob("*") if path.is_file() and path.suffix != ".pyc"} == made
    assert list((data / "backups").iterdir())


def gunicorn_with(python: Path, folder: Path) -> Path:
    """Return a command like the one that pip makes."""
    command = folder / "gunicorn"
    command.write_text(f"#!{python}\nimport sys\nfrom gunicorn.app.wsgiapp import run\nsys.exit(run())\n")
    command.chmod(0o755)
    return command
