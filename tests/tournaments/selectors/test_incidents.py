"""What a statement begins with: every field of it, from a call, a penalty and a table."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.factories import AT, make_tournament, pair, play_table, start_round
from tournaments.models import PhoneLog, PhoneSlip, RefereeCall, Table, Tournament
from tournaments.records import Allowance, Kind, Line, System
from tournaments.selectors.incidents import incident_begun, incident_of
from tournaments.services import adjustment_add, call_referee, incident_add, pair_add, pair_delete, table_award

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

LATER = AT + timedelta(minutes=7)


@pytest.fixture
def alone() -> Tournament:
    """Eight players at two tables, the first round under way."""
    tournament = make_tournament(pairs=8, kind=Kind.INDIVIDUAL, hands_per_round=2)
    start_round(tournament, System.INDIVIDUAL)
    return tournament


@pytest.fixture
def seats(alone: Tournament) -> dict[str, int]:
    """Who sits at table 1, each with the number of the seat."""
    table = Table.objects.get(round__tournament=alone, number=1)
    names = ("ns", "ns_partner", "ew", "ew_partner")
    return {name: getattr(table, name).number for name in names}


def numbers(tournament: Tournament, begun: dict[str, object]) -> list[int]:
    of_keys = dict(tournament.pairs.values_list("pk", "number"))
    return [of_keys[key] for key in begun["pairs"]]  # type: ignore[attr-defined]


def heard(tournament: Tournament, *lines: tuple[str, int, int]) -> str:
    """Return the lines for those who are heard: the side, and the numbers of its two players."""
    names = {entrant.number: f"{entrant.number} {entrant.player1}" for entrant in tournament.pairs.all()}
    return "\n".join(f"{side} {names[first]}, {names[second]}:" for side, first, second in lines)


def test_a_call_brings_its_moment_and_whoever_called_is_heard_first(alone: Tournament, seats: dict[str, int]) -> None:
    ns, mate, ew, other = seats.values()
    first, second = ("NS", ns, mate), ("EW", ew, other)
    table = Table.objects.select_related("round").get(round__tournament=alone, number=1)
    for line, facts, order in (
        (Line.NS, "NS called the referee: a count.", (first, second)),
        (Line.EW, "EW called the referee: a count.", (second, first)),
        (None, "The table called the referee: a count.", ()),
    ):
        call = call_referee(table=table, line=line, reason=RefereeCall.Reason.COUNT, at=LATER)
        begun = incident_begun(alone, {"call": str(call.pk)})
        assert numbers(alone, begun) == ([ew, other, ns, mate] if line == Line.EW else [ns, mate, ew, other])
        assert begun | {"pairs": []} == {
            "source": "call",
            "round": 1,
            "table": 1,
            "pairs": [],
            "happened_at": datetime(2026, 11, 20, 20, 37, tzinfo=UTC),
            "facts": facts,
            "heard": heard(alone, *order),
        }
        call.delete()


@pytest.mark.parametrize("seat", ["ns", "ns_partner", "ew", "ew_partner"])
def test_a_penalty_is_about_the_table_of_whoever_got_it_from_any_seat(
    alone: Tournament, seats: dict[str, int], seat: str
) -> None:
    ns, mate, ew, other = seats.values()
    sides = (("NS", ns, mate), ("EW", ew, other))
    given = adjustment_add(round=alone.rounds.get(), pair=pair(alone, seats[seat]), mp=-50, reason="Late", article="9")
    begun = incident_begun(alone, {"adjustment": str(given.pk)})
    assert (begun["round"], begun["table"], begun["happened_at"]) == (1, 1, given.made_at)
    assert begun["heard"] == heard(alone, *(sides if seat.startswith("ns") else sides[::-1]))


def test_whoever_has_no_opponent_is_heard_alone() -> None:
    tournament = make_tournament(pairs=3)
    start_round(tournament)
    resting = pair(tournament, 3)
    given = adjustment_add(round=tournament.rounds.get(), pair=resting, vp=-1, reason="Noise")
    begun = incident_begun(tournament, {"adjustment": str(given.pk)})
    assert (begun["table"], begun["pairs"], begun["heard"]) == (2, [resting.pk], f"NS 3 {resting}:")


def test_a_penalty_of_whoever_sits_nowhere_is_about_the_round(alone: Tournament) -> None:
    seatless = pair_add(tournament=alone, players=("Zeta Ugo",), here=True)
    given = adjustment_add(round=alone.rounds.get(), pair=seatless, vp=-1, reason="Noise", article="9")
    assert incident_begun(alone, {"adjustment": str(given.pk)}) == {
        "source": "infraction",
        "round": 1,
        "pairs": [seatless.pk],
        "happened_at": given.made_at,
        "facts": "Noise",
        "articles": "9",
        "decision": "−1 VP",
    }


def test_a_table_brings_its_latest_contest_with_the_moment_and_the_note_of_who_contested() -> None:
    tournament = make_tournament(pairs=4)
    table = start_round(tournament).tables.get(number=1)
    ns, ew = table.ns, table.ew
    assert ns is not None and ew is not None

    def begun() -> dict[str, object]:
        return incident_begun(tournament, {"round": "1", "table": "1"})

    plain = {"round": 1, "table": 1, "pairs": [ns.pk, ew.pk], "heard": ""}
    assert begun() == plain
    # Nobody is known to have contested, and another act is no contest.
    PhoneLog.objects.create(table=table, at=AT, event=PhoneLog.Event.CONTEST, line="")
    PhoneLog.objects.create(table=table, at=AT, event=PhoneLog.Event.SEND, line=Line.NS)
    assert begun() == plain

    PhoneLog.objects.create(table=table, at=AT, event=PhoneLog.Event.CONTEST, line=Line.EW)
    PhoneLog.objects.create(table=table, at=LATER, event=PhoneLog.Event.CALL, line=Line.NS)
    told = {
        "source": "dispute",
        "happened_at": datetime(2026, 11, 20, 20, 37, tzinfo=UTC),
        "facts": "NS contested the slip that the other line had sent.",
        "heard": f"NS {ns.number} {ns}:\nEW {ew.number} {ew}:",
    }
    assert begun() == plain | told
    slip = PhoneSlip.objects.create(table=table)
    assert begun() == plain | told
    slip.contested_hand, slip.contest_note = 1, "clean"
    slip.save()
    assert begun() == plain | told | {
        "facts": "NS contested hand 1 of the slip that the other line had sent.",
        "heard": f"NS {ns.number} {ns}: clean\nEW {ew.number} {ew}:",
    }


def test_an_assigned_score_is_the_decision_and_a_slip_is_none() -> None:
    tournament = make_tournament(pairs=4)
    tables = start_round(tournament).tables
    other = play_table(tables.get(number=1))
    table = tables.get(number=2)
    split = {"ns": Allowance(vp=12, mp=305), "ew": Allowance(vp=4, mp=-100)}
    table_award(table=table, version=table.version, reason="Cards mixed", article="art. 31", at=AT, **split)
    begun = incident_begun(tournament, {"round": "1", "table": "2"})
    assert begun == {
        "round": 1,
        "table": 2,
        "pairs": [table.ns_id, table.ew_id],
        "heard": "",
        "articles": "art. 31",
        "decision": "Assigned score: NS 12 VP, 305 MP – EW 4 VP, −100 MP. Cards mixed.",
    }
    assert incident_begun(tournament, {"round": "1", "table": "1"}) == {
        "round": 1,
        "table": 1,
        "pairs": [other.ns_id, other.ew_id],
        "heard": "",
    }


def test_a_statement_is_found_by_its_number_with_the_pairs_that_are_still_entered() -> None:
    tournament = make_tournament(pairs=4)
    gone = pair_add(tournament=tournament, players=("Nuova Ada", "Nuova Ida"))
    there = pair(tournament, 2)
    incident_add(tournament=tournament, details={"facts": "Rumore", "pairs": [there.pk, gone.pk]})
    pair_delete(pair=gone)
    stated = incident_of(tournament, 1)
    assert stated is not None and [entrant.id for entrant in stated.entrants] == [2]
    assert incident_of(tournament, 2) is None
