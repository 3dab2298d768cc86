"""A table's slip as one phone sees it: what there is to write, to confirm, to wait for, or to read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import get_language
from django_htmx.http import retarget

from tournaments.forms.desk.slip import SlipForm, end_name
from tournaments.forms.phone import PhotoForm
from tournaments.models import Round, Table
from tournaments.phone_slips.photos import PHOTOS_A_DISPUTE
from tournaments.phone_slips.states import SlipState
from tournaments.records import Line, Outcome
from tournaments.selectors.clocks import clocks_of
from tournaments.selectors.desk import GridTable, table_at
from tournaments.selectors.phone_photos import photos_sent
from tournaments.selectors.phone_tables import OPEN_CALL
from tournaments.selectors.referee_calls import open_call_of
from tournaments.selectors.rulings import Rulings, rulings_of
from tournaments.slips.judged import JudgedSlip, accepted_rows, judge_slip_rows
from tournaments.slips.typed import EndChoice, SlipRow
from tournaments.views.desk.desk import Desk
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
    return _sheet(desk, table, form, judged, rulings_of(table.pk))


def saved_sheet_of(visit: Visit) -> Sheet:
    """The slip as it is saved. Two queries."""
    desk, table = _desk(visit.table)
    saved = desk.saved(table)
    form, judged = stored_form(desk, table, saved.rows), accepted_rows(saved.rows)
    return _sheet(desk, table, form, judged, saved.rulings)


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


@dataclass(frozen=True, slots=True)
class News:
    """What a phone's page was made of: another slip, another page; another hall, another head of it."""

    slip: str
    hall: str

    @property
    def etag(self) -> str:
        return f'"{self.slip}-{self.hall}"'

    @classmethod
    def known_to(cls, request: HttpRequest) -> "News":
        """What the page that asks was made of; nothing where it does not say."""
        slip, _dash, hall = request.META.get("HTTP_IF_NONE_MATCH", "").strip('"').partition("-")
        return cls(slip, hall)


def news_of(visit: Visit) -> News:
    """What there is to see now. While a phone writes, its own figures are no news to it. No query."""
    view, slip, table = view_of(visit), visit.slip, visit.table
    told: tuple[Any, ...] = (table.pk, view, visit.phone)
    if view not in ("write", "who"):
        said = (slip.contested_by, slip.contested_hand, slip.contest_note)
        told += (slip.written, slip.shut, *said, table.version, table.round.state)
    round_, tournament = table.round, table.round.tournament
    hall = (tournament.announcement, tournament.round_minutes, tournament.call_minutes, tournament.last_hand_minutes)
    return News(_digest(told), _digest((*hall, round_.clocks, round_.state, getattr(table, OPEN_CALL))))


def told_already(visit: Visit) -> HttpResponse | None:
    """A 304 for a phone whose page was made of what there is now. No query."""
    news = news_of(visit)
    return HttpResponse(status=304, headers={"ETag": news.etag}) if News.known_to(visit.request) == news else None


def _digest(told: tuple[Any, ...]) -> str:
    return sha256(repr((*told, get_language(), settings.CODE_VERSION)).encode()).hexdigest()[:16]


def hall_of(visit: Visit) -> dict[str, Any]:
    """What the hall has to say to this table, and the table to the referee. A query where the table waits for him."""
    round_ = visit.table.round
    clocks = clocks_of(round_)
    may_call = round_.state == Round.State.PUBLISHED
    return {
        "tournament": round_.tournament,
        "clock": clocks.of_table(visit.table.number) if clocks else None,
        "may_call": may_call,
        "call": open_call_of(visit.table) if may_call and getattr(visit.table, OPEN_CALL) else None,
        "hall_url": f"{visit.address}hall/",
    }


ASKS_EVERY = {"taken": 4, "sent": 4, "confirm": 5, "contested": 5, "objected": 5, "called": 5, "write": 8}
ASKS_SELDOM = 10
"""Seconds until a phone asks again, by what it shows: often while it waits for the other line. Otherwise what is new
comes from the referee, who has the clock and the wall to speak with, too."""


def poll_of(visit: Visit, news: News, *, slip: bool) -> dict[str, Any]:
    """How a page learns what is new: of slip and hall; of the hall alone where it shows something on purpose."""
    own = visit.address if view_of(visit) == "who" else f"{visit.address}?us=1"
    return {
        "poll_url": own if slip else f"{visit.address}hall/",
        "poll_every": ASKS_EVERY.get(view_of(visit), ASKS_SELDOM),
        "poll_target": "#phone" if slip else "#phone-hall",
        "poll_headers": json.dumps({"If-None-Match": news.etag}),
    }


def show_hall(visit: Visit, *, slip: bool) -> HttpResponse:
    """The hall's part of the page alone, and how to ask on."""
    news = news_of(visit)
    context = hall_of(visit) | poll_of(visit, news, slip=slip) | {"swapped": True}
    response = retarget(render(visit.request, "phone/hall_alone.html", context), "#phone-hall")
    response["ETag"] = news.etag
    return response


def show(
    visit: Visit, *, status: int = 200, view: str = "", sheet: Sheet | None = None, **context: Any
) -> HttpResponse:
    """The table as this phone sees it now, or another part of the page on purpose; for htmx without its frame."""
    shown, news = view or view_of(visit), news_of(visit)
    context = {
        "view": f"phone/{shown}.html",
        "etag": news.etag,
        **poll_of(visit, news, slip=not view),
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
        context = sent | {"photos_most": PHOTOS_A_DISPUTE} | context
    template = "phone/part.html" if as_part(visit.request) else "phone/table.html"
    response = render(visit.request, template, context, status=status)
    if not view:
        response["ETag"] = news.etag
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
    """The desk with this table alone. One query."""
    table = table_at(row)
    return Desk(round=row.round, table=table), table


def _as_sent(visit: Visit, desk: Desk) -> QueryDict:
    data = QueryDict(mutable=True)
    ends = {end_name(hand): EndChoice.CLOSED.value for hand in range(1, desk.tournament.hands_per_round + 1)}
    data.update(ends | dict(visit.slip.typed) | {"version": str(visit.slip.written.version)})
    return data


def _sheet(desk: Desk, table: GridTable, form: SlipForm, judged: JudgedSlip, rulings: Rulings) -> Sheet:
    for name in form.places:
        form.fields[name].widget.attrs["maxlength"] = FIELD_LENGTH
    view = view_slip(desk, form, judged, rulings)
    return Sheet(desk=desk, table=table, form=form, judged=judged, view=view)


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
