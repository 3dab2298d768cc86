"""A house at work: its settings, its list, its places and its machine."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from deploy.house.faults import HouseFault
from deploy.house.house_settings import read_house_settings
from deploy.house.listed_clubs import ClubDoors, ClubHome, ListedClub, ListedClubs
from deploy.house.machine import Machine
from deploy.house.places import Places
from deploy.house.whole_files import write_whole
from deploy.rolling_update import read_environment


class House:
    """What every command works with. Raise HouseFault if the settings or the list have a mistake."""

    def __init__(self, places: Places, machine: Machine) -> None:
        self.places = places
        self.machine = machine
        self.settings = read_house_settings(places.settings)
        self.clubs = ListedClubs(places.list)

    @property
    def at_home(self) -> list[ListedClub]:
        """The clubs whose programs run on this machine, open or stopped."""
        return [club for club in self.clubs if self.is_home(club)]

    def is_home(self, club: ListedClub) -> bool:
        return club.kind is ClubHome.HOME and club.machine == self.settings.machine

    def home_club(self, name: str) -> ListedClub:
        """Return a club whose program runs on this machine, or raise HouseFault."""
        club = self.club_here(name)
        if club.kind is ClubHome.HALL:
            raise HouseFault(f"The program and the data of {name} are on the club's own laptop: do this there.")
        return club

    def club_here(self, name: str) -> ListedClub:
        """Return a club of this machine, or raise HouseFault."""
        club = self.clubs.named(name)
        if club.machine != self.settings.machine:
            raise HouseFault(f"{name} is on the machine {club.machine}: run the command there.")
        return club

    def put(self, club: ListedClub, *, state: ClubDoors) -> ListedClub:
        """Write the club's state into the list, and return the club as it is now."""
        changed = replace(club, state=state)
        if changed != club:
            self.clubs.put(changed)
        return changed

    def manage(self, club: ListedClub, *words: object) -> str:
        """Run a command of the club's program, as the club's user, with the release that its link names."""
        return self.machine.manage(club.user, self.places.link(club), self.environment(club), *words)

    def environment(self, club: ListedClub) -> Mapping[str, str]:
        return read_environment(self.places.environment(club))

    def own_folder(self, folder: Path, mode: int, user: str, group: str) -> None:
        """Make the folder unless it is there, with this owner and these rights."""
        folder.mkdir(parents=True, exist_ok=True, mode=mode)
        self.machine.own(folder, user, group)
        folder.chmod(mode)

    def mark(self, club: ListedClub, mark: str, text: str = "") -> None:
        """Note in the club's folder how far it has come; a killed command reads it when it is run again."""
        write_whole(self.places.club(club) / mark, text, mode=0o600)

    def read_mark(self, club: ListedClub, mark: str) -> str | None:
        path = self.places.club(club) / mark
        return path.read_text(encoding="utf-8") if path.exists() else None

    def clear_mark(self, club: ListedClub, mark: str) -> None:
        (self.places.club(club) / mark).unlink(missing_ok=True)
