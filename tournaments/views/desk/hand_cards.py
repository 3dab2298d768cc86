"""A hand counted from the table: cards or counts entered, the slip's figures they give, and both saved together.

The slip goes along in one field, as it was typed so far: a table is saved whole, and what the players wrote is what
the count is compared with.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.card_entry import JudgedHand, judge_typed, keypad_for
from scoring.forms.cards import TypedHand as TypedCards
from scoring.forms.cards import read_typed, type_hand
from tournaments.forms.desk.slip import SlipForm, shown_rows
from tournaments.records import Line, Outcome
from tournaments.selectors.desk import GridTable
from tournaments.selectors.rulings import rulings_of
from tournaments.slips.counted import Claim, CountedHand, claim_differs, count_hand
from tournaments.slips.judged import judge_slip_rows
from tournaments.slips.typed import EndChoice, SlipRow, counted_row, signature
from tournaments.views.common import render_tournament
from tournaments.wording.figures import line_name
from tournaments.wording.slips import COLUMN_NAMES

from .desk import Desk, open_table, table_url
from .page import draw_desk, laid_out_for, may_type
from .saving import UNPROCESSABLE, attempt_of, save_attempt
from .slip import typed_form, view_slip

KEYS = tuple(line.value for line in Line)

NOT_OF_THE_SLIP = ("csrfmiddlewaretoken", "confirmed", "tried")
"""What a slip is sent with and is not told by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One figure of the slip, as the players wrote it and as the table gives it; None where one is not known."""

    what: str
    claimed: int | None
    counted: int | None

    @property
    def differs(self) -> bool:
        return None not in (self.claimed, self.counted) and self.claimed != self.counted


@dataclass(frozen=True, kw_only=True)
class Count:
    """A hand being counted: where it belongs, the slip it is part of, and what was entered of its table."""

    desk: Desk
    table: GridTable
    number: int
    slip: QueryDict
    cards: TypedCards | None = None
    """As they were sent; None when the page opens."""

    @cached_property
    def form(self) -> SlipForm:
        return typed_form(self.slip, self.desk, self.table)

    @cached_property
    def row(self) -> SlipRow:
        """The hand as its slip has it."""
        return self.form.typed_rows()[self.number - 1]

    @cached_property
    def claim(self) -> Claim | None:
        """What the players wrote; where the hand had been counted before, what they had written then."""
        return self.row.written

    @cached_property
    def judged(self) -> JudgedHand:
        names = {line.value: line_name(line) for line in Line}
        return judge_typed(self.desk.rules, self.cards or self._opened, names)

    @property
    def _opened(self) -> TypedCards:
        """What the page opens with: the hand as it was counted, or only how the slip says that it ended."""
        language = get_language() or settings.LANGUAGE_CODE
        if self.row.counted is not None:
            return type_hand(self.row.counted.hand, KEYS, language)
        blank = read_typed(QueryDict(), KEYS, language, self.desk.rules)
        ends = (EndChoice.CLOSED, EndChoice.NOT_PLAYED)
        return blank if self.row.choice in ends or self.row.untouched else replace(blank, end=self.row.choice.value)

    @cached_property
    def counted(self) -> CountedHand | None:
        """The hand with its figures; None while something is missing or wrong."""
        judged = self.judged
        if judged.hand is None or not judged.is_legal:
            return None
        counted = count_hand(self.desk.rules, judged.hand)
        return replace(counted, claim=self.claim) if self.claim and claim_differs(self.claim, counted) else counted

    @cached_property
    def compared(self) -> tuple[Compared, ...]:
        """Base, points and total of both sides, claimed and counted."""
        slips = self.counted.slips if self.counted else (None, None)
        return tuple(
            Compared(
                what=f"{line_name(line)} {COLUMN_NAMES[column]}",
                claimed=getattr(self.claim[at], column, None) if self.claim else None,
                counted=getattr(slips[at], column, None),
            )
            for at, line in enumerate(Line)
            for column in ("base", "points", "total")
        )

    @property
    def differs(self) -> bool:
        """The cards say something else than the players."""
        return any(each.differs for each in self.compared)

    @property
    def asks(self) -> str:
        """What a confirmation is bound to, where one is needed; empty otherwise."""
        if self.counted is None or not (self.differs or self.judged.doubts):
            return ""
        return signature([counted_row(self.number, self.counted, self.form.slip_depth)])

    def put_into_slip(self, counted: CountedHand) -> "Count":
        """The slip with the figures that the table gives."""
        slip = self.slip.copy()
        slip.update(shown_rows([counted_row(self.number, counted, self.form.slip_depth)]))
        return replace(self, slip=slip)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand_cards(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Open a hand, with the slip as it was typed if it comes from there; or save what was counted."""
    count = _count(request, slug, number, table, hand)
    if count.desk.is_final or not may_type(request, count.desk):
        return redirect(table_url(count.desk, table))
    match request.POST.get("do", "open"):
        case "back":
            return _show_slip(request, count)
        case "save":
            return _save(request, count)
        case _open:
            return _show(request, count)


@require_POST
def hand_cards_preview(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """What the cards come to so far, as the parts of the page that are not typed in."""
    count = _count(request, slug, number, table, hand)
    return render(request, "desk/cards_judged.html", _context(count))


def _count(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> Count:
    desk, at = open_table(slug, number, table)
    if not 1 <= hand <= desk.tournament.hands_per_round:
        raise Http404
    if request.method != "POST":
        return Count(desk=desk, table=at, number=hand, slip=_stored_slip(desk, at))
    if "slip" not in request.POST:
        slip = request.POST.copy()
        for name in NOT_OF_THE_SLIP:
            slip.pop(name, None)
        return Count(desk=desk, table=at, number=hand, slip=slip)
    cards = read_typed(request.POST, KEYS, get_language() or settings.LANGUAGE_CODE, desk.rules)
    slip = QueryDict(request.POST["slip"], mutable=True)
    return Count(desk=desk, table=at, number=hand, slip=slip, cards=cards)


def _stored_slip(desk: Desk, table: GridTable) -> QueryDict:
    """The slip as it is saved, as if it were sent. One query."""
    rows = desk.saved(table).rows
    slip = QueryDict(mutable=True)
    shown: dict[str, str] = {"version": str(table.version), "depth": rows[0].depth.value} | shown_rows(rows)
    slip.update(shown)
    return slip


def _save(request: HttpRequest, count: Count) -> HttpResponse:
    """Save the table with this hand, or put it into a slip of which other hands are still to be typed."""
    if count.counted is None:
        return _show(request, count, status=UNPROCESSABLE, refused=True)
    if count.asks and request.POST.get("confirmed") != count.asks:
        return _show(request, count, status=UNPROCESSABLE, asked=count.asks)
    done = count.put_into_slip(count.counted)
    others = [row for row in done.form.typed_rows() if row.number != count.number]
    if any(row.hand is None for row in others):
        return _show_slip(request, done, counted=count.number)
    # What was to be confirmed of this hand has been; of the others the slip asks.
    if not judge_slip_rows(count.desk.rules, others).is_doubtful:
        done.slip["confirmed"] = signature(done.form.typed_rows())
        done = replace(done)
    address = table_url(done.desk, done.table.number)
    attempt = attempt_of(request, done.desk, done.table, done.form, outcome=Outcome.PLAYED, address=address)
    return save_attempt(request, attempt)


def _show_slip(request: HttpRequest, count: Count, **context: Any) -> HttpResponse:
    """The slip as it is now, not saved."""
    form = count.form
    judged = judge_slip_rows(count.desk.rules, form.typed_rows())
    slip = view_slip(count.desk, form, judged, rulings_of(count.table.pk))
    desk = laid_out_for(request, count.desk, top=count.table.number)
    return draw_desk(request, desk, form=form, slip=slip, **context)


def _show(request: HttpRequest, count: Count, *, status: int = 200, **context: Any) -> HttpResponse:
    context = {"section": "results"} | _context(count) | context
    return render_tournament(request, "desk/cards.html", count.desk.tournament, context, status=status)


def _context(count: Count) -> dict[str, object]:
    desk = count.desk
    return {
        "tournament": desk.tournament,
        "round": desk.round,
        "desk": desk,
        "table": count.table,
        "number": count.number,
        "hand": count.judged,
        "keypad": keypad_for(desk.rules.deck),
        "slip": count.slip.urlencode(),
        "version": count.form.data.get("version", ""),
        "count": count,
        "typed": count.cards is not None,
    }
