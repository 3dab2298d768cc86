"""Whether the house's certificates hold, for which names and how long, as openssl reads them."""

import re
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass

from deploy.house.faults import HouseFault
from deploy.house.keeping import House
from deploy.house.nginx_files import certificate_of

WARNING = 14
"""Days before its end from which a certificate is named: certbot renews 30 days before."""
DAY = 86400


@dataclass(frozen=True, slots=True)
class Certificate:
    ends: float
    """Seconds since 1970."""
    names: tuple[str, ...]

    def holds_for(self, address: str) -> bool:
        _label, _dot, domain = address.partition(".")
        return address in self.names or f"*.{domain}" in self.names


def certificate_faults(house: House, *, now: float | None = None) -> list[str]:
    """Return a sentence for each certificate that is missing, ends soon, or lacks a club's name."""
    clock = time.time() if now is None else now
    clubs: dict[str, list[str]] = {house.settings.certificate: []}
    for club in house.clubs:
        clubs.setdefault(certificate_of(house.places, house.settings, club)[0], []).append(club.address)
    return [fault for path, addresses in clubs.items() for fault in _faults(house, path, addresses, clock)]


def _faults(house: House, path: str, addresses: list[str], now: float) -> Iterator[str]:
    try:
        read = read_certificate(house.machine.describe_certificate(path))
    except HouseFault as reason:
        said = str(reason).splitlines()[0]
        yield f"The certificate {path} cannot be read, so nginx cannot start: get one with certbot certonly. {said}"
        return
    day = time.strftime("%d/%m/%Y", time.gmtime(read.ends))
    if read.ends <= now:
        yield f"The certificate {path} has run out on {day}: browsers refuse the clubs. Renew it: certbot renew"
    elif read.ends <= now + WARNING * DAY:
        yield f"The certificate {path} runs out on {day}, and was not renewed. See why: certbot renew"
    if lacking := [address for address in addresses if not read.holds_for(address)]:
        yield f"The certificate {path} does not hold for {', '.join(lacking)}: get one for this name: certbot certonly"


def read_certificate(text: str) -> Certificate:
    """Read what openssl says of a certificate."""
    ends = re.search(r"^notAfter=(.+)$", text, re.M)
    assert ends is not None
    return Certificate(ssl.cert_time_to_seconds(ends[1]), tuple(re.findall(r"DNS:([^,\s]+)", text)))
