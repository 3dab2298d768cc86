"""Players, teams and pairs from JSON; everything that is wrong is named by its path."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from tournaments.models import Pair, Player, Team, Tournament
from tournaments.people.names import search_key

from .reading import Node


def import_players(node: Node) -> dict[int, Player]:
    """Every player of the file as a member: one the club knows (same card, or same name and club) or a new one."""
    players: dict[int, Player] = {}
    claimed: set[int | None] = set()
    known = _known_players()
    for item in node.items():
        given = item.members(required=("id", "first_name", "last_name", "club", "card"))
        number = given["id"].integer(least=1)
        if number in players:
            raise given["id"].fail(_("this id stands twice"))
        player = Player(
            first_name=given["first_name"].text(longest=80),
            last_name=given["last_name"].text(empty=False, longest=80),
            club=given["club"].text(longest=120),
            card=given["card"].text(longest=30),
        )
        players[number] = _same_player(player, known, claimed, item) or player
        claimed.add(players[number].pk)
    for player in players.values():
        player.search_name = search_key(player.full_name)
    bulk_create_with_history([player for player in players.values() if player.pk is None], Player)
    return players


def _known_players() -> dict[tuple[str, str], list[Player]]:
    known: dict[tuple[str, str], list[Player]] = {}
    for player in Player.objects.all():
        known.setdefault(("card", player.card), []).append(player)
        known.setdefault((player.search_name, player.club), []).append(player)
    return known


def _same_player(
    player: Player, known: Mapping[tuple[str, str], list[Player]], claimed: Collection[int | None], node: Node
) -> Player | None:
    if player.card:
        for other in known.get(("card", player.card), []):
            if other.search_name != search_key(player.full_name) or other.pk in claimed:
                raise node.fail(_("card %(card)s belongs to %(player)s") % {"card": player.card, "player": other})
            return other
    for other in known.get((search_key(player.full_name), player.club), []):
        if other.pk not in claimed and not (other.card and player.card):
            if player.card:
                other.card = player.card
                other.save()
            return other
    return None


def import_teams(node: Node, tournament: Tournament) -> dict[int, Team]:
    """The teams of a team event; no other has any."""
    if tournament.kind != Tournament.Kind.TEAMS:
        raise node.fail(_("only a team event has teams"))
    teams: dict[int, Team] = {}
    for item in node.items():
        given = item.members(required=("number", "name"))
        number, name = given["number"].integer(least=1), given["name"].text(empty=False, longest=120)
        if number in teams:
            raise given["number"].fail(_("team %(team)s stands twice") % {"team": number})
        if any(team.name == name for team in teams.values()):
            raise given["name"].fail(_("another team has this name"))
        teams[number] = Team(tournament=tournament, number=number, name=name)
    bulk_create_with_history(list(teams.values()), Team)
    return teams


def import_pairs(
    node: Node, tournament: Tournament, players: Mapping[int, Player], teams: Mapping[int, Team]
) -> dict[int, Pair]:
    """The pairs, or in an individual tournament the players, by number."""
    pairs: dict[int, Pair] = {}
    seats = _Seats(players)
    for item in node.items():
        given = item.members(
            required=("number", "players", "status"), optional=("team", "substitutes", "table", "late")
        )
        number = given["number"].integer(least=1)
        if number in pairs:
            raise given["number"].fail(_("pair %(pair)s stands twice") % {"pair": number})
        entered = _players(given["players"], tournament, seats, number)
        substitutes = _substitutes(given.get("substitutes"), len(entered), seats, number)
        late_after, late_reason = _late(given.get("late"))
        pairs[number] = Pair(
            tournament=tournament,
            number=number,
            player1=entered[0],
            player2=entered[1] if len(entered) > 1 else None,
            substitute1=substitutes[0],
            substitute2=substitutes[1] if len(substitutes) > 1 else None,
            team=_team(given["team"], teams) if "team" in given else None,
            fixed_table=given["table"].integer(least=1, most=10_000) if "table" in given else None,
            late_after=late_after,
            late_reason=late_reason,
            status=given["status"].choice(*Pair.Status.values),
        )
    bulk_create_with_history(list(pairs.values()), Pair)
    return pairs


class _Seats:
    """Who has been given a seat so far: nobody has two in one tournament."""

    def __init__(self, players: Mapping[int, Player]) -> None:
        self.players = players
        self.taken: dict[int, int] = {}

    def take(self, node: Node, pair: int) -> Player:
        player = node.integer()
        if player not in self.players:
            raise node.fail(_("no player has the id %(id)s") % {"id": player})
        if player in self.taken:
            raise node.fail(
                _("%(player)s plays already in pair %(number)s")
                % {"player": self.players[player], "number": self.taken[player]}
            )
        self.taken[player] = pair
        return self.players[player]


def _players(node: Node, tournament: Tournament, seats: _Seats, pair: int) -> list[Player]:
    ids = list(node.items())
    if tournament.kind == Tournament.Kind.INDIVIDUAL:
        if len(ids) != 1:
            raise node.expected(_("one player, as in every individual tournament"))
    elif len(ids) != 2:
        raise node.expected(_("two players"))
    return [seats.take(each, pair) for each in ids]


def _substitutes(node: Node | None, seated: int, seats: _Seats, pair: int) -> list[Player | None]:
    """Who took over each seat, in the order of the players; null for a seat that nobody took over."""
    if node is None:
        return [None] * seated
    items = list(node.items())
    if len(items) != seated:
        raise node.expected(_("one entry for each player, null where nobody took over"))
    return [None if each.value is None else seats.take(each, pair) for each in items]


def _late(node: Node | None) -> tuple[int | None, str]:
    """After which round it was admitted although it came too late, and why."""
    if node is None:
        return None, ""
    given = node.members(required=("after", "reason"))
    return given["after"].integer(least=1, most=100), given["reason"].text(empty=False, longest=120)


def _team(node: Node, teams: Mapping[int, Team]) -> Team:
    number = node.integer()
    if number not in teams:
        raise node.fail(_("no team has the number %(team)s") % {"team": number})
    return teams[number]
