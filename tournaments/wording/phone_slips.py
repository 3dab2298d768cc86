"""The sentences about slips on phones: refusals, the progress of a table, and the desk's notes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from tournaments.records import Line
from tournaments.records.sections import table_name, table_names
from tournaments.slips.code_tries import Bound, HoldUp, Source
from tournaments.slips.photos import PhotoFault
from tournaments.slips.states import Refusal
from tournaments.slips.tiles import Tile

from .lines import line_name

REFUSALS: Mapping[Refusal, Promise] = {
    Refusal.NOT_THEIRS: gettext_lazy("That is not possible from a phone."),
    Refusal.LOCKED: gettext_lazy("The round is closed. For a correction go to the referee."),
    Refusal.DECIDED: gettext_lazy("The referee has decided this table: the slip can only be read."),
    Refusal.AGREED: gettext_lazy("Both lines have confirmed the slip. If it is wrong, call the referee."),
    Refusal.OTHER_PHONE: gettext_lazy("Another phone is writing this slip. If you go on, that phone is told."),
    Refusal.OTHER_LINE: gettext_lazy("Your opponents have sent the slip: look at it, then say whether it is right."),
    Refusal.OWN_LINE: gettext_lazy("Your line has sent this slip: now your opponents confirm it."),
    Refusal.OLDER: gettext_lazy("The slip has changed in the meantime. Look at it again."),
    Refusal.NOTHING_WRITTEN: gettext_lazy("Nothing has been written yet: begin with the first hand."),
    Refusal.NOTHING_SENT: gettext_lazy("This slip has not been sent yet: there is nothing to confirm."),
    Refusal.NOT_AGREED: gettext_lazy("The slip has not been confirmed by both lines yet."),
}

PHOTO_FAULTS: Mapping[PhotoFault, Promise] = {
    PhotoFault.NO_PICTURE: gettext_lazy("This photo cannot be read. Take it again, or send a JPEG or PNG."),
    PhotoFault.TOO_MANY_BYTES: gettext_lazy("The photo is larger than 15 MB: choose a smaller size in the camera."),
    PhotoFault.TOO_MANY_PIXELS: gettext_lazy(
        "The photo has more than 50 million pixels: choose a smaller size in the camera."
    ),
    PhotoFault.NOT_DISPUTED: gettext_lazy("A photo belongs to a contested slip, and this one is not contested now."),
    PhotoFault.ENOUGH: gettext_lazy(
        "Three photos have been received for this dispute, which is the limit. Call the referee."
    ),
}

TILE_WORDS: Mapping[Tile, Promise] = {
    Tile.EMPTY: pgettext_lazy("tile", "still open"),
    Tile.WRITING: pgettext_lazy("tile", "writing"),
    Tile.SENT: pgettext_lazy("tile", "sent"),
    Tile.AGREED: pgettext_lazy("tile", "agreed"),
    Tile.DOUBTFUL: pgettext_lazy("tile", "doubt"),
    Tile.ONE_PHONE: pgettext_lazy("tile", "one phone"),
    Tile.DECIDED: pgettext_lazy("tile", "handed in"),
    Tile.DISPUTED: pgettext_lazy("tile", "disputed"),
    Tile.SHUT: pgettext_lazy("tile", "locked"),
    Tile.LATE: pgettext_lazy("tile", "late"),
}
"""In a word or two, for a tile as wide as a thumb."""

TILE_SIGNS: Mapping[Tile, str] = {
    Tile.EMPTY: "·",
    Tile.WRITING: "✎\ufe0e",
    Tile.SENT: "→",
    Tile.AGREED: "✓",
    Tile.DOUBTFUL: "?",
    Tile.ONE_PHONE: "!",
    Tile.DECIDED: "✓",
    Tile.DISPUTED: "≠",
    Tile.SHUT: "✕",
    Tile.LATE: "◷",
}

TO_LOOK_AT: Mapping[Tile, Promise] = {
    Tile.DOUBTFUL: gettext_lazy("Table %(table)s: agreed, but with an unusual figure."),
    Tile.ONE_PHONE: gettext_lazy("Table %(table)s: one phone confirmed for both lines, without being passed over."),
    Tile.DISPUTED: gettext_lazy("Table %(table)s: the players are calling the referee."),
}
"""Why to check a table with a result before the round is closed."""

TO_LOOK_AT_HERE: Mapping[Tile, Promise] = {
    Tile.DOUBTFUL: gettext_lazy("Both lines agree on an unusual figure, and the sender said that it is right."),
    Tile.ONE_PHONE: gettext_lazy(
        "One phone confirmed for both lines without being handed to the opponents: ask the other line."
    ),
}
"""The same, at the table itself."""


def on_the_desk(tile: Tile, *, writer: Line | None, objector: Line | None, agreed: bool) -> str:
    """Return the note at the top of the table for the referee; empty if there is none."""
    facts = {"line": line_name(writer) if writer else "", "other": line_name(objector) if objector else ""}
    match tile:
        case Tile.WRITING:
            return _("%(line)s is writing on a phone. What you save here counts, and the phones say so.") % facts
        case Tile.SENT:
            return _("%(line)s has sent these figures, not confirmed yet. Enter saves them as they are.") % facts
        case Tile.DISPUTED if agreed:
            return _("Both lines had agreed; then %(other)s called you. The result counts until you change it.") % facts
        case Tile.DISPUTED:
            return _("%(line)s wrote these figures; %(other)s says that they are not right.") % facts
        case Tile.DOUBTFUL | Tile.ONE_PHONE:
            return str(TO_LOOK_AT_HERE[tile])
        case Tile.SHUT:
            return _("Wrong codes have locked this table for new phones. Phones already at the table go on.")
        case Tile.LATE if writer:
            return _("Time is up, and %(line)s is still writing on a phone. What you save here counts.") % facts
        case Tile.LATE:
            return _("Time is up, and nothing has come from this table yet.")
    return ""


def unsettled_sentence(tables: Iterable[tuple[int, Tile]]) -> str:
    """Return the tables to check before the round is closed, with reasons; empty if there are none."""
    return " ".join(str(TO_LOOK_AT[tile]) % {"table": table_name(number)} for number, tile in tables)


def discarded_sentence(tables: Sequence[int]) -> str:
    """Return what the players lose with a draft that is unpublished or discarded.

    Empty if their phones have written nothing.
    """
    if not tables:
        return ""
    sentence = ngettext(
        "At %(count)s table (%(tables)s) the players have written on their phones: what they wrote would be lost.",
        "At %(count)s tables (%(tables)s) the players have written on their phones: what they wrote would be lost.",
        len(tables),
    )
    return sentence % {"count": len(tables), "tables": table_names(tables)}


def shut_sentence() -> str:
    return _("Too many wrong codes: this table is locked for new phones. Call the referee, who can unlock it.")


HELD_UP: Mapping[Bound, Promise] = {
    Bound.LINE: ngettext_lazy(
        "Too many wrong codes on this phone. Wait %(minutes)s minute, or use your opponents’ own phone.",
        "Too many wrong codes on this phone. Wait %(minutes)s minutes, or use your opponents’ own phone.",
        "minutes",
    ),
    Bound.PHONE: ngettext_lazy(
        "Too many wrong codes from this phone. Wait %(minutes)s minute, or write on another phone of your table.",
        "Too many wrong codes from this phone. Wait %(minutes)s minutes, or write on another phone of your table.",
        "minutes",
    ),
    Bound.ADDRESS: ngettext_lazy(
        "Too many wrong codes from your connection. Wait %(minutes)s minute, or call the referee.",
        "Too many wrong codes from your connection. Wait %(minutes)s minutes, or call the referee.",
        "minutes",
    ),
    Bound.TABLE: ngettext_lazy(
        "Too many wrong codes for this table. Scan the QR code of your slip, or wait %(minutes)s minute.",
        "Too many wrong codes for this table. Scan the QR code of your slip, or wait %(minutes)s minutes.",
        "minutes",
    ),
    Bound.HALL: ngettext_lazy(
        "Too many wrong codes in the hall. Scan the QR code of your slip, or wait %(minutes)s minute.",
        "Too many wrong codes in the hall. Scan the QR code of your slip, or wait %(minutes)s minutes.",
        "minutes",
    ),
}


def held_up_sentence(held: HoldUp, at: datetime) -> str:
    """Return why a code is not checked, for how long, and what to do in the meantime."""
    minutes = ceil((held.until - at) / timedelta(minutes=1))
    return str(HELD_UP[held.bound] % {"minutes": minutes})


def shut_out_sentence(tables: Sequence[int]) -> str:
    """Return the desk's note on tables locked by wrong codes; without any, that phones have to wait."""
    if not tables:
        return _("Wrong codes: new phones wait")
    sentence = ngettext(
        "Locked for new phones: table %(tables)s",
        "Locked for new phones: tables %(tables)s",
        len(tables),
    )
    return sentence % {"tables": table_names(tables)}


def unlocked_sentence(tables: Sequence[int]) -> str:
    """Return that phones may enter again; without a table, that nobody has to wait any longer."""
    if not tables:
        return _("No phone has to wait any more.")
    sentence = ngettext(
        "Table %(tables)s is unlocked: new phones may come in.",
        "Tables %(tables)s are unlocked: new phones may come in.",
        len(tables),
    )
    return sentence % {"tables": table_names(tables)}


def source_sentence(source: Source) -> str:
    """Return `15 wrong codes from 192.168.1.44 (3 phones), tables 1, 4, 7.

    The last at 21:04.`, and the likely owner.
    """
    codes = ngettext("%(codes)s wrong code", "%(codes)s wrong codes", source.codes) % {"codes": source.codes}
    phones = ngettext("%(phones)s phone", "%(phones)s phones", source.phones) % {"phones": source.phones}
    tables = ngettext("table %(tables)s", "tables %(tables)s", len(source.tables))
    facts = {
        "codes": codes,
        "phones": phones,
        "address": source.address or _("an unknown address"),
        "tables": tables % {"tables": table_names(source.tables)},
        "time": date_format(localtime(source.last), "H:i"),
    }
    sentence = _("%(codes)s from %(address)s (%(phones)s), %(tables)s; the last at %(time)s.") % facts
    homes = ", ".join(f"{table_name(table)} {line_name(line)}" for table, line in source.at_home)
    known = _("Right codes came from there, too: table %(tables)s.") % {"tables": homes}
    return f"{sentence} {known}" if homes else sentence


def too_many_writes_sentence() -> str:
    return _("Too many changes in one minute. Your figures are kept on this phone; wait a moment.")
