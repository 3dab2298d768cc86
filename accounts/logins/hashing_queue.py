"""One password hash at a time: each takes memory and a core, which a hall of phones needs as well.

This state is in the memory of one process, so that reading it costs nothing. The limits that matter are in the database
(`accounts/services/login_delays.py`).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from accounts.errors import HashingBusy

PATIENCE = 3  # equivalent: a limit to the time alone
"""Seconds that a known device waits for its turn. A stranger is told to try again at once and occupies no thread."""
AFTER_A_REFUSAL = 0.25
"""Seconds that a refused login keeps its turn and makes the next one wait, so that guessing gets little of a core."""
MOST_SHUT = 10_000

_TURN = BoundedSemaphore(1)
_waiting = 0
"""The number of known devices that wait; a stranger has no turn before them."""
_shut: dict[str, float] = {}
"""The addresses that have to wait, each with the end of its wait."""


@contextmanager
def turn(*, patience: float = 0) -> Iterator[None]:
    """Hash alone in this process. Raise HashingBusy if the turn is not free within `patience` seconds."""
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
    """Keep the turn a little longer. Nothing else waits for it, and it uses no core."""
    time.sleep(AFTER_A_REFUSAL)


def shut(network: str, *, seconds: float) -> None:
    """Refuse requests from an address without reading them while its delay lasts."""
    if len(_shut) >= MOST_SHUT:
        _shut.clear()
    _shut[network] = time.monotonic() + seconds


def is_shut(network: str) -> bool:
    """Return whether the address still has to wait."""
    until = _shut.get(network)
    if until is not None and until <= time.monotonic():
        _shut.pop(network, None)
        return False
    return until is not None
