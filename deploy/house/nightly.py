"""What a house does every night: each club deletes what is old and is backed up, with a copy in a second place."""

import re
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

from deploy.house.archives import fetch_archive
from deploy.house.certificates import certificate_faults
from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.listed_clubs import ListedClub

UNIT = Path(__file__).resolve().parents[1] / "systemd/burraco-club-nightly.service"


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
    for chore in chores():
        house.manage(club, chore)
    house.own_folder(folder, 0o700, "root", "root")
    fetch_archive(house, club, folder / f"{club.name}-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.zip")
    for old in archives_in(folder)[: -house.settings.backups_kept]:
        old.unlink()


def archives_in(folder: Path) -> list[Path]:
    """Return the archives of a club in the second place, the oldest first."""
    return sorted(folder.glob("*.zip"))


def chores() -> list[str]:
    """Return the commands of every night before the backup, as the single club's server has them."""
    return re.findall(r"^ExecStart=.* manage\.py (\w+)$", UNIT.read_text(encoding="utf-8"), re.M)[:-1]
