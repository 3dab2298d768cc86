"""A club's release, changed with a way back: its old release and its data of before."""

from dataclasses import replace
from pathlib import Path

from deploy.house.archives import fetch_archive
from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.listed_clubs import ClubDoors, ListedClub, is_release
from deploy.house.machine import CLUB_UNIT
from deploy.rolling_update import point

UPGRADING = "upgrading"
"""The mark in the folder of a club whose release is being changed: the old release and the new one."""
BEFORE = "before-upgrade.zip"
"""The club's archive as it was before its release was last changed."""


def settle_release(house: House, club: ListedClub) -> None:
    """Let a club have the release that the list names."""
    link = house.places.link(club)
    assert club.release is not None
    if mark := house.read_mark(club, UPGRADING):
        _old, new = mark.split()
        if new != club.release:
            raise HouseFault(f"its upgrade to {new} was interrupted. Run again: house upgrade {new}")
    if link.is_symlink():
        change_release(house, club, club.release)
    else:
        point(link, installed(house, club.release))


def installed(house: House, release: str) -> Path:
    """Return the folder of a release that has its libraries. Raise HouseFault if there is none."""
    folder = house.places.release(release)
    if not is_release(release) or not folder.is_dir():
        raise HouseFault(f"There is no release {release!r} in {house.places.releases}: copy the program there.")
    house.machine.install(folder, house.places.static)
    return folder


def change_release(house: House, club: ListedClub, wanted: str) -> None:
    """Stop the club, back it up, let it run another release, and see that it becomes ready.

    If it does not, it gets its old release and its old data back, and HouseFault is raised. The backup is made when
    nobody writes any more, so that nothing is missing from what comes back.
    """
    folder = installed(house, wanted)
    link = house.places.link(club)
    mark = house.read_mark(club, UPGRADING)
    if mark is not None and mark.split()[1] != wanted:
        go_back(house, club, mark.split()[0])
        mark = None
    old = mark.split()[0] if mark else Path(link.readlink()).name
    if mark is None and old == wanted:
        return
    shut(house, club)
    try:
        if mark is None:
            fetch_archive(house, club, house.places.club(club) / BEFORE, group=club.user)
            house.mark(club, UPGRADING, f"{old} {wanted}\n")
        point(link, folder)
        house.manage(club, "prepare_database")
        open_and_look(house, club)
    except HouseFault as fault:
        if house.read_mark(club, UPGRADING) is None:
            open_again(house, club)
            raise HouseFault(f"it could not be backed up, so it stays on {old}. {fault}") from fault
        try:
            go_back(house, club, old)
        except HouseFault as worse:
            raise HouseFault(f"it runs neither with {wanted} nor with {old}. {fault} {worse}") from worse
        raise HouseFault(
            f"it does not run with {wanted}, and is on {old} again with its data of before. {fault}"
        ) from fault
    house.clubs.put(replace(club, release=wanted))
    house.clear_mark(club, UPGRADING)


def go_back(house: House, club: ListedClub, old: str) -> None:
    """Give the club its old release and its data of before, and see that it becomes ready."""
    shut(house, club)
    point(house.places.link(club), house.places.release(old))
    house.manage(club, "restore", house.places.club(club) / BEFORE)
    open_and_look(house, club)
    if club.release != old:
        house.clubs.put(replace(club, release=old))
    house.clear_mark(club, UPGRADING)


def shut(house: House, club: ListedClub) -> None:
    """Let nobody in, and end the program. Who comes meanwhile is told to come again in a moment."""
    unit = CLUB_UNIT + club.name
    house.machine.systemctl("stop", f"{unit}.socket", f"{unit}.service")


def open_and_look(house: House, club: ListedClub) -> None:
    """Wake the club, and raise HouseFault if it does not become ready. One that is stopped is stopped again."""
    unit = CLUB_UNIT + club.name
    house.machine.forgive(f"{unit}.socket", f"{unit}.service")
    house.machine.systemctl("start", f"{unit}.socket")
    ready = house.machine.ready(f"{unit}.service", house.places.socket(club), club.address)
    if not ready or club.state is ClubDoors.STOPPED:
        shut(house, club)
    if not ready:
        raise HouseFault(f"It did not become ready. See: journalctl -u {unit}.service")


def open_again(house: House, club: ListedClub) -> None:
    if club.state is ClubDoors.OPEN:
        house.machine.systemctl("start", f"{CLUB_UNIT}{club.name}.socket")
