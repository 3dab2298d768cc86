"""The rows of the result sheet written by joins equal those of a template with a loop."""

import re
from random import Random

import pytest
from django.template import Context, Template
from django.utils import translation

from tournaments.models import Round, Tournament
from tournaments.records import Entrant, EntrantId, Line, Outcome, RoundScore, Side
from tournaments.records.result_rows import ResultLine, ResultRow
from tournaments.records.sections import in_section

pytestmark = pytest.mark.django_db

NASTY = '<b>O\'Neil & "X"</b>'
LOOP = """
{% load i18n l10n club adjustments %}{% for row in rows %}
<li class="result-row" id="table-{{ row.number|unlocalize }}" data-key="{{ row.number|unlocalize }}">
  <label class="result-tick">
    <input type="checkbox" data-tick="{{ row.number|unlocalize }}-{{ row.version|stamped }}">
    <span class="visually-hidden">{% translate "Table" %}</span>
    <strong class="number">{{ row.number|table_name }}</strong>
    {% if row.is_ruled %}<span class="muted">{% translate "by the referee" %}</span>{% endif %}
  </label>
  <div class="result-lines">
    {% for line in row.lines %}
    <p class="result-line">
      {% include "partials/line.html" with line=line.line only %}
      <span class="result-names"><strong>{{ line.side.numbers }}</strong> {{ line.side.label }}</span>
      <span class="result-hands number-inline">{% for points in line.hands %}{{ points|figure }}
        {% if not forloop.last %} · {% endif %}{% endfor %}</span>
      {% if line.hands %}<strong class="result-mp number-inline">{{ line.mp|figure }}</strong>{% endif %}
      {% if not line.score.is_open %}
      <span class="result-difference number-inline">{{ line.score.difference|signed }}</span>
      <strong class="result-vp number-inline">{{ line.score.vp|figure }} VP</strong>
      {% endif %}
    </p>
    {% endfor %}
    {% if row.is_open %}<p class="muted">{% translate "no result yet" %}</p>
    {% elif row.is_bye %}<p class="muted">{% translate "bye" %}</p>
    {% elif row.lines|length == 1 %}<p class="muted">{% translate "rest" %}</p>
    {% elif not row.lines.0.hands %}<p class="muted">{{ row.outcome|outcome_name }}</p>{% endif %}
  </div>
  {% if row.lines|length > 1 and not is_final %}
  {% blocktranslate trimmed asvar label with number=row.number|table_name %}
    Slip of table {{ number }}
  {% endblocktranslate %}
  {% url "table_entry" tournament.slug round.number row.number as slip_url %}
  <a class="btn btn-quiet" href="{{ slip_url }}?back=sheet" aria-label="{{ label }}">{% translate "Slip" %}</a>
  {% endif %}
</li>
{% endfor %}
"""


def plain(html: str) -> str:
    """Return the HTML without spaces beside tags, where they are invisible, and with single spaces elsewhere."""
    return re.sub(r"\s+", " ", re.sub(r"\s*([<>])\s*", r"\1", html)).strip()


def random_row(rng: Random, number: int) -> ResultRow:
    outcome = rng.choice([*Outcome])
    is_bye = outcome is Outcome.REST and rng.random() < 0.5
    lines = [Line.NS] if outcome is Outcome.REST else [*Line]
    hands = rng.randrange(4) if outcome in (Outcome.PLAYED, Outcome.OPEN, Outcome.ARBITRAL) else 0
    return ResultRow(
        number=in_section(number, rng.choice([(), (5, 12)])),
        version=rng.randrange(3000),
        outcome=outcome,
        lines=tuple(random_line(rng, line, outcome, hands) for line in lines),
        is_bye=is_bye,
        hand_set=rng.random() < 0.2,
    )


def random_line(rng: Random, line: Line, outcome: Outcome, hands: int) -> ResultLine:
    people = rng.sample(range(1, 4000), rng.randrange(1, 3))
    score = RoundScore(
        round=1,
        table=1,
        line=line,
        outcome=outcome,
        opponents=(),
        mp=rng.randrange(-100, 4000),
        conceded=rng.randrange(4000),
        vp=rng.randrange(-3, 21),
        mp_adjustment=rng.choice([0, 0, -100]),
        ruling=rng.choice(["", "", NASTY]),
        early=rng.random() < 0.2,
    )
    entrants = [Entrant(id=EntrantId(number), names=(NASTY, f"Rossi {number}")) for number in people]
    return ResultLine(
        line=line,
        side=Side(tuple(entrants)),
        hands=tuple(rng.randrange(-100, 2000) for _hand in range(hands)),
        score=score,
    )


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("is_final", [False, True])
@pytest.mark.parametrize("slug", ["coppa", "coppa-0"])
def test_they_are_what_a_loop_writes(slug: str, is_final: bool, language: str) -> None:
    tournament = Tournament(slug=slug)
    context = {"tournament": tournament, "round": Round(tournament=tournament, number=10), "is_final": is_final}
    for seed in range(20):
        rows = [random_row(Random(f"{seed}/{number}"), number) for number in (1, 5, 20, 1234)]
        with translation.override(language):
            joined, looped = (
                Template(source).render(Context(context | {"rows": rows}))
                for source in ("{% load result_sheets %}{% result_sheet_rows %}", LOOP)
            )
        assert plain(joined) == plain(looped), seed
