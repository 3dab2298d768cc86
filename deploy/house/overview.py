"""What an administrator sees of a house."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime

from deploy.house.agreement import TAKING, agree, take_again
from deploy.house.certificates import certificate_faults
from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.line_commands import hall_state
from deploy.house.listed_clubs import ClubDoors, ListedClub
from deploy.house.machine import CLUB_UNIT
from deploy.house.nightly import archives_in
from deploy.house.release_changes import UPGRADING


def show(house: House, _arguments: Namespace) -> None:
    """Print a line for each club, then what is wrong, which is the HouseFault."""
    awake = house.machine.awake([f"{CLUB_UNIT}{club.name}.service" for club in house.at_home])
    rows = [("name", "address", "state", "release", "machine", "last backup")]
    for club in house.clubs:
        now = "awake" if awake.get(f"{CLUB_UNIT}{club.name}.service") else "asleep"
        opened = now if house.is_home(club) else hall_state(house, club)
        state = club.state if club.state is ClubDoors.STOPPED else opened
        rows.append((club.name, club.address, state, club.release or "-", club.machine, _last_backup(house, club)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(f"{word:{width}}" for word, width in zip(row, widths, strict=True)).rstrip())
    sys.stdout.flush()
    if faults := [
        *(fault for club in house.at_home for fault in _unfinished(house, club)),
        *_unlisted(house),
        *certificate_faults(house),
    ]:
        raise HouseFault("\n".join(faults))


def apply(house: House, _arguments: Namespace) -> None:
    """Make the machine agree with the list. Raise HouseFault with whatever is wrong afterwards."""
    faults = []
    try:
        agree(house)
    except HouseFault as fault:
        faults.append(str(fault))
    if faults := [*faults, *_unlisted(house), *certificate_faults(house)]:
        raise HouseFault("\n".join(faults))
    print(f"The machine agrees with {house.places.list}")


def _last_backup(house: House, club: ListedClub) -> str:
    archives = archives_in(house.places.at(house.settings.backups) / club.name)
    return f"{datetime.fromtimestamp(archives[-1].stat().st_mtime):%d/%m/%Y %H:%M}" if archives else "-"


def _unfinished(house: House, club: ListedClub) -> Iterator[str]:
    """Yield what an interrupted command left of a club."""
    if house.read_mark(club, TAKING) is not None:
        yield f"{club.name}: its data have not come yet. {take_again(club)}"
    if mark := house.read_mark(club, UPGRADING):
        new = mark.split()[1]
        yield f"{club.name}: its upgrade to {new} was interrupted. Run again: house upgrade {new}"


def _unlisted(house: House) -> Iterator[str]:
    """Yield the clubs whose data are on this machine, and which the list does not have here."""
    listed = {club.name for club in house.at_home}
    for folder in sorted(house.places.clubs.glob("*")):
        if (name := folder.name) not in listed:
            yield f"{folder}: the list has no club {name} here. To put its data aside: house give {name} --free"
