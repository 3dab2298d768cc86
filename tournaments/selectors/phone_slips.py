"""The progress of slips on phones, of one table or of a whole round."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db.models import Q

from tournaments.clock.clock import time_over
from tournaments.models import Pair, PhoneLog, PhoneSlip, Round, Table, Tournament
from tournaments.records import Line, Outcome
from tournaments.slips.states import SlipProgress, SlipState
from tournaments.slips.tiles import NOT_OVER, Tile, tile_of

BY_A_PHONE = (
    *(PhoneLog.Event.TYPE, PhoneLog.Event.SEND, PhoneLog.Event.TAKE_OVER, PhoneLog.Event.AGREE),
    *(PhoneLog.Event.AGREE_PASSED, PhoneLog.Event.CONTEST, PhoneLog.Event.CALL),
    *(PhoneLog.Event.SUMMON, PhoneLog.Event.SETTLE, PhoneLog.Event.PHOTO),
)
"""The events that count as a write."""

WAITING_FOR_A_RESULT = (SlipState.DRAFT, SlipState.SENT, SlipState.DISPUTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipOnPhones:
    """A table's slip as phones have written it, and the answers to it."""

    written: SlipProgress = SlipProgress()
    typed: Mapping[str, str] = field(default_factory=dict)
    doubtful: bool = False
    contested_by: Line | None = None
    contested_hand: int | None = None
    contest_note: str = ""
    shut: bool = False
    """Whether wrong codes have locked it for unknown phones."""
    over_for: timedelta = NOT_OVER
    """The time since the table's clock ran out, if the clock was read."""

    @property
    def state(self) -> SlipState:
        return self.written.state

    @property
    def tile(self) -> Tile:
        return tile_of(self.written, doubtful=self.doubtful, shut=self.shut, over_for=self.over_for)


def slip_on_phones(row: PhoneSlip | None, outcome: str, *, closed: bool) -> SlipOnPhones:
    """Return the slip of a table with that outcome, in a round that is closed or not."""
    if row is None:
        return SlipOnPhones(written=_as_the_table_is(SlipProgress(), outcome, closed=closed))
    return SlipOnPhones(
        written=_as_the_table_is(stored(row), outcome, closed=closed),
        typed=row.typed,
        doubtful=row.doubtful,
        contested_by=Line(row.contested_by) if row.contested_by else None,
        contested_hand=row.contested_hand,
        contest_note=row.contest_note,
        shut=row.shut_at is not None,
    )


def stored(row: PhoneSlip) -> SlipProgress:
    """Return the row as a state of the slip."""
    return SlipProgress(
        state=SlipState(row.state),
        version=row.version,
        line=Line(row.line) if row.line else None,
        device=row.device,
        agreed=row.agreed,
        one_phone=row.one_phone,
    )


def _as_the_table_is(slip: SlipProgress, outcome: str, *, closed: bool) -> SlipProgress:
    """Return the slip with the table's state: a result without both lines' agreement is the referee's."""
    if closed:
        return replace(slip, state=SlipState.LOCKED)
    decided = outcome != Outcome.OPEN and not slip.agreed
    return replace(slip, state=SlipState.DECIDED) if decided else slip


def slip_of(table: Table) -> SlipOnPhones:
    """Return the slip that was read with the table."""
    closed = table.round.state == Round.State.CLOSED
    return slip_on_phones(getattr(table, "phone_slip", None), table.outcome, closed=closed)


def slip_row(table: Table) -> PhoneSlip:
    """Return the slip that was read with the table, or a new one."""
    slip: PhoneSlip | None = getattr(table, "phone_slip", None)
    return PhoneSlip(table=table) if slip is None else slip


def slips_of(round_: Round, only: Collection[int] | None = None, *, now: datetime) -> Mapping[int, SlipOnPhones]:
    """Return the slips of a round, or of these tables, by the tables' keys; empty without phones. One query."""
    if not round_.phones_write:
        return {}
    tables = round_.tables.exclude(outcome=Outcome.REST).select_related("phone_slip")
    if only is not None:
        tables = tables.filter(pk__in=only)
    closed = round_.state == Round.State.CLOSED
    clocks = round_.running_clocks if round_.tournament.round_minutes else None
    return {
        table.pk: replace(
            slip_on_phones(getattr(table, "phone_slip", None), table.outcome, closed=closed),
            over_for=time_over(clocks.of_table(table.number), now) if clocks else NOT_OVER,
        )
        for table in tables
    }


def rounds_on_phones(tournament: Tournament) -> list[Round]:
    """Return the rounds under way with slips on phones, the latest first. One query; none if all is on paper."""
    if tournament.writing != Tournament.Writing.PHONES:
        return []
    rounds = list(tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("-number"))
    for round_ in rounds:
        round_.tournament = tournament
    return [round_ for round_ in rounds if round_.phones_write]


def seat_on_phones(tournament: Tournament, pair: Pair) -> tuple[Table, Line] | None:
    """Return the pair's table in a round with slips on phones, and its line, or None. Two queries."""
    rounds = {round_.pk: round_ for round_ in rounds_on_phones(tournament)}
    seats = Q(ns=pair) | Q(ns_partner=pair) | Q(ew=pair) | Q(ew_partner=pair)
    tables = Table.objects.filter(seats, round__in=rounds, ew__isnull=False).order_by("-round__number")
    for table in tables:
        table.round = rounds[table.round_id]
        return table, Line.NS if pair.pk in (table.ns_id, table.ns_partner_id) else Line.EW
    return None


def unsettled(round_: Round) -> list[tuple[int, Tile]]:
    """Return the tables whose result should be checked before the round is closed, by number. One query."""
    if not round_.phones_write:
        return []
    rows = PhoneSlip.objects.filter(table__round=round_, agreed=True).select_related("table").order_by("table__number")
    tiles = (
        (round_.table_number(row.table.number), slip_on_phones(row, row.table.outcome, closed=False).tile)
        for row in rows
    )
    return [(number, tile) for number, tile in tiles if not tile.is_settled]


def written_on_phones(round_: Round) -> list[int]:
    """Return the numbers of the tables with a slip on phones that is not a result, in order. One query."""
    waiting = PhoneSlip.objects.filter(table__round=round_, state__in=WAITING_FOR_A_RESULT)
    numbers = waiting.order_by("table__number").values_list("table__number", flat=True)
    return [round_.table_number(number) for number in numbers]


def agreed_tables(round_: Round) -> frozenset[int]:
    """Return the numbers of the tables whose result both lines agreed on. One query."""
    if not round_.phones_write:
        return frozenset()
    agreed = PhoneSlip.objects.filter(table__round=round_, agreed=True)
    return frozenset(agreed.values_list("table__number", flat=True))


def log_of(table_pk: int) -> list[PhoneLog]:
    """Return the log of a table, in order. One query."""
    return list(PhoneLog.objects.filter(table_id=table_pk))


def writes_in_a_minute(table: Table, *, before: datetime) -> int:
    """Return how many writes phones have sent to a table in the minute before that moment. One query."""
    since = before - timedelta(minutes=1)
    return PhoneLog.objects.filter(table=table, at__gt=since, event__in=BY_A_PHONE).count()
