"""The import of members from another program's list: read, checked row by row, imported, undone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from pages.refusals import Refused
from pages.written_numbers import KEY_DIGITS, NUMBER_DIGITS, written_number
from tournaments import services
from tournaments.forms.people.list_import import ColumnsForm, ListForm
from tournaments.models import PeopleImport, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.people.names import with_marks
from tournaments.people.roster import FIELDS
from tournaments.people.verdicts import ListVerdict, PersonDoubt, Verdict, changes_of
from tournaments.records.retention import LISTS_UNDONE_WITHIN
from tournaments.selectors.people_imports import ImportPreview, list_looked_at, reading_of
from tournaments.services.people_import_writes import Decision
from tournaments.views.common import user_of
from tournaments.wording.roster import FIELD_NAMES, VERDICTS, doubt, field_text, row_fault, row_notes

UNPROCESSABLE = 422
STATES = {state.value: state.label for state in Player.State}
OUT, NEW = "out", "new"


@require_http_methods(["GET", "POST"])
def people_import_new(request: HttpRequest) -> HttpResponse:
    """Upload a file or paste rows; recent imports are listed."""
    form = ListForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        file = form.cleaned_data["file"]
        pending = services.people_import_begin(
            rows=form.sheets[0].rows,
            sheets=form.sheets,
            file_name=file.name if file else "",
            by=user_of(request),
            at=timezone.now(),
        )
        return redirect("people_import", pending.pk)
    since = timezone.now() - LISTS_UNDONE_WITHIN
    done = PeopleImport.objects.filter(made_at__gte=since).exclude(state=PeopleImport.State.LOOKED_AT)
    context = {"form": form, "done": done.select_related("made_by").defer("rows", "done")}
    return render(request, "people/list_import.html", context, status=UNPROCESSABLE if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
def people_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the effects of importing the list, or of the import; `do` is the action."""
    pending = get_object_or_404(PeopleImport, pk=pk)
    if pending.state != PeopleImport.State.LOOKED_AT:
        return _done(request, pending)
    looked_at = list_looked_at(pending)
    columns = _columns_form(request, pending, looked_at)
    refusal = ""
    if request.method == "POST":
        try:
            if answer := _act(request, pending, looked_at, columns):
                return answer
        except Refused as refused:
            refusal, looked_at = refused.message, list_looked_at(pending)
    context = {
        "pending": pending,
        "list": looked_at,
        "columns_form": columns,
        "refusal": refusal,
        "parts": [VerdictPart(verdict, looked_at, request) for verdict in VERDICTS if looked_at.counts[verdict]],
        "sheets": [name for name, _rows in pending.sheets],
        "importable": sum(looked_at.counts[verdict] for verdict in (Verdict.NEW, Verdict.CHANGED, Verdict.DOUBTFUL)),
    }
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "people/list_preview.html", context, status=status)


def _act(
    request: HttpRequest, pending: PeopleImport, looked_at: ImportPreview, columns: ColumnsForm
) -> HttpResponse | None:
    """Return the answer to an action; None to show the page again with its errors."""
    do = request.POST.get("do")
    if do == "discard":
        services.people_import_discard(pending=pending)
        return redirect("people_import_new")
    if do == "sheet":
        sheet = written_number(request.POST.get("sheet", ""), NUMBER_DIGITS)
        services.people_import_take_sheet(pending=pending, sheet=-1 if sheet is None else sheet)
        return redirect("people_import", pending.pk)
    if do == "columns":
        if not columns.is_valid():
            return None
        services.people_import_read_as(
            pending=pending,
            holds=columns.holds,
            card_figures=columns.cleaned_data["card_figures"],
            ordinary_letters=columns.cleaned_data["ordinary_letters"],
        )
        return redirect("people_import", pending.pk)
    if do != "import":
        return None
    decisions = dict(_decisions(request, looked_at))
    done, left = services.people_import_write(
        pending=pending, decisions=decisions, seen=request.POST.get("seen", ""), by=user_of(request)
    )
    _write_down(request, JournalEntry.Event.LIST_IMPORTED, done)
    if left:
        messages.warning(
            request,
            _("Somebody else was working on these, so they were left as they are: %(names)s.")
            % {"names": ", ".join(left)},
        )
    return redirect("people_import", pending.pk)


def _write_down(request: HttpRequest, event: JournalEntry.Event, done: PeopleImport) -> None:
    new, changed = done.counts
    journal_add(event, who=request.user.get_username(), about=f"{done.file_name or '–'}, {new}, {changed}")


def _done(request: HttpRequest, pending: PeopleImport) -> HttpResponse:
    refusal = ""
    is_undone = request.POST.get("do") == "undo"
    if request.method == "POST" and is_undone:  # equivalent `is_undone`: a GET sends none
        try:
            _undone, left = services.people_import_undo(pending=pending, by=user_of(request))
        except Refused as refused:
            refusal = refused.message
        else:
            _write_down(request, JournalEntry.Event.LIST_UNDONE, pending)
            if left:
                messages.warning(
                    request,
                    _("The import has been undone, except for these, on whom somebody else was working: %(names)s.")
                    % {"names": ", ".join(left)},
                )
            else:
                messages.success(request, _("The import is undone: everybody is as before."))
            return redirect("people_import_new")
    new, changed = pending.counts
    context = {
        "pending": pending,
        "refusal": refusal,
        "new": ngettext("%(count)s new member", "%(count)s new members", new) % {"count": new},
        "changed": ngettext("%(count)s member changed", "%(count)s members changed", changed) % {"count": changed},
        "undone_until": pending.made_at + LISTS_UNDONE_WITHIN,
    }
    return render(request, "people/list_result.html", context, status=UNPROCESSABLE if refusal else 200)


def _columns_form(request: HttpRequest, pending: PeopleImport, looked_at: ImportPreview) -> ColumnsForm:
    first = next(([str(cell) for cell in row.cells] for row in looked_at.rows), [])
    sent = request.POST if request.POST.get("do") == "columns" else None
    return ColumnsForm(sent, columns=looked_at.columns, reading=reading_of(pending, ()), first=first)


def _decisions(request: HttpRequest, looked_at: ImportPreview) -> Iterator[tuple[int, Decision]]:
    """Return the decisions by line: rows to leave out, and the member of each doubtful one."""
    left_out = set(request.POST.getlist(OUT))
    others = OUT if "undecided_out" in request.POST else None
    another_card = NEW if "another_card_new" in request.POST else others
    for row in looked_at.verdicts:
        if str(row.line) in left_out:
            yield row.line, "out"
        elif row.verdict is Verdict.DOUBTFUL:
            text = request.POST.get(f"who{row.line}") or (
                another_card if row.doubt is PersonDoubt.OTHER_CARD else others
            )
            if text in (OUT, NEW):
                yield row.line, "out" if text == OUT else "new"
            elif text and (key := written_number(text, KEY_DIGITS)) is not None:
                yield row.line, key


@dataclass(frozen=True)
class VerdictPart:
    """The rows of one kind, as the page shows them."""

    verdict: Verdict
    looked_at: ImportPreview
    request: HttpRequest

    @property
    def title(self) -> str:
        return str(VERDICTS[self.verdict])

    @property
    def count(self) -> int:
        return self.looked_at.counts[self.verdict]

    @property
    def is_open(self) -> bool:
        return self.verdict in (Verdict.DOUBTFUL, Verdict.UNREADABLE) or self.count <= 40

    @property
    def can_be_left_out(self) -> bool:
        return self.verdict in (Verdict.NEW, Verdict.CHANGED)

    def rows(self) -> Iterator["VerdictRow"]:
        left_out = set(self.request.POST.getlist(OUT))
        for row in self.looked_at.of(self.verdict):
            yield VerdictRow(
                row, self.looked_at, self.request.POST.get(f"who{row.line}", ""), str(row.line) in left_out
            )


@dataclass(frozen=True)
class VerdictRow:
    """A row in words."""

    row: ListVerdict
    looked_at: ImportPreview
    chosen: str
    left_out: bool

    @property
    def line(self) -> str:
        """Return its number as a text: of 5,000 numbers each would be written as the language writes figures."""
        return str(self.row.line)

    @property
    def name(self) -> str:
        return self.row.person.name if self.row.person else ""

    @property
    def aside(self) -> str:
        """Return the row's other facts; for an unreadable row all its text, so that it can be found."""
        if self.row.unreadable:
            return self.looked_at.text_of(self.row.line)
        return " · ".join(str(self._said[name]) for name in FIELDS[2:-1] if name in self._said)

    @property
    def _said(self) -> Mapping[str, str | int]:
        return self.row.person.fields if self.row.person else {}  # equivalent `True`: what is readable is somebody

    @property
    def remarks(self) -> list[str]:
        return [*filter(None, (row_fault(self.row), doubt(self.row))), *row_notes(self.row)]

    @property
    def changes(self) -> list[tuple[str, str, str]]:
        """Return the name of each changed field, with the old and the new value; of somebody new what the book says."""
        if self.row.verdict is Verdict.NEW:
            return _changes_in_words({name: ("", self._said[name]) for name in BOOK_FIELDS if name in self._said})
        return _changes_in_words(self.row.changes or {})

    @property
    def choices(self) -> Iterator["Choice"]:
        """Return the choices: the possible members, a new one, or nobody."""
        for key in self.row.choices:
            member = self.looked_at.members[key]
            text = with_marks(member.name, member.fields.get("club"), member.fields.get("card"))
            label = _("It is %(member)s") % {"member": text}
            changes = changes_of(self.row.person, member) if self.row.person else {}  # equivalent `True`: as above
            replaced = {name: change for name, change in changes.items() if change[0]}
            yield Choice(str(key), label, str(key) == self.chosen, _changes_in_words(replaced))
        for value, label in ((NEW, _("Somebody new")), (OUT, _("Leave it out"))):
            yield Choice(value, label, value == self.chosen, [])


class Choice(NamedTuple):
    """A member whom a doubtful row may mean, with the values that it would replace."""

    value: str
    label: str
    chosen: bool
    changes: list[tuple[str, str, str]]


def _changes_in_words(changes: Mapping[str, tuple[str | int, str | int]]) -> list[tuple[str, str, str]]:
    return [
        (str(FIELD_NAMES[name]), _field_text(name, was), _field_text(name, value))
        for name, (was, value) in changes.items()
    ]


def _field_text(name: str, value: str | int) -> str:
    """Return a field of a member in readable form: states by name."""
    return str(STATES[str(value)]) if name == "state" else field_text(name, value)
