"""One command at a time changes a house, however many administrators it has."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.house.faults import HouseFault


@contextmanager
def alone_in_house(lock: Path, what: str, *, waits: bool) -> Iterator[None]:
    """Keep every other command away within the block. Raise HouseFault if one is at work, unless this one waits.

    `what` is what the other command is told of this one. A command that was killed holds nothing.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError as error:
            file.seek(0)
            raise HouseFault(
                f"Another command is at work on this house ({file.read().strip()}): wait until it has ended, then run "
                "this one again."
            ) from error
        file.truncate(0)
        file.write(f"{what}, process {os.getpid()}\n")
        file.flush()
        yield
