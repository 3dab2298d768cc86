"""The access of a phone to a table's slip: the table's address, its lines' codes, and the phone's ticket.

All of it is derived from the round's secret, so nothing is stored, and nothing works without it. The codes are safe
only because few guesses are allowed; the address holds 128 bits.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from itertools import count

from tournaments.records import Line

from .states import Phone

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 characters, so that each is equally likely; without 0, O, 1 and I, which look alike on paper."""

CODE_LENGTH = 4
TEAM_CODE_LENGTH = 12
ADDRESS_BYTES = 16


def new_secret() -> str:
    """Return a new secret for a round: 256 bits."""
    return secrets.token_hex(32)


def new_team_code() -> str:
    """Return a new code for a team's captain: long enough that nobody guesses it, however often they try."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(TEAM_CODE_LENGTH))


def secret_of(secret: str, edition: int) -> str:
    """Return the secret of one table's slip: the round's, or another one for each slip that replaces a slip.

    >>> secret_of("s", 0), secret_of("s", 2)
    ('s', 's.2')
    """
    return f"{secret}.{edition}" if edition else secret


def address_of(secret: str, table: int) -> str:
    """Return the secret part of a table's address."""
    return urlsafe_b64encode(_derive(secret, "address", table)[:ADDRESS_BYTES]).decode().rstrip("=")


def codes_of(secret: str, table: int) -> dict[Line, str]:
    """Return the codes of both lines, which differ.

    >>> codes_of("s", 12)[Line.NS] == codes_of("s", 12)[Line.EW]
    False
    """
    turns = (_both_codes(_derive(secret, "codes", table, turn)) for turn in count())
    ns, ew = next((ns, ew) for ns, ew in turns if ns != ew)
    return {Line.NS: ns, Line.EW: ew}


def _both_codes(derived: bytes) -> tuple[str, str]:
    ns, ew = (
        "".join(ALPHABET[byte % len(ALPHABET)] for byte in derived[at : at + CODE_LENGTH]) for at in (0, CODE_LENGTH)
    )
    return ns, ew


def line_of(secret: str, table: int, typed: str) -> Line | None:
    """Return the line of a typed code, in any capitals and with or without spaces; None for any other text."""
    code = "".join(typed.split()).upper()
    # Both are compared, so that the time reveals nothing.
    found = [line for line, right in codes_of(secret, table).items() if same(code, right)]
    return found[0] if found else None


def ticket_of(secret: str, table: int, phone: Phone) -> str:
    """Return the ticket that replaces the code on a phone, valid only for this table and this round."""
    return f"{phone.line}.{phone.device}.{_derive(secret, 'ticket', table, phone.line, phone.device).hex()}"


def read_ticket(secret: str, table: int, ticket: str) -> Phone | None:
    """Return the phone of the ticket; None if the ticket is not genuine."""
    line, _dot, rest = ticket.partition(".")
    if line not in list(Line):
        return None
    phone = Phone(Line(line), rest.rpartition(".")[0])
    return phone if same(ticket, ticket_of(secret, table, phone)) else None


def passing_of(secret: str, table: int, phone: Phone, version: int) -> str:
    """Return the proof that a line gave code and total on its opponents' phone, for one version of the slip."""
    return _derive(secret, "passing", table, phone.line, phone.device, version).hex()


def same(given: str, right: str) -> bool:
    """Return whether they are equal, in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())


def _derive(secret: str, *purpose: object) -> bytes:
    return hmac.digest(secret.encode(), "|".join(map(str, purpose)).encode(), "sha256")
