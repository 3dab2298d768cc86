"""The payments of pairs in the referee's long lists: cheaper here than as a partial."""

from collections.abc import Mapping, Sequence
from functools import cache

from django import template
from django.template import RequestContext
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models import Means, Tournament
from tournaments.selectors.membership_fees import ExpiredMember, ExpiredMembers
from tournaments.selectors.till import TillPart, TillRow
from tournaments.wording.gironi import girone_name
from tournaments.wording.memberships import year_label
from tournaments.wording.money import amount

register = template.Library()


@register.filter
def money(cents: int) -> str:
    """Return an amount: `€ 12,50`."""
    return amount(cents)


@register.filter
def girone(number: int) -> str:
    """Return the name of a girone, `Girone A` for 1."""
    return girone_name(number)


@register.simple_tag(takes_context=True)
def paid_marks(context: RequestContext) -> "PaidMarks":
    """Return what makes the marks of the rows in the till's own list, whose ticks the form `till-form` sends."""
    return PaidMarks({}, context["tournament"], on="till", form="till-form")


@register.filter
def paid_mark(row: TillRow, marks: "PaidMarks") -> SafeString:
    """Return the mark of a row, empty if nothing was paid or is owed."""
    return mark_safe(marks.of_row(row) if row.is_shown else "")


class PaidMarks:
    """The mark for each pair: the amount owed, with buttons to record a payment, or the payment, with one to remove it.

    There is none for those who owe nothing, nor if the club keeps no till. `refused` is the reason why a press changed
    nothing, which is said in any case.
    """

    def __init__(
        self, till: Mapping[int, TillRow], tournament: Tournament, *, on: str, form: str, refused: str = ""
    ) -> None:
        self._till = till
        self._refused = f'<span class="paid-refused" role="alert">{escape(refused)}</span>' if refused else ""
        address = f"{reverse('till_paid', args=[tournament.slug])}?on={on}"
        posted = "" if on == "till" else f' hx-post="{address}"'
        self._posts = f'type="submit" form="{form}" formaction="{address}"{posted}'
        self._ways = [(value, escape(label)) for value, label in Means.choices]
        self._labels, self._undo = dict(self._ways), escape(_("Not paid"))
        self._fold = escape(_("One by one"))
        # The fees of an evening are few.
        self._amount = cache(lambda cents: escape(amount(cents)))

    def of(self, number: int) -> str:
        row = self._till.get(number)
        return self._refused if row is None else self.of_row(row)

    def of_row(self, row: TillRow) -> str:
        marks = "".join(self._mark(row, part) for part in row.parts)
        return f'<div class="paid-marks">{marks}{self._one_by_one(row)}</div>{self._refused}'

    def _mark(self, row: TillRow, part: TillPart) -> str:
        name = f"{escape(part.names)} " if part.seat else ""
        return f'<span class="paid-mark">{name}{self._paid(row, part) if part.means else self._owed(row, part)}</span>'

    def _one_by_one(self, row: TillRow) -> str:
        """Return the fold in which each player of a pair pays alone."""
        if not row.each:
            return ""
        marks = "".join(self._mark(row, part) for part in row.each)
        return f'<details class="paid-each"><summary>{self._fold}</summary>{marks}</details>'

    def _paid(self, row: TillRow, part: TillPart) -> str:
        fee = self._amount(part.cents)
        sentence = f'<span class="is-paid">✓ {fee}, {self._labels[part.means]}</span>'
        return f"{sentence} {self._buttons(row, part, fee, [(f'{part.means}-none', self._undo)], 'btn-plain')}"

    def _owed(self, row: TillRow, part: TillPart) -> str:
        fee = self._amount(part.cents)
        return f'<span class="muted">{fee}</span> {self._buttons(row, part, fee, self._ways, "btn-quiet")}'

    def _buttons(self, row: TillRow, part: TillPart, fee: str, ways: Sequence[tuple[str, str]], look: str) -> str:
        """Return a button for each way, its value and label: thousands at a door, so what they share is made once."""
        number, name = (f"{row.number}.{part.seat}", f"{escape(part.names)}, ") if part.seat else (row.number, "")
        begins = f'<button class="btn {look}" {self._posts} name="pay" value="{number}-'
        described = f'<span class="visually-hidden">{row.number}, {name}{fee}: </span>'
        return " ".join(f'{begins}{value}">{described}{label}</button>' for value, label in ways)


class ExpiredMarks:
    """The mark of an entrant at the door whose membership has expired, with buttons to note the fee of the year."""

    def __init__(self, expired: ExpiredMembers | None, tournament: Tournament) -> None:
        self._by_number = expired.by_number if expired else {}
        if expired:
            self._label = year_label(expired.year, expired.starts)
            address = reverse("check_in_fee", args=[tournament.slug])
            self._posts = f'type="submit" form="door-form" formaction="{address}" hx-post="{address}"'
            self._ways = [(value, escape(label)) for value, label in Means.choices]

    def of(self, number: int) -> str:
        members = self._by_number.get(number, ())
        return "".join(f'<span class="paid-mark">{self._mark(number, member)}</span>' for member in members)

    def _mark(self, number: int, member: ExpiredMember) -> str:
        facts = {"player": member.name, "year": self._label}
        if member.cents is None:
            return f'<span class="muted">{escape(_("%(player)s: %(year)s is not paid") % facts)}</span>'
        sentence = escape(_("%(player)s: fee %(year)s, %(amount)s") % (facts | {"amount": amount(member.cents)}))
        buttons = (
            f'<button class="btn btn-quiet" {self._posts} name="fee" value="{number}-{member.key}-{value}">'
            f'<span class="visually-hidden">{sentence}: </span>{label}</button>'
            for value, label in self._ways
        )
        return f'<span class="muted">{sentence}</span> {" ".join(buttons)}'
