"""A slip that a program has sent: what the history keeps of it, where no account stands beside a change."""

REASON = "program: "


def program_reason(name: str) -> str:
    """Why a table changed, as its history has it."""
    return f"{REASON}{name}"


def read_program_reason(reason: str) -> str:
    """The name of the program; empty where it was none.

    >>> read_program_reason(program_reason("Tablet 3"))
    'Tablet 3'
    """
    return reason.removeprefix(REASON) if reason.startswith(REASON) else ""
