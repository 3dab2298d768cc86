"""What a draw reads from earlier rounds, and what it stores for later ones."""

from dataclasses import replace

from tests.tournaments.pairing.evenings import entrants
from tournaments.pairing.common import Past
from tournaments.pairing.draw_record import drawn_to_json, fixed_then
from tournaments.pairing.players import PlayersPast
from tournaments.records import EntrantId, Outcome, PairingRequest, TableResult


def alone(entrant: int, outcome: Outcome, *, as_ew: bool = False) -> TableResult:
    seats = (None, EntrantId(entrant)) if as_ew else (EntrantId(entrant), None)
    return TableResult(round=1, table=entrant, ns=seats[0], ew=seats[1], outcome=outcome)


EVERYBODY_ALONE = (
    alone(1, Outcome.REST),
    alone(2, Outcome.OPEN, as_ew=True),
    alone(3, Outcome.ABSENT_EW),
    alone(4, Outcome.ABSENT_NS),
    alone(5, Outcome.ABSENT_BOTH),
)


def test_whoever_sat_alone_has_rested_but_for_absences() -> None:
    past = Past.of(EVERYBODY_ALONE)
    assert (past.rests, past.met, past.sat_ns) == ({1: 1, 2: 1}, {}, {})
    players = PlayersPast.of(EVERYBODY_ALONE)
    assert (players.rests, players.partnered) == ({1: 1, 2: 1}, {})


def test_the_tables_that_pairs_kept_are_stored_in_the_order_of_their_numbers() -> None:
    wanted = {12: 3, 4: 1, 7: None}
    field = tuple(replace(entrant, fixed_table=wanted[entrant.id]) for entrant in entrants(wanted))
    drawn = drawn_to_json((), PairingRequest(round=1, entrants=field))
    assert drawn["fixed"] == [[4, 1], [12, 3]]
    assert fixed_then(drawn) == {4: 1, 12: 3}
