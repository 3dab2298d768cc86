"""Clubs that close, and clubs that leave with their backup."""

import shutil
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from deploy.house.agreement import TAKING, agree, close_doors
from deploy.house.archives import fetch_archive
from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.listed_clubs import USER, ClubDoors, ClubHome, mistakes_of_name


def stop(house: House, arguments: Namespace) -> None:
    """Close a club, and keep everything."""
    club = house.put(house.club_here(arguments.name), state=ClubDoors.STOPPED)
    agree(house, [club.name])
    print(f"{club.name} is stopped. To open it again: house start {club.name}")


def give(house: House, arguments: Namespace) -> None:
    """Write a club's archive; the club goes on, unless it is to be stopped first, or to leave."""
    name = arguments.name
    if mistakes := list(mistakes_of_name(name)):
        raise HouseFault("\n".join(mistakes))
    club = house.clubs.get(name)
    if club is None:
        if not arguments.free:
            house.clubs.named(name)
        free(house, name)
        return
    # A hall's data are on its laptop, and those of a club that did not come never were here.
    if arguments.free and (house.club_here(name).kind is ClubHome.HALL or house.read_mark(club, TAKING) is not None):
        house.clubs.remove(name)
        free(house, name)
        return
    club = house.home_club(name)
    if arguments.stop or arguments.free:
        # What is written after the archive was made would be nowhere.
        club = house.put(club, state=ClubDoors.STOPPED)
        agree(house, [name])
    file = arguments.file or Path(f"{name}-{datetime.now():%Y-%m-%d}.zip")
    fetch_archive(house, club, file.absolute())
    print(f"The backup of {name} is in {file.absolute()}")
    if arguments.free:
        house.clubs.remove(name)
        free(house, name)


def free(house: House, name: str) -> None:
    """Free the name of a club that is in the list no more."""
    agree(house, [])
    put_aside(house, name)
    print(f"The name {name} is free.")


def put_aside(house: House, name: str) -> None:
    """Keep the data of a club that has no home here any more where no club can read them, and delete its user."""
    close_doors(house, [name])
    folder, user = house.places.clubs / name, USER + name
    environment = house.places.at(f"/etc/burraco-house/clubs.d/{name}.env")
    if folder.exists():
        if environment.exists():
            # Of a club on PostgreSQL it says where the data are.
            shutil.move(environment, folder / environment.name)
        house.own_folder(house.places.left, 0o700, "root", "root")
        kept = house.places.left / f"{name}-{datetime.now():%Y-%m-%d-%H%M%S}"
        shutil.move(folder, kept)
        print(f"The data of {name} are kept in {kept}: delete them when the club is safely elsewhere.")
    environment.unlink(missing_ok=True)
    if house.machine.has_user(user):
        house.machine.remove_user(user)
