"""Upgrades: club by club, the failing ones left on their release and named."""

from argparse import Namespace

from deploy.house.agreement import agree
from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.release_changes import change_release, installed
from deploy.rolling_update import point


def upgrade(house: House, arguments: Namespace) -> None:
    """Let each club of this machine run the release. Raise HouseFault with those that do not, when all have tried."""
    release = arguments.release
    folder = installed(house, release)
    clubs = [house.home_club(name) for name in arguments.clubs] or house.at_home
    failed = []
    for club in clubs:
        try:
            change_release(house, club, release)
            print(f"{club.name} runs {release}.", flush=True)
        except HouseFault as fault:
            failed.append(f"{club.name}: {fault}")
    if not arguments.clubs and (not clubs or len(failed) < len(clubs)):
        # New clubs get what has proved itself.
        house.places.current.parent.mkdir(parents=True, exist_ok=True)
        point(house.places.current, folder)
    try:
        agree(house)
    except HouseFault as fault:
        failed.append(str(fault))
    if failed:
        raise HouseFault("\n".join(failed))
