"""The slips of phones at the desk: tiles, figures to confirm, and the log."""

from typing import Any

from django.http import QueryDict

from tournaments.forms.desk.slip import SlipForm, typed_form
from tournaments.forms.desk.slip_view import focus
from tournaments.models import PhoneLog
from tournaments.records import Line
from tournaments.selectors.desk import DeskView
from tournaments.selectors.desk_tables import GridTable
from tournaments.selectors.phone_photos import photos_of
from tournaments.selectors.phone_slips import log_of
from tournaments.slips.device_letters import letters_of
from tournaments.slips.states import SlipState
from tournaments.slips.tiles import Tile
from tournaments.slips.typed_slip import Depth, JudgedSlip
from tournaments.wording.lines import line_name
from tournaments.wording.phone_slips import TILE_SIGNS, TILE_WORDS, on_the_desk

WAITING = (SlipState.SENT, SlipState.DISPUTED)
"""The states in which the referee sees the players' figures, to save them with one key."""


def tile_words(tile: Tile) -> dict[str, object]:
    """Return colour, sign and word of a tile."""
    return {"tile": tile.value, "colour": tile.colour.value, "sign": TILE_SIGNS[tile], "word": TILE_WORDS[tile]}


def phoned_slip(desk: DeskView, table: GridTable) -> tuple[SlipForm, JudgedSlip] | None:
    """Return the unsaved figures that the players sent; None if there are none."""
    slip = desk.phones.get(table.pk)
    if slip is None or slip.state not in WAITING or slip.written.agreed or not slip.typed:
        return None
    data = QueryDict(mutable=True)
    data.update(dict(slip.typed))
    judged = typed_form(data, desk.tournament, table.number).slip
    form = SlipForm(
        tournament=desk.tournament,
        table=table.number,
        depth=Depth(slip.typed["depth"]),
        initial=dict(slip.typed) | {"version": table.version},
    )
    focus(form, next(iter(form.places)))
    return form, judged


def phone_words(desk: DeskView, table: GridTable) -> dict[str, Any]:
    """Return the notes on the table, with its log and its photos. One query; two if there are photos."""
    slip = desk.phones.get(table.pk)
    if slip is None:
        return {}
    log = log_of(table.pk)
    photos = photos_of(table.pk) if any(entry.event == PhoneLog.Event.PHOTO for entry in log) else []
    letters = letters_of(entry.device for entry in log)
    return {
        "on_phones": slip,
        "phones_say": on_the_desk(
            slip.tile, writer=slip.written.line, objector=slip.contested_by, agreed=slip.written.agreed
        ),
        "phone_photos": [{"pk": photo.pk, "at": photo.at, "line": line_name(Line(photo.line))} for photo in photos],
        "phone_log": [
            {
                "at": entry.at,
                "line": line_name(Line(entry.line)) if entry.line else "",
                "phone": letters.get(entry.device, ""),
                "said": PhoneLog.Event(entry.event).label,
            }
            for entry in log
        ],
    }
