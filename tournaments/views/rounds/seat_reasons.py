"""The reasons of a round's seats on a page: which are warnings, which all tables share, and what they name today."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.records import DraftTable, Entrant, EntrantId, Reason, ReasonCode
from tournaments.records.sections import in_section, table_names

COUNTED: Mapping[ReasonCode, Callable[[int], str]] = {
    ReasonCode.REMATCH: lambda tables: ngettext(
        "At %(count)s table two pairs meet again: table %(tables)s.",
        "At %(count)s tables two pairs meet again: tables %(tables)s.",
        tables,
    ),
    ReasonCode.PARTNERS_AGAIN: lambda tables: ngettext(
        "At %(count)s table two players are partners again: table %(tables)s.",
        "At %(count)s tables two players are partners again: tables %(tables)s.",
        tables,
    ),
    ReasonCode.EXCLUDED: lambda tables: ngettext(
        "At %(count)s table there is a meeting you excluded: table %(tables)s.",
        "At %(count)s tables there is a meeting you excluded: tables %(tables)s.",
        tables,
    ),
    ReasonCode.SAME_TEAM: lambda tables: ngettext(
        "At %(count)s table two pairs are of the same team: table %(tables)s.",
        "At %(count)s tables two pairs are of the same team: tables %(tables)s.",
        tables,
    ),
    ReasonCode.SAME_CLUB: lambda tables: ngettext(
        "At %(count)s table two pairs are of the same club: table %(tables)s.",
        "At %(count)s tables two pairs are of the same club: tables %(tables)s.",
        tables,
    ),
    ReasonCode.OFF_ITS_TABLE: lambda tables: ngettext(
        "At %(count)s table there is a pair whose fixed table is another: table %(tables)s.",
        "At %(count)s tables there is a pair whose fixed table is another: tables %(tables)s.",
        tables,
    ),
}
"""The warnings, the gravest first."""


MOST_LISTED = 12
"""The most tables named in a warning; the others are marked in their rows."""


def listed_tables(tables: Sequence[int]) -> str:
    """Return the numbers of tables in words; of many only the first ten, and how many others there are."""
    if len(tables) <= MOST_LISTED:
        return table_names(tables)
    first = tables[: MOST_LISTED - 2]
    return _("%(tables)s and %(others)s others") % {"tables": table_names(first), "others": len(tables) - len(first)}


BY_HAND = frozenset({ReasonCode.REST_BY_REFEREE, ReasonCode.MOVED_BY_REFEREE})
"""The reasons of somebody whom the referee seated or rested."""

TABLE_FACTS = frozenset({"table", "number"})
"""The facts of reasons that are tables; `tables` are how many there are, or in `NAMES_THE_LAST` the last one."""

NAMES_THE_LAST = ReasonCode.MITCHELL_NEW_TABLE
"""The reason whose `tables` are the number of a table."""


def with_tables_named(why: tuple[Reason, ...], sections: Sequence[int]) -> tuple[Reason, ...]:
    """Return the reasons, with tables that know their names in a hall of sections."""
    if not sections:
        return why

    def named(reason: Reason, fact: str) -> int | str | list[int]:
        value = reason.facts[fact]
        is_table = fact in TABLE_FACTS or (fact == "tables" and reason.code is NAMES_THE_LAST)
        return in_section(value, sections) if is_table and isinstance(value, int) else value

    return tuple(replace(reason, facts={fact: named(reason, fact) for fact in reason.facts}) for reason in why)


def with_clubs_of_today(table: DraftTable, entrants: Mapping[EntrantId, Entrant]) -> tuple[Reason, ...]:
    """Return the reasons of a table with today's clubs, which may have been corrected since."""
    if table.ew is None or table.ns_partner is not None:
        return table.why
    shared = [club for club in entrants[table.ns].clubs if club in entrants[table.ew].clubs]
    is_named = ReasonCode.SAME_CLUB in [reason.code for reason in table.why]
    if is_named and not shared:
        return tuple(reason for reason in table.why if reason.code is not ReasonCode.SAME_CLUB)
    if shared and not is_named:
        return (*table.why, Reason(ReasonCode.SAME_CLUB, {"clubs": ", ".join(shared), "forced": False}))
    return table.why


def shared_reason(reasons: Sequence[tuple[Reason, ...]]) -> Reason | None:
    """Return the reason that is the same at every table with play; a single table keeps its own.

    Tables that the referee changed say nothing about the draw.
    """
    reasons = [why for why in reasons if all(reason.code is not ReasonCode.MOVED_BY_REFEREE for reason in why)]
    if len(reasons) < 2:
        return None
    of_first = (reason for reason in reasons[0] if not is_warning(reason))
    return next((reason for reason in of_first if all(reason in others for others in reasons)), None)


def is_warning(reason: Reason) -> bool:
    """Return whether the referee should look at a table because of this."""
    return reason.code in COUNTED or rests_again(reason)


def rests_again(reason: Reason) -> bool:
    """Return whether an entrant rests again; for a rest made by the referee, only if others have rested less."""
    facts = reason.facts
    return (
        reason.code is ReasonCode.REST_AGAIN
        or (reason.code is ReasonCode.REST_MITCHELL and bool(facts["rests"]))
        or (reason.code is ReasonCode.REST_BY_REFEREE and bool(facts["fewer"]))
    )
