"""The reasons beside a table name other tables as the hall calls them."""

import pytest

from tournaments.pairing.systems import pair_round
from tournaments.records import Entrant, EntrantId, Outcome, PairingRequest, Reason, ReasonCode, System, TableResult
from tournaments.views.rounds.seat_reasons import is_warning, with_tables_named
from tournaments.wording.reasons import reason_sentence

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.mark.parametrize(
    ("code", "facts", "sentence"),
    [
        (
            ReasonCode.FIXED_TABLE_MISSING,
            {"pair": 3, "table": 9, "tables": 5},
            "No. 3 cannot sit at its table B 6: this round is played at 5 tables.",
        ),
        (
            ReasonCode.MITCHELL_NEW_TABLE,
            {"pair": 3, "tables": 5},
            "No. 3 was not seated in the previous round: table B 2 is added for it.",
        ),
        (ReasonCode.OFF_ITS_TABLE, {"pair": 3, "table": 2}, "No. 3 keeps table A 2, but does not sit there."),
    ],
)
def test_tables_are_named_and_their_number_is_not(
    code: ReasonCode, facts: dict[str, int | str | list[int]], sentence: str
) -> None:
    (reason,) = with_tables_named((Reason(code, facts),), (4,))
    assert reason_sentence(reason) == sentence
    assert with_tables_named((Reason(code, facts),), ()) == (Reason(code, facts),)


@pytest.mark.parametrize(
    ("code", "facts", "warns"),
    [
        (ReasonCode.REST_LOWEST, {"rests": 1, "fewer": 1}, False),
        (ReasonCode.REST_AGAIN, {"rests": 1}, True),
        (ReasonCode.REST_MITCHELL, {"rests": 0}, False),
        (ReasonCode.REST_MITCHELL, {"rests": 1}, True),
        (ReasonCode.REST_BY_REFEREE, {"rests": 2, "fewer": 0}, False),
        (ReasonCode.REST_BY_REFEREE, {"rests": 2, "fewer": 1}, True),
        (ReasonCode.REMATCH, {}, True),
        (ReasonCode.DRAWN, {}, False),
    ],
)
def test_a_rest_is_a_warning_if_somebody_rests_again(
    code: ReasonCode, facts: dict[str, int | str | list[int]], warns: bool
) -> None:
    assert is_warning(Reason(code, facts)) is warns


def test_a_table_added_to_the_mitchell_of_a_girone_is_the_hall_s() -> None:
    entrants = tuple(
        Entrant(id=EntrantId(number), names=(f"Cognome{number} Ada", f"Cognome{number} Ugo")) for number in range(1, 10)
    )
    # Girone A has 1 to 4, and B the others; the last of them comes late.
    seats = [(1, 2), (3, 4), (5, 6), (7, 8)]
    history = tuple(
        TableResult(round=1, table=at, ns=EntrantId(ns), ew=EntrantId(ew), outcome=Outcome.PLAYED, ns_mp=10, ew_mp=5)
        for at, (ns, ew) in enumerate(seats, start=1)
    )
    gironi = {EntrantId(number): 1 if number < 5 else 2 for number in range(1, 10)}
    draft = pair_round(System.MITCHELL, PairingRequest(round=2, entrants=entrants, history=history, gironi=gironi))
    (added,) = [why for table in draft.tables for why in table.why if why.code is ReasonCode.MITCHELL_NEW_TABLE]
    assert added.facts == {"pair": 9, "tables": 5}
