"""Who holds a seat in a round: the player, or a substitute."""

import pickle
from itertools import product

import pytest

from tournaments.records import Entrant, EntrantId
from tournaments.records.entrants import Rounds, Side, StandIn
from tournaments.records.sections import TableNumber, in_section

PAIR = Entrant(
    id=EntrantId(7),
    names=("Rossi Anna / Verdi Luca / Zanon Ugo / Terzo Pio", "Bianchi Carlo"),
    stand_ins=(
        StandIn(0, "Verdi Luca", Rounds(2, 3)),
        StandIn(0, "Zanon Ugo", Rounds(4, 4)),
        StandIn(0, "Terzo Pio", Rounds(6, None)),
        StandIn(1, "Quarta Ada", Rounds(None, 1)),
    ),
)


@pytest.mark.parametrize(
    ("round_", "playing"),
    [
        (1, ("Rossi Anna", "Quarta Ada")),
        (2, ("Verdi Luca", "Bianchi Carlo")),
        (3, ("Verdi Luca", "Bianchi Carlo")),
        (4, ("Zanon Ugo", "Bianchi Carlo")),
        (5, ("Rossi Anna", "Bianchi Carlo")),
        (6, ("Terzo Pio", "Bianchi Carlo")),
        # Without a round, whoever came to stay has the seat.
        (None, ("Terzo Pio", "Bianchi Carlo")),
    ],
)
def test_a_substitute_has_the_seat_in_the_rounds_agreed(round_: int | None, playing: tuple[str, str]) -> None:
    assert PAIR.in_round(round_).playing == playing


def test_of_two_substitutes_the_later_has_the_seat_and_nobody_has_it_who_left_again() -> None:
    both = Entrant(
        id=EntrantId(1),
        names=("Rossi Anna / Verdi Luca / Zanon Ugo",),
        stand_ins=(StandIn(0, "Verdi Luca", Rounds(2, None)), StandIn(0, "Zanon Ugo", Rounds(2, None))),
    )
    assert both.playing == both.in_round(3).playing == ("Zanon Ugo",)
    gone = Entrant(id=EntrantId(1), names=both.names, stand_ins=(StandIn(0, "Verdi Luca", Rounds(2, 3)),))
    assert gone.playing == ("Rossi Anna",)


def test_a_side_has_the_names_of_both_its_players() -> None:
    side = Side((PAIR, Entrant(id=EntrantId(12), names=("Neri Ugo",))))
    assert side.names == ("Rossi Anna / Verdi Luca / Zanon Ugo / Terzo Pio", "Bianchi Carlo", "Neri Ugo")
    assert side.numbers == "7 + 12"


def test_the_number_of_a_table_keeps_its_name_where_it_is_copied() -> None:
    table = in_section(23, (17, 33))
    assert isinstance(table, TableNumber)
    copied = pickle.loads(pickle.dumps(table))
    assert (copied, copied.name, type(copied)) == (23, "B 7", TableNumber)


def test_two_ranges_of_rounds_meet_where_one_round_is_in_both() -> None:
    ranges = [Rounds(first, last) for first in (None, 1, 2, 3) for last in (None, 1, 2, 3, 4)]
    for one, other in product(ranges, repeat=2):
        # A range that ends before it begins has no round, and is asked about by nobody.
        if any(wanted.last is not None and wanted.last < (wanted.first or 1) for wanted in (one, other)):
            continue
        in_both = [number for number in range(1, 9) if one.holds(number) and other.holds(number)]
        assert one.meet(other) == bool(in_both), (one, other)
    assert [number for number in range(1, 6) if Rounds(2, 4).holds(number)] == [2, 3, 4]
    assert [number for number in range(1, 6) if Rounds(None, 2).holds(number)] == [1, 2]
    assert [number for number in range(1, 6) if Rounds(3, None).holds(number)] == [3, 4, 5]
