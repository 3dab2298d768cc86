"""What a house does every night: each club deletes what is old and is backed up, with a copy in a second place."""

from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

from deploy.house.archives import fetch_archive
from deploy.house.certificates import certificate_faults
from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.listed_clubs import ListedClub


def nightly(house: House, _arguments: Namespace) -> None:
    """Tidy and back up every club of this machine, asleep or awake. Raise HouseFault with those that failed."""
    place = house.places.at(house.settings.backups)
    if not place.is_dir():
        raise HouseFault(
            f"The second place for backups, {place}, is not there: mount it, or name another in {house.places.settings}"
        )
    failed = []
    for club in house.at_home:
        try:
            back_up(house, club, place / club.name)
        except HouseFault as fault:
            failed.append(f"{club.name}: {fault}")
    done = len(house.at_home) - len(failed)
    print(f"Backed up: {done} of {len(house.at_home)} clubs, into {place}")
    if failed := [*failed, *certificate_faults(house)]:
        raise HouseFault("\n".join(failed))


def back_up(house: House, club: ListedClub, folder: Path) -> None:
    """Make the club's archive in its folder of the second place, and delete the oldest beyond what is kept there."""
    house.own_folder(folder, 0o700, "root", "root")
    archive = folder / f"{club.name}-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.zip"
    try:
        fetch_archive(house, club, archive, tidied=True)
    except HouseFault:
        # What cannot be deleted is no reason to be without a backup, and the club is named all the same.
        fetch_archive(house, club, archive)
        raise
    finally:
        for old in archives_in(folder)[: -house.settings.backups_kept]:
            old.unlink()


def archives_in(folder: Path) -> list[Path]:
    """Return the archives of a club in the second place, the oldest first."""
    return sorted(folder.glob("*.zip"))
