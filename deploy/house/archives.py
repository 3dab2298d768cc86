"""A club's backup archive, made by the club and fetched by the house, and read back into a club."""

import hashlib
import os
import shutil
import stat
from pathlib import Path

from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.listed_clubs import ListedClub

ARCHIVE = "club.zip"


def fetch_archive(house: House, club: ListedClub, target: Path, *, group: str = "root", tidied: bool = False) -> None:
    """Let the club back itself up, and put its archive in place of whatever `target` is. `group` may read it.

    If it is to be `tidied`, the club first deletes what is old, and makes ahead the evenings that repeat.

    The club writes into a folder of the handover alone, which is taken from it before the house looks: so it can lead
    the house to no other file.
    """
    machine, handover = house.machine, house.places.handovers / club.name
    house.own_folder(house.places.handovers, 0o711, "root", "root")
    _take_away(house, handover)
    house.own_folder(handover, 0o700, club.user, club.user)
    unfinished = target.with_name(f".{target.name}.new")
    try:
        house.manage(club, "backup", handover / ARCHIVE, *(["--tidy"] if tidied else []))
        machine.own(handover, "root", "root")
        _copy_regular(handover / ARCHIVE, unfinished)
        machine.own(unfinished, "root", group)
        unfinished.chmod(0o600 if group == "root" else 0o640)
    except OSError as error:
        raise HouseFault(f"The backup could not be written to {target}: {error.strerror}") from error
    finally:
        _take_away(house, handover)
    os.replace(unfinished, target)


def _take_away(house: House, handover: Path) -> None:
    """Delete the folder of the handover, when its club can write there no more."""
    if handover.exists():
        house.machine.own(handover, "root", "root")
        shutil.rmtree(handover)


def lend_archive(house: House, club: ListedClub, source: Path) -> Path:
    """Return a copy of the archive that the club may read."""
    target = house.places.club(club) / "coming.zip"
    unfinished = target.with_name(f".{target.name}.new")
    _copy_regular(source, unfinished)
    house.machine.own(unfinished, "root", club.user)
    unfinished.chmod(0o640)
    os.replace(unfinished, target)
    return target


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, or raise HouseFault."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise HouseFault(f"{path} cannot be read: {error.strerror}. Name a club's backup, a zip.") from error


def _copy_regular(source: Path, target: Path) -> None:
    """Copy a file, which must be one and no link, and flush the copy to the disk."""
    target.unlink(missing_ok=True)
    with open(os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as read:
        if not stat.S_ISREG(os.fstat(read.fileno()).st_mode):
            raise HouseFault(f"{source} is no file.")
        with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as write:
            shutil.copyfileobj(read, write)
            write.flush()
            os.fsync(write.fileno())
