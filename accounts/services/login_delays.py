"""Delays after failed logins: they grow, and they never lock an account.

Failures are counted for the name that was tried, known or not, and for the address it was tried from. A device on which
that name has logged in before is counted on its own, so that strangers cannot make it wait (OWASP calls it a device
cookie).
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
    """`free` failures cost nothing; each further one doubles the seconds to wait, up to `longest`."""

    kind: str
    free: int
    longest: timedelta
    forgotten: timedelta
    """Failures are forgotten after this long without another one."""

    def delay(self, failures: int) -> timedelta:
        beyond = failures - self.free
        if beyond < 0:
            return timedelta(0)
        return min(self.longest, timedelta(seconds=2 ** min(beyond + 1, 20)))


NAME = Limit(kind="name", free=5, longest=timedelta(minutes=5), forgotten=timedelta(days=1))
ADDRESS = Limit(kind="address", free=20, longest=timedelta(minutes=1), forgotten=timedelta(hours=1))
"""More than for a name: all phones of a hall may share one address."""
DEVICE = Limit(kind="device", free=5, longest=timedelta(seconds=30), forgotten=timedelta(hours=1))
ENTRY = Limit(kind="entry", free=10, longest=timedelta(minutes=1), forgotten=timedelta(hours=1))
"""Names that were already entered in a tournament: many such attempts would show who plays."""
TOKEN = Limit(kind="token", free=20, longest=timedelta(minutes=1), forgotten=timedelta(hours=1))
"""Invalid tokens of programs."""

LIMITS = {limit.kind: limit for limit in (NAME, ADDRESS, DEVICE, ENTRY, TOKEN)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginAttempt:
    """A login attempt: the name as typed, the address, and the mark of a known device."""

    name: str
    address: str
    device: str = ""

    @property
    def keys(self) -> Sequence[str]:
        """The keys of its counters, always in the same order, because they are locked in this order."""
        if self.device:
            return (f"{DEVICE.kind}:{self.device}",)
        spoken = sha256(self.name.strip().casefold().encode()).hexdigest()[:40]
        return (f"{ADDRESS.kind}:{network_of(self.address)}", f"{NAME.kind}:{spoken}")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAttempt:
    """An entry from an address; it counts as a failure if the players were already entered."""

    address: str

    @property
    def keys(self) -> Sequence[str]:
        return (f"{ENTRY.kind}:{network_of(self.address)}",)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAttempt:
    """A token from an address; it counts as a failure if the token is not valid."""

    address: str

    @property
    def keys(self) -> Sequence[str]:
        return (f"{TOKEN.kind}:{network_of(self.address)}",)


Counted = LoginAttempt | EntryAttempt | TokenAttempt
"""The attempts whose failures are counted."""


def network_of(address: str) -> str:
    """Return the address, or for IPv6 the /64 network, within which a household can choose any address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address[:45]
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is None:
        return str(IPv6Address(int(ip) >> 64 << 64))
    return str(getattr(ip, "ipv4_mapped", None) or ip)


def check_delay(attempt: Counted, *, at: datetime) -> None:
    """Raise LoginDelayed if the attempt has to wait. This takes one query and no lock."""
    _demand(FailedLogins.objects.filter(key__in=attempt.keys), at)


@transaction.atomic
def count_attempt(attempt: Counted, *, at: datetime) -> None:
    """Count the attempt as failed before the password is checked, so that parallel attempts cannot pass the limit.

    Raise LoginDelayed if earlier failures make it wait.
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
def forget_failures(attempt: LoginAttempt) -> None:
    """Reset the name and the device after a success. The address loses one failure only, because others share it."""
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
    """Return the seconds left to wait, rounded up."""
    left = row.last_at + _limit(row).delay(_failures(row, at)) - at
    return max(0, ceil(left.total_seconds()))


def _limit(row: FailedLogins) -> Limit:
    return LIMITS[row.key.partition(":")[0]]


def _failures(row: FailedLogins, at: datetime) -> int:
    return 0 if at - row.last_at > _limit(row).forgotten else row.failures
