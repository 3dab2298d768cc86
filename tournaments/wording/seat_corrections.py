"""The preview of a seat correction in a round under way: what becomes of the slips, in words."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.pairing.moves import Tables
from tournaments.pairing.result_sources import Slips, sources
from tournaments.records import DraftTable, EntrantId
from tournaments.records.sections import table_name

from .lines import line_facts

Names = Mapping[EntrantId, str]


def consequences(before: Tables, after: Tables, at_stake: Sequence[int], names: Names) -> dict[Slips, list[str]]:
    """Return what each choice does with the slip of each table that is in."""
    tables = {table.number: table for table in after}
    named = {table.number: table.number for table in before}
    along = sources(before, after, Slips.GO_ALONG)
    goes_to = {source.table: (number, source.turned) for number, source in along.items() if source is not None}
    return {
        Slips.STAY: [_stays(tables[number], names) for number in at_stake],
        Slips.GO_ALONG: [_goes(named[number], goes_to.get(number)) for number in at_stake],
    }


def _stays(table: DraftTable, names: Names) -> str:
    facts = line_facts() | {
        "table": table_name(table.number),
        "ns": _side(table.ns, table.ns_partner, names),
        "ew": _side(table.ew, table.ew_partner, names),
    }
    sentence = _(
        "Table %(table)s: what is written under %(ns_line)s counts for %(ns)s,"
        " what is written under %(ew_line)s for %(ew)s."
    )
    return sentence % facts


def _goes(number: int, to: tuple[int, bool] | None) -> str:
    if to is None:
        return _("Table %(table)s is open again: enter its result.") % {"table": table_name(number)}
    there, turned = to
    if there != number:
        return _("The result of table %(table)s moves to table %(there)s.") % {
            "table": table_name(number),
            "there": table_name(there),
        }
    if turned:
        facts = line_facts() | {"table": table_name(number)}
        return _("Table %(table)s: %(ns_line)s and %(ew_line)s of the result are swapped as well.") % facts
    return _("Table %(table)s: the result stays as it is.") % {"table": table_name(number)}


def _side(one: EntrantId | None, partner: EntrantId | None, names: Names) -> str:
    return " – ".join(names.get(entrant, str(entrant)) for entrant in (one, partner) if entrant is not None)
