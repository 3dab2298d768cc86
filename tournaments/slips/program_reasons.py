"""The reason of a change that a program sent, because the history has no account for it."""

REASON = "program: "


def program_reason(name: str) -> str:
    """Return the reason for the history."""
    return f"{REASON}{name}"


def read_program_reason(reason: str) -> str:
    """Return the name of the program; empty for another reason.

    >>> read_program_reason(program_reason("Tablet 3"))
    'Tablet 3'
    """
    return reason.removeprefix(REASON) if reason.startswith(REASON) else ""
