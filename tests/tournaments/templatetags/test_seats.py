"""A draft's tables written by joins equal those of the template for one table."""

import re
from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.models import Round, Tournament
from tournaments.records import Entrant, EntrantId, Outcome
from tournaments.views.rounds.seats import SeatRow, Seats

NASTY = '<b>O\'Neil & "X"</b>'


def entrant(number: int, *, clubs: tuple[str, ...] = ()) -> Entrant:
    return Entrant(id=EntrantId(number), names=(NASTY, f"Rossi {number}"), clubs=clubs)


PLAYED = SeatRow(
    number=1234,
    key="1234.1.1007",
    ns=(entrant(1),),
    ew=(entrant(1007, clubs=(NASTY, "Aurora")),),
    outcome=Outcome.OPEN,
    reasons=(),
    warnings=(),
    notes=(),
)
TABLES = (
    PLAYED,
    PLAYED._replace(number=2, stays=True, warnings=(NASTY, "Vicini"), notes=(NASTY, "Sorteggiati.")),
    PLAYED._replace(number=3, notes=("Sorteggiati.",), ns=(entrant(5), entrant(6)), ew=(entrant(7), entrant(8))),
    PLAYED._replace(number=4, key="4.9", ns=(entrant(9),), ew=(), outcome=Outcome.REST),
)


def plain(html: str) -> str:
    """Return the HTML without spaces beside tags, where they are invisible, and with single spaces elsewhere."""
    return re.sub(r"\s+", " ", re.sub(r"\s*([<>])\s*", r"\1", html)).strip()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("kind", ["pairs", "individual"])
@pytest.mark.parametrize(("picked", "menu"), [(None, None), (1007, 2)])
def test_they_are_what_the_template_of_one_table_writes(
    kind: str, picked: int | None, menu: int | None, language: str
) -> None:
    tournament = Tournament(slug="coppa", kind=kind)
    context = {
        "tournament": tournament,
        "round": Round(tournament=tournament, number=2),
        "seats": Seats(tables=TABLES, shared_reason=""),
        "listed": SimpleNamespace(page=TABLES),
        "picked": {"seat": "x", "entrant": entrant(picked)} if picked else None,
        "menu": TABLES[1] if menu else None,
        "meetings": [],
    }
    with translation.override(language):
        joined = Template("{% load seats %}{% seat_rows %}").render(Context(context))
        looped = [render_to_string("rounds/_seat_row.html", context | {"table": table}) for table in TABLES]
    assert plain(joined) == plain("".join(looped))
