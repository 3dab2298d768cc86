#!/usr/bin/env python3
"""A house of many clubs: one list says which there are, and this command makes the machine agree with it.

    house add aurora          a new club, with a link for its first administrator
    house take FILE aurora    a club that comes with its backup
    house give aurora FILE    its backup; with --free the club has left
    house list                which there are, and what is wrong

Run it as root. Each command may be run as often as one likes, and once more after it was interrupted: it ends as if it
had run once. docs/house.md says more. Standard library only.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import cache
from pathlib import Path

if not __package__:
    # As a command: the other modules lie beside it, in the release's folder.
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from deploy.house import clubs_coming, clubs_going, line_commands, moves, nightly, overview, upgrades
from deploy.house.faults import HouseFault
from deploy.house.house_lock import alone_in_house
from deploy.house.keeping import House
from deploy.house.machine import Machine
from deploy.house.places import Places

Command = Callable[[House, argparse.Namespace], None]

LOOKING = {"list", "enrol"}
"""Commands that change nothing, or keys alone, and may run beside any other."""
WAITING = {"backup"}
"""Commands that nobody watches: they wait for whoever is at work."""


def main(words: Sequence[str] | None = None, *, machine: Machine | None = None) -> int:
    """Run a command, and return the status for the shell."""
    arguments = _parser().parse_args(words)
    places = Places(arguments.root)
    what = f"house {arguments.command}"
    alone = alone_in_house(places.lock, what, waits=arguments.command in WAITING)
    try:
        with nullcontext() if arguments.command in LOOKING else alone:
            arguments.run(House(places, machine or Machine()), arguments)
    except HouseFault as fault:
        print(fault, file=sys.stderr)
        return 1
    except PermissionError as error:
        print(f"{error.filename}: only root may do this. Run the command as root.", file=sys.stderr)
        return 1
    return 0


@cache
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="house", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Command, text: str, *arguments: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        for argument in arguments:
            made.add_argument(argument)
        return made

    add = command("add", clubs_coming.add, "a new club", "name")
    add.add_argument("--address", help="its name in the browser, if not NAME and the house's domain")
    add.add_argument("--release", help="the release that it runs, if not the current one")
    add.add_argument("--hall", action="store_true", help="its program runs on the club's laptop, behind a line")
    take = command("take", clubs_coming.take, "a club that comes with its backup")
    take.add_argument("file", type=Path)
    take.add_argument("name")
    take.add_argument("--address", help="its name in the browser, if not NAME and the house's domain")
    take.add_argument("--release", help="the release that it runs, if not the current one")
    give = command("give", clubs_going.give, "write a club's backup", "name")
    give.add_argument("file", nargs="?", type=Path, help="where to; NAME and the day in this folder, if not given")
    give.add_argument("--stop", action="store_true", help="stop the club first, so that nothing is written afterwards")
    give.add_argument("--free", action="store_true", help="stop it, take it out of the list, and put its data aside")
    command("link", clubs_coming.link, "another link for the first administrator, if the first was lost", "name")
    command("start", clubs_coming.start, "open a club that was stopped", "name")
    command("stop", clubs_going.stop, "close a club, and keep everything", "name")
    move = command("move", moves.move, "let another machine of the house have a club", "name")
    move.add_argument("machine", help="its name in the list, and for ssh")
    command("list", overview.show, "the clubs, and what is wrong")
    command("apply", overview.apply, "make the machine agree with the list")
    upgrade = command("upgrade", upgrades.upgrade, "let clubs run another release, one after the other", "release")
    upgrade.add_argument("clubs", nargs="*", metavar="NAME", help="only these; all, if none is given")
    command("code", line_commands.code, "a code with which a hall gets its line, once", "name")
    command("revoke", line_commands.revoke, "take a hall's code or key back, and cut its line", "name")
    command("enrol", line_commands.enrol, "what sshd runs for whoever has a code: takes the laptop's key", "name")
    command("backup", nightly.nightly, "every night: tidy all clubs, and back them up in the second place")
    return parser


if __name__ == "__main__":
    sys.exit(main())
