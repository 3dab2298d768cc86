"""The delays after wrong codes, and the phones that never have to wait."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from tournaments.records import Line
from tournaments.slips.code_tries import (
    WITHIN,
    WRONG_CODES,
    WRONG_FROM_AN_ADDRESS,
    WRONG_IN_THE_HALL,
    Bound,
    Origin,
    Source,
    Try,
    hold_up,
    is_the_halls,
    lock,
    sources,
)

AT = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
HERE, THERE, OUT, FAR = "192.168.1.44", "192.168.1.9", "5.90.12.7", "37.1.2.3"


def origin(device: str = "x", address: str = HERE, *, scanned: bool = False, line: Line | None = None) -> Origin:
    return Origin(device=device, address=address, scanned=scanned, line=line)


def wrong(count: int, table: int = 1, *, at: datetime = AT, devices: str = "", **of: object) -> list[Try]:
    """Return this many wrong codes, each from another phone if `devices` names them."""
    return [
        Try(table=table, origin=origin(f"{devices}{n}" if devices else "x", **of), at=at)  # type: ignore[arg-type]
        for n in range(count)
    ]


def right(table: int, address: str, line: Line = Line.NS) -> Try:
    return Try(table=table, origin=origin(f"own {table}", address, scanned=True), opened=line, at=AT)


def bound(tries: list[Try], of: Origin, table: int = 1, at: datetime = AT) -> Bound | None:
    held = hold_up(tries, table, of, at)
    return held.bound if held else None


def test_a_phone_waits_for_its_own_wrong_codes_at_whatever_table_until_fewer_count() -> None:
    tries = [
        Try(table=table, origin=origin(scanned=True), at=AT + timedelta(minutes=table)) for table in range(WRONG_CODES)
    ]
    held = hold_up(tries, 30, origin(scanned=True), AT + timedelta(minutes=4))
    assert held and (held.bound, held.until) == (Bound.PHONE, AT + WITHIN)
    assert bound(tries, origin(scanned=True), at=held.until) is None
    assert bound(tries[1:], origin(scanned=True)) is None
    assert bound(tries, origin("y", scanned=True)) is None


def test_an_address_waits_that_is_one_phones_and_the_halls_own_never() -> None:
    tries = wrong(WRONG_FROM_AN_ADDRESS, devices="new ", scanned=True)
    of = origin("another", scanned=True)
    assert bound(tries, of) is Bound.ADDRESS and bound(tries[1:], of) is None
    assert bound(tries, origin("another", THERE, scanned=True)) is None
    # Phones of two tables have this address, so it is the router's.
    assert bound([*tries, right(7, HERE)], of) is Bound.ADDRESS
    assert bound([*tries, right(7, HERE), right(8, HERE)], of) is None


@pytest.mark.parametrize(
    ("rights", "address", "expected"),
    [
        ([], HERE, False),
        ([], OUT, True),
        ([], "", True),
        ([(7, OUT)], OUT, True),
        ([(7, FAR)], OUT, False),
        ([(7, OUT), (8, FAR)], OUT, False),
        ([(7, OUT), (8, OUT), (9, FAR)], OUT, True),
    ],
)
def test_what_the_halls_address_is(rights: list[tuple[int, str]], address: str, expected: bool) -> None:
    assert is_the_halls([right(*person) for person in rights], address) is expected


def test_who_has_not_read_the_qr_code_waits_for_the_table_and_for_the_hall() -> None:
    """Wrong codes typed by strangers at the entrance do not delay a phone with its slip's QR code."""
    at_a_table = wrong(WRONG_CODES, devices="new ", address=OUT)
    assert bound(at_a_table, origin()) is Bound.TABLE and bound(at_a_table, origin(), table=2) is None
    hall = [
        code_try
        for table in range(WRONG_IN_THE_HALL // 4)
        for code_try in wrong(4, table, devices=f"{table}.", address=OUT)
    ]
    assert bound(hall, origin(), table=99) is Bound.HALL and bound(hall[1:], origin(), table=99) is None
    for tries in (at_a_table, hall):
        assert bound(tries, origin(scanned=True)) is None and not lock(tries, 1, AT)


def test_a_phone_that_a_table_knows_is_held_up_by_its_own_line_alone() -> None:
    strangers = [
        code_try
        for table, address, scanned in product(range(40), (HERE, OUT), (False, True))
        for code_try in wrong(WRONG_CODES, table, address=address, scanned=scanned)
    ]
    ns, ew = (origin("x", HERE, scanned=True, line=line) for line in Line)
    assert bound(strangers, ns) is bound(strangers, ew) is None
    own = wrong(WRONG_CODES, scanned=True, line=Line.NS)
    assert bound(own, ns) is Bound.LINE and bound(own, ew) is None and bound(own, ns, table=2) is None
    assert not lock(own, 1, AT) and bound(own, origin("y", scanned=True)) is None
    # Nor is the same phone held up where no table knows it.
    assert bound(own, origin("x", scanned=True)) is None


def test_a_table_is_locked_by_those_who_have_its_qr_code() -> None:
    tries = wrong(WRONG_CODES, devices="new ", scanned=True)
    assert lock(tries, 1, AT) and not lock(tries, 2, AT) and not lock(tries[1:], 1, AT)
    assert not lock(tries, 1, AT + WITHIN)
    assert not lock([*tries[1:], right(1, HERE)], 1, AT)


def test_the_sources_with_the_most_wrong_codes_come_first_each_with_its_tables_in_order() -> None:
    few, many = wrong(1, 16, address=OUT, devices="a "), wrong(1, 8, devices="b ")
    tries = [*few, *many, *wrong(1, 3, address=OUT, devices="c "), *wrong(3, 1, devices="d ")]
    known = [right(16, HERE), right(8, HERE, Line.EW), right(8, HERE), right(3, HERE)]
    assert [(source.address, source.codes, source.tables) for source in sources([*tries, *known])] == [
        (HERE, 4, (1, 8)),
        (OUT, 2, (3, 16)),
    ]
    first, _second = sources([*tries, *known])
    assert first.at_home == ((3, Line.NS), *sorted(((8, Line.NS), (8, Line.EW))), (16, Line.NS))


def test_it_is_the_last_codes_that_count_in_whatever_order_they_are_known() -> None:
    tries = [
        Try(table=1, origin=origin(scanned=True), at=AT + timedelta(minutes=minute)) for minute in range(WRONG_CODES)
    ]
    for known in (tries, tries[::-1]):
        held = hold_up(known, 30, origin(scanned=True), AT + timedelta(minutes=4))
        assert held and held.until == AT + WITHIN


def test_the_sources_say_who_else_is_there() -> None:
    tries = [
        *(*wrong(2, 4, at=AT, scanned=True), *wrong(1, 7, at=AT + timedelta(minutes=2), devices="new ")),
        *(*wrong(1, 9, address=OUT), right(12, HERE), right(13, THERE, Line.EW)),
        Try(table=20, origin=origin("x", FAR, scanned=True), opened=Line.EW, at=AT),
    ]
    first, second = sources(tries)
    assert first == Source(
        address=HERE,
        codes=3,
        phones=2,
        tables=(4, 7),
        last=AT + timedelta(minutes=2),
        at_home=((12, Line.NS), (20, Line.EW)),
    )
    assert (second.address, second.codes, second.at_home) == (OUT, 1, ((20, Line.EW),))
