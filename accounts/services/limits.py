"""How long somebody waits who has failed to log in: a delay that grows, and never a lock.

Who fails is counted by the name that was tried, known here or not, and by the address it was tried from. A device on
which that name has logged in before is counted by itself alone, so that nothing that strangers do makes it wait
(OWASP calls it a device cookie).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from math import ceil

from django.db import transaction

from accounts.errors import LoginDelayed
from accounts.models import FailedLogins


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """`free` failures cost nothing; from then on each doubles the seconds to wait, up to `longest`."""

    kind: str
    free: int
    longest: timedelta
    forgotten: timedelta
    """After so long without another failure."""

    def delay(self, failures: int) -> timedelta:
        beyond = failures - self.free
        if beyond < 0:
            return timedelta(0)
        return min(self.longest, timedelta(seconds=2 ** min(beyond + 1, 20)))


NAME = Limit(kind="name", free=5, longest=timedelta(minutes=5), forgotten=timedelta(days=1))
ADDRESS = Limit(kind="address", free=20, longest=timedelta(minutes=1), forgotten=timedelta(hours=1))
"""More than for a name: a hall's phones may all come from one address."""
DEVICE = Limit(kind="device", free=5, longest=timedelta(seconds=30), forgotten=timedelta(hours=1))
ENTRY = Limit(kind="entry", free=10, longest=timedelta(minutes=1), forgotten=timedelta(hours=1))
"""Of names sent that had entered a tournament already: whoever sends many wants to know who plays."""
TOKEN = Limit(kind="token", free=20, longest=timedelta(minutes=1), forgotten=timedelta(hours=1))
"""Of tokens that programs showed and that are not good."""

LIMITS = {limit.kind: limit for limit in (NAME, ADDRESS, DEVICE, ENTRY, TOKEN)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Who tries to log in: the name as it was typed, from where, and the sign of a device that is known."""

    name: str
    address: str
    device: str = ""

    @property
    def keys(self) -> Sequence[str]:
        """What its failures are counted by, in one order for everybody who locks them."""
        if self.device:
            return (f"{DEVICE.kind}:{self.device}",)
        spoken = sha256(self.name.strip().casefold().encode()).hexdigest()[:40]
        return (f"{ADDRESS.kind}:{network_of(self.address)}", f"{NAME.kind}:{spoken}")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySent:
    """Who enters people, from where; it fails when they had entered already."""

    address: str

    @property
    def keys(self) -> Sequence[str]:
        return (f"{ENTRY.kind}:{network_of(self.address)}",)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenShown:
    """Which address a program shows its token from; it fails when that is not good."""

    address: str

    @property
    def keys(self) -> Sequence[str]:
        return (f"{TOKEN.kind}:{network_of(self.address)}",)


Counted = Attempt | EntrySent | TokenShown
"""What is counted when it fails."""


def network_of(address: str) -> str:
    """The address; of IPv6 the half that a provider gives a household, which has the other half for the taking."""
    try:
        known = ip_address(address)
    except ValueError:
        return address[:45]
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return str(IPv6Address(int(known) >> 64 << 64))
    return str(getattr(known, "ipv4_mapped", None) or known)


def check_delay(attempt: Counted, *, at: datetime) -> None:
    """Raises LoginDelayed while it has to wait. One query, and no lock."""
    _demand(FailedLogins.objects.filter(key__in=attempt.keys), at)


@transaction.atomic
def count_attempt(attempt: Counted, *, at: datetime) -> None:
    """Count it as failed before its password is looked at: of many at once, none gets ahead of the others.

    Raises LoginDelayed if those who came before it make it wait.
    """
    FailedLogins.objects.filter(last_at__lt=at - max(limit.forgotten for limit in LIMITS.values())).delete()
    FailedLogins.objects.bulk_create((FailedLogins(key=key, last_at=at) for key in attempt.keys), ignore_conflicts=True)
    rows = FailedLogins.objects.select_for_update().filter(key__in=attempt.keys).order_by("key")
    _demand(rows, at)
    for row in rows:
        row.failures = _failures(row, at) + 1
        row.last_at = at
        row.save()


@transaction.atomic
def forget_failures(attempt: Attempt) -> None:
    """It has succeeded: the name and the device begin anew; the address has one failure less, for others share it."""
    for row in FailedLogins.objects.select_for_update().filter(key__in=attempt.keys).order_by("key"):
        if row.key.startswith(ADDRESS.kind) and row.failures > 1:
            row.failures -= 1
            row.save()
        else:
            row.delete()


def _demand(rows: Iterable[FailedLogins], at: datetime) -> None:
    waits = {row.key.partition(":")[0]: _seconds(row, at) for row in rows}
    if any(waits.values()):
        raise LoginDelayed(max(waits.values()), at_address=waits.get(ADDRESS.kind, 0))


def _seconds(row: FailedLogins, at: datetime) -> int:
    """Until it has waited long enough, rounded up."""
    left = row.last_at + _limit(row).delay(_failures(row, at)) - at
    return max(0, ceil(left.total_seconds()))


def _limit(row: FailedLogins) -> Limit:
    return LIMITS[row.key.partition(":")[0]]


def _failures(row: FailedLogins, at: datetime) -> int:
    return 0 if at - row.last_at > _limit(row).forgotten else row.failures
