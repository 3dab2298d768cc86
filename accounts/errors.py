"""Why nobody is let in, for the pages that say so."""


class NotLetIn(Exception):
    """Name, password or code are not right."""


class LoginDelayed(Exception):
    """Too many have failed before: `seconds` until the next try is looked at, `at_address` of another name, too."""

    def __init__(self, seconds: int, *, at_address: int = 0) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds
        self.at_address = at_address


class WrongPassword(Exception):
    """That is not the password of now."""


class LinkOver(Exception):
    """A link for choosing a password that has been used, is too old, or is of an account that is shut."""


class HashingBusy(Exception):
    """Another password is being looked at."""
