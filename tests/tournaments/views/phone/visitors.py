"""Phones at a table, as tests control them."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils.translation import override

from tournaments.models import Table
from tournaments.records import Line
from tournaments.slips.code_tries import Origin
from tournaments.slips.codes import codes_of
from tournaments.views.phone.door import table_address

FIGURES = {"ns_base": "300", "ns_points": "145", "ew_base": "0", "ew_points": "60", "end": "closed"}
NS_TOTAL, EW_TOTAL = 890, 120
"""The totals of the two hands of `slip_of`."""

HTMX = {"HX-Request": "true"}

STRANGER = Origin(device="x", address="192.168.1.44", scanned=True)
"""A phone that has scanned a slip's QR code, but has not entered its code."""


def address(table: Table) -> str:
    with override("en"):
        return table_address(table)


def code(table: Table, line: Line) -> str:
    return codes_of(table.slip_secret, table.number)[line]


def figures(**changes: str) -> dict[str, str]:
    """Return the fields of a slip of two hands, with these changes."""
    typed = {f"h{hand}_{name}": figure for hand in (1, 2) for name, figure in FIGURES.items()}
    return {"depth": "slip"} | typed | changes


class PhoneAt:
    """A phone that has entered a line's code at a table."""

    def __init__(self, table: Table, line: Line) -> None:
        self.table, self.line, self.client = table, line, Client()
        answer = self.client.post(address(table), {"do": "code", "code": code(table, line)})
        assert answer.status_code == 200, answer.content.decode()
        self.serial = 0

    @property
    def version(self) -> int:
        now = Table.objects.select_related("phone_slip").get(pk=self.table.pk)
        slip = getattr(now, "phone_slip", None)
        return 0 if slip is None else slip.version

    def look(self, **headers: str) -> HttpResponse:
        return self.client.get(address(self.table) + "?us=1", headers=headers)  # type: ignore[return-value]

    def do(self, act: str, given: Mapping[str, Any] | None = None, **also: Any) -> HttpResponse:
        """Send an act, as a browser with htmx does."""
        self.serial += 1
        form = {"do": act, "version": self.version, "serial": self.serial} | dict(given or {}) | also
        return self.client.post(address(self.table), form, headers=HTMX)  # type: ignore[return-value]
