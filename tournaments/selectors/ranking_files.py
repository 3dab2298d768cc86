"""The ranking with everything that a file may want of it: cards, clubs, every round."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.files import Cell, Column, FileTable, Layout, RankedEntrant, Rows, same_everywhere, table_of
from tournaments.models import FileLayout, Player, Tournament
from tournaments.records import Outcome, Standing
from tournaments.wording.files import COLUMN_NAMES

from .standings import standings_of, team_standings_of

USUAL = (
    *(Column.PLACE, Column.NUMBER, Column.NAMES, Column.CLUB, Column.VP, Column.MP_DIFFERENCE, Column.MP),
    *(Column.ROUND_VP, Column.ROUND_DIFFERENCE, Column.ROUND_OPPONENTS),
)
"""The columns of the file that needs no layout."""


def usual_layout() -> Layout:
    """A row for each entrant, headings in the reader's language."""
    return Layout(Rows.ENTRANTS, tuple((column, str(COLUMN_NAMES[column])) for column in USUAL))


def layout_from(stored: FileLayout) -> Layout:
    """As it is saved; what has no heading of its own is called as the reader's language calls it."""
    columns = ((Column(key), heading) for key, heading in stored.columns)
    return Layout(Rows(stored.rows), tuple((key, heading or str(COLUMN_NAMES[key])) for key, heading in columns))


def ranking_table(tournament: Tournament, layout: Layout, *, after_round: int | None = None) -> FileTable:
    """The ranking, now or as of a round, in that layout. Five queries."""
    standings = standings_of(tournament, after_round=after_round)
    players = _players_of(tournament)
    return table_of(
        layout,
        [_ranked(row, players[row.entrant.id]) for row in standings],
        title=tournament.name,
        rounds=sorted({score.round for row in standings for score in row.rounds}),
        same=same_everywhere(name=tournament.name, on=tournament.date, venue=tournament.venue),
    )


def teams_table(tournament: Tournament, *, after_round: int | None = None) -> FileTable:
    """The ranking of the teams, now or as of a round: a row for each, with its pairs. Five queries."""
    columns = (Column.PLACE, Column.NUMBER, Column.TEAM, Column.VP, Column.MP_DIFFERENCE, Column.MP, Column.NAMES)
    teams = team_standings_of(tournament, standings_of(tournament, after_round=after_round))
    return FileTable(
        title=tournament.name,
        headings=[str(COLUMN_NAMES[column]) for column in columns],
        rows=[
            (row.place, row.number, row.name, row.vp, row.mp_difference, row.mp)
            + ("; ".join(pair.entrant.label for pair in row.pairs),)
            for row in teams
        ],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seated:
    team: str
    players: tuple[Mapping[Column, Cell], ...]


def _players_of(tournament: Tournament) -> dict[int, _Seated]:
    """By the number of each entrant: its team, and who was entered. One query."""
    pairs = tournament.pairs.select_related("player1", "player2", "team")
    return {
        pair.number: _Seated(
            team=pair.team.name if pair.team else "", players=tuple(_player(each) for each in pair.players)
        )
        for pair in pairs
    }


def _player(player: Player) -> dict[Column, Cell]:
    return {
        Column.LAST_NAME: player.last_name,
        Column.FIRST_NAME: player.first_name,
        Column.CARD: player.card,
        Column.CLUB: player.club,
        Column.CATEGORY: player.category,
    }


def _ranked(row: Standing, seated: _Seated) -> RankedEntrant:
    vp = row.vp_by_round
    return RankedEntrant(
        cells={
            Column.PLACE: row.place,
            Column.NUMBER: row.entrant.id,
            Column.NAMES: row.entrant.label,
            Column.TEAM: seated.team,
            Column.VP: row.vp,
            Column.MP: row.mp,
            Column.MP_DIFFERENCE: row.mp_difference,
            Column.WINS: row.wins,
        },
        players=seated.players,
        rounds={
            score.round: {
                Column.ROUND_VP: vp.get(score.round),
                Column.ROUND_MP: score.mp,
                Column.ROUND_DIFFERENCE: score.difference,
                Column.ROUND_OPPONENTS: ", ".join(str(each) for each in score.opponents),
            }
            for score in row.rounds
            if score.outcome is not Outcome.OPEN
        },
    )
