"""The tables of a round at the desk, written by joins: a template's loop takes ten times as long for 400 of them.

Whatever somebody typed is escaped here. A test compares the tiles with an equivalent template.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.records.sections import table_name
from tournaments.wording.figures import figure_writer

from .club import called

register = template.Library()


@register.simple_tag
def table_tiles(tables: Iterable[Mapping[str, Any]], selected: int | None, *, swapped: bool = False) -> SafeString:
    """Return tables of a round: the number of each, how it stands, and who sits there for those who search.

    Each has number, address, seats and state (`in`, `open`, `rest`, `bye` or `absent`), where phones write also tile,
    colour, sign and word. `swapped`: htmx puts each in the place of the one there is.
    """
    states = {
        "rest": _word(pgettext("table", "rest")),
        "bye": _word(_("bye")),
        "absent": _word(pgettext("table", "absent")),
        "in": _sign("✓", _("handed in")),
        "open": _sign("·", _("still open")),
    }
    out_of_band, figure, tiles = ' hx-swap-oob="true"' if swapped else "", figure_writer(), []
    for table in tables:
        number, seats, has_tile = table["number"], table["seats"], bool(table.get("tile"))
        also = "".join([f"{seat.id:d} " for seat in seats])
        people = "".join([f"<span>{figure(seat.id)} {escape(seat.label)}</span> " for seat in seats])
        look = f"is-tile is-{table['colour']}" if has_tile else f"is-{table['state']}"
        current = ' aria-current="true"' if number == selected else ""
        stands = _said(table) if has_tile else states[table["state"]]
        tiles.append(
            f'<li id="tables-{number:d}"{out_of_band} data-key="{number:d}"{called(number)} data-also="{also}">'
            f'<a class="table-chip {look}" href="{table["url"]}"{current}>{escape(table_name(number))} {stands} '
            f'<span class="table-seats" data-found-by>{people}</span></a></li>\n'
        )
    return mark_safe("".join(tiles))


def _said(table: Mapping[str, Any]) -> str:
    """Return the sign and the word of a tile."""
    sign, word = conditional_escape(table["sign"]), conditional_escape(table["word"])
    return f'<span class="table-sign" aria-hidden="true">{sign}</span><span class="table-word">{word}</span>'


def _word(word: str) -> str:
    return f'<span class="table-sign">{escape(word)}</span>'


def _sign(sign: str, unseen: str) -> str:
    return (
        f'<span class="table-sign" aria-hidden="true">{sign}</span>'
        f'<span class="visually-hidden">{escape(unseen)}</span>'
    )
