"""The referee's statements of incidents as JSON, in and out."""

from collections.abc import Iterable, Mapping
from datetime import UTC
from typing import Any

from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from tournaments.models import Incident, Pair, Tournament

from .json_node import Node

TEXTS = ("facts", "heard", "articles", "decision", "referee")
HIGHEST_NUMBER = 9999


def incidents_out(incidents: Iterable[Incident], numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the statements by number, without what is empty; `numbers` has those of the pairs by their keys."""
    return [_incident_out(incident, numbers) for incident in incidents]


def _incident_out(incident: Incident, numbers: Mapping[int, int]) -> dict[str, Any]:
    at = incident.happened_at
    data: dict[str, Any] = {
        "number": incident.number,
        "source": incident.source,
        "round": incident.round,
        "table": incident.table,
        "at": at and at.astimezone(UTC).isoformat(timespec="seconds"),
        "pairs": [numbers[key] for key in incident.pairs if key in numbers],
    }
    data |= {name: getattr(incident, name) for name in TEXTS}
    return {name: value for name, value in data.items() if value not in (None, "", [])}


def import_incidents(node: Node, tournament: Tournament, pairs: Mapping[int, Pair]) -> None:
    """Import the statements; the round and the table may be ones that were withdrawn since."""
    rows: dict[int, Incident] = {}
    for item in node.items():
        given = item.members(
            required=("number", "source", "facts"),
            optional=("round", "table", "at", "pairs", "heard", "articles", "decision", "referee"),
        )
        number = given["number"].integer(least=1, most=HIGHEST_NUMBER)
        if number in rows:
            raise given["number"].fail(_("another statement has this number"))
        place = {
            name: given[name].integer(least=1, most=HIGHEST_NUMBER) if name in given else None
            for name in ("round", "table")
        }
        if place["table"] is not None and place["round"] is None:
            raise given["table"].fail(_("a table without its round"))
        texts = {name: _text(given[name], name) for name in TEXTS if name in given}
        rows[number] = Incident(
            tournament=tournament,
            number=number,
            source=given["source"].choice(*Incident.Source.values),
            happened_at=given["at"].moment() if "at" in given else None,
            pairs=_keys(given["pairs"], pairs) if "pairs" in given else [],
            **place,
            **texts,
        )
    bulk_create_with_history(list(rows.values()), Incident)


def _text(node: Node, name: str) -> str:
    longest: int = Incident._meta.get_field(name).max_length  # type: ignore[union-attr,assignment]
    return node.text(empty=name != "facts", longest=longest)


def _keys(node: Node, pairs: Mapping[int, Pair]) -> list[int]:
    keys: list[int] = []
    for item in node.items():
        number = item.integer()
        if number not in pairs:
            raise item.fail(_("no pair has the number %(pair)s") % {"pair": number})
        if pairs[number].pk in keys:
            raise item.fail(_("pair %(pair)s is listed twice") % {"pair": number})
        keys.append(pairs[number].pk)
    return keys
