"""A round's settings as JSON: what the database keeps and the interchange writes. Only what differs from the usual.

Every member has the name of the field of `RoundSettings`; a meeting is `[3, 9]`, a kept table `[4, 7, 12]` (its
number, NS, EW; EW is null at a rest), in an individual tournament `[4, [7, 2], [12, 5]]`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from . import DraftTable, EntrantId, Fold, Movement, Policy, RoundSettings

USUAL = RoundSettings()


def settings_to_json(settings: RoundSettings) -> dict[str, Any]:
    """The members that differ from the usual, in the order of the fields.

    >>> settings_to_json(RoundSettings(memory=1, excluded=((EntrantId(3), EntrantId(9)),)))
    {'memory': 1, 'excluded': [[3, 9]]}
    """
    return {
        field.name: _plain(getattr(settings, field.name))
        for field in fields(RoundSettings)
        if getattr(settings, field.name) != getattr(USUAL, field.name)
    }


def settings_from_json(data: Mapping[str, Any]) -> RoundSettings:
    """The settings that `settings_to_json` wrote; whoever reads a stranger's JSON checks it first."""
    read: dict[str, Callable[[Any], Any]] = {
        "policy": Policy,
        "fold": Fold,
        "movement": Movement,
        "advance": lambda ids: tuple(EntrantId(each) for each in ids),
        "excluded": lambda meetings: tuple((EntrantId(one), EntrantId(other)) for one, other in meetings),
        "kept": lambda tables: tuple(_kept_table(table) for table in tables),
    }
    return RoundSettings(**{key: read.get(key, _as_it_is)(value) for key, value in data.items()})


def _as_it_is(value: Any) -> Any:
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, DraftTable):
        return [value.number, _side(value.ns, value.ns_partner), _side(value.ew, value.ew_partner)]
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def _side(entrant: EntrantId | None, partner: EntrantId | None) -> Any:
    return entrant if partner is None else [entrant, partner]


def _kept_table(data: Sequence[Any]) -> DraftTable:
    number, ns, ew = data
    (ns, ns_partner), (ew, ew_partner) = (side if isinstance(side, list) else (side, None) for side in (ns, ew))
    return DraftTable(number=number, ns=ns, ew=ew, ns_partner=ns_partner, ew_partner=ew_partner)
