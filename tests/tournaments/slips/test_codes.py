"""Codes, addresses and tickets: all are derived from the secret, and none is valid elsewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.records import Line
from tournaments.slips import codes
from tournaments.slips.codes import (
    ALPHABET,
    address_of,
    codes_of,
    line_of,
    new_secret,
    passing_of,
    read_ticket,
    ticket_of,
)
from tournaments.slips.states import Phone

SECRET, OTHER = new_secret(), new_secret()
TABLES = range(1, 301)


def test_a_hall_of_codes() -> None:
    """Both lines of a table differ, no two characters look alike, and every character occurs."""
    codes = [codes_of(SECRET, table) for table in TABLES]
    assert all(code[Line.NS] != code[Line.EW] for code in codes)
    signs = "".join(text for code in codes for text in code.values())
    assert set(signs) == set(ALPHABET) and not set("01IO") & set(signs)
    assert len(signs) == 2 * 4 * len(TABLES)
    assert [codes_of(OTHER, table) for table in TABLES] != codes


def test_a_code_is_read_as_people_type_it() -> None:
    for line, code in codes_of(SECRET, 7).items():
        assert line_of(SECRET, 7, f" {code[:2].lower()} {code[2:].lower()} ") is line
        assert line_of(OTHER, 7, code) is not line or codes_of(OTHER, 7)[line] == code


@given(st.text(max_size=12))
def test_no_other_text_is_a_code(typed: str) -> None:
    found = line_of(SECRET, 7, typed)
    assert found is None or "".join(typed.split()).upper() == codes_of(SECRET, 7)[found]


def test_addresses_are_long_and_all_different() -> None:
    addresses = {address_of(secret, table) for secret in (SECRET, OTHER) for table in TABLES}
    assert len(addresses) == 2 * len(TABLES)
    assert {len(address) for address in addresses} == {22}


def test_a_ticket_is_good_for_its_phone_its_table_and_its_round() -> None:
    phone = Phone(Line.EW, "k.3")
    ticket = ticket_of(SECRET, 7, phone)
    assert read_ticket(SECRET, 7, ticket) == phone
    assert read_ticket(SECRET, 8, ticket) is None
    assert read_ticket(OTHER, 7, ticket) is None
    assert read_ticket(SECRET, 7, ticket.replace("ew.", "ns.")) is None
    for at in range(len(ticket)):
        assert read_ticket(SECRET, 7, f"{ticket[:at]}!{ticket[at + 1 :]}") is None
    assert read_ticket(SECRET, 7, "") is read_ticket(SECRET, 7, "ns") is read_ticket(SECRET, 7, "ns..") is None


def test_a_passing_is_for_one_version() -> None:
    phone = Phone(Line.EW, "k")
    assert passing_of(SECRET, 7, phone, 3) != passing_of(SECRET, 7, phone, 4)


def test_the_two_lines_of_a_table_never_have_one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of two letters the first turn gives some table the same code twice.
    monkeypatch.setattr(codes, "ALPHABET", "AB")
    for table in range(200):
        ns, ew = codes_of("secret", table).values()
        assert ns != ew
