"""Players, teams and pairs from JSON; every fault is named by its path."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from tournaments.models import Pair, Player, Substitute, Team, Tournament
from tournaments.people.names import search_key
from tournaments.slips.codes import new_team_code

from .json_node import Node
from .substitutes_in import ImportedSeats, read_substitutes

KEYS_A_QUERY = 400  # equivalent: speed alone
"""The number of names or cards in one query, because databases limit the values of a query."""


def import_players(node: Node) -> dict[int, Player]:
    """Import the players as members: known ones (same card, or same name and club) or new ones."""
    read = _read_players(node)
    known = _MemberIndex(player for player, _node in read.values())
    players = {number: known.member(player, item) for number, (player, item) in read.items()}
    for number, (player, _node) in read.items():
        _show_no_more(players[number], player)
    bulk_create_with_history([player for player in players.values() if player.pk is None], Player)
    return players


def _read_players(node: Node) -> dict[int, tuple[Player, Node]]:
    """Return each player by the file's own id, not saved yet, with its path."""
    read: dict[int, tuple[Player, Node]] = {}
    for item in node.items():
        given = item.members(
            required=("id", "first_name", "last_name", "club", "card"), optional=("shown", "province", "region")
        )
        number = given["id"].integer(least=1)
        if number in read:
            raise given["id"].fail(_("this id is listed twice"))
        player = Player(
            first_name=given["first_name"].text(longest=80),
            last_name=given["last_name"].text(empty=False, longest=80),
            club=given["club"].text(longest=120),
            card=given["card"].text(longest=30),
            province=given["province"].text(longest=40) if "province" in given else "",
            region=given["region"].text(longest=40) if "region" in given else "",
            shown=given["shown"].choice(Player.Shown.FULL, Player.Shown.SHORT)
            if "shown" in given
            else Player.Shown.FULL,
        )
        player.search_name = search_key(player.full_name)
        read[number] = player, item
    return read


def _show_no_more(member: Player, read: Player) -> None:
    """Show a name short if it was to be shown short on either machine."""
    if read.shown == Player.Shown.SHORT and member.shown == Player.Shown.FULL:
        member.shown = read.shown
        member.save()


class _MemberIndex:
    """The members who may be in the file, looked up by its cards and names, so that a large club costs no more."""

    def __init__(self, players: Iterable[Player]) -> None:
        players = list(players)
        self._claimed: set[int] = set()
        self._by_card = {player.card: player for player in _members_with("card", {player.card for player in players})}
        self._by_name: dict[tuple[str, str], list[Player]] = {}
        for player in _members_with(
            "search_name", {player.search_name for player in players}, clubs={player.club for player in players}
        ):
            # A member found by card and by name is one object: a change here is seen there.
            player = self._by_card.get(player.card, player)
            self._by_name.setdefault((player.search_name, player.club), []).append(player)

    def member(self, player: Player, node: Node) -> Player:
        """Return the member who is this player, or the new player; nobody is two players of a file."""
        member = self._same(player, node) or player
        self._claimed.add(id(member))
        if member.card:
            self._by_card[member.card] = member
        return member

    def _same(self, player: Player, node: Node) -> Player | None:
        if player.card and (other := self._by_card.get(player.card)):
            if other.search_name != player.search_name or id(other) in self._claimed:
                raise node.fail(_("card %(card)s belongs to %(player)s") % {"card": player.card, "player": other})
            return other
        for other in self._by_name.get((player.search_name, player.club), []):
            if id(other) not in self._claimed and not (other.card and player.card):
                if player.card:
                    other.card = player.card
                    other.save()
                return other
        return None


def _members_with(field: str, values: Collection[str], *, clubs: Collection[str] = ()) -> Iterator[Player]:
    """Return the members whose card or search name is one of these; an empty card matches nobody.

    `clubs` limits them to these clubs if they are few, because a large club has many people of one name.
    """
    wanted = sorted(filter(None, values))
    for at in range(0, len(wanted), KEYS_A_QUERY):
        found = Player.objects.filter(**{f"{field}__in": wanted[at : at + KEYS_A_QUERY]})
        if 0 < len(clubs) <= KEYS_A_QUERY:
            found = found.filter(club__in=sorted(clubs))
        # The index of cards only holds members with a card, and serves only queries that say so.
        yield from (found.exclude(card="") if field == "card" else found).order_by("last_name", "first_name", "pk")


def import_teams(node: Node, tournament: Tournament) -> dict[int, Team]:
    """Import the teams of a team event; other tournaments have none."""
    if not tournament.has_teams:
        raise node.fail(_("only a team event has teams"))
    teams: dict[int, Team] = {}
    for item in node.items():
        given = item.members(required=("number", "name"))
        number, name = given["number"].integer(least=1), given["name"].text(empty=False, longest=120)
        if number in teams:
            raise given["number"].fail(_("team %(team)s is listed twice") % {"team": number})
        if any(team.name == name for team in teams.values()):
            raise given["name"].fail(_("another team has this name"))
        code = new_team_code() if tournament.plays_matches else ""
        teams[number] = Team(tournament=tournament, number=number, name=name, code=code)
    bulk_create_with_history(list(teams.values()), Team)
    return teams


def import_pairs(
    node: Node,
    tournament: Tournament,
    players: Mapping[int, Player],
    teams: Mapping[int, Team],
    gironi: Mapping[int, int],
) -> dict[int, Pair]:
    """Import the pairs, or the players of an individual tournament, by number, each into its girone."""
    pairs: dict[int, Pair] = {}
    read: list[tuple[Mapping[str, Node], Pair]] = []
    seats = ImportedSeats(players)
    for item in node.items():
        given = item.members(
            required=("number", "players", "status"),
            optional=("team", "substitutes", "substitutions", "table", "late"),
        )
        number = given["number"].integer(least=1)
        if number in pairs:
            raise given["number"].fail(_("pair %(pair)s is listed twice") % {"pair": number})
        entered = _players(given["players"], tournament, seats, number)
        late_after, late_reason = _late(given.get("late"))
        pairs[number] = Pair(
            tournament=tournament,
            number=number,
            player1=entered[0],
            player2=entered[1] if len(entered) > 1 else None,
            team=_team(given["team"], teams) if "team" in given else None,
            fixed_table=given["table"].integer(least=1, most=10_000) if "table" in given else None,
            girone=gironi.get(number),
            late_after=late_after,
            late_reason=late_reason,
            status=given["status"].choice(*Pair.Status.values),
        )
        read.append((given, pairs[number]))
    # Substitutes come once all entrants are known: nobody entered takes another's place.
    substitutes = [substitute for given, pair in read for substitute in read_substitutes(given, pair, seats)]
    bulk_create_with_history(list(pairs.values()), Pair)
    bulk_create_with_history(substitutes, Substitute)
    return pairs


def _players(node: Node, tournament: Tournament, seats: ImportedSeats, pair: int) -> list[Player]:
    ids = list(node.items())
    if tournament.kind == Tournament.Kind.INDIVIDUAL:
        if len(ids) != 1:
            raise node.expected(_("one player, as in every individual tournament"))
    elif len(ids) != 2:
        raise node.expected(_("two players"))
    return [seats.take(key, pair) for key in ids]


def _late(node: Node | None) -> tuple[int | None, str]:
    """Return the round after which a late entrant was admitted, and the reason."""
    if node is None:
        return None, ""
    given = node.members(required=("after", "reason"))
    return given["after"].integer(least=1, most=100), given["reason"].text(empty=False, longest=120)


def _team(node: Node, teams: Mapping[int, Team]) -> Team:
    number = node.integer()
    if number not in teams:
        raise node.fail(_("no team has the number %(team)s") % {"team": number})
    return teams[number]
