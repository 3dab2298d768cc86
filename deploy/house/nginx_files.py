"""What nginx reads: one file for the house and one for each club, from the templates in `nginx/`."""

import re
from collections.abc import Mapping
from pathlib import Path

from deploy.house.house_settings import HouseSettings
from deploy.house.listed_clubs import ClubDoors, ClubHome, ListedClub
from deploy.house.places import Places

TEMPLATES = Path(__file__).resolve().parent / "nginx"
FOREIGN = re.compile(r"\[\[(\w+)\]\]")


def house_file(places: Places, settings: HouseSettings) -> str:
    """Return nginx's file for the whole house."""
    return filled("house.conf", _of_house(places, settings))


def club_file(places: Places, settings: HouseSettings, club: ListedClub) -> str:
    """Return nginx's file for a club: a proxy to its program, to its line or to its machine, or a page that says that
    it is closed.
    """
    certificate, key = certificate_of(places, settings, club)
    words = {
        **_of_house(places, settings),
        "certificate": certificate,
        "certificate_key": key,
        "name": club.name,
        "address": club.address,
        "socket": str(places.socket(club)),
        "port": str(club.port),
        "machine": club.machine,
    }
    return filled(_template(settings, club), {**words, "every_club": filled("every-club.conf", words)})


def certificate_of(places: Places, settings: HouseSettings, club: ListedClub) -> tuple[str, str]:
    """Return the files of the certificate and its key: the house's, unless certbot has one for the club's address."""
    own = f"/etc/letsencrypt/live/{club.address}"
    if places.at(f"{own}/fullchain.pem").exists():
        return str(places.at(f"{own}/fullchain.pem")), str(places.at(f"{own}/privkey.pem"))
    return settings.certificate, settings.certificate_key


def filled(template: str, words: Mapping[str, str]) -> str:
    """Return the template with its words in double brackets replaced."""
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    return FOREIGN.sub(lambda found: words[found[1]], text)


def _template(settings: HouseSettings, club: ListedClub) -> str:
    if club.machine != settings.machine:
        return "elsewhere.conf"
    if club.state is ClubDoors.STOPPED:
        return "stopped.conf"
    return "hall.conf" if club.kind is ClubHome.HALL else "home.conf"


def _of_house(places: Places, settings: HouseSettings) -> dict[str, str]:
    def listen(port: int, more: str) -> str:
        hosts = settings.listen.split()
        return "\n    ".join(f"listen {'' if host == '*' else host + ':'}{port}{more};" for host in hosts)

    return {
        "plain": listen(settings.http_port, ""),
        "plain_default": listen(settings.http_port, " default_server"),
        "encrypted": listen(settings.https_port, " ssl http2"),
        "encrypted_default": listen(settings.https_port, " ssl http2 default_server"),
        "club_requests": str(settings.club_requests),
        "club_burst": str(settings.club_burst),
        "club_connections": str(settings.club_connections),
        "https_port": str(settings.https_port),
        "pages": str(places.pages),
        "kept": str(places.kept),
        "kept_port": str(settings.kept_port),
        "nobody": str(places.nobody),
        "log": str(places.nginx_log),
        "sites": str(places.sites),
        "static": str(places.static.parent),
        "unavailable": str(places.current / "deploy/nginx"),
        "house_pages": str(places.current / "deploy/house/nginx"),
    }
