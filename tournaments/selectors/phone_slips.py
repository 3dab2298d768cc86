"""How far the slips are that phones write, of one table or of a whole round."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q

from tournaments.clock.clock import time_over
from tournaments.models import Pair, PhoneLog, PhoneSlip, Round, Table, Tournament
from tournaments.phone_slips.states import SlipState, SlipWritten
from tournaments.phone_slips.tiles import NOT_OVER, Tile, tile_of
from tournaments.records import Line, Outcome

from .prepared import Prepared, Rows

BY_A_PHONE = (
    *(PhoneLog.Event.TYPE, PhoneLog.Event.SEND, PhoneLog.Event.TAKE_OVER, PhoneLog.Event.AGREE),
    *(PhoneLog.Event.AGREE_PASSED, PhoneLog.Event.CONTEST, PhoneLog.Event.CALL),
    *(PhoneLog.Event.SUMMON, PhoneLog.Event.SETTLE, PhoneLog.Event.PHOTO),
)
"""What counts as a write."""

WAITING_FOR_A_RESULT = (SlipState.DRAFT, SlipState.SENT, SlipState.DISPUTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipOnPhones:
    """A table's slip as phones have written it, and what was said of it."""

    written: SlipWritten = SlipWritten()
    typed: Mapping[str, str] = field(default_factory=dict)
    doubtful: bool = False
    contested_by: Line | None = None
    contested_hand: int | None = None
    contest_note: str = ""
    shut: bool = False
    """Locked for phones by wrong codes."""
    over_for: timedelta = NOT_OVER
    """How long the table's time has been over, where it was asked for."""

    @property
    def state(self) -> SlipState:
        return self.written.state

    @property
    def tile(self) -> Tile:
        return tile_of(self.written, doubtful=self.doubtful, shut=self.shut, over_for=self.over_for)


def slip_on_phones(row: PhoneSlip | None, outcome: str, *, closed: bool) -> SlipOnPhones:
    """The slip of a table with that outcome, in a round that is closed or not."""
    if row is None:
        return SlipOnPhones(written=_as_the_table_is(SlipWritten(), outcome, closed=closed))
    return SlipOnPhones(
        written=_as_the_table_is(stored(row), outcome, closed=closed),
        typed=row.typed,
        doubtful=row.doubtful,
        contested_by=Line(row.contested_by) if row.contested_by else None,
        contested_hand=row.contested_hand,
        contest_note=row.contest_note,
        shut=row.shut_at is not None,
    )


def stored(row: PhoneSlip) -> SlipWritten:
    """The row as the states look at it."""
    return SlipWritten(
        state=SlipState(row.state),
        version=row.version,
        line=Line(row.line) if row.line else None,
        device=row.device,
        agreed=row.agreed,
        one_phone=row.one_phone,
    )


def _as_the_table_is(slip: SlipWritten, outcome: str, *, closed: bool) -> SlipWritten:
    """A result that the lines did not agree on is the referee's, also where no phone had written before."""
    if closed:
        return replace(slip, state=SlipState.LOCKED)
    decided = outcome != Outcome.OPEN and not slip.agreed
    return replace(slip, state=SlipState.DECIDED) if decided else slip


def slip_of(table: Table) -> SlipOnPhones:
    """The slip of a table that was read with it."""
    closed = table.round.state == Round.State.CLOSED
    return slip_on_phones(getattr(table, "phone_slip", None), table.outcome, closed=closed)


def slips_of(round_: Round, only: Collection[int] | None = None, *, now: datetime) -> Mapping[int, SlipOnPhones]:
    """The slips of a round, or of those tables, by their tables' keys; nothing where phones do not write. One query."""
    if not round_.phones_write:
        return {}
    tables = round_.tables.exclude(outcome=Outcome.REST).select_related("phone_slip")
    if only is not None:
        tables = tables.filter(pk__in=only)
    closed = round_.state == Round.State.CLOSED
    clocks = round_.running_clocks if round_.tournament.round_minutes else None
    return {
        each.pk: replace(
            slip_on_phones(getattr(each, "phone_slip", None), each.outcome, closed=closed),
            over_for=time_over(clocks.of_table(each.number), now) if clocks else NOT_OVER,
        )
        for each in tables
    }


def rounds_on_phones(tournament: Tournament) -> list[Round]:
    """The rounds under way whose slips phones write, the latest first. One query; none where everything is on paper."""
    if tournament.writing != Tournament.Writing.PHONES:
        return []
    rounds = list(tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("-number"))
    for round_ in rounds:
        round_.tournament = tournament
    return [round_ for round_ in rounds if round_.phones_write]


def seat_on_phones(tournament: Tournament, pair: Pair) -> tuple[Table, Line] | None:
    """Where somebody plays in a round whose slips phones write; None where they do not. Two queries."""
    rounds = {round_.pk: round_ for round_ in rounds_on_phones(tournament)}
    seats = Q(ns=pair) | Q(ns_partner=pair) | Q(ew=pair) | Q(ew_partner=pair)
    tables = Table.objects.filter(seats, round__in=rounds, ew__isnull=False).order_by("-round__number")
    for table in tables:
        table.round = rounds[table.round_id]
        return table, Line.NS if pair.pk in (table.ns_id, table.ns_partner_id) else Line.EW
    return None


def unsettled(round_: Round) -> list[tuple[int, Tile]]:
    """The tables with a result that should be looked at before the round is closed, by number. One query."""
    if not round_.phones_write:
        return []
    rows = PhoneSlip.objects.filter(table__round=round_, agreed=True).select_related("table").order_by("table__number")
    tiles = ((row.table.number, slip_on_phones(row, row.table.outcome, closed=False).tile) for row in rows)
    return [(number, tile) for number, tile in tiles if not tile.is_settled]


def written_on_phones(round_: Round) -> list[int]:
    """The numbers of the tables whose phones have written a slip that is no result, in order. One query."""
    waiting = PhoneSlip.objects.filter(table__round=round_, state__in=WAITING_FOR_A_RESULT)
    return list(waiting.order_by("table__number").values_list("table__number", flat=True))


def agreed_tables(round_: Round) -> frozenset[int]:
    """The numbers of the tables whose result both lines agreed on. One query."""
    if not round_.phones_write:
        return frozenset()
    agreed = PhoneSlip.objects.filter(table__round=round_, agreed=True)
    return frozenset(agreed.values_list("table__number", flat=True))


def log_of(table_pk: int) -> list[PhoneLog]:
    """Who did what at a table, in order. One query."""
    return list(PhoneLog.objects.filter(table_id=table_pk))


def wrong_codes(table: Table, *, since: datetime) -> int:
    """How many were given since then, and since the referee unlocked the table. Two queries."""
    log = PhoneLog.objects.filter(table=table)
    unlocked: Any = log.filter(event=PhoneLog.Event.UNLOCK).order_by("-pk").values_list("pk", flat=True).first()
    return log.filter(event=PhoneLog.Event.WRONG_CODE, at__gt=since, pk__gt=unlocked or 0).count()


def _writes_since(table: int, since: datetime) -> Rows:
    log = PhoneLog.objects.filter(table_id=table, at__gt=since, event__in=BY_A_PHONE)
    return log.order_by().values("table_id").annotate(writes=Count("pk"))


WRITES_SINCE = Prepared(_writes_since, int, datetime)


def writes_in_a_minute(table: Table, *, before: datetime) -> int:
    """One query."""
    return sum(row["writes"] for row in WRITES_SINCE.rows(table.pk, before - timedelta(minutes=1)))
