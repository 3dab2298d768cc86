"""The error that a service raises when it cannot do what the user requested."""


class Refused(Exception):
    """The request is against the rules or the state. `message` names the fault and the remedy, translated."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
