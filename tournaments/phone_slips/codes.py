"""What opens a table's slip to a phone: the table's address, its lines' codes, and the ticket that a phone keeps.

All of it is derived from the round's secret, so that nothing of it is stored and all of it is worthless without it.
Codes stand against guessing only because few guesses are allowed; the address holds 128 bits.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from itertools import count

from tournaments.records import Line

from .states import Phone

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 signs, so that each is as likely as another; without 0, O, 1 and I, which look alike on paper."""

CODE_LENGTH = 4
ADDRESS_BYTES = 16
DEVICE_BYTES = 9


def new_secret() -> str:
    """A round's secret: 256 bits."""
    return secrets.token_hex(32)


def new_device() -> str:
    """What one phone is known by at one table."""
    return secrets.token_urlsafe(DEVICE_BYTES)


def address_of(secret: str, table: int) -> str:
    """The part of a table's address that nobody can guess."""
    return urlsafe_b64encode(_derive(secret, "address", table)[:ADDRESS_BYTES]).decode().rstrip("=")


def codes_of(secret: str, table: int) -> dict[Line, str]:
    """The codes of both lines, which differ.

    >>> codes_of("s", 12)[Line.NS] == codes_of("s", 12)[Line.EW]
    False
    """
    for turn in count():
        derived = _derive(secret, "codes", table, turn)
        ns, ew = (
            "".join(ALPHABET[byte % len(ALPHABET)] for byte in derived[at : at + CODE_LENGTH])
            for at in (0, CODE_LENGTH)
        )
        if ns != ew:
            return {Line.NS: ns, Line.EW: ew}
    raise AssertionError("unreachable: there are more turns than codes")


def line_of(secret: str, table: int, typed: str) -> Line | None:
    """The line whose code was typed, in capitals or not, with blanks or without; None for any other text."""
    code = "".join(typed.split()).upper()
    # Both are compared, so that the time tells nothing.
    found = [line for line, right in codes_of(secret, table).items() if same(code, right)]
    return found[0] if found else None


def ticket_of(secret: str, table: int, phone: Phone) -> str:
    """What a phone shows instead of its code from now on: good for this table and this round alone."""
    return f"{phone.line}.{phone.device}.{_derive(secret, 'ticket', table, phone.line, phone.device).hex()}"


def read_ticket(secret: str, table: int, ticket: str) -> Phone | None:
    """The phone that the ticket was made for; None for what nobody has made so."""
    line, _dot, rest = ticket.partition(".")
    if line not in list(Line):
        return None
    phone = Phone(Line(line), rest.rpartition(".")[0])
    return phone if same(ticket, ticket_of(secret, table, phone)) else None


def passing_of(secret: str, table: int, phone: Phone, version: int) -> str:
    """The proof that a line gave code and total on its opponents' phone, for one version of the slip."""
    return _derive(secret, "passing", table, phone.line, phone.device, version).hex()


def same(given: str, right: str) -> bool:
    """Whether they are equal, in a time that does not tell how much of it was right."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())


def _derive(secret: str, *purpose: object) -> bytes:
    return hmac.digest(secret.encode(), "|".join(map(str, purpose)).encode(), "sha256")
