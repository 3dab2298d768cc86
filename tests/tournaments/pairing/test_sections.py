"""Sections of a Mitchell: a movement each, clubs spread, nobody twice, whoever comes and goes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.evenings import entrants, results
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.mitchell import steps_ahead
from tournaments.pairing.section_spread import spread_over_sections
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import check_draft
from tournaments.records import Draft, Entrant, EntrantId, PairingRequest, RoundSettings, System, TableResult
from tournaments.records.sections import number_called, proposed_sections, section_name, section_starts, sections_of


def asked(here: tuple[Entrant, ...], history: tuple[TableResult, ...], **chosen: object) -> PairingRequest:
    number = max((table.round for table in history), default=0) + 1
    return PairingRequest(
        round=number,
        entrants=here,
        history=history,
        seed=7,
        settings=RoundSettings(**chosen),  # type: ignore[arg-type]
    )


def field(pairs: int, clubs: int = 0, seed: int = 0) -> tuple[Entrant, ...]:
    """Return so many pairs; with `clubs`, each of one of them by lot."""
    lot = Random(seed)
    drawn_clubs = {number: (f"club {lot.randrange(clubs)}",) for number in range(1, pairs + 1) if clubs}
    return entrants(range(1, pairs + 1), drawn_clubs)


def drawn(here: tuple[Entrant, ...], history: tuple[TableResult, ...], **chosen: object) -> Draft:
    """Return the round, which has passed the check."""
    request = asked(here, history, **chosen)
    draft = pair_round(System.MITCHELL, request)
    assert check_draft(draft, request) == []
    return draft


@given(st.integers(1, 400), st.integers(1, 12))
def test_sizes_differ_by_one_table_at_most(tables: int, sections: int) -> None:
    sections = min(sections, tables)
    ranges = sections_of(tables, section_starts(tables, sections))
    assert [table for section in ranges for table in section] == list(range(1, tables + 1))
    assert len(ranges) == sections and max(map(len, ranges)) - min(map(len, ranges)) <= 1


@given(st.integers(1, 1000))
def test_the_sections_proposed_have_ten_to_twenty_tables(tables: int) -> None:
    sizes = {len(section) for section in sections_of(tables, section_starts(tables, proposed_sections(tables)))}
    assert max(sizes) <= 20 and (min(sizes) >= 10 or tables < 20)


@settings(max_examples=40)
@given(st.integers(8, 70), st.integers(2, 4), st.integers(0, 6), st.booleans(), st.integers(0, 99))
def test_each_section_is_a_mitchell_of_its_own(pairs: int, sections: int, clubs: int, by_lot: bool, seed: int) -> None:
    """As many rounds as the step holds nobody meets twice, and nobody leaves the section."""
    here = field(pairs, clubs, seed)
    starts = section_starts((pairs + 1) // 2, min(sections, pairs // 4))
    request = asked(here, (), sections=starts, start_by_lot=by_lot)
    step = steps_ahead(request).proposed
    history: tuple[TableResult, ...] = ()
    met: Counter[frozenset[int]] = Counter()
    home: dict[int, int] = {}
    shortest = min(map(len, sections_of((pairs + 1) // 2, starts)))
    rounds = steps_ahead(replace(request, settings=replace(request.settings, step=step))).holds(step, shortest)
    assert rounds >= min(shortest, 2)
    for number in range(1, rounds + 1):
        draft = drawn(here, history, sections=starts, start_by_lot=by_lot, step=step)
        for table in draft.tables:
            section = sum(start <= table.number for start in starts)
            assert all(home.setdefault(pair, section) == section for pair in table.seated)
            met[frozenset(table.seated)] += 1
        history += results(draft, number)
    assert max(met.values()) == 1


def test_step_one_goes_once_round_each_section_whatever_is_even() -> None:
    """15 and 14 tables: 14 rounds without a rematch, and then the smaller section has met everybody."""
    here, starts = field(58), section_starts(29, 2)
    history: tuple[TableResult, ...] = ()
    for number in range(1, 15):
        history += results(drawn(here, history, sections=starts, step=1), number)
    with pytest.raises(PairingRefused) as refused:
        drawn(here, history, sections=starts, step=1)
    assert refused.value.code is RefusalCode.STEP_EXHAUSTED and refused.value.facts["free"] == []


def test_clubs_are_spread_over_the_sections() -> None:
    """Clubs of 9, 6 and 3 pairs, in three sections: 3, 2 and 1 in each."""
    here = tuple(
        replace(entrant, clubs=("Aurora" if entrant.id <= 9 else "Levante" if entrant.id <= 15 else "Ponente",))
        for entrant in entrants(range(1, 19))
    )
    draft = drawn(here, (), sections=section_starts(9, 3))
    clubs = {entrant.id: entrant.clubs[0] for entrant in here}
    for tables in sections_of(9, section_starts(9, 3)):
        seated = Counter(clubs[pair] for number in tables for pair in draft.tables[number - 1].seated)
        assert seated == {"Aurora": 3, "Levante": 2, "Ponente": 1}


def test_whoever_comes_and_goes_leaves_the_other_sections_as_they_are() -> None:
    here, starts = field(40), section_starts(20, 2)
    history = results(drawn(here, (), sections=starts, step=1), 1)
    came = field(43)
    second = drawn(came, history, sections=starts, step=1)
    assert [table.ns for table in second.tables[:20]] == [table.ns for table in history]
    assert len(second.tables) == 22
    left = tuple(entrant for entrant in here if entrant.id not in (1, 2, 25, 26))
    third = drawn(left, history, sections=starts, step=1)
    assert len(third.tables) == 18


@pytest.mark.parametrize(("aurora", "table"), [((2, 3), 5), ((6, 7), 1), ((), 1)])
def test_who_comes_takes_the_free_place_away_from_clubmates(aurora: tuple[int, ...], table: int) -> None:
    """NS of tables 1 and 5 have left: a place is free in each section."""
    first = drawn(field(16), (), sections=(5,), step=1)
    history = results(first, 1)
    gone = {history[0].ns, history[4].ns}
    of = dict.fromkeys((*(history[at - 1].ns for at in aurora), 17), ("Aurora",))
    came = tuple(entrant for entrant in entrants(range(1, 18), of) if entrant.id not in gone)
    second = drawn(came, history, sections=(5,), step=1)
    assert next(seated.number for seated in second.tables if 17 in seated.seated) == table


def test_the_check_finds_who_left_a_section_and_who_moved_otherwise() -> None:
    here, starts = field(16), section_starts(8, 2)
    history = results(drawn(here, (), sections=starts, step=1), 1)
    request = asked(here, history, sections=starts, step=1)
    whole = pair_round(System.MITCHELL, replace(request, settings=RoundSettings(step=1)))
    assert any("left its section" in fault.detail for fault in check_draft(whole, request))
    other = pair_round(System.MITCHELL, replace(request, settings=RoundSettings(step=2, sections=starts)))
    assert any("asked for 1" in fault.detail for fault in check_draft(other, request))
    clubs = tuple(replace(entrant, clubs=("Aurora",) if entrant.id in (1, 3, 5, 7) else ()) for entrant in here)
    unspread = pair_round(System.MITCHELL, asked(here, (), sections=starts))
    (fault,) = check_draft(unspread, asked(clubs, (), sections=starts))
    assert "part clubmates" in fault.detail


# --- The spread -------------------------------------------------------------------------------------------------------


def clubs_by_lot(pairs: int, clubs: int, most: int, seed: int) -> dict[EntrantId, tuple[str, ...]]:
    lot = Random(seed)
    names = [f"club {number}" for number in range(clubs)]
    return {EntrantId(pair): tuple(lot.sample(names, min(most, clubs))) for pair in range(1, pairs + 1)}


def couples(clubs: Mapping[EntrantId, tuple[str, ...]], chosen: Mapping[EntrantId, int]) -> int:
    """Return how many couples of clubmates share a section."""
    together = Counter((section, club) for pair, section in chosen.items() for club in clubs[pair])
    return sum(number * (number - 1) // 2 for number in together.values())


@settings(max_examples=40)
@given(st.integers(4, 40), st.integers(1, 9), st.integers(1, 2), st.integers(2, 4), st.integers(0, 99))
def test_no_exchange_parts_more_clubmates(pairs: int, clubs: int, most: int, sections: int, seed: int) -> None:
    of = clubs_by_lot(pairs, clubs, most, seed)
    room = {section: len(range(section, pairs, sections)) for section in range(sections)}
    chosen = spread_over_sections(list(of), of, room)
    assert Counter(chosen.values()) == {section: places for section, places in room.items() if places}
    together = couples(of, chosen)
    for one, other in combinations(of, 2):
        assert couples(of, chosen | {one: chosen[other], other: chosen[one]}) >= together


@settings(max_examples=40)
@given(st.integers(2, 12), st.integers(2, 5), st.integers(1, 9), st.integers(0, 99))
def test_sections_of_a_size_have_as_many_of_each_club(places: int, sections: int, clubs: int, seed: int) -> None:
    of = clubs_by_lot(places * sections, clubs, 1, seed)
    chosen = spread_over_sections(list(of), of, dict.fromkeys(range(sections), places))
    members = Counter((of[pair], section) for pair, section in chosen.items())
    for club in set(of.values()):
        here = [members[club, section] for section in range(sections)]
        assert max(here) - min(here) <= 1


def test_sections_are_called_by_letters_and_after_the_last_by_numbers() -> None:
    assert [section_name(at) for at in (0, 1, 25, 26, 27)] == ["A", "B", "Z", "27", "28"]


@pytest.mark.parametrize(
    ("typed", "number"),
    [("A1", 1), ("a 16", 16), ("B1", 17), ("B 16", 32), ("C 9", 41), ("A 0", None), ("B 0", None), ("B 17", None)]
    + [("7", None), ("23", None), ("D 1", None)],
)
def test_a_table_is_called_by_its_section_and_a_number_within(typed: str, number: int | None) -> None:
    assert number_called(typed, (17, 33)) == number
