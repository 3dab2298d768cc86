"""The ranking for files, with every column that they may need: cards, clubs, all rounds."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.files import Cell, Column, Constant, FileTable, Layout, RankedEntrant, Rows, same_everywhere, table_of
from tournaments.models import FileLayout, Player, Round, Tournament
from tournaments.records import Standing, System
from tournaments.records.gironi import girone_letter
from tournaments.wording.files import COLUMN_NAMES

from .file_layouts import columns_of_layout
from .ranking import ranking_of
from .results import results_of
from .standings import standings_of, team_standings_of

USUAL = (
    *(Column.GIRONE, Column.PLACE, Column.NUMBER, Column.NAMES, Column.CLUB, Column.KNOCKOUT),
    *(Column.VP, Column.MP_DIFFERENCE, Column.MP),
    *(Column.ROUND_VP, Column.ROUND_DIFFERENCE, Column.ROUND_OPPONENTS),
)
"""The columns of a file without a layout."""


def usual_layout(tournament: Tournament, *, after_round: int | None = None) -> Layout:
    """Return the usual layout: headings in the reader's language; with a knockout, each entrant's stage. One query."""
    rounds = tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number")
    last = rounds.filter(number__lte=after_round).last() if after_round is not None else rounds.last()
    played_out = last is not None and last.system == System.KNOCKOUT
    cut = tournament.cut
    in_gironi = cut is not None and (after_round is None or after_round > cut.after_round)
    left_out = ({Column.KNOCKOUT} if not played_out else set()) | ({Column.GIRONE} if not in_gironi else set())
    columns = (column for column in USUAL if column not in left_out)
    return Layout(Rows.ENTRANTS, tuple((column, str(COLUMN_NAMES[column])) for column in columns))


def layout_from(stored: FileLayout) -> Layout:
    """Return a stored layout; empty headings are replaced in the reader's language."""
    columns = columns_of_layout(stored)
    contents = (content if isinstance(content, Constant) else Column(content) for content, _heading in columns)
    return Layout(Rows(stored.rows), tuple(zip(contents, (heading for _content, heading in columns), strict=True)))


def ranking_table(tournament: Tournament, layout: Layout, *, after_round: int | None = None) -> FileTable:
    """Return the ranking, present or as of a round, in that layout. Five queries."""
    ranking = ranking_of(tournament, results_of(tournament, after_round=after_round), after_round)
    standings, stages = ranking.standings, ranking.stages()
    players, played = _players_of(tournament), {score.round for row in standings for score in row.rounds}
    return table_of(
        layout,
        [_ranked(row, players[row.entrant.id], stages.get(row.entrant.id, "")) for row in standings],
        title=tournament.name,
        rounds=sorted(played),  # equivalent `list(played)`: no round is left out, and such a set is in order
        same=same_everywhere(name=tournament.name, on=tournament.date, venue=tournament.venue),
    )


def teams_table(tournament: Tournament, *, after_round: int | None) -> FileTable:
    """Return the teams' ranking, present or as of a round: a row for each team, with its pairs. Five queries."""
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
class _FileRow:
    team: str
    players: tuple[Mapping[Column, Cell], ...]


def _players_of(tournament: Tournament) -> dict[int, _FileRow]:
    """Return the team and the players of each entrant, by number. One query."""
    pairs = tournament.pairs.select_related("player1", "player2", "team")
    return {
        pair.number: _FileRow(
            team=pair.team.name if pair.team else "", players=tuple(_player(player) for player in pair.players)
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
        Column.PROVINCE: player.province,
        Column.REGION: player.region,
    }


def _ranked(row: Standing, seated: _FileRow, stage: str) -> RankedEntrant:
    vp = row.vp_by_round
    return RankedEntrant(
        cells={
            Column.PLACE: row.place,
            Column.GIRONE: "" if row.girone is None else girone_letter(row.girone),
            Column.NUMBER: row.entrant.id,
            Column.NAMES: row.entrant.label,
            Column.TEAM: seated.team,
            Column.VP: row.vp,
            Column.MP: row.mp,
            Column.MP_DIFFERENCE: row.mp_difference,
            Column.WINS: row.wins,
            Column.KNOCKOUT: stage if row.by_knockout else "",
        },
        players=seated.players,
        rounds={
            score.round: {
                Column.ROUND_VP: vp.get(score.round),
                Column.ROUND_MP: score.mp,
                Column.ROUND_DIFFERENCE: score.difference,
                Column.ROUND_OPPONENTS: ", ".join(str(opponent) for opponent in score.opponents),
            }
            for score in row.rounds
            if not score.is_open
        },
    )
