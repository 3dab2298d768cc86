"""The reasons beside a table name other tables as the hall calls them."""

import pytest

from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    DraftTable,
    Entrant,
    EntrantId,
    Outcome,
    PairingRequest,
    Reason,
    ReasonCode,
    System,
    TableResult,
)
from tournaments.views.rounds.seat_reasons import is_warning, with_clubs_of_today, with_tables_named
from tournaments.views.rounds.seats import seats_of_draft
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


@pytest.mark.parametrize(
    ("clubs", "before", "after"),
    [
        (("Aurora", "Stella"), ["same_club", "rematch"], ["rematch"]),
        (("Aurora", "Aurora"), ["same_club", "rematch"], ["same_club", "rematch"]),
        (("Aurora", "Aurora"), ["rematch"], ["rematch", "same_club"]),
        (("Aurora", "Stella"), ["rematch"], ["rematch"]),
    ],
)
def test_clubmates_are_those_of_today_whatever_they_were_at_the_draw(
    clubs: tuple[str, str], before: list[str], after: list[str]
) -> None:
    entrants = {
        EntrantId(number): Entrant(id=EntrantId(number), names=("Rossi Anna", "Verdi Ugo"), clubs=(club,))
        for number, club in enumerate(clubs, start=1)
    }
    why = tuple(Reason(ReasonCode(code), {}) for code in before)
    table = DraftTable(number=1, ns=EntrantId(1), ew=EntrantId(2), why=why)
    assert [reason.code for reason in with_clubs_of_today(table, entrants)] == after


@pytest.mark.parametrize(
    ("gironi", "letters", "warnings"),
    [
        ((1, 1), "A", []),
        ((9, 1), "A/I", ["They are in two different gironi."]),
        ((None, None), "A", []),
        ((2, None), "A/B", ["They are in two different gironi."]),
    ],
)
@pytest.mark.parametrize("worded", [True, False])
def test_a_table_of_two_gironi_is_named_by_both_in_their_order(
    gironi: tuple[int | None, int | None], letters: str, warnings: list[str], worded: bool
) -> None:
    """Who has no girone yet plays in the first."""
    entrants = [
        Entrant(id=EntrantId(number), names=("Rossi Anna", "Verdi Ugo"), girone=girone)
        for number, girone in enumerate(gironi, start=1)
    ]
    tables = (DraftTable(number=1, ns=EntrantId(1), ew=EntrantId(2)),)
    (row,) = seats_of_draft(
        Draft(system=System.DRAW, seed=1, tables=tables), entrants, in_gironi=True, worded=worded
    ).tables
    assert (row.girone, list(row.warnings)) == (letters, warnings if worded else [])


@pytest.mark.parametrize(
    ("seats", "resting", "sentences"),
    [
        (1, 1, []),
        (1, 2, ["2 are resting: two of them could meet."]),
        (2, 3, []),
        (2, 4, ["4 are resting: four of them could play."]),
    ],
)
def test_those_who_rest_are_counted_if_they_could_play(seats: int, resting: int, sentences: list[str]) -> None:
    """One pair against another, or two players against two."""
    numbers = [EntrantId(number) for number in range(1, 2 * seats + resting + 1)]
    first, others = numbers[: 2 * seats], numbers[2 * seats :]
    partners = {"ns_partner": first[2], "ew_partner": first[3]} if seats == 2 else {}
    by_hand = (Reason(ReasonCode.REST_BY_REFEREE, {"pair": 1, "rests": 0, "fewer": 0}),)
    tables = [DraftTable(number=1, ns=first[0], ew=first[1], **partners)]
    tables += [DraftTable(number=at, ns=alone, ew=None, why=by_hand) for at, alone in enumerate(others, start=2)]
    entrants = [Entrant(id=number, names=("Rossi Anna",)) for number in numbers]
    assert seats_of_draft(Draft(system=System.MANUAL, seed=1, tables=tuple(tables)), entrants).warnings == sentences


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
