"""A table's slip as one phone sees it: to write, to confirm, to wait for, or to read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import get_language
from django_htmx.http import retarget

from pages.held_answers import depends_on
from tournaments.forms.desk.slip import SlipForm, end_name, typed_form
from tournaments.forms.desk.slip_view import Balance, HandView, SlipView, balance_in, view_slip
from tournaments.forms.phone import PhotoForm
from tournaments.models import Round
from tournaments.records import Line
from tournaments.selectors.clocks import is_overtaken, table_clock
from tournaments.selectors.desk_tables import table_at
from tournaments.selectors.generations import generation, stamped
from tournaments.selectors.hall.news import PhoneTable
from tournaments.selectors.phone_photos import photos_sent
from tournaments.selectors.phone_tables import OPEN_CALL, SHARE_IN
from tournaments.selectors.referee_calls import open_call_of
from tournaments.selectors.saved_slips import rulings_of, saved_slip_of
from tournaments.slips.photos import PHOTOS_A_DISPUTE
from tournaments.slips.states import SlipState
from tournaments.slips.typed_slip import Depth, EndChoice, JudgedRow, JudgedSlip, SlipRow
from tournaments.views.common import as_part
from tournaments.wording.figures import figure
from tournaments.wording.slips import CHOICE_NAMES, side_in_words

from .door import KEPT, Visit

CODE = "code"
"""The action of a phone that comes in; its answer is the first page."""
HALF = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """A hand to be read."""

    number: int
    sides: tuple[tuple[Line, str, str], ...]
    """The columns of each line, and their sum; empty if it is not known."""
    end: str
    """The end of the hand; empty if one of the lines closed, as nearly always."""
    contested: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipFigures:
    """The slip to be read, without fields to type in."""

    rows: Sequence[FigureRow]
    sums: Sequence[tuple[Line, str]]
    balance: Balance | None
    depth: Depth


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The slip to be typed in."""

    form: SlipForm
    judged: JudgedSlip
    view: SlipView

    @property
    def open_hand(self) -> HandView:
        """Return the first hand that is incomplete or wrong, otherwise the first doubtful one, or the last."""
        hands = self.view.hands
        for row, hand in zip(self.judged.rows, hands, strict=True):
            if row.entry is None or any(not placed.remark.is_doubt for placed in hand.remarks):
                return hand
        return next((hand for hand in hands if hand.remarks), hands[-1])


def stored_form(visit: Visit) -> SlipForm:
    """Return the form of the slip as typed on phones so far. No query."""
    assert visit.phone is not None
    tournament = visit.table.round.tournament
    data = QueryDict(mutable=True)
    ends = {end_name(hand + 1): EndChoice.CLOSED.value for hand in range(tournament.hands_per_round)}
    data.update(ends | dict(visit.slip.typed) | {"version": stamped(visit.slip.written.version)})
    return typed_form(data, tournament, visit.table.number, visit.phone.line)


def sheet_of(visit: Visit, form: SlipForm | None) -> Sheet:
    """Return the slip of this form, or else as typed on phones so far. One query."""
    form = form or stored_form(visit)
    return Sheet(form=form, judged=form.slip, view=view_slip(form, form.slip, rulings_of(visit.table.pk)))


def slip_figures_of(visit: Visit, form: SlipForm | None) -> SlipFigures:
    """Return the figures of this form, or else those typed on phones so far. One query."""
    slip = (form or stored_form(visit)).slip
    (rows, sums), rulings = _rows_of(visit, slip), rulings_of(visit.table.pk)
    balance = balance_in(visit.table.round.tournament, slip, rulings)
    return SlipFigures(rows=rows, sums=sums, balance=balance, depth=slip.typed[0].depth)


def saved_figures_of(visit: Visit) -> SlipFigures:
    """Return the saved figures. One query."""
    tournament = visit.table.round.tournament
    saved = saved_slip_of(visit.table.pk, tournament)
    (rows, sums), balance = _rows_of(visit, saved.slip), balance_in(tournament, saved.slip, saved.rulings)
    return SlipFigures(rows=rows, sums=sums, balance=balance, depth=saved.slip.typed[0].depth)


def view_of(visit: Visit) -> str:
    """Return the name of the part of the page for this phone."""
    slip, phone = visit.slip, visit.phone
    assert phone is not None
    own = slip.written.line is phone.line
    match slip.written.state:
        case SlipState.LOCKED:
            return "closed_round"
        case SlipState.DECIDED:
            return "ruling"
        case SlipState.EMPTY if "us" not in visit.request.GET and visit.request.POST.get("do", CODE) == CODE:
            return "names"
        case SlipState.EMPTY:
            return "slip_form"
        case SlipState.DRAFT:
            return "slip_form" if slip.written.is_written_by(phone) else "other_writer"
        case SlipState.SENT:
            return "sent_slip" if own else "confirmation"
        case SlipState.AGREED:
            return "agreement"
    if slip.written.agreed:
        return "referee_call"
    return "their_objection" if own else "own_objection"


@dataclass(frozen=True, slots=True)
class News:
    """The state from which a phone's page was made: the slip's and the hall's."""

    slip: str
    hall: str

    @property
    def etag(self) -> str:
        return f'"{self.slip}-{self.hall}"'

    @classmethod
    def known_to(cls, request: HttpRequest) -> "News":
        """Return the state that the request names; empty if it names none."""
        known = request.META.get("HTTP_IF_NONE_MATCH", "").removeprefix("W/")
        slip, _dash, hall = known.strip('"').partition("-")  # equivalent `'"x'`: hexadecimal digits
        return cls(slip, hall)


def news_of(visit: Visit) -> News:
    """Return the current state. To the phone that writes, its own figures are not news. No query."""
    view, slip, table = view_of(visit), visit.slip, visit.table
    state: tuple[Any, ...] = (table.pk, view, visit.phone)
    if view not in ("slip_form", "names"):
        objection = (slip.contested_by, slip.contested_hand, slip.contest_note)
        state += (slip.written, *objection, table.version, table.round.state)
    round_, tournament = table.round, table.round.tournament
    hall = (tournament.announcement, tournament.round_minutes, tournament.call_minutes, tournament.last_hand_minutes)
    has_no_clock = is_overtaken(round_, half_in=_half_in(visit))
    return News(_digest(state), _digest((*hall, round_.clocks, has_no_clock, round_.state, getattr(table, OPEN_CALL))))


def unchanged(visit: Visit) -> HttpResponse | None:
    """Return a 304 for a phone whose page is current. No query."""
    news = news_of(visit)
    return _answer_without_news(visit, news, is_current=News.known_to(visit.request) == news)


def hall_unchanged(visit: Visit) -> HttpResponse | None:
    """Return a 304 for a phone whose part of the page about the hall is current. No query."""
    news = news_of(visit)
    return _answer_without_news(visit, news, is_current=News.known_to(visit.request).hall == news.hall)


def _answer_without_news(visit: Visit, news: News, *, is_current: bool) -> HttpResponse | None:
    round_ = visit.table.round
    table = PhoneTable(round_.tournament.slug, round_.number, visit.table.number)
    depends_on(visit.request, table, has_news=not is_current)
    return HttpResponse(status=304, headers={"ETag": news.etag}) if is_current else None


def _digest(state: tuple[Any, ...]) -> str:
    return sha256(repr((*state, generation(), get_language(), settings.CODE_VERSION)).encode()).hexdigest()[:16]


def hall_of(visit: Visit) -> dict[str, Any]:
    """Return the hall's messages to this table, and its call. One query if the table waits for the referee."""
    round_ = visit.table.round
    may_call = round_.state == Round.State.PUBLISHED
    return {
        "tournament": round_.tournament,
        "clock": table_clock(round_, visit.table.number, half_in=_half_in(visit)),
        "may_call": may_call,
        "call": open_call_of(visit.table) if may_call and getattr(visit.table, OPEN_CALL) else None,
        "hall_url": f"{visit.address}hall/",
    }


def _half_in(visit: Visit) -> bool:
    return bool(getattr(visit.table, SHARE_IN) >= HALF)


ASKS_EVERY = {
    "other_writer": 4,
    "sent_slip": 4,
    "confirmation": 5,
    "their_objection": 5,
    "own_objection": 5,
    "referee_call": 5,
    "slip_form": 8,
}
ASKS_SELDOM = 10
"""Seconds until a phone asks again, by what it shows: often while it waits for the other line. Otherwise what is new
comes from the referee, who has the clock and the wall to speak with, too."""


def poll_of(visit: Visit, news: News, *, slip: bool) -> dict[str, Any]:
    """Return the parts that a page asks for: slip and hall, or the hall alone if it shows something else on purpose."""
    own = visit.address if view_of(visit) == "names" else f"{visit.address}?us=1"
    return {
        "poll_url": own if slip else f"{visit.address}hall/",
        "poll_every": ASKS_EVERY.get(view_of(visit), ASKS_SELDOM),
        "poll_target": "#phone" if slip else "#phone-hall",
        "poll_headers": json.dumps({"If-None-Match": news.etag}),
    }


def show_hall(visit: Visit, *, slip: bool) -> HttpResponse:
    """Return the hall's part of the page, with the next request."""
    news = news_of(visit)
    context = hall_of(visit) | poll_of(visit, news, slip=slip) | {"swapped": True}
    response = retarget(render(visit.request, "phone/hall_answer.html", context), "#phone-hall")
    response["ETag"] = news.etag
    return response


def show(
    visit: Visit, *, status: int = 200, view: str = "", form: SlipForm | None = None, **context: Any
) -> HttpResponse:
    """Return the table for this phone, or another part of the page on purpose; for htmx without its frame."""
    name, hall, facts = view or view_of(visit), hall_of(visit), visit.page_facts
    news = news_of(visit)
    context = {
        "view": f"phone/{name}.html",
        "etag": news.etag,
        **poll_of(visit, news, slip=not view),
        **facts,
        **hall,
        **context,
    }
    if name == "slip_form":
        sheet = sheet_of(visit, form)
        context |= {"sheet": sheet, "slip": sheet.view, "form": sheet.form}
    elif name in WITH_FIGURES:
        context["slip"] = saved_figures_of(visit) if name in SAVED else slip_figures_of(visit, form)
    context["table"] = table_at(visit.table)
    if name in OF_A_DISPUTE:
        sent = {"photo_form": PhotoForm(), "photo_url": f"{visit.address}photo/", "photos": photos_sent(visit.table)}
        context = sent | {"photos_most": PHOTOS_A_DISPUTE} | context
    template = "phone/part.html" if as_part(visit.request) else "phone/table.html"
    response = render(visit.request, template, context, status=status)
    response[KEPT] = str(context["kept"])
    if not view:
        response["ETag"] = news.etag
    return response


SAVED = frozenset({"ruling", "closed_round"})
OF_A_DISPUTE = frozenset({"their_objection", "own_objection", "referee_call"})
WITH_FIGURES = SAVED | OF_A_DISPUTE | {"sent_slip", "confirmation", "agreement", "opponents_verdict"}


def _rows_of(visit: Visit, slip: JudgedSlip) -> tuple[list[FigureRow], list[tuple[Line, str]]]:
    """Return the rows of a slip, and the sum of each line."""
    rows = [_figures_of(judged, visit.slip.contested_hand == judged.row.number) for judged in slip.rows]
    return rows, [(line, "" if total is None else figure(total)) for line, total in slip.sums]


def _figures_of(judged: JudgedRow, contested: bool) -> FigureRow:
    row = judged.row
    return FigureRow(
        number=row.number,
        sides=tuple(
            (line, "", "") if total is None else (line, side_in_words(row, line), figure(total))
            for line, total in judged.totals.items()
        ),
        end="" if row.choice is EndChoice.CLOSED else str(CHOICE_NAMES[row.choice]),
        contested=contested,
    )


def sums_of(rows: Sequence[SlipRow], line: Line) -> int:
    """Return the sums of a line's hands."""
    return sum(row.total(line) or 0 for row in rows)
