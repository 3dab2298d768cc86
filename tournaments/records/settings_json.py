"""A round's settings as JSON, for the database and the interchange. Only differences from the defaults are written.

Every member has the name of a field of `RoundSettings`. A meeting is `[3, 9]`, a kept table `[4, 7, 12]` (its number,
NS, EW; EW is null for a rest); in an individual tournament `[4, [7, 2], [12, 5]]`; a girone with a system of its own is
`[2, "swiss"]` for B.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from . import DraftTable, EntrantId, Fold, Movement, NamedSystem, Policy, RoundSettings

USUAL = RoundSettings()


def settings_to_json(settings: RoundSettings) -> dict[str, Any]:
    """Return the members that differ from the defaults, in the order of the fields.

    >>> settings_to_json(RoundSettings(memory=1, excluded=((EntrantId(3), EntrantId(9)),)))
    {'memory': 1, 'excluded': [[3, 9]]}
    """
    return {
        field.name: _plain(getattr(settings, field.name))
        for field in fields(RoundSettings)
        if getattr(settings, field.name) != getattr(USUAL, field.name)
    }


def settings_from_json(data: Mapping[str, Any]) -> RoundSettings:
    """Return the settings that `settings_to_json` wrote. JSON from outside must be checked first."""
    read: dict[str, Callable[[Any], Any]] = {
        "sections": tuple,
        "policy": Policy,
        "fold": Fold,
        "movement": Movement,
        "advance": lambda ids: tuple(EntrantId(key) for key in ids),
        "by_girone": lambda rows: tuple((girone, NamedSystem(named)) for girone, named in rows),
        "excluded": lambda meetings: tuple((EntrantId(one), EntrantId(other)) for one, other in meetings),
        "kept": lambda tables: tuple(table_from_json(table) for table in tables),
    }
    return RoundSettings(**{key: read.get(key, _as_it_is)(value) for key, value in data.items()})


def _as_it_is(value: Any) -> Any:
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, DraftTable):
        return table_to_json(value)
    if isinstance(value, NamedSystem):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _side(entrant: EntrantId | None, partner: EntrantId | None) -> Any:
    return entrant if partner is None else [entrant, partner]


def table_to_json(table: DraftTable) -> list[Any]:
    """Return a table's number and its lines, without the reasons.

    >>> table_to_json(DraftTable(number=4, ns=EntrantId(7), ew=None))
    [4, 7, None]
    """
    return [table.number, _side(table.ns, table.ns_partner), _side(table.ew, table.ew_partner)]


def table_from_json(data: Sequence[Any]) -> DraftTable:
    """Return the table that `table_to_json` wrote."""
    number, ns, ew = data
    (ns, ns_partner), (ew, ew_partner) = (side if isinstance(side, list) else (side, None) for side in (ns, ew))
    return DraftTable(number=number, ns=ns, ew=ew, ns_partner=ns_partner, ew_partner=ew_partner)
