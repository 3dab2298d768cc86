"""Where everything of a house is, below one root."""

from dataclasses import dataclass
from pathlib import Path

from deploy.house.listed_clubs import ListedClub


@dataclass(frozen=True, slots=True)
class Places:
    """The paths of a house; `root` is `/` but for tests and rehearsals."""

    root: Path

    def at(self, absolute: str) -> Path:
        """Return the path below the root."""
        return self.root / absolute.lstrip("/")

    @property
    def list(self) -> Path:
        return self.at("/etc/burraco-house/clubs")

    @property
    def settings(self) -> Path:
        return self.at("/etc/burraco-house/house.conf")

    @property
    def releases(self) -> Path:
        return self.at("/opt/burraco-house/releases")

    @property
    def current(self) -> Path:
        """The link to the release that new clubs get, whose `house` command and pages of nginx this machine has."""
        return self.at("/opt/burraco-house/current")

    @property
    def command(self) -> Path:
        """By which an administrator finds `house`."""
        return self.at("/usr/local/sbin/house")

    @property
    def static(self) -> Path:
        """Styles and scripts of all releases."""
        return self.at("/opt/burraco-house/static")

    @property
    def units(self) -> Path:
        return self.at("/etc/systemd/system")

    @property
    def site(self) -> Path:
        """What nginx reads for the whole house; it includes the clubs' files."""
        return self.at("/etc/nginx/sites-enabled/burraco-house.conf")

    @property
    def sites(self) -> Path:
        """The folder with a file of nginx's for each club."""
        return self.at("/etc/nginx/burraco-house")

    @property
    def pages(self) -> Path:
        """The folder where nginx keeps pages."""
        return self.at("/var/lib/nginx/burraco-house")

    @property
    def kept(self) -> Path:
        """The folder where nginx keeps pages of halls for the time when their line is cut."""
        return self.at("/var/lib/nginx/burraco-halls")

    @property
    def nobody(self) -> Path:
        """A door at which nobody listens."""
        return self.at("/run/burraco-house/nobody")

    @property
    def nginx_log(self) -> Path:
        return self.at("/var/log/nginx/error.log")

    @property
    def line(self) -> Path:
        """The home of the user as whom halls connect: the file of their keys."""
        return self.at("/var/lib/burraco-house/line")

    @property
    def sshd(self) -> Path:
        """What sshd must know of lines."""
        return self.at("/etc/ssh/sshd_config.d/burraco-line.conf")

    @property
    def host_key(self) -> Path:
        """The public key of this machine's sshd."""
        return self.at("/etc/ssh/ssh_host_ed25519_key.pub")

    @property
    def lock(self) -> Path:
        return self.at("/run/burraco-house/house.lock")

    @property
    def handovers(self) -> Path:
        """The folder in which clubs hand archives over to the house."""
        return self.at("/var/lib/burraco-house/handovers")

    @property
    def left(self) -> Path:
        """The folder with the data of clubs whose names were freed."""
        return self.at("/var/lib/burraco-house/left")

    @property
    def clubs(self) -> Path:
        return self.at("/var/lib/burraco-house/clubs")

    def release(self, name: str) -> Path:
        return self.releases / name

    def club(self, club: ListedClub) -> Path:
        return self.clubs / club.name

    def data(self, club: ListedClub) -> Path:
        return self.club(club) / "data"

    def link(self, club: ListedClub) -> Path:
        """The link to the release that the club runs."""
        return self.club(club) / "release"

    def environment(self, club: ListedClub) -> Path:
        return self.at(f"/etc/burraco-house/clubs.d/{club.name}.env")

    def socket(self, club: ListedClub) -> Path:
        return self.at(f"/run/burraco-house/{club.name}.sock")
