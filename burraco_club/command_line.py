"""The arguments of `club.py`, explained and refused in the system's language. Standard library only.

argparse has English words of its own, which would stand between those of another language.
"""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn

Tell = Callable[..., str]
"""Returns the sentence of a key with its facts filled in."""


class CommandLine(argparse.ArgumentParser):
    """A parser without a word of argparse's. Arguments are added to its `options`, so that each stands under a title.

    `commands` are what may stand first, with what each does.
    """

    def __init__(self, program: str, what: str, tell: Tell, commands: Mapping[str, str]) -> None:
        lines = [f"  {program} {command:<14}  {does}" for command, does in commands.items()]
        super().__init__(
            prog=program,
            description=what,
            epilog="\n".join([tell("commands") + ":", *lines]) if lines else None,
            formatter_class=_formatter(tell("usage")),
            add_help=False,
        )
        self._tell, self._typed = tell, ""
        self.options = self.add_argument_group(tell("options"))
        self.options.add_argument("-h", "--help", action="help", help=tell("help_help"))

    def read(self, typed: Sequence[str]) -> argparse.Namespace:
        """Return what was typed. If it cannot be read, say so in one sentence, and end with status 2."""
        self._typed = " ".join([self.prog, *typed])
        return self.parse_args(typed)

    def error(self, message: str) -> NoReturn:
        self.exit(2, self._tell("not_understood", typed=self._typed, program=self.prog) + "\n")


def _formatter(usage: str) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.RawDescriptionHelpFormatter):
        def add_usage(
            self,
            shown: str | None,
            actions: Iterable[argparse.Action],
            groups: Iterable[argparse._MutuallyExclusiveGroup],
            prefix: str | None = None,
        ) -> None:
            super().add_usage(shown, actions, groups, usage)

    return Formatter
