"""Clubs that come into a house: new ones, those that bring their backup, and those that open again."""

import os
import shutil
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from deploy.house.agreement import BEGUN, TAKING, agree, print_link, settle_frame, take_again
from deploy.house.archives import digest_of, lend_archive
from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.listed_clubs import ClubDoors, ClubHome, ListedClub, is_address, is_release, mistakes_of_name
from deploy.house.moves import refuse_moving
from deploy.house.release_changes import installed, settle_release

TAKEN = "taken"
"""The mark in the folder of a club that came with an archive: its digest."""
STDIN = Path("-")
"""In place of a file: what another machine sends."""


def add(house: House, arguments: Namespace) -> None:
    """Add a club to the list, and give it what it needs. The link for its first administrator is printed once."""
    club = house.clubs.get(arguments.name)
    if club is None:
        club = _new(house, arguments, ClubHome.HALL if arguments.hall else ClubHome.HOME)
        if club.release is not None:
            installed(house, club.release)
        house.clubs.put(club)
    _refuse_other(club, arguments)
    agree(house, [club.name])
    print(f"{club.name} is in the house: https://{club.address}/")


def take(house: House, arguments: Namespace) -> None:
    """Make a club out of a backup archive."""
    if mistakes := list(mistakes_of_name(arguments.name)):
        raise HouseFault("\n".join(mistakes))
    file = receive(house, arguments.name) if arguments.file == STDIN else arguments.file
    digest = digest_of(file)
    club = house.clubs.get(arguments.name)
    if club is None or club.machine != house.settings.machine:
        # A list may name the machine that a club comes from.
        known = club.address if club else None
        club = _new(house, arguments, ClubHome.HOME, address=known, state=ClubDoors.STOPPED)
        assert club.release is not None
        installed(house, club.release)
        house.mark(club, TAKING, digest)
        house.clubs.put(club)
    _refuse_other(club, arguments)
    if house.read_mark(club, TAKING) is None:
        if house.read_mark(club, TAKEN) != digest:
            raise HouseFault(f"There is a club {club.name} already, and it did not come from {file}.")
    else:
        _bring(house, club, file, digest)
    if arguments.file == STDIN:
        file.unlink()
    agree(house, [club.name])
    print(f"{club.name} has come: https://{club.address}/")


def receive(house: House, name: str) -> Path:
    """Write what another machine sends into a file of root's alone."""
    house.own_folder(house.places.handovers, 0o711, "root", "root")
    path = house.places.handovers / f"{name}.zip"
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return path


def link(house: House, arguments: Namespace) -> None:
    """Print another link for the first administrator; the one before opens nothing any more."""
    print_link(house, house.home_club(arguments.name))


def start(house: House, arguments: Namespace) -> None:
    """Open a club that was stopped."""
    refuse_moving(house, arguments.name)
    club = house.put(house.club_here(arguments.name), state=ClubDoors.OPEN)
    agree(house, [club.name])
    print(f"{club.name} is open: https://{club.address}/")


def _new(
    house: House,
    arguments: Namespace,
    kind: ClubHome,
    *,
    address: str | None = None,
    state: ClubDoors = ClubDoors.OPEN,
) -> ListedClub:
    """Return the line of a new club, or raise HouseFault."""
    name, settings = arguments.name, house.settings
    if mistakes := list(mistakes_of_name(name)):
        raise HouseFault("\n".join(mistakes))
    address = arguments.address or address or f"{name}.{settings.domain}"
    if not is_address(address):
        raise HouseFault(f"expected an address like {name}.{settings.domain}, in small letters, got {address!r}.")
    if (folder := house.places.clubs / name / "data").exists() and not (folder.parent / TAKING).exists():
        raise HouseFault(
            f"{folder.parent} has the data of a club {name} that is in the list no more: house give {name} --free"
        )
    home = kind is ClubHome.HOME
    release = arguments.release or current_release(house) if home else None
    port = None if home else house.clubs.free_port(settings.first_port)
    return ListedClub(
        name=name, address=address, kind=kind, state=state, release=release, port=port, machine=settings.machine
    )


def current_release(house: House) -> str:
    """Return the release that new clubs get, or raise HouseFault."""
    link = house.places.current
    if not link.is_symlink() or not is_release(link.readlink().name):
        raise HouseFault(f"{link} leads to no release: house upgrade RELEASE makes it.")
    return link.readlink().name


def _refuse_other(club: ListedClub, arguments: Namespace) -> None:
    """Raise HouseFault if the club that is there is not the one that the command would make."""
    asked = {"address": arguments.address, "release": arguments.release}
    other = {key: value for key, value in asked.items() if value and getattr(club, key) != value}
    if getattr(arguments, "hall", False) != (club.kind is ClubHome.HALL):
        other["kind"] = ClubHome.HALL if club.kind is ClubHome.HOME else ClubHome.HOME
    if other:
        differs = " and ".join(f"{key} {getattr(club, key)}, not {value}" for key, value in other.items())
        raise HouseFault(f"{club.name} is there already, with {differs}. To change it: the list, then house apply")


def _bring(house: House, club: ListedClub, file: Path, digest: str) -> None:
    """Restore the archive in a club that nobody has entered yet."""
    if house.read_mark(club, TAKING) != digest:
        raise HouseFault(f"{club.name} is being made out of another file than {file}. {take_again(club)}")
    settle_frame(house, club)
    settle_release(house, club)
    lent = lend_archive(house, club, file)
    try:
        house.manage(club, "restore", lent)
    except HouseFault as fault:
        raise HouseFault(f"{club.name} could not be made out of {file}. {fault}\n{take_again(club)}") from fault
    lent.unlink()
    house.mark(club, BEGUN)
    house.mark(club, TAKEN, digest)
    house.clubs.put(replace(club, state=ClubDoors.OPEN))
    house.clear_mark(club, TAKING)
