"""The validity of slips handed out before a round was withdrawn."""

from enum import StrEnum

from django.db.models import Q

from tournaments.models import Round, Table, Tournament
from tournaments.slips.codes import address_of, same, secret_of

from .phone_slips import written_on_phones

Seats = tuple[int | None, ...]
"""The keys of those who sit at a table."""


class SlipGone(StrEnum):
    """The reason why a slip's address no longer works."""

    WITHDRAWN = "withdrawn"
    """The round is a draft now: the slip may become valid again."""
    REDONE = "redone"
    """The table has another slip, because others sit there, or nobody."""


def seats_given_out(round_: Round) -> dict[int, Seats]:
    """Return the seats of each table with opponents, by number. One query."""
    rows = round_.tables.filter(ew__isnull=False).order_by("number")
    seats = rows.values_list("number", "ns_id", "ew_id", "ns_partner_id", "ew_partner_id")
    return {number: tuple(keys) for number, *keys in seats}


def slips_redone(round_: Round) -> tuple[list[int], list[int]]:
    """Return the tables of a withdrawn round that will have a new slip, and those whose slip becomes invalid.

    Both are empty if it was never published. One query.
    """
    if not round_.given_out:
        return [], []
    before: dict[int, Seats] = {number: tuple(keys) for number, *keys in round_.given_out}
    now = seats_given_out(round_)
    return (
        [round_.table_number(number) for number, keys in now.items() if before.get(number) != keys],
        [number for number, keys in before.items() if now.get(number) != keys],
    )


def written_by_players(round_: Round) -> list[int]:
    """Return the tables with a slip on the players' phones that is not a result, by number. One query."""
    return written_on_phones(round_) if round_.tournament.writing == Tournament.Writing.PHONES else []


def lost_when_published(round_: Round) -> list[int]:
    """Return the tables with such a slip where others sit after the next publication. Two queries at most."""
    _new, gone = slips_redone(round_)
    return [number for number in written_by_players(round_) if number in gone] if gone else []


def slip_gone(slug: str, number: int, table: int, address: str) -> tuple[SlipGone | None, int]:
    """Return why the slip with that address is gone, and the table's number, which knows its name. Two queries.

    The reason is None if there was no such slip, or without phones.
    """
    query = Q(tournament__slug=slug, number=number, tournament__writing=Tournament.Writing.PHONES, on_paper=False)
    round_ = Round.objects.filter(query).exclude(secret="").first()
    if round_ is None:
        return None, table
    return _gone(round_, table, address), round_.table_number(table)


def _gone(round_: Round, table: int, address: str) -> SlipGone | None:
    edition = round_.editions.get(str(table), 0)
    if any(_opens(round_, table, number, address) for number in range(edition)):
        return SlipGone.REDONE
    if not _opens(round_, table, edition, address):
        return None
    if round_.state == Round.State.DRAFT:
        return SlipGone.WITHDRAWN
    plays = Table.objects.filter(round=round_, number=table, ew__isnull=False).exists()
    return None if plays else SlipGone.REDONE


def _opens(round_: Round, table: int, edition: int, address: str) -> bool:
    return same(address, address_of(secret_of(round_.secret, edition), table))
