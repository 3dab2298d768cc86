"""Who may play the final of a season, in the order of their numbers there, and with whom."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournaments.models import Pair, Player
from tournaments.seasons.rule import RankedAs
from tournaments.seasons.tournament_points import Ranked

from .final_standings import name_of_team
from .seasons import JOINED, SeasonView


@dataclass(frozen=True, slots=True, kw_only=True)
class Finalist:
    """Somebody who qualified in a part of the season."""

    who: Ranked
    name: str
    part: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalField:
    """Those who enter the final: pairs with the name of their team, and players who look for a partner."""

    lines: Sequence[Sequence[Player]] = ()
    teams: Sequence[str] = ()
    singles: Sequence[Player] = ()


def is_decided(season_view: SeasonView) -> bool:
    """Return whether every part of the season is over, so that its final can be made."""
    return bool(season_view.parts) and all(part.is_over for part in season_view.parts)


def finalists_of(season_view: SeasonView) -> list[Finalist]:
    """Return the first of each part, then the second of each, and so on, without members who are gone."""
    found: list[Finalist] = []
    of_parts = [[(part.number, row) for row in part.qualified] for part in season_view.parts]
    for rank in zip_longest(*of_parts):
        for part, row in filter(None, rank):
            if (person := season_view.people.get(row.who)) is not None:
                place = row.place or 0  # equivalent `row.place`: whoever qualified has a place
                found.append(Finalist(who=row.who, name=person.name, part=part, place=place))
    return found


def final_field(season_view: SeasonView, chosen: Sequence[Ranked], *, alone: bool) -> FinalField:
    """Return the entrants of the final, in the order chosen. At most two queries.

    A team comes with its pairs of the last tournament that it played. Two players who played that as a pair come as
    one, and the others look for a partner, unless each plays `alone`.
    """
    if season_view.rule.ranked is RankedAs.TEAMS:
        return _teams(season_view, chosen)
    keys = [[int(key) for key in who.split(JOINED)] for who in chosen]
    players = Player.objects.in_bulk({key for pair in keys for key in pair})
    if season_view.rule.ranked is RankedAs.PAIRS or alone:
        lines = [[players[key] for key in pair] for pair in keys]
        return FinalField(lines=lines, teams=[""] * len(lines))
    order = [key for pair in keys for key in pair]
    partners = _partners(season_view, order)
    together = dict.fromkeys(tuple(sorted((key, partners[key]), key=order.index)) for key in order if key in partners)
    lines = [[players[key] for key in pair] for pair in together]
    singles = [players[key] for key in order if key not in partners]
    return FinalField(lines=lines, teams=[""] * len(lines), singles=singles)


def _pairs_played(season_view: SeasonView) -> list[Pair]:
    """Return the pairs of the season's tournaments, the latest first."""
    tournaments = [entry.tournament_id for entry in season_view.final]
    pairs = Pair.objects.filter(tournament__in=tournaments).exclude(status=Pair.Status.WITHDRAWN)
    newest = pairs.select_related("player1", "player2", "team").order_by("number")
    return sorted(newest, key=lambda pair: -tournaments.index(pair.tournament_id))


def _partners(season_view: SeasonView, players: Collection[int]) -> dict[int, int]:
    """Return the partner of each player whose last pair of the season is in the final as a whole."""
    last: dict[int, Pair] = {}
    for pair in _pairs_played(season_view):
        for key in pair.entered_keys:
            last.setdefault(key, pair)
    found: dict[int, int] = {}
    for key in players:
        mine = last.get(key)
        if mine is None or mine.player2_id is None:  # equivalent `mine is None`: a partner that is None is not in
            continue
        other = mine.player1_id if mine.player2_id == key else mine.player2_id
        if other in players and last.get(other) == mine:
            found[key] = other
    return found


def _teams(season_view: SeasonView, chosen: Sequence[Ranked]) -> FinalField:
    by_team: dict[Ranked, list[Pair]] = {who: [] for who in chosen}
    for pair in _pairs_played(season_view):
        who = Ranked(name_of_team(pair.team.name)) if pair.team else None
        if who in by_team and all(other.tournament_id == pair.tournament_id for other in by_team[who]):
            by_team[who].append(pair)
    pairs = [pair for who in chosen for pair in by_team[who]]
    names = [season_view.team_names[who] for who in chosen for _pair in by_team[who]]
    return FinalField(lines=[pair.players for pair in pairs], teams=names)
