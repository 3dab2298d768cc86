"""A table's slip as one phone sees it: what there is to write, to confirm, to wait for, or to read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import get_language

from tournaments.forms.desk.slip import SlipForm, end_name
from tournaments.forms.phone import PhotoForm
from tournaments.models import Round, Table
from tournaments.phone_slips.photos import PHOTOS_A_TABLE
from tournaments.phone_slips.states import SlipState
from tournaments.records import Line, Outcome
from tournaments.selectors.clocks import clocks_of
from tournaments.selectors.desk import GridTable
from tournaments.selectors.phone_photos import photos_sent
from tournaments.selectors.referee_calls import open_call_of
from tournaments.slips.judged import JudgedSlip, accepted_rows, judge_slip_rows
from tournaments.slips.typed import EndChoice, SlipRow
from tournaments.views.desk.desk import Desk, open_desk
from tournaments.views.desk.page import as_part
from tournaments.views.desk.slip import HandView, SlipView, stored_form, typed_form, view_slip
from tournaments.wording.phone_slips import long_name
from tournaments.wording.slips import CHOICE_NAMES, side_in_words

from .door import Visit

FIELD_LENGTH = 12
"""What a field takes; the longest figure has six signs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """One hand, to be read."""

    number: int
    sides: tuple[tuple[Line, str, int | None], ...]
    """Of each line the columns as on the slip, and what they come to."""
    end: Promise
    contested: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The slip of the table with everything that a page says of it."""

    desk: Desk
    table: GridTable
    form: SlipForm
    judged: JudgedSlip
    view: SlipView

    @property
    def open_hand(self) -> HandView:
        """The first hand that is not whole, or is wrong; the last one where all are there."""
        for row, hand in zip(self.judged.rows, self.view.hands, strict=True):
            if row.row.hand is None or any(not placed.remark.is_doubt for placed in hand.remarks):
                return hand
        return self.view.hands[-1]

    def rows(self, contested: int | None = None) -> list[FigureRow]:
        return [_figures_of(row, contested == row.number) for row in self.judged.typed]


def sheet_of(visit: Visit, sent: QueryDict | None = None, *, whole: bool = False) -> Sheet:
    """The slip as phones have typed it so far, or as it was just sent; `whole`: says what is missing. Four queries."""
    desk, table = _desk(visit.table)
    form = typed_form(_as_sent(visit, desk) if sent is None else sent, desk, table)
    judged = judge_slip_rows(desk.rules, form.typed_rows())
    if whole:
        form.demand_every_hand(judged.typed)
    return _sheet(desk, table, form, judged)


def saved_sheet_of(visit: Visit) -> Sheet:
    """The slip as it is saved. Five queries."""
    desk, table = _desk(visit.table)
    rows = desk.saved_rows(table)
    return _sheet(desk, table, stored_form(desk, table, rows), accepted_rows(rows))


def as_typed(form: SlipForm) -> dict[str, str]:
    """What was typed into the fields of a slip, as it was; counts of cards are the referee's."""
    names = (name for name in form.places if name in form.data)
    return {"depth": form.slip_depth.value} | {name: str(form.data[name]) for name in names}


def view_of(visit: Visit) -> str:
    """What this phone is to see: the name of a part of the page."""
    slip, phone = visit.slip, visit.phone
    assert phone is not None
    own = slip.written.line is phone.line
    match slip.state:
        case SlipState.LOCKED | SlipState.DECIDED as state:
            return state.value
        case _ if slip.shut:
            return "shut"
        case SlipState.EMPTY if "us" not in visit.request.GET and visit.request.method != "POST":
            return "who"
        case SlipState.EMPTY:
            return "write"
        case SlipState.DRAFT:
            return "write" if slip.written.is_written_by(phone) else "taken"
        case SlipState.SENT:
            return "sent" if own else "confirm"
        case SlipState.AGREED:
            return "agreed"
    if slip.written.agreed:
        return "called"
    return "contested" if own else "objected"


def etag_of(visit: Visit) -> str:
    """Another one, another page. While a phone writes its own figures change nothing that it has to be told."""
    view, slip = view_of(visit), visit.slip
    told: tuple[Any, ...] = (visit.table.pk, view, visit.phone, get_language(), settings.CODE_VERSION)
    if view not in ("write", "who"):
        said = (slip.contested_by, slip.contested_hand, slip.contest_note)
        told += (slip.written, slip.shut, *said, visit.table.version, visit.table.round.state)
    return _etag(told)


def _etag(told: tuple[Any, ...]) -> str:
    return f'"{sha256(repr(told).encode()).hexdigest()[:32]}"'


def hall_of(visit: Visit) -> dict[str, Any]:
    """What the hall has to say to this table, and the table to the referee. One query while the round is under way."""
    round_ = visit.table.round
    clocks = clocks_of(round_)
    clock = clocks.of_table(visit.table.number) if clocks else None
    may_call = round_.state == Round.State.PUBLISHED
    call = open_call_of(visit.table) if may_call else None
    told = (clock, round_.tournament.announcement, may_call, call and call.pk, get_language(), settings.CODE_VERSION)
    return {
        "tournament": round_.tournament,
        "clock": clock,
        "may_call": may_call,
        "call": call,
        "hall_url": f"{visit.address}hall/",
        "hall_etag": _etag(told),
    }


def show(
    visit: Visit, *, status: int = 200, view: str = "", sheet: Sheet | None = None, **context: Any
) -> HttpResponse:
    """The table as this phone sees it now, or another part of the page on purpose; for htmx without its frame."""
    shown = view or view_of(visit)
    etag = etag_of(visit)
    context = {
        "view": f"phone/{shown}.html",
        "etag": etag,
        "poll_headers": json.dumps({"If-None-Match": etag}),
        "poll_url": "" if view else visit.address if shown == "who" else f"{visit.address}?us=1",
        **_who(visit),
        **hall_of(visit),
        **context,
    }
    if shown in WITH_FIGURES:
        sheet = sheet or (saved_sheet_of(visit) if shown in SAVED else sheet_of(visit))
        context |= {"sheet": sheet, "slip": sheet.view, "form": sheet.form, "table": sheet.table}
        context["rows"] = sheet.rows(visit.slip.contested_hand)
    else:
        context["table"] = _desk(visit.table)[1]
    if shown in OF_A_DISPUTE:
        sent = {"photo_form": PhotoForm(), "photo_url": f"{visit.address}photo/", "photos": photos_sent(visit.table)}
        context = sent | {"photos_most": PHOTOS_A_TABLE} | context
    template = "phone/part.html" if as_part(visit.request) else "phone/table.html"
    response = render(visit.request, template, context, status=status)
    if not view:
        response["ETag"] = etag
    return response


SAVED = frozenset({"decided", "locked"})
OF_A_DISPUTE = frozenset({"contested", "objected", "called"})
WITH_FIGURES = SAVED | OF_A_DISPUTE | {"write", "sent", "confirm", "agreed", "asked", "passed"}


def _who(visit: Visit) -> dict[str, Any]:
    round_, phone, slip = visit.table.round, visit.phone, visit.slip
    assert phone is not None
    other = Line.EW if phone.line is Line.NS else Line.NS
    return {
        "tournament": round_.tournament,
        "round": round_,
        "address": visit.address,
        "phone": phone,
        "on_phones": slip,
        "version": slip.written.version,
        "next_serial": visit.serial + 1,
        "own_line": long_name(phone.line),
        "other_line": long_name(other),
        "writer": long_name(slip.written.line) if slip.written.line else "",
        "absent": visit.table.outcome not in (Outcome.OPEN, Outcome.PLAYED),
    }


def _desk(row: Table) -> tuple[Desk, GridTable]:
    desk = open_desk(row.round.tournament.slug, row.round.number, row.number, alone=True)
    assert desk.table is not None
    return desk, desk.table


def _as_sent(visit: Visit, desk: Desk) -> QueryDict:
    data = QueryDict(mutable=True)
    ends = {end_name(hand): EndChoice.CLOSED.value for hand in range(1, desk.tournament.hands_per_round + 1)}
    data.update(ends | dict(visit.slip.typed) | {"version": str(visit.slip.written.version)})
    return data


def _sheet(desk: Desk, table: GridTable, form: SlipForm, judged: JudgedSlip) -> Sheet:
    for name in form.places:
        form.fields[name].widget.attrs["maxlength"] = FIELD_LENGTH
    return Sheet(desk=desk, table=table, form=form, judged=judged, view=view_slip(desk, table, form, judged))


def _figures_of(row: SlipRow, contested: bool) -> FigureRow:
    known = {line: row.total(line) for line in Line}
    return FigureRow(
        number=row.number,
        sides=tuple(
            (line, side_in_words(row, line) if total is not None else "", total) for line, total in known.items()
        ),
        end=CHOICE_NAMES[row.choice],
        contested=contested,
    )


def sums_of(rows: Sequence[SlipRow], line: Line) -> int:
    """What a line's hands come to."""
    return sum(row.total(line) or 0 for row in rows)
