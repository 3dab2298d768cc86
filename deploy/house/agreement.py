"""Making the machine agree with the list: users, folders, environments, releases, doors, and nginx.

Every step looks whether it has been done, or does no harm when it is done again: so whoever was interrupted runs the
command again. A club that fails is named, and the others go on.
"""

from collections.abc import Collection, Iterable
from pathlib import Path

from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.line_commands import settle_lines
from deploy.house.listed_clubs import ClubDoors, ListedClub
from deploy.house.machine import CLUB_UNIT
from deploy.house.nginx_files import club_file, house_file
from deploy.house.release_changes import settle_release
from deploy.house.whole_files import write_whole

UNITS = Path(__file__).resolve().parent / "systemd"
BEGUN, TAKING = "begun", "taking"
"""Marks in a club's folder: it has its first data, and its link was told; its data are not yet those of its archive."""


def agree(house: House, only: Collection[str] | None = None) -> None:
    """Make the machine agree with the list, or with what it says of some clubs.

    Raise HouseFault with what failed, club by club, after everything else is done.
    """
    places = house.places
    failed: list[str] = []
    install_units(house)
    clubs = [club for club in house.at_home if only is None or club.name in only]
    ready = []
    for club in clubs:
        try:
            settle_club(house, club)
            ready.append(house.clubs.named(club.name))
        except HouseFault as fault:
            failed.append(f"{club.name}: {fault}")
    opened = [f"{CLUB_UNIT}{club.name}.socket" for club in ready if club.state is ClubDoors.OPEN]
    if opened:
        house.machine.systemctl("enable", "--now", *opened)
    settle_nginx(house)
    settle_lines(house)
    closed = {club.name for club in clubs if club.state is ClubDoors.STOPPED}
    if only is None:
        closed |= {folder.name for folder in places.clubs.glob("*")} - {club.name for club in house.at_home}
    close_doors(house, sorted(closed))
    if failed:
        raise HouseFault("\n".join(failed))


def settle_club(house: House, club: ListedClub) -> None:
    """Give a club that runs here its user, folders, environment, release and first data."""
    settle_frame(house, club)
    if house.read_mark(club, TAKING) is not None:
        raise HouseFault(f"its data have not come yet. {take_again(club)}")
    settle_release(house, club)
    if house.read_mark(club, BEGUN) is None:
        print_link(house, club)
        house.mark(club, BEGUN)


def print_link(house: House, club: ListedClub) -> None:
    """Print the link with which a club's first administrator chooses a password, as long as the club has none."""
    if link := house.manage(club, "first_link", "--address", f"https://{club.address}").strip():
        print(f"For the first administrator of {club.name}, once, and within a day:\n{link}", flush=True)
    else:
        print(f"{club.name} has its administrator already, who can make others.", flush=True)


def take_again(club: ListedClub) -> str:
    """Return what to do about a club whose archive did not come in."""
    return f"Run again: house take FILE {club.name}. Or give it up: house give {club.name} --free"


def settle_frame(house: House, club: ListedClub) -> None:
    """Give a club its user, its folders and its environment."""
    places, machine = house.places, house.machine
    if not machine.has_user(club.user):
        machine.add_user(club.user, places.data(club))
    # A club passes through to its own folder, and cannot list the others.
    house.own_folder(places.clubs, 0o711, "root", "root")
    house.own_folder(places.club(club), 0o750, "root", club.user)
    house.own_folder(places.data(club), 0o700, club.user, club.user)
    settle_environment(house, club)


def settle_environment(house: House, club: ListedClub) -> None:
    """Write what the list says into the club's environment, and keep what an administrator has added."""
    path = house.places.environment(club)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    said = {
        "BURRACO_DATA": str(house.places.data(club)),
        "BURRACO_HTTPS": "1",
        "ALLOWED_HOSTS": club.address,
        "TRUSTED_PROXIES": "unix",
    }
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    added = [line for line in lines if line.partition("=")[0].strip() not in said]
    text = "".join(f"{line}\n" for line in (*(f"{key}={value}" for key, value in said.items()), *added))
    if path.exists() and path.read_text(encoding="utf-8") != text:
        # It would go on with the old one. Whoever asks next wakes it with the new one.
        house.machine.systemctl("stop", f"{CLUB_UNIT}{club.name}.service")
    write_whole(path, text, mode=0o600)


def install_units(house: House) -> None:
    """Copy the units, and let systemd read them and wait for every night."""
    written = [
        write_whole(house.places.units / unit.name, unit.read_text(encoding="utf-8")) for unit in UNITS.iterdir()
    ]
    if any(written):
        house.machine.systemctl("daemon-reload")
    house.machine.systemctl("enable", "--now", "burraco-house-nightly.timer")
    # A program that came in a zip may have lost the right to be run.
    program = house.places.current / "deploy/house/house.py"
    write_whole(house.places.command, f'#!/bin/sh\nexec python3 {program} "$@"\n', mode=0o755)


def settle_nginx(house: House) -> None:
    """Write nginx's files, and let nginx read them. If it cannot, put the old ones back and raise HouseFault."""
    places = house.places
    wanted = {places.site: house_file(places, house.settings)}
    wanted |= {places.sites / f"{club.name}.conf": club_file(places, house.settings, club) for club in house.clubs}
    places.kept.mkdir(parents=True, exist_ok=True)
    places.sites.mkdir(parents=True, exist_ok=True)
    before = {
        path: path.read_text(encoding="utf-8") for path in (places.site, *places.sites.glob("*.conf")) if path.exists()
    }
    _write(before, wanted)
    try:
        house.machine.test_nginx()
    except HouseFault as fault:
        _write(wanted, before)
        raise HouseFault(f"nginx does not take its new files, and has the old ones back. {fault}") from fault
    house.machine.reload_nginx()


def close_doors(house: House, names: Iterable[str]) -> None:
    """Close the doors of clubs that are stopped or in the list no more, and end their programs."""
    units = [f"{CLUB_UNIT}{name}" for name in names]
    if units:
        house.machine.systemctl("disable", "--now", *(f"{unit}.socket" for unit in units))
        house.machine.systemctl("stop", *(f"{unit}.service" for unit in units))


def _write(before: Collection[Path], wanted: dict[Path, str]) -> None:
    """Write the wanted files, and delete those from before that are not wanted."""
    for path, text in wanted.items():
        write_whole(path, text)
    for path in before:
        if path not in wanted:
            path.unlink()
