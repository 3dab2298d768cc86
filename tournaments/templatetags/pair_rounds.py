"""The rounds of a pair's own page with their hands, written row by row: phones ask for these pages by the hundred.

Whatever somebody typed goes through `escape`. A test compares them with an equivalent template.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.engine.score import ScoreLine
from scoring.messages.scores import line_name as score_line_name
from tournaments.models import Tournament
from tournaments.records import Entrant, Line, Outcome, PointAdjustment
from tournaments.records.sections import table_name
from tournaments.selectors.hall.pair_rounds import PairRound
from tournaments.selectors.ranking import PairHand
from tournaments.selectors.settings import scale_of
from tournaments.wording.adjustments import points_in_words, reason_in_words
from tournaments.wording.entrant_words import EntrantWords
from tournaments.wording.figures import figure_writer, with_sign

from .halves import half_class
from .lines import line_badge
from .players import page_of

register = template.Library()

COLUMNS = 4
"""The columns of the table of a pair's rounds: round, opponents, VP above the difference, place."""


@register.simple_tag
def hand_points(points: int, lines: Sequence[ScoreLine], *, is_set: bool) -> SafeString:
    """Return one side's MP of a hand with its items, or with a note that the referee set them."""
    return mark_safe(_Hands().points(points, lines, is_set=is_set))


@register.simple_tag
def my_rounds(rounds: Iterable[PairRound], tournament: Tournament, words: EntrantWords) -> SafeString:
    """Return a row for each of a pair's rounds: partner, opponents and score, with the hands below."""
    written, hands = _Rounds(tournament, words), _Hands()
    return mark_safe("".join(f"{written.row(round_)}{hands.of_round(round_)}\n" for round_ in rounds))


class _Rounds:
    """The texts of a round, in the active language."""

    def __init__(self, tournament: Tournament, words: EntrantWords) -> None:
        self._page, self._figure, self._words = page_of(tournament, "public_pair"), figure_writer(), words
        self._total = scale_of(tournament).total
        self._lines = {line: line_badge(line) for line in Line}
        self._with, self._table = escape(_("with")), escape(_("table %(number)s"))

    def row(self, round_: PairRound) -> str:
        sentence = "".join((self._who(round_), self._outcome(round_), *map(self._adjustment, round_.adjustments)))
        difference = with_sign(round_.score.difference, self._figure) if round_.score and round_.vp is not None else ""
        return (
            f'<tr><th scope="row" class="number">{self._figure(round_.number)}</th><td>{sentence}</td>'
            f'<td class="number"><strong{self._half(round_)}>{self._figure_or_dash(round_.vp)}</strong> '
            f"<span>{difference}</span></td>"
            f'<td class="number">{self._figure_or_dash(round_.place)}</td></tr>'
        )

    def _half(self, round_: PairRound) -> str:
        half = half_class(round_.vp, round_.score.outcome, self._total) if round_.score else ""
        return f' class="{half}"' if half else ""

    def _figure_or_dash(self, figure: int | None) -> str:
        return "–" if figure is None else self._figure(figure)

    def _who(self, round_: PairRound) -> str:
        score, sentence = round_.score, ""
        if score is None:
            sentence = escape(_("not seated"))
        elif round_.opponents:
            beside = f"<br>{self._with} {self._linked(round_.partner)}" if round_.partner else ""
            others = "<br>".join(map(self._linked, round_.opponents.entrants))
            table = f'<span class="muted">{self._table % {"number": table_name(score.table)}}</span>'
            sentence = f"{others}{beside}<br>{self._lines[score.line]} {table}"
        elif round_.is_bye:
            sentence = escape(_("bye"))
        elif score.outcome is Outcome.REST:
            sentence = escape(_("rest"))
        return f"<p>{sentence}</p>"

    def _outcome(self, round_: PairRound) -> str:
        score = round_.score
        if score is None:
            return ""
        if score.outcome is Outcome.OPEN:
            return f'<p class="muted">{escape(_("No result yet."))}</p>'
        if score.ruling:
            return f"<p>{escape(_('Assigned score'))}: {escape(score.ruling)}</p>"
        if score.absent:
            return f"<p>{escape(_('You were absent.'))}</p>"
        if round_.opponents and score.outcome is not Outcome.PLAYED:
            return f"<p>{escape(str(self._words.opponents_absent))}</p>"
        return ""

    def _adjustment(self, adjustment: PointAdjustment) -> str:
        points = points_in_words(mp=adjustment.mp, vp=adjustment.vp, felt=adjustment.felt)
        reason = reason_in_words(reason=adjustment.reason, article=adjustment.article, player=adjustment.player)
        return (
            f'<p class="note note-warning">{escape(_("Referee:"))} '
            f"<strong>{escape(points)}</strong> · {escape(reason)}</p>"
        )

    def _linked(self, entrant: Entrant) -> str:
        return f'<a href="{self._page(entrant.id)}">{escape(entrant.label)}</a>'


class _Hands:
    """The texts of hands, in the active language, which are repeated many times."""

    def __init__(self) -> None:
        self._figure: Callable[[int], str] = figure_writer()
        self._names: dict[tuple[str, str], str] = {}
        self._head = "".join(
            (
                f'<thead><tr><th scope="col">{escape(_("Hand"))}</th>',
                f'<th scope="col" class="number">{escape(_("We"))}</th>',
                f'<th scope="col" class="number">{escape(_("They"))}</th></tr></thead>',
            )
        )
        self._summary, self._caption = escape(_("The hands")), escape(_("Hands of round %(number)s"))
        self._set = escape(_("set by the referee"))

    def of_round(self, round_: PairRound) -> str:
        if not round_.hands:
            return ""
        caption = self._caption % {"number": self._figure(round_.number)}
        return (
            f'<tr><td colspan="{COLUMNS}"><details class="fold" id="hands-{round_.number}">'
            f"<summary>{self._summary}</summary>"
            '<div class="fold-body"><table class="table club-table">'
            f'<caption class="visually-hidden">{caption}</caption>'
            f"{self._head}<tbody>{''.join(map(self._row, round_.hands))}</tbody></table></div></details></td></tr>"
        )

    def points(self, points: int, lines: Sequence[ScoreLine], *, is_set: bool) -> str:
        made_of = self._set if is_set else ", ".join(map(self._line, lines))
        return f'{self._figure(points)} <span class="score-lines">{made_of}</span>'

    def _row(self, hand: PairHand) -> str:
        why = f' <span class="muted">{escape(hand.set_reason)}</span>' if hand.set_reason else ""
        return (
            f'<tr><th scope="row">{self._figure(hand.number)}{why}</th>'
            f'<td class="number">{self.points(hand.own, hand.own_lines, is_set=hand.own_set)}</td>'
            f'<td class="number">{self.points(hand.other, hand.other_lines, is_set=hand.other_set)}</td></tr>'
        )

    def _line(self, line: ScoreLine) -> str:
        key = (line.item, line.label)
        if key not in self._names:
            self._names[key] = escape(score_line_name(line))
        times = f" × {self._figure(line.count)}" if line.count > 1 else ""
        return f"{self._names[key]}{times} {self._figure(line.points)}"
