"""One password at a time: a hash costs memory and a core, which a hall of phones needs, too.

What is kept here is kept in the memory of one process, so that asking costs nothing; the limits that count are in the
database (`accounts/services/limits.py`).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from accounts.errors import HashingBusy

PATIENCE = 3
"""Seconds that a known device waits for its turn; a stranger is asked to try again at once, and keeps no thread."""
AFTER_A_REFUSAL = 0.25
"""Seconds that a refused login keeps its turn, and so whoever tries after it: of a core, guesses get a small part."""
MOST_SHUT = 10_000

_TURN = BoundedSemaphore(1)
_waiting = 0
"""Known devices that wait for their turn: before them no stranger has it."""
_shut: dict[str, float] = {}
"""Addresses that have to wait, each until when."""


@contextmanager
def turn(*, patience: float = 0) -> Iterator[None]:
    """Hash alone in this process; raises HashingBusy where somebody else does for longer than `patience` seconds."""
    if not (_wait(patience) if patience else _waiting == 0 and _TURN.acquire(blocking=False)):
        raise HashingBusy
    try:
        yield
    finally:
        _TURN.release()


def _wait(seconds: float) -> bool:
    global _waiting
    _waiting += 1
    try:
        return _TURN.acquire(timeout=seconds)
    finally:
        _waiting -= 1


def linger() -> None:
    """Keep the turn a little longer; nothing else waits for it, and no core is used."""
    time.sleep(AFTER_A_REFUSAL)


def shut(network: str, *, seconds: float) -> None:
    """Turn an address away unheard, that the limits make wait."""
    if len(_shut) >= MOST_SHUT:
        _shut.clear()
    _shut[network] = time.monotonic() + seconds


def is_shut(network: str) -> bool:
    """Whether the address has to wait still."""
    until = _shut.get(network)
    if until is not None and until <= time.monotonic():
        _shut.pop(network, None)
        return False
    return until is not None
