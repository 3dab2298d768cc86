"""A hand counted from the table: its cards or counts, the slip's figures, both saved together.

The slip travels in one field as typed so far, because a table is saved whole, and the count is compared with what the
players wrote.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Role, role_of
from scoring.card_entry import JudgedHand, judge_typed, keypad_for
from scoring.forms.cards import TypedHand as TypedCards
from scoring.forms.cards import read_typed, type_hand
from scoring.messages import letters_for
from tournaments.forms.desk.slip import SlipForm, typed_form
from tournaments.forms.desk.slip_view import shown_rows, view_slip
from tournaments.records import Line, Outcome
from tournaments.selectors.desk import Desk, lay_out, open_table
from tournaments.selectors.desk_tables import GridTable
from tournaments.selectors.generations import stamped
from tournaments.selectors.saved_slips import rulings_of, saved_slip_of
from tournaments.slips.counted_hand import Claim, CountedHand, claim_differs, count_hand
from tournaments.slips.typed_slip import EndChoice, SlipRow, counted_row, judge_slip_rows, signature
from tournaments.views.common import render_tournament
from tournaments.wording.lines import line_name
from tournaments.wording.slips import COLUMN_NAMES

from .page import desk_url, known_by, may_type, show_desk
from .slip import UNPROCESSABLE, Attempt, save_attempt

KEYS = tuple(line.value for line in Line)

NOT_OF_THE_SLIP = ("csrfmiddlewaretoken", "confirmed", "tried")
"""The fields of a request that do not belong to the slip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureComparison:
    """A figure as the players wrote it and as the table gives it; None if it is not known."""

    what: str
    claimed: int | None
    counted: int | None

    @property
    def differs(self) -> bool:
        return None not in (self.claimed, self.counted) and self.claimed != self.counted


@dataclass(frozen=True, kw_only=True)
class Count:
    """A hand being counted: its place, its slip, and the cards entered."""

    desk: Desk
    table: GridTable
    number: int
    slip: QueryDict
    cards: TypedCards | None = None
    """The cards as sent; None when the page opens."""

    @cached_property
    def form(self) -> SlipForm:
        return typed_form(self.slip, self.desk.tournament, self.table.number)

    @cached_property
    def row(self) -> SlipRow:
        """Return the row of the slip."""
        return self.form.slip.typed[self.number - 1]

    @cached_property
    def claim(self) -> Claim | None:
        """Return what the players wrote; for a hand counted before, what they had written then."""
        return self.row.written

    @cached_property
    def judged(self) -> JudgedHand:
        names = {line.value: line_name(line) for line in Line}
        return judge_typed(self.desk.rules, self.cards or self._opened, names)

    @property
    def _opened(self) -> TypedCards:
        """Return the first state of the page: the counted hand, or only the end that the slip gives."""
        language = letters_for(get_language())
        if self.row.counted is not None:
            return type_hand(self.row.counted.hand, KEYS, language)
        blank = read_typed(QueryDict(), KEYS, language, self.desk.rules)
        ends = (EndChoice.CLOSED, EndChoice.NOT_PLAYED)
        return blank if self.row.choice in ends or self.row.untouched else replace(blank, end=self.row.choice.value)

    @cached_property
    def counted(self) -> CountedHand | None:
        """Return the hand with its figures; None while something is missing or wrong."""
        judged = self.judged
        if judged.hand is None or not judged.is_legal:
            return None
        counted = count_hand(self.desk.rules, judged.hand)
        return replace(counted, claim=self.claim) if self.claim and claim_differs(self.claim, counted) else counted

    @cached_property
    def compared(self) -> tuple[FigureComparison, ...]:
        """Return base, points and total of both sides, as claimed and as counted."""
        slips = self.counted.slips if self.counted else (None, None)
        return tuple(
            FigureComparison(
                what=f"{line_name(line)} {COLUMN_NAMES[column]}",
                claimed=getattr(self.claim[at], column, None) if self.claim else None,
                counted=getattr(slips[at], column, None),
            )
            for at, line in enumerate(Line)
            for column in ("base", "points", "total")
        )

    @property
    def differs(self) -> bool:
        """Return whether the cards differ from the players' figures."""
        return any(figure.differs for figure in self.compared)

    @property
    def asks(self) -> str:
        """Return the signature that a confirmation must have; empty if none is needed."""
        if self.counted is None or not (self.differs or self.judged.doubts):
            return ""
        return signature([counted_row(self.number, self.counted, self.form.slip_depth)])

    def put_into_slip(self, counted: CountedHand) -> "Count":
        """Return the slip with the figures of the table."""
        slip = self.slip.copy()
        slip.update(shown_rows([counted_row(self.number, counted, self.form.slip_depth)]))
        return replace(self, slip=slip)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand_cards(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Open a hand with its slip, or save the count."""
    count = _count(request, slug, number, table, hand)
    if count.desk.is_final or not may_type(request, count.desk):
        return redirect(desk_url(count.desk, table))
    match request.POST.get("do", "open"):
        case "back":
            return _show_slip(request, count)
        case "save":
            return _save(request, count)
        case _open:
            return _show(request, count)


@require_POST
def hand_cards_preview(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Show the result of the cards so far, in the parts of the page without fields."""
    count = _count(request, slug, number, table, hand)
    return render(request, "desk/cards_judgement.html", _context(count))


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
    cards = read_typed(request.POST, KEYS, letters_for(get_language()), desk.rules)
    slip = QueryDict(request.POST["slip"], mutable=True)
    return Count(desk=desk, table=at, number=hand, slip=slip, cards=cards)


def _stored_slip(desk: Desk, table: GridTable) -> QueryDict:
    """Return the saved slip as if it were sent. One query."""
    rows = saved_slip_of(table.pk, desk.tournament).slip.typed
    slip = QueryDict(mutable=True)
    data: dict[str, str] = {"version": stamped(table.version), "depth": rows[0].depth.value} | shown_rows(rows)
    slip.update(data)
    return slip


def _save(request: HttpRequest, count: Count) -> HttpResponse:
    """Save the table with this hand, or put the hand into a slip with others still open."""
    if count.counted is None:
        return _show(request, count, status=UNPROCESSABLE, refused=True)
    if count.asks and request.POST.get("confirmed") != count.asks:
        return _show(request, count, status=UNPROCESSABLE, asked=count.asks)
    done = count.put_into_slip(count.counted)
    others = [row for row in done.form.slip.typed if row.number != count.number]
    if any(row.hand is None for row in others):
        return _show_slip(request, done, counted=count.number)
    # The doubts of this hand are settled; the slip asks about those of the others.
    if not judge_slip_rows(count.desk.rules, others).is_doubtful:
        done.slip["confirmed"] = signature(done.form.slip.typed)
        done = replace(done)
    address = desk_url(done.desk, done.table.number)
    attempt = Attempt(
        desk=done.desk,
        table=done.table,
        sent=done.slip,
        outcome=Outcome.PLAYED,
        address=address,
        by_scorer=not role_of(request.user).may(Role.REFEREE),
    )
    return save_attempt(request, attempt)


def _show_slip(request: HttpRequest, count: Count, **context: Any) -> HttpResponse:
    """Show the slip, unsaved."""
    form = count.form
    slip = view_slip(form, form.slip, rulings_of(count.table.pk))
    desk = lay_out(count.desk, top=count.table.number, known=known_by(request))
    return show_desk(request, desk, form=form, slip=slip, **context)


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
        "keypad": keypad_for(desk.rules),
        "slip": count.slip.urlencode(),
        "version": count.form.data.get("version", ""),
        "count": count,
        "typed": count.cards is not None,
        "asked": "",
    }
