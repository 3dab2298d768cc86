"""The commands of `house` for halls: a code for a club, a key enrolled with it, and a key taken back."""

import shutil
import sys
from argparse import Namespace
from pathlib import Path

from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.keys import LineKeys
from deploy.house.lines import LINE_USER, LineState, cut_line, draw_code, enrol_line, line_state, revoke_line
from deploy.house.listed_clubs import ClubHome, ListedClub
from deploy.house.places import Places
from deploy.house.whole_files import write_whole

HERE = Path(__file__).resolve().parent
HOUSE, SSHD = HERE / "house.py", HERE / "sshd/burraco-line.conf"


def code(house: House, arguments: Namespace) -> None:
    """Print a new code for a hall, once. What it had before, a code or a line, is good for nothing from now on."""
    club, port = _hall(house, arguments.name)
    _settle_sshd(house)
    text = draw_code(
        LineKeys(house.places.line),
        club.name,
        address=club.address,
        # The club's own name leads to the machine that has it, whichever that is.
        host=club.address,
        ssh_port=house.settings.line_port,
        port=port,
        host_key=house.places.host_key,
        command=house_command(house.places),
    )
    print(f"The code of {club.name}, for its laptop alone. It works once; nobody can show it again:\n\n{text}")


def enrol(house: House, arguments: Namespace) -> None:
    """Take a laptop's key from the standard input. sshd runs this for whoever has the key of a code."""
    club, port = _hall(house, arguments.name)
    print(enrol_line(LineKeys(house.places.line), club.name, port, sys.stdin.buffer))


def revoke(house: House, arguments: Namespace) -> None:
    """Take a hall's code or key back, and cut its line."""
    club, port = _hall(house, arguments.name)
    had = house.places.line.exists() and revoke_line(LineKeys(house.places.line), club.name, port)
    print(f"{club.name} has no key any more, and its line is cut." if had else f"{club.name} had no code and no key.")


def settle_lines(house: House) -> None:
    """Take back every key whose club the list does not have as a hall here, at this port, and forget its kept pages."""
    halls = {club.name: club.port for club in house.clubs if _ends_here(house, club)}
    if house.places.line.exists():
        keys = LineKeys(house.places.line)
        for name, port in keys.ports().items():
            if name not in halls or port not in (None, halls[name]):
                keys.take_back(name)
                print(f"{name} has no key any more: the list has no hall with this name at this port.")
            if port is not None and halls.get(name) != port:
                cut_line(port)
    for folder in house.places.kept.glob("*"):
        if folder.name not in halls:
            shutil.rmtree(folder)


def hall_state(house: House, club: ListedClub) -> str:
    """Return how the hall's line is, as far as this machine knows."""
    if not _ends_here(house, club) or club.port is None:
        return str(club.kind)
    if not house.places.line.exists():
        return LineState.NO_CODE
    return line_state(LineKeys(house.places.line), club.name, club.port)


def _ends_here(house: House, club: ListedClub) -> bool:
    return club.kind is ClubHome.HALL and club.machine == house.settings.machine


def _hall(house: House, name: str) -> tuple[ListedClub, int]:
    """Return the hall, and the port at which its line ends here. Raise HouseFault."""
    club = house.clubs.named(name)
    if club.kind is not ClubHome.HALL or club.port is None:
        raise HouseFault(f"{name} is no hall: its program runs in this house, and it needs no line.")
    if not _ends_here(house, club):
        raise HouseFault(f"The line of {name} ends at the machine {club.machine}: run the command there.")
    return club, club.port


def _settle_sshd(house: House) -> None:
    """Make the user of the lines, the folder of their keys, and what sshd must know of them, unless they are there."""
    places, machine = house.places, house.machine
    if not machine.has_user(LINE_USER):
        # sshd runs `enrol` with this shell; a key that opens it does not exist.
        machine.add_user(LINE_USER, places.line, "/bin/sh")
    house.own_folder(places.line, 0o700, LINE_USER, LINE_USER)
    if write_whole(places.sshd, SSHD.read_text(encoding="utf-8")):
        try:
            machine.reload_sshd()
        except HouseFault:
            # Whoever restarts sshd by another way would shut the administrator out.
            places.sshd.unlink()
            raise


def house_command(places: Places) -> str:
    """Return how sshd runs the house's command."""
    if places.root == Path("/"):
        return str(places.command)
    return f"{sys.executable} {HOUSE} --root {places.root}"
