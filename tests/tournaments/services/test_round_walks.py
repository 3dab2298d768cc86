"""A referee draws, publishes, unpublishes, reseats and corrects at random, and the database stays consistent.

The long run is `BURRACO_WALKS=1000 python -m pytest tests/tournaments/services/test_round_walks.py`.
"""

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from pages.refusals import Refused
from scoring.services import ruleset_for
from tests.factories import AT, make_tournament
from tournaments.models import Pair, PhoneSlip, RefereeCall, Round, Table, Tournament
from tournaments.pairing import moves
from tournaments.pairing.moves import Tables
from tournaments.pairing.result_sources import Slips
from tournaments.records import EntrantId, Kind, Line, Outcome, RoundSettings, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.phone_slips import slip_of
from tournaments.services import (
    HandEntry,
    call_referee,
    draft_by_hand,
    draft_change,
    draft_exclude,
    draft_keep,
    draft_redraw,
    draft_undo,
    pair_add,
    pair_set_status,
    phone_type,
    round_close,
    round_discard,
    round_draft,
    round_publish,
    round_reseat,
    round_withdraw,
    table_clear,
    table_record,
    table_set_outcome,
)
from tournaments.simulation import play_hand
from tournaments.slips.states import Phone

pytestmark = pytest.mark.django_db

WALKS = int(os.environ.get("BURRACO_WALKS", "12"))
STEPS = 24

OF_PAIRS = [system for system in System if system not in (System.MANUAL, System.INDIVIDUAL)]


class Walk:
    """One evening of a random kind and size, and the list of its acts."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(seed)
        self.kind = self.lot.choice([Kind.PAIRS, Kind.PAIRS, Kind.PAIRS, Kind.INDIVIDUAL, Kind.TEAMS])
        entrants = self.lot.randint(8, 14) if self.kind is Kind.INDIVIDUAL else self.lot.randint(4, 9)
        teams = [f"Squadra {number % 3}" for number in range(entrants)] if self.kind is Kind.TEAMS else ()
        self.key = make_tournament(
            pairs=entrants,
            kind=self.kind,
            teams=teams,
            hands_per_round=2,
            writing=self.lot.choice([Tournament.Writing.PHONES, Tournament.Writing.PAPER]),
        ).pk
        self.done: list[str] = []
        self.serial = 0
        self.slips: dict[tuple[int, int], dict[int, Slip]] = {}
        """The latest slips of each round, by its key and number."""

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.key)

    @property
    def round(self) -> Round | None:
        """The round in preparation or in progress, or the last one closed."""
        return self.tournament.rounds.select_related("tournament").order_by("-number").first()

    def go(self, steps: int) -> None:
        for _step in range(steps):
            act = self.lot.choice(self.acts())
            try:
                act()
                self.done.append(act.__name__)
            except Refused as refusal:
                self.done.append(f"{act.__name__}: {refusal.message}")

    def acts(self) -> list[Callable[[], None]]:
        """Return the referee's possible acts, with the important ones more than once."""
        round_ = self.round
        people = [self.late_pair, self.comes_or_leaves]
        if round_ is None or round_.state == Round.State.CLOSED:
            return [self.draw, self.draw, self.draw, self.correct, *people]
        if round_.state == Round.State.DRAFT:
            publish = [self.publish] * 4
            return [*publish, self.draw, self.redraw, self.by_hand, self.move, self.move, self.settle, self.undo] + [
                *people,
                self.discard,
            ]
        play = [self.result, self.result, self.take_back, self.phone_writes, self.phone_writes, self.call]
        return [*play, self.withdraw, self.withdraw, self.reseat, self.reseat, self.next_round, self.correct, *people]

    # --- A draft -----------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        system = System.INDIVIDUAL if self.kind is Kind.INDIVIDUAL else self.lot.choice(OF_PAIRS)
        settings = RoundSettings(step=1) if system is System.MITCHELL else RoundSettings()
        seed = self.lot.randrange(1000)
        round_draft(tournament=self.tournament, system=system, settings=settings, seed=seed, without_open=True)

    def redraw(self) -> None:
        draft_redraw(round=self.now(), seed=self.lot.randrange(1000))

    def by_hand(self) -> None:
        """Seat everybody by hand, or keep some tables of the draft."""
        here = [EntrantId(pair.number) for pair in self.tournament.pairs.filter(status=Pair.Status.ACTIVE)]
        self.lot.shuffle(here)
        kept = [table for table in drafted(self.now()).tables if table.ew is not None and self.lot.random() < 0.5]
        seated = moves.seated_in(kept)
        here = [entrant for table in kept for entrant in table.seated] + [
            entrant for entrant in here if entrant not in seated
        ]
        rest = here.pop() if len(here) % 2 else None
        seats: list[tuple[EntrantId, EntrantId | None]] = list(zip(here[::2], here[1::2], strict=True))
        seats += [(rest, None)] if rest is not None else []
        draft_by_hand(tournament=self.tournament, seats=seats)

    def move(self) -> None:
        """Change the draft's seats at random."""
        tables = drafted(self.now()).tables
        draft_change(round=self.now(), seen=tables, change=self.lot.choice(self.changes(tables, of_draft=True)))

    def settle(self) -> None:
        tables = drafted(self.now()).tables
        table = self.lot.choice(tables)
        if table.ew is None or self.lot.random() < 0.5:
            draft_keep(round=self.now(), seen=table, keep=self.lot.random() < 0.7)
        else:
            draft_exclude(round=self.now(), one=table.ns, other=table.ew, exclude=True)

    def undo(self) -> None:
        draft_undo(round=self.now(), depth=len(self.now().undo))

    def publish(self) -> None:
        """A slip and its phone's figures stay at a table with the same seats; no other table ever gets its secret."""
        round_ = round_publish(round=self.now(), at=AT)
        before, now = self.slips.get((round_.pk, round_.number), {}), slips_of(round_)
        for number, slip in now.items():
            if number in before:
                same_seats = before[number].seats == slip.seats
                assert (before[number].secret == slip.secret) == same_seats, self.done
                assert not same_seats or before[number].typed == slip.typed, self.done
                assert same_seats or slip.typed is None, self.done

    def discard(self) -> None:
        round_discard(round=self.now())

    # --- A round in progress -----------------------------------------------------------------------------------------

    def withdraw(self) -> None:
        round_ = self.now()
        slips = slips_of(round_)
        round_withdraw(round=round_)
        self.slips[round_.pk, round_.number] = slips

    def reseat(self) -> None:
        tables = drafted(self.now()).tables
        change = self.lot.choice(self.changes(tables, of_draft=False))
        slips = self.lot.choice([None, *Slips])
        round_reseat(round=self.now(), seen=tables, change=change, slips=slips, at=AT)

    def result(self) -> None:
        table = self.a_table(Outcome.OPEN)
        if self.lot.random() < 0.1:
            outcome = self.lot.choice([Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH])
            table_set_outcome(table=table, version=table.version, outcome=outcome, at=AT)
        else:
            table_record(table=table, version=table.version, hands=self.hands(), at=AT, confirmed=True)

    def take_back(self) -> None:
        table = self.a_table(Outcome.PLAYED)
        table_clear(table=table, version=table.version)

    def phone_writes(self) -> None:
        table, self.serial = self.a_table(Outcome.OPEN), self.serial + 1
        table = Table.objects.select_related("round__tournament", "phone_slip").get(pk=table.pk)
        phone, version = Phone(Line.NS, "a"), slip_of(table).written.version
        typed = {"h1_ns_base": str(self.serial)}
        phone_type(table=table, phone=phone, version=version, serial=self.serial, typed=typed, at=AT)

    def call(self) -> None:
        call_referee(table=self.a_table(Outcome.OPEN), line=Line.NS, reason=RefereeCall.Reason.RULE, at=AT)

    def next_round(self) -> None:
        """Enter all missing results, and close the round."""
        for table in self.now().tables.filter(outcome=Outcome.OPEN).select_related("round__tournament"):
            table_record(table=table, version=table.version, hands=self.hands(), at=AT, confirmed=True)
        round_close(round=self.now())

    # --- People and earlier rounds -----------------------------------------------------------------------------------

    def late_pair(self) -> None:
        tournament = self.tournament
        names = [f"Tardi {self.lot.randrange(10**9)}" for _seat in range(1 if self.kind is Kind.INDIVIDUAL else 2)]
        pair_add(tournament=tournament, players=names, here=True, late_reason="è arrivata ora")

    def comes_or_leaves(self) -> None:
        pair = self.lot.choice(list(self.tournament.pairs.all()))
        pair_set_status(
            pair=pair, status=self.lot.choice([Pair.Status.ACTIVE, Pair.Status.ACTIVE, Pair.Status.WITHDRAWN])
        )

    def correct(self) -> None:
        tables = list(
            Table.objects.filter(round__tournament=self.key, outcome=Outcome.PLAYED).select_related("round__tournament")
        )
        if not tables:
            raise Refused("nothing was played yet")
        table = self.lot.choice(tables)
        table_record(table=table, version=table.version, hands=self.hands(), at=AT, confirmed=True)

    # ------------------------------------------------------------------------------------------------------------------

    def now(self) -> Round:
        round_ = self.round
        assert round_ is not None
        return round_

    def a_table(self, outcome: Outcome) -> Table:
        tables = list(self.now().tables.filter(outcome=outcome).select_related("round__tournament"))
        if not tables:
            raise Refused(f"no table is {outcome}")
        return self.lot.choice(tables)

    def hands(self) -> list[HandEntry]:
        tournament = self.tournament
        rules = ruleset_for(tournament.ruleset, tournament.options)
        played = [play_hand(self.lot, rules, 0) for _hand in range(tournament.hands_per_round)]
        return [HandEntry(hand.end, *hand.sides) for hand in played]

    def changes(self, tables: Tables, *, of_draft: bool) -> list[Callable[[Tables], Tables]]:
        seated = [entrant for table in tables for entrant in table.seated]
        entered = {EntrantId(number) for number in self.tournament.pairs.values_list("number", flat=True)}
        without = sorted(entered - set(seated))
        one, other = self.lot.choice(seated), self.lot.choice(seated)
        number, and_number = (self.lot.choice(tables).number for _ in range(2))
        found: list[Callable[[Tables], Tables]] = [
            lambda now: moves.swap(now, one, other),
            lambda now: moves.change_lines(now, number),
            lambda now: moves.exchange_numbers(now, number, and_number),
        ]
        if without:
            sits = self.lot.choice(without)
            found.append(lambda now: moves.sit_in(now, sits, one))
            free = [*without, *(table.ns for table in tables if table.ew is None)]
            most = 4 if self.kind is Kind.INDIVIDUAL else 2
            together = self.lot.sample(free, min(len(free), self.lot.choice([1, most, most])))
            found += [lambda now: moves.make_table(now, together)] * 2
        if of_draft:
            join = moves.gather if self.kind is Kind.INDIVIDUAL else moves.join
            found += [lambda now: moves.rest(now, one), lambda now: join(now, one, number)]
        return found


@dataclass(frozen=True)
class Slip:
    """A table's slip: its secret, its seats, and the figures from a phone."""

    secret: str
    seats: tuple[int, ...]
    typed: object


def slips_of(round_: Round) -> dict[int, Slip]:
    typed = dict(PhoneSlip.objects.filter(table__round=round_).values_list("table__number", "typed"))
    return {
        table.number: Slip(round_.slip_secret(table.number), table.seated, typed.get(table.number))
        for table in drafted(round_).tables
        if table.ew is not None
    }


def faults() -> str:
    """Return the faults that `check_club` finds, or an empty string."""
    with translation.override("en"):
        try:
            call_command("check_club", stdout=io.StringIO())
        except CommandError as found:
            return str(found)
    return ""


@pytest.mark.parametrize("seed", range(WALKS))
def test_whatever_a_referee_does_with_rounds_the_database_is_in_order(seed: int) -> None:
    walk = Walk(seed)
    walk.go(STEPS)
    assert faults() == "", "\n".join(walk.done)
