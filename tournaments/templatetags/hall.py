"""The long lists of the players' pages and of the wall, for which a template's loop would cost ten times more.

Whatever somebody typed goes through the standard library's `escape`, which Django's calls, because the strings are not
escaped again. A test compares each list with an equivalent template.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.records import Entrant, Line, Outcome, Side, Standing, TableResult, TeamStanding
from tournaments.records.sections import table_name
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.seats import LineScore, PlayerRow, TableRow
from tournaments.selectors.settings import scale_of
from tournaments.wording.entrant_words import EntrantWords
from tournaments.wording.figures import figure_writer, with_sign
from tournaments.wording.gironi import by_girone

from .halves import side_class
from .lines import line_badge
from .moves import moved_mark
from .players import DASH, page_of

register = template.Library()

MEDALS = 3
MARKED, MARKED_OF_MORE = 400, 20
"""The longest ranking with all moves marked, and the number of marked rows in longer ones.

A figure in each of 500 rows would make the page a tenth longer, and each entrant's own page shows it, too.
"""
PAGE = "public_pair"


@register.simple_tag
def public_ranking_rows(
    hall: Hall,
    words: EntrantWords,
    ranking: Sequence[tuple[Standing, str]] | None = None,
    begins_at: int = 1,
    has_roles: bool = False,
) -> SafeString:
    """Return the rows of the players' ranking; or of some of it, the first of them at that place of the list.

    `has_roles`: rows have their ARIA role, because on a phone those of a long list are not laid out as a table's. Cells
    have none: it would be two hundred bytes on the wire, of ten thousand.
    """
    ranking = hall.ranking() if ranking is None else ranking
    page, figure = page_of(hall.tournament, PAGE), figure_writer()
    ex_aequo, withdrawn = _tied(_("ex aequo")), _tied(str(words.withdrawn))
    climbed = hall.latest_moves.climbed
    marked = MARKED if len(hall.standings) <= MARKED else MARKED_OF_MORE
    begins = _gironi_begin([row for row, _stage in ranking])
    of_row = ' role="row"' if has_roles else ""
    return mark_safe(
        "".join(
            f"{_girone_row(begins.get(row.entrant.id), of_row)}"
            f'<tr{of_row}><td class="number">{_place(row.place, figure)}{ex_aequo if row.tied else ""}'
            f"{moved_mark(climbed(row.entrant.id), figure) if at < marked else ''}</td>"
            f'<th scope="row" data-found-by><a href="{page(row.entrant.id)}">{_names(row.entrant)}</a>'
            f"{withdrawn if row.entrant.id in hall.withdrawn else ''}{_tied(stage) if stage else ''}</th>"
            f'<td class="number vp">{figure(row.vp)}</td>'
            f'<td class="number">{with_sign(row.mp_difference, figure)}</td>'
            f'<td class="wide-only">{figure(row.mp)}</td></tr>\n'
            for at, (row, stage) in enumerate(ranking, start=begins_at - 1)
        )
    )


@register.simple_tag
def seat_rows(hall: Hall, players: Iterable[PlayerRow]) -> SafeString:
    """Return the list of names, each with its seat in the round under way."""
    page, lines = page_of(hall.tournament, PAGE), _line_marks()
    beside, against, at = escape(_("with")), escape(_("against")), escape(_("Table"))
    # Without opponents, and without a seat: in a knockout, and otherwise.
    alone = {True: escape(_("bye: through without playing")), False: escape(_("rests this round"))}
    unseated = {True: escape(_("out of the knockout")), False: escape(_("not seated this round"))}
    expected = escape(_("not ticked as here yet: tell the referee"))

    def facts(row: PlayerRow) -> str:
        if row.seat is None and not row.entrant.active:
            return expected
        if row.seat is not None and row.seat.opponents:
            return f"{against} {escape(row.seat.opponents.playing)}"
        in_knockout = hall.plays_knockout(row.entrant.id)
        return alone[in_knockout] if row.seat else unseated[in_knockout] if hall.under_way else ""

    def begins(letter: str, before: str) -> str:
        return "" if letter == before else f' id="letter-{escape(letter)}"'

    def seat(row: PlayerRow) -> str:
        if row.seat is None or row.seat.opponents is None:
            return ""
        table = f'<span class="visually-hidden">{at}</span> {table_name(row.seat.table)}'
        return f' <span class="player-seat"><span class="player-table">{table}</span> {lines[row.seat.line]}</span>'

    rows = list(players)
    return mark_safe(
        "".join(
            f'<li data-key="{row.entrant.id}"{begins(row.letter, before)}><a href="{page(row.entrant.id)}">'
            f'<strong class="player-name" data-found-by>{escape(row.name)}</strong> <span class="player-facts">'
            f"{f'{beside} {escape(row.partner)}<br>' if row.partner else ''}{facts(row)}</span>{seat(row)}</a></li>\n"
            for row, before in zip(rows, ["", *(row.letter for row in rows)], strict=False)
        )
    )


@register.simple_tag
def table_rows(hall: Hall, tables: Iterable[TableRow]) -> SafeString:
    """Return the tables of a round, with the results that are known."""
    page, figure, total = page_of(hall.tournament, PAGE), figure_writer(), scale_of(hall.tournament).total
    lines, at = _line_marks(), escape(_("Table"))
    playing, alone = _muted(_("playing")), {True: _muted(_("bye")), False: _muted(_("rests"))}
    provisional = _muted(_("agreed by the players, provisional"))
    adjusted, absent = (f'<span class="muted">{escape(word)}</span> ' for word in (_("adjusted"), _("absent")))

    def score(of: LineScore, outcome: Outcome) -> str:
        rests, half = outcome is Outcome.REST, side_class(of.vp, outcome, total)
        mp = absent if of.absent else "" if rests else f'<span class="number">{_several(of.mp, figure)}</span> '
        vp = f'<strong class="number{" " if half else ""}{half}">{_several(of.vp, figure)} VP</strong>'
        return f' <span class="side-score">{adjusted if of.adjusted else ""}{mp}{vp}</span>'

    def side(line: Line, of: Side, got: LineScore | None, outcome: Outcome) -> str:
        text = score(got, outcome) if got else ""
        return f'<p class="side">{lines[line]} <span class="side-names">{_linked(of, page)}</span>{text}</p>'

    def row(table: TableRow) -> str:
        if table.ew is None:
            number, sentence = "", alone[table.is_bye]
            sides = f'<p class="side"><span class="side-names">{_linked(table.ns, page)}</span>'
            sides += f"{score(table.ns_score, table.outcome) if table.ns_score else ''}</p>"
        else:
            number = f'<span class="visually-hidden">{at}</span> {table_name(table.number)}'
            sentence = provisional if table.provisional else ""
            sides = side(Line.NS, table.ns, table.ns_score, table.outcome)
            sides += side(Line.EW, table.ew, table.ew_score, table.outcome)
        if table.girone:
            number += f' <span class="girone-letter">{table.girone}</span>'
        sentence = playing if table.outcome is Outcome.OPEN else sentence
        return f'<li><span class="table-number">{number}</span><div class="table-sides">{sides}{sentence}</div></li>\n'

    return mark_safe("".join(map(row, tables)))


@register.simple_tag
def wall_seats(hall: Hall, players: Iterable[PlayerRow]) -> SafeString:
    """Return all seats for the wall, by letters."""
    lines = _line_marks()
    words = {True: _("bye"), False: _("rest")}
    alone = {bye: f'<span class="wall-rest">{escape(word)}</span>' for bye, word in words.items()}
    return mark_safe(
        "".join(
            f'<li class="wall-seat" data-at="{escape(row.letter)}"><span class="wall-name">{escape(row.name)}</span> '
            + (
                f'<span class="wall-table">{table_name(row.seat.table)}</span> {lines[row.seat.line]}</li>\n'
                if row.seat.opponents
                else f"{alone[hall.plays_knockout(row.entrant.id)]}</li>\n"
            )
            for row in players
            if row.seat
        )
    )


@register.simple_tag
def wall_tiles(tables: Iterable[TableResult]) -> SafeString:
    """Return a tile for each table."""
    figure, handed_in = figure_writer(), f'<span class="visually-hidden">{escape(pgettext("table", "is in"))}</span>'

    def tile(table: TableResult) -> str:
        felt, said = ("", "") if table.outcome is Outcome.OPEN else (" is-handed-in", handed_in)
        at, name = figure(table.table), escape(table_name(table.table))
        return f'<li class="wall-tile{felt}" data-at="{at}">\n    {name}{said}</li>\n  '

    return mark_safe("".join(map(tile, tables)))


@register.simple_tag
def wall_ranking(hall: Hall, ranked: Sequence[Standing] | None = None) -> SafeString:
    """Return the ranking for the wall, or some of it, with the moves since the previous round."""
    ranked = hall.standings if ranked is None else ranked
    figure, climbed, begins = figure_writer(), hall.latest_moves.climbed, _gironi_begin(ranked)
    return mark_safe(
        "".join(
            _wall_girone(begins.get(row.entrant.id), row.place)
            + _wall_rank(row.place, row.entrant.label, climbed(row.entrant.id), row.vp, row.mp_difference, figure)
            for row in ranked
        )
    )


@register.simple_tag
def wall_teams(teams: Iterable[TeamStanding]) -> SafeString:
    """Return the teams' ranking for the wall."""
    figure = figure_writer()
    return mark_safe("".join(_wall_rank(row.place, row.name, None, row.vp, row.mp_difference, figure) for row in teams))


def _gironi_begin(ranking: Sequence[Standing]) -> dict[int, str]:
    """Return the name of each girone, by the number of its first entrant here; empty before the cut."""
    return {rows[0].entrant.id: name for name, rows in by_girone(ranking) if name}


def _girone_row(name: str | None, of_row: str) -> str:
    if not name:
        return ""
    return f'<tr class="girone-row"{of_row}><th scope="rowgroup" colspan="5">{escape(name)}</th></tr>\n'


def _wall_girone(name: str | None, place: int) -> str:
    return f'<li class="wall-rank wall-girone" data-at="{place}"><strong>{escape(name)}</strong></li>\n' if name else ""


def _wall_rank(
    place: int, name: str, climbed: int | None, vp: int, difference: int, figure: Callable[[int], str]
) -> str:
    return (
        f'<li class="wall-rank" data-at="{place}">{_place(place, figure)} '
        f'<span class="wall-name">{escape(name)}</span> <span class="wall-moved">{moved_mark(climbed, figure)}</span> '
        f'<span class="number vp">{figure(vp)}</span> '
        f'<span class="number">{with_sign(difference, figure)}</span></li>\n'
    )


def _names(entrant: Entrant) -> str:
    """Return the same as `players.names`."""
    return DASH.join([f'<span class="name">{escape(name)}</span>' for name in entrant.names])


def _place(place: int, figure: Callable[[int], str]) -> str:
    medal = f" place-{place}" if place <= MEDALS else ""
    return f'<span class="place{medal}">{figure(place)}</span>'


def _tied(word: str) -> str:
    return f' <span class="tied">{escape(word)}</span>'


def _muted(word: str) -> str:
    return f'<p class="muted">{escape(word)}</p>'


def _line_marks() -> dict[Line, str]:
    return {line: line_badge(line) for line in Line}


def _several(figures: Iterable[int], figure: Callable[[int], str]) -> str:
    return " / ".join(map(figure, figures))


def _linked(side: Side, page: Callable[[int], str]) -> str:
    return DASH.join(_link(entrant, page) for entrant in side.entrants)


def _link(entrant: Entrant, page: Callable[[int], str]) -> str:
    return f'<a href="{page(entrant.id)}">{_names(entrant)}</a>'
