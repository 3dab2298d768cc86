"""The long lists of the players' pages and of the wall, row by row: a template's loop would cost ten times more.

Whatever somebody typed goes through `escape`: the standard library's, which Django's calls, for they are written into
strings that are no more looked at. A test holds each list against a template that says the same.
"""

from collections.abc import Callable, Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.records import Entrant, Line, Outcome, Side, System, TeamStanding
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.seats import LineScore, PlayerRow, TableRow
from tournaments.wording.entrant_words import EntrantWords
from tournaments.wording.figures import figure_writer, line_name, with_sign

from .moves import moved_mark
from .players import DASH, page_of

register = template.Library()

MEDALS = 3
MARKED, MARKED_OF_MORE = 400, 20
"""Of so many at most everybody is marked who has moved since the round before; of more, so many of the first: a figure
in each of 500 rows would make the players' ranking a tenth longer on the wire, and everybody's own page tells it too.
"""
PAGE = "public_pair"


@register.simple_tag
def public_ranking_rows(hall: Hall, words: EntrantWords) -> SafeString:
    """The rows of the players' ranking."""
    page, figure = page_of(hall.tournament, PAGE), figure_writer()
    ex_aequo, withdrawn = _tied(_("ex aequo")), _tied(str(words.withdrawn))
    climbed = hall.latest_moves.climbed
    marked = MARKED if len(hall.standings) <= MARKED else MARKED_OF_MORE
    return mark_safe(
        "".join(
            f'<tr><td class="number">{_place(row.place, figure)}{ex_aequo if row.tied else ""}'
            f"{moved_mark(climbed(row.entrant.id)) if at < marked else ''}</td>"
            f'<th scope="row"><a href="{page(row.entrant.id)}">{_names(row.entrant)}</a>'
            f"{withdrawn if row.entrant.id in hall.withdrawn else ''}{_tied(stage) if stage else ''}</th>"
            f'<td class="number vp">{figure(row.vp)}</td><td class="number">{with_sign(row.mp_difference, figure)}</td>'
            f'<td class="number wide-only">{figure(row.mp)}</td></tr>\n'
            for at, (row, stage) in enumerate(hall.ranking())
        )
    )


@register.simple_tag
def seat_rows(hall: Hall, players: Iterable[PlayerRow]) -> SafeString:
    """The list of names, each with its place in the round under way."""
    page, lines, figure = page_of(hall.tournament, PAGE), _line_marks(), figure_writer()
    beside, against, at = escape(_("with")), escape(_("against")), escape(_("Table"))
    if hall.plays_knockout:
        rests, unseated = _("bye: through without playing"), _("out of the knockout")
    else:
        rests, unseated = _("rests this round"), _("not seated this round")
    unseated = unseated if hall.under_way else ""
    expected = escape(_("not ticked as here yet: tell the referee"))
    rests, unseated = escape(rests), escape(unseated)

    def facts(row: PlayerRow) -> str:
        if row.seat is None:
            return unseated if row.entrant.active else expected
        return f"{against} {escape(row.seat.opponents.playing)}" if row.seat.opponents else rests

    def seat(row: PlayerRow) -> str:
        if row.seat is None or row.seat.opponents is None:
            return ""
        table = f'<span class="visually-hidden">{at}</span> {figure(row.seat.table)}'
        return f' <span class="player-seat"><span class="player-table">{table}</span> {lines[row.seat.line]}</span>'

    return mark_safe(
        "".join(
            f'<li data-key="{row.entrant.id}"><a href="{page(row.entrant.id)}">'
            f'<strong class="player-name" data-found-by>{escape(row.name)}</strong> <span class="player-facts">'
            f"{f'{beside} {escape(row.partner)}<br>' if row.partner else ''}{facts(row)}</span>{seat(row)}</a></li>\n"
            for row in players
        )
    )


@register.simple_tag
def table_rows(hall: Hall, tables: Iterable[TableRow], system: str) -> SafeString:
    """The tables of a round, with what is known of their results."""
    page, figure = page_of(hall.tournament, PAGE), figure_writer()
    lines, at = _line_marks(), escape(_("Table"))
    playing, rests = _muted(_("playing")), _muted(_("bye") if system == System.KNOCKOUT else _("rests"))
    provisional = _muted(_("agreed by the players, provisional"))
    adjusted, absent = (f'<span class="muted">{escape(word)}</span> ' for word in (_("adjusted"), _("absent")))

    def score(of: LineScore, *, rests: bool) -> str:
        mp = absent if of.absent else "" if rests else f'<span class="number">{_several(of.mp, figure)}</span> '
        vp = f'<strong class="number">{_several(of.vp, figure)} VP</strong>'
        return f' <span class="side-score">{adjusted if of.adjusted else ""}{mp}{vp}</span>'

    def side(line: Line, of: Side, got: LineScore | None) -> str:
        known = score(got, rests=False) if got else ""
        return f'<p class="side">{lines[line]} <span class="side-names">{_linked(of, page)}</span>{known}</p>'

    def row(table: TableRow) -> str:
        is_open = table.outcome is Outcome.OPEN
        if table.ew is None:
            number, said = "", rests
            sides = f'<p class="side"><span class="side-names">{_linked(table.ns, page)}</span>'
            sides += f"{score(table.ns_score, rests=True)}</p>"
        else:
            number = f'<span class="visually-hidden">{at}</span> {figure(table.number)}'
            said = provisional if table.provisional else ""
            sides = side(Line.NS, table.ns, None if is_open else table.ns_score)
            sides += side(Line.EW, table.ew, None if is_open else table.ew_score)
        said = playing if is_open else said
        return f'<li><span class="table-number">{number}</span><div class="table-sides">{sides}{said}</div></li>\n'

    return mark_safe("".join(map(row, tables)))


@register.simple_tag
def wall_seats(players: Iterable[PlayerRow], rest: str) -> SafeString:
    """Everybody who has a seat, for the wall, by letters. `rest`: what is said of those who do not play."""
    lines, figure = _line_marks(), figure_writer()
    unseated = f'<span class="wall-rest">{escape(rest)}</span>'
    return mark_safe(
        "".join(
            f'<li class="wall-seat" data-at="{escape(row.letter)}"><span class="wall-name">{escape(row.name)}</span> '
            + (
                f'<span class="wall-table">{figure(row.seat.table)}</span> {lines[row.seat.line]}</li>\n'
                if row.seat.opponents
                else f"{unseated}</li>\n"
            )
            for row in players
            if row.seat
        )
    )


@register.simple_tag
def wall_ranking(hall: Hall) -> SafeString:
    """The ranking, for the wall, with who has moved since the round before."""
    figure, climbed = figure_writer(), hall.latest_moves.climbed
    return mark_safe(
        "".join(
            _wall_rank(row.place, row.entrant.label, climbed(row.entrant.id), row.vp, row.mp_difference, figure)
            for row in hall.standings
        )
    )


@register.simple_tag
def wall_teams(teams: Iterable[TeamStanding]) -> SafeString:
    """The teams' ranking, for the wall."""
    figure = figure_writer()
    return mark_safe("".join(_wall_rank(row.place, row.name, None, row.vp, row.mp_difference, figure) for row in teams))


def _wall_rank(
    place: int, name: str, climbed: int | None, vp: int, difference: int, figure: Callable[[int], str]
) -> str:
    # Where a pair's names go on two lines, the dash stays behind the first.
    one_line = name.replace(" – ", "\N{NO-BREAK SPACE}– ")
    return (
        f'<li class="wall-rank" data-at="{place}">{_place(place, figure)} '
        f'<span class="wall-name">{escape(one_line)}</span> <span class="wall-moved">{moved_mark(climbed)}</span> '
        f'<span class="number vp">{figure(vp)}</span> '
        f'<span class="number">{with_sign(difference, figure)}</span></li>\n'
    )


def _names(entrant: Entrant) -> str:
    """As `players.names` has them."""
    return DASH.join([f'<span class="name">{escape(name)}</span>' for name in entrant.names])


def _place(place: int, figure: Callable[[int], str]) -> str:
    medal = f" place-{place}" if place <= MEDALS else ""
    return f'<span class="place{medal}">{figure(place)}</span>'


def _tied(word: str) -> str:
    return f' <span class="tied">{escape(word)}</span>'


def _muted(word: str) -> str:
    return f'<p class="muted">{escape(word)}</p>'


def _line_marks() -> dict[Line, str]:
    return {line: f'<span class="line line-{line.value}">{escape(line_name(line))}</span>' for line in Line}


def _several(figures: Iterable[int], figure: Callable[[int], str]) -> str:
    return " / ".join(map(figure, figures))


def _linked(side: Side, page: Callable[[int], str]) -> str:
    return DASH.join(_link(each, page) for each in side.entrants)


def _link(entrant: Entrant, page: Callable[[int], str]) -> str:
    return f'<a href="{page(entrant.id)}">{_names(entrant)}</a>'
