"""What a public forge and an editor read: the same checks as `.ci/run`, and forms that ask for what is needed."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import club

ROOT = Path(__file__).parents[1]
if not (ROOT / ".github").exists():
    pytest.skip(club.tell("no_git"), allow_module_level=True)
RUN = (ROOT / ".ci/run").read_text(encoding="utf-8")
FORMS = [path for path in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")) if path.stem != "config"]


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_a_commit_passes_the_checks_that_a_change_passes() -> None:
    checks = {
        name.strip('"'): command for name, command in re.findall(r'^  check (\w+|"[^"]+") "\$python" (.+)$', RUN, re.M)
    }
    (repository,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    hooks = {hook["name"]: hook["entry"] for hook in repository["hooks"]}
    assert hooks == {
        name: f".venv/bin/python {command}" for name, command in checks.items() if not name.startswith("settings")
    }
    assert repository["repo"] == "local"


def test_the_forge_runs_what_everybody_runs_beside_a_postgresql() -> None:
    workflow = read(ROOT / ".github/workflows/ci.yml")
    job = workflow["jobs"]["run"]
    steps = [step.get("run", "") for step in job["steps"]]
    assert [step.split()[0] for step in steps if ".ci/run" in step] == [".ci/run"]
    (service,) = job["services"]
    assert f"@{service}:5432/" in job["env"]["DATABASE_URL"]
    assert job["services"][service]["env"]["POSTGRES_PASSWORD"] in job["env"]["DATABASE_URL"]
    assert workflow["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_has_what_the_forge_wants_of_it(path: Path) -> None:
    form = read(path)
    asked = [field for field in form["body"] if field["type"] != "markdown"]
    assert form["name"] and form["description"]
    assert len({field["id"] for field in asked}) == len(asked) > 1
    assert all(field["attributes"]["label"] for field in asked)
    assert any(field.get("validations", {}).get("required") for field in asked)
