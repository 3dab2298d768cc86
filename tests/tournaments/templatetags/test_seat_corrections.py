"""The tables whose seats are corrected, written by joins, equal those of a template with a loop."""

import re
from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.utils import translation

from tournaments.records import Entrant, EntrantId, Outcome
from tournaments.records.sections import in_section
from tournaments.views.rounds.seats import SeatRow

NASTY = '<b>O\'Neil & "X"</b>'
LOOP = """
{% load i18n l10n club %}{% for table in listed.page %}
<li id="table-{{ table.number|unlocalize }}" data-key="{{ table.number|unlocalize }}"{{ table.number|called }}>
  <span class="row-number">
    <span class="visually-hidden">{% translate "Table" %}</span> {{ table.number|table_name }}
  </span>
  {% for line, side in table.lines %}
  <span class="seat-pair">
    {% include "partials/line.html" with line=line only %}
    {% for entrant in side %}
    {% if chosen.id == entrant.id %}
    <span class="seat" aria-current="true">
      <strong class="number-inline">{{ entrant.id }}</strong> {{ entrant.label }}
    </span>
    {% else %}
    <a class="seat"
       {% if comes %}href="?happened=sit_in&amp;one={{ entrant.id|unlocalize }}@{{ table.key|urlencode }}
&amp;entrant={{ comes.id|unlocalize }}"
       {% elif one %}href="?happened=swap&amp;one={{ one|urlencode }}
&amp;other={{ entrant.id|unlocalize }}@{{ table.key|urlencode }}"
       {% else %}href="?one={{ entrant.id|unlocalize }}@{{ table.key|urlencode }}"{% endif %}>
      <strong class="number-inline">{{ entrant.id }}</strong> {{ entrant.label }}
    </a>
    {% endif %}
    {% endfor %}
  </span>
  {% endfor %}
  {% if not table.ew %}<span class="seat-pair muted">{% translate "rests" context "pair" %}</span>
  {% elif comes %}
  {% elif not one %}
  <span class="seat-why"><a class="btn btn-plain" href="?happened=lines&amp;table={{ table.key|urlencode }}">
    {% blocktranslate trimmed with number=table.number|table_name ns_line="ns"|line_name ew_line="ew"|line_name %}
      Table {{ number }}: {{ ns_line }} and {{ ew_line }} swapped
    {% endblocktranslate %}
  </a></span>
  {% elif chosen_at.ew and chosen_at.number != table.number %}
  <span class="seat-why">
  <a class="btn btn-plain" href="?happened=tables&amp;table={{ chosen_at.key|urlencode }}
&amp;and_table={{ table.key|urlencode }}">
    {% blocktranslate trimmed with one=chosen_at.number|table_name other=table.number|table_name %}
      Everybody at tables {{ one }} and {{ other }}
    {% endblocktranslate %}
  </a></span>
  {% endif %}
</li>
{% endfor %}
"""


def entrant(number: int) -> Entrant:
    return Entrant(id=EntrantId(number), names=(NASTY, f"Rossi {number}"))


TWO = SeatRow(
    number=1234,
    key="1234:1-1007",
    ns=(entrant(1),),
    ew=(entrant(1007),),
    outcome=Outcome.OPEN,
    reasons=(),
    warnings=(),
    notes=(),
)
FOUR = TWO._replace(number=3, key="3:5+6-7+8", ns=(entrant(5), entrant(6)), ew=(entrant(7), entrant(8)))
IN_SECTION = TWO._replace(number=in_section(20, (5, 12)), key="20:11-12", ns=(entrant(11),), ew=(entrant(12),))
RESTS = TWO._replace(number=4, key="4:9-", ns=(entrant(9),), ew=(), outcome=Outcome.REST)
TABLES = (TWO, FOUR, IN_SECTION, RESTS)
NOBODY = (None, None, "")
PAIR, PLAYER = (TWO.ew[0], TWO, "1007@1234:1-1007"), (FOUR.ns[1], FOUR, "6@3:5+6-7+8")
NOT_SEATED = (None, None, "2001@")
WHO_RESTS = (RESTS.ns[0], RESTS, "9@4:9-")


def plain(html: str) -> str:
    """Return the HTML without spaces beside tags, where they are invisible, and with single spaces elsewhere."""
    html = re.sub(r"\s*([<>])\s*", r"\1", html.replace("\n&amp;", "&amp;"))
    return re.sub(r"\s+", " ", html).strip()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("comes", [None, entrant(2001)])
@pytest.mark.parametrize(("chosen", "chosen_at", "one"), [NOBODY, PAIR, PLAYER, WHO_RESTS, NOT_SEATED])
def test_they_are_what_a_loop_writes(
    chosen: Entrant | None, chosen_at: SeatRow | None, one: str, comes: Entrant | None, language: str
) -> None:
    listed = SimpleNamespace(page=TABLES)
    context = {"listed": listed, "chosen": chosen, "chosen_at": chosen_at, "one": one, "comes": comes}
    with translation.override(language):
        joined, looped = (
            Template(source).render(Context(context))
            for source in ("{% load seat_corrections %}{% seat_correction_rows %}", LOOP)
        )
    assert plain(joined) == plain(looped)
