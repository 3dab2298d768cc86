"""A process that loads the program once and forks for each command: `python -m tests.burraco_club.program`.

It reads orders from its standard input, a JSON list a line, and answers each with a line of JSON.

* `["run", WORDS, OUT, ERRORS, STEP]` starts `python WORDS` in a child whose output goes to the two files, and answers
  its process number. The child is killed before that step of its work on the data, like by a power cut; if the step is
  null, it writes its steps to a file beside OUT.
* `["end", NUMBER]` waits for the child and answers its exit status; `["ended", NUMBER]` answers null while it runs.
"""

import gc
import json
import os
import runpy
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

import django
from django.conf import settings
from django.db import connection

TOUCH_FILES = frozenset({"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "sqlite3.connect"})
"""The audit events of Python that count as steps."""


def load() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "burraco_club.settings"
    django.setup()
    for name in ("burraco_club.management.guard", "burraco_club.preparation", "burraco_club.urls"):
        import_module(name)
    # A collection would touch, and so copy, all that the children share with this process.
    gc.freeze()
    gc.set_threshold(200_000)


def begin(words: list[str], out: str, errors: str, step: int | None) -> int:
    """Fork, and return the number of the child, which runs the command here."""
    if child := os.fork():
        return child
    for number, path in enumerate((os.devnull, out, errors)):
        opened = os.open(path, os.O_RDWR | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    count_steps(Path(f"{out}.steps"), step)
    sys.argv = words
    if words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(words[0], run_name="__main__")
    sys.exit()


def count_steps(path: Path, last: int | None) -> None:
    """Count the statements to the database and the accesses to files of the club, and die before the last step."""
    step, data = 0, str(settings.DATA_DIR)

    def count(what: str) -> None:
        nonlocal step
        if step == last:
            os.kill(os.getpid(), signal.SIGKILL)
        step += 1
        if last is None:
            os.write(steps, f"{what}\n".encode())

    def hear(event: str, facts: tuple[Any, ...]) -> None:
        if event in TOUCH_FILES and str(facts[0]).startswith(data):
            count(f"{event} {facts[0]}")

    def execute(ask: Callable[..., Any], sql: Any, *rest: Any) -> Any:
        count("statement")
        return ask(sql, *rest)

    steps = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    sys.addaudithook(hear)
    connection.execute_wrappers.append(execute)


def end(child: int, options: int = 0) -> int | None:
    """Return the exit status as `subprocess` does, or None while the child runs."""
    found, status = os.waitpid(child, options)
    return os.waitstatus_to_exitcode(status) if found else None


def main(orders: TextIO) -> None:
    load()
    obeyed: dict[str, Callable[..., Any]] = {
        "run": begin,
        "end": end,
        "ended": lambda child: end(child, os.WNOHANG),
    }
    for line in orders:
        order, *facts = json.loads(line)
        print(json.dumps(obeyed[order](*facts)), flush=True)


if __name__ == "__main__":
    main(sys.stdin)
