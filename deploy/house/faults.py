"""The one exception of a house's commands."""


class HouseFault(Exception):
    """A command cannot go on. The message is for the administrator: the place, what is wrong, and the remedy."""
