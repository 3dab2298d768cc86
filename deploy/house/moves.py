"""A club moves to another machine of the house, with its backup."""

from argparse import Namespace
from dataclasses import replace

from deploy.house.agreement import agree
from deploy.house.archives import fetch_archive
from deploy.house.clubs_going import put_aside
from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.listed_clubs import ClubDoors, is_machine

MOVING = "moving.zip"
"""The archive in the folder of a club that is on its way to another machine; it is made once."""


def move(house: House, arguments: Namespace) -> None:
    """Stop the club here, let the other machine take its archive, and pass on to it whoever still comes here."""
    club, target = house.clubs.named(arguments.name), arguments.machine
    if not is_machine(target):
        raise HouseFault(f"expected a machine's name of small letters, digits, hyphens and dots, got {target!r}.")
    if club.machine != target:
        club = house.home_club(club.name)
        assert club.release is not None
        club = house.put(club, state=ClubDoors.STOPPED)
        agree(house, [club.name])
        archive = house.places.club(club) / MOVING
        if not archive.exists():
            fetch_archive(house, club, archive)
        asked = ["house", "take", "-", club.name, "--address", club.address, "--release", club.release]
        try:
            house.machine.ask(target, *asked, given=archive)
        except HouseFault as fault:
            raise HouseFault(f"{club.name} is stopped, and has not moved to {target}. {fault}") from fault
        house.clubs.put(replace(club, machine=target, state=ClubDoors.OPEN))
    if target == house.settings.machine:
        print(f"{club.name} is on this machine.")
        return
    agree(house, [])
    put_aside(house, club.name)
    print(f"{club.name} is on the machine {target}.")


def refuse_moving(house: House, name: str) -> None:
    """Raise HouseFault if the club may be on another machine already: it would have two homes."""
    archive = house.places.clubs / name / MOVING
    if archive.exists():
        raise HouseFault(
            f"{name} is on its way to another machine: run house move again. If it is to stay, see that the other "
            f"machine does not have it (house give {name} --free), then delete {archive}"
        )
