"""What is said of slips that phones write: why something was refused, how far a table is, and what the desk shows."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.phone_slips.photos import PhotoFault
from tournaments.phone_slips.states import Refusal
from tournaments.phone_slips.tiles import Tile
from tournaments.records import Line

from .figures import line_name

REFUSALS: Mapping[Refusal, Promise] = {
    Refusal.NOT_THEIRS: gettext_lazy("That is not possible from a phone."),
    Refusal.LOCKED: gettext_lazy("The round is closed. For a correction go to the referee."),
    Refusal.DECIDED: gettext_lazy("The referee has decided this table: the slip can only be read."),
    Refusal.AGREED: gettext_lazy("Both lines have confirmed the slip. If it is wrong, call the referee."),
    Refusal.OTHER_PHONE: gettext_lazy("Another phone is writing this slip. If you go on, it will be told."),
    Refusal.OTHER_LINE: gettext_lazy("Your opponents have sent the slip: look at it, then say whether it is right."),
    Refusal.OWN_LINE: gettext_lazy("Your line has sent this slip: now your opponents confirm it."),
    Refusal.OLDER: gettext_lazy("The slip has changed in the meantime. Look at it again."),
    Refusal.NOTHING_WRITTEN: gettext_lazy("Nothing has been written yet: begin with the first hand."),
    Refusal.NOTHING_SENT: gettext_lazy("The slip has not been sent yet."),
    Refusal.NOT_AGREED: gettext_lazy("The slip has not been confirmed by both lines yet."),
}

PHOTO_FAULTS: Mapping[PhotoFault, Promise] = {
    PhotoFault.NO_PICTURE: gettext_lazy("This is no photo that can be read: take it again, or send a JPEG or a PNG."),
    PhotoFault.TOO_MANY_BYTES: gettext_lazy("The photo is larger than 15 MB: choose a smaller size in the camera."),
    PhotoFault.TOO_MANY_PIXELS: gettext_lazy(
        "The photo has more than 50 million pixels: choose a smaller size in the camera."
    ),
    PhotoFault.NOT_DISPUTED: gettext_lazy("A photo belongs to a contested slip, and this one is not contested now."),
    PhotoFault.ENOUGH: gettext_lazy("Three photos of this dispute have arrived, no more are kept: call the referee."),
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
    Tile.DOUBTFUL: gettext_lazy("Table %(table)s: agreed, but with a figure that is rare."),
    Tile.ONE_PHONE: gettext_lazy("Table %(table)s: one phone confirmed for both lines, without being passed over."),
    Tile.DISPUTED: gettext_lazy("Table %(table)s: the players call the referee."),
}
"""Of a table that has its result: why to look at it before the round is closed."""

TO_LOOK_AT_HERE: Mapping[Tile, Promise] = {
    Tile.DOUBTFUL: gettext_lazy("Both lines agree on a figure that is rare: whoever sent it said that it is right."),
    Tile.ONE_PHONE: gettext_lazy("One phone confirmed for both lines, without being passed over: ask the other line."),
}
"""The same, at the table itself."""


def on_the_desk(tile: Tile, *, writer: Line | None, objector: Line | None, agreed: bool) -> str:
    """What the referee is told of the table on top; empty where there is nothing to say."""
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
            return _("Wrong codes have locked this table for phones. What the players had typed is kept.")
        case Tile.LATE if writer:
            return _("Time is over, and %(line)s is still writing on a phone. What you save here counts.") % facts
        case Tile.LATE:
            return _("Time is over, and nothing has come from this table yet.")
    return ""


def unsettled_sentence(tables: Iterable[tuple[int, Tile]]) -> str:
    """The tables to look at before the round is closed, each with why; empty where there is none."""
    return " ".join(str(TO_LOOK_AT[tile]) % {"table": number} for number, tile in tables)


def discarded_sentence(tables: Sequence[int]) -> str:
    """What withdrawing a round would cost its players; empty where their phones have written nothing."""
    if not tables:
        return ""
    sentence = ngettext(
        "At %(count)s table (%(tables)s) the players have written on their phones: what they wrote would be lost.",
        "At %(count)s tables (%(tables)s) the players have written on their phones: what they wrote would be lost.",
        len(tables),
    )
    return sentence % {"count": len(tables), "tables": ", ".join(map(str, tables))}


def shut_sentence() -> str:
    return _("Too many wrong codes: this table is locked for phones. Call the referee, who can unlock it.")


def too_many_writes_sentence() -> str:
    return _("Too many changes in one minute. Your figures are kept on this phone; wait a moment.")


def long_name(line: Line) -> str:
    """`North–South`, for who does not know the letters."""
    return _("North–South") if line is Line.NS else _("East–West")
