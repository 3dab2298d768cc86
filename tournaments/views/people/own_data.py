"""Everything that the club keeps of a member, for the member who asks: on paper, and as a file for another program."""

import json
from collections.abc import Sequence
from datetime import date

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry
from accounts.services.accounts import LOGINS_KEPT
from accounts.services.journal import journal_add
from tournaments.history.member_changes import member_changes
from tournaments.models import Player
from tournaments.records.personal_data import DataColumn, DataPart
from tournaments.selectors.own_data import own_data
from tournaments.selectors.privacy import DataKeeper, data_keeper, kept_data
from tournaments.selectors.settings import club_name
from tournaments.sheets.own_data_sheet import OwnDataHeader, own_data_sheet
from tournaments.views.printing.downloads import file_to_keep, file_to_show

VERSION = 1
"""Of the file: counted up when a key of it gets another meaning."""


@require_safe
def own_data_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the sheet; the journal notes it first."""
    player, day, keeper = _asked_for(request, pk)
    header = OwnDataHeader(club=club_name(), person=player.full_name, day=day)
    parts = [*_parts(player), _periods(keeper)]
    content = own_data_sheet(header, _facts(keeper), parts)
    return file_to_show(content, f"{_name(player, day)}.pdf")


@require_safe
def own_data_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the same as a file with keys that are the same in every language; the journal notes it first."""
    player, day, keeper = _asked_for(request, pk)
    data = {
        "version": VERSION,
        "as_of": day,
        "club": club_name(),
        "kept_by": {"keeper": keeper.keeper, "contact": keeper.contact, "complaints": keeper.complaints},
        "data": {
            part.key: [
                {column.key: value for column, value in zip(part.columns, row, strict=True)} for row in part.rows
            ]
            for part in _parts(player)
        },
    }
    text = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2) + "\n"
    return file_to_keep(text, "application/json; charset=utf-8", f"{_name(player, day)}.json")


def _asked_for(request: HttpRequest, pk: int) -> tuple[Player, date, DataKeeper]:
    player = get_object_or_404(Player, pk=pk, forgotten=False)
    if request.method == "GET":
        # Nobody's data leave before the journal has noted it.
        journal_add(JournalEntry.Event.OWN_DATA_EXPORT, who=request.user.get_username(), about=player.full_name)
    return player, timezone.localdate(), data_keeper()


def _parts(player: Player) -> list[DataPart]:
    return [*own_data(player), member_changes(player)]


def _facts(keeper: DataKeeper) -> Sequence[tuple[str, str]]:
    """Return who keeps the data, with the labels of the page “Your data”."""
    unsaid = _("The club has not said yet who keeps the data: ask the people who run it.")
    return [
        (_("Who keeps them"), keeper.keeper or unsaid),
        (_("Whom to ask"), keeper.contact),
        (_("Whom to complain to"), keeper.complaints),
        *(("", line.strip()) for line in keeper.words.splitlines() if line.strip()),
    ]


def _periods(keeper: DataKeeper) -> DataPart:
    columns = [DataColumn(key="what", label=_("What")), DataColumn(key="how_long", label=_("How long it is kept"))]
    kept = kept_data(keeper.years_after_leaving, logins_kept=LOGINS_KEPT)
    rows = [("", f"{capfirst(row.what)}: {row.how_long}") for row in kept]
    return DataPart(key="periods", title=_("For how long"), columns=columns, rows=rows)


def _name(player: Player, day: date) -> str:
    return f"{_('member-data')}-{player.pk}-{day.isoformat()}"
