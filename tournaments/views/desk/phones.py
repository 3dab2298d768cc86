"""What the desk shows of slips that phones write: tiles, the figures that wait, and who did what."""

from typing import Any

from django.http import QueryDict

from tournaments.forms.desk.slip import SlipForm
from tournaments.models import PhoneLog
from tournaments.phone_slips.letters import letters_of
from tournaments.phone_slips.states import SlipState
from tournaments.phone_slips.tiles import Tile
from tournaments.records import Line
from tournaments.selectors.desk import GridTable
from tournaments.selectors.phone_photos import photos_of
from tournaments.selectors.phone_slips import log_of
from tournaments.slips.judged import JudgedSlip, judge_slip_rows
from tournaments.slips.typed import Depth
from tournaments.wording.figures import line_name
from tournaments.wording.phone_slips import TILE_SIGNS, TILE_WORDS, on_the_desk

from .desk import LaidOut
from .slip import typed_form

WAITING = (SlipState.SENT, SlipState.DISPUTED)
"""The states in which the referee sees the players' figures, to save them with one key."""


def tile_words(tile: Tile) -> dict[str, object]:
    """What a tile wears: colour, sign and word."""
    return {"tile": tile.value, "colour": tile.colour.value, "sign": TILE_SIGNS[tile], "word": TILE_WORDS[tile]}


def phoned_slip(desk: LaidOut, table: GridTable) -> tuple[SlipForm, JudgedSlip] | None:
    """The figures that the players sent and that are no result yet, not saved; None where there are none."""
    slip = desk.phones.get(table.pk)
    if slip is None or slip.state not in WAITING or slip.written.agreed or not slip.typed:
        return None
    data = QueryDict(mutable=True)
    data.update(dict(slip.typed))
    judged = judge_slip_rows(desk.rules, typed_form(data, desk, table).typed_rows())
    form = SlipForm(
        hands=desk.tournament.hands_per_round,
        depth=Depth(slip.typed["depth"]),
        rules=desk.rules,
        id_stem=f"t{table.number}",
        initial=dict(slip.typed) | {"version": table.version},
    )
    form.focus(next(iter(form.places)))
    return form, judged


def phone_words(desk: LaidOut, table: GridTable) -> dict[str, Any]:
    """What is said of the table on top, with its log and its photos. One query; two where there are photos."""
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
        "phone_photos": [{"pk": each.pk, "at": each.at, "line": line_name(Line(each.line))} for each in photos],
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
