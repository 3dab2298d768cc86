"""The own link of an entry, and the mark of who sent it: neither is stored as it is."""

from hashlib import sha256

from django.utils.crypto import salted_hmac

from tournaments.models import Entry, Tournament

TOKEN_LETTERS = 32
"""Each has 4 bits, so that nobody guesses the token."""


def entry_of_token(tournament: Tournament, token: str) -> Entry | None:
    """Return the entry whose own link has this token."""
    return tournament.entries.select_related("pair", "tournament").filter(token_hash=token_hash_of(token)).first()


def sender_of(address: str) -> str:
    """Return the mark of an address, which tells senders apart but not where they are."""
    return salted_hmac("entry sender", address, algorithm="sha256").hexdigest()[:32]


def entry_token(tournament: Tournament, form: str, key: str) -> str:
    """Return the token, the same for the same names in the same form, so that a repeated entry gets the same link."""
    return salted_hmac("entry", f"{tournament.pk}/{form}/{key}", algorithm="sha256").hexdigest()[:TOKEN_LETTERS]


def token_hash_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()
