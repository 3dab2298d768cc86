"""Players, teams and pairs from JSON; everything that is wrong is named by its path."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from tournaments.models import Pair, Player, Team, Tournament
from tournaments.people.names import search_key

from .reading import Node

KEYS_A_QUERY = 400
"""So many names or cards are asked for at once: databases bound the values of a query."""


def import_players(node: Node) -> dict[int, Player]:
    """Every player of the file as a member: one the club knows (same card, or same name and club) or a new one."""
    read = _read_players(node)
    known = _Known(player for player, _node in read.values())
    players = {number: known.member(player, item) for number, (player, item) in read.items()}
    bulk_create_with_history([player for player in players.values() if player.pk is None], Player)
    return players


def _read_players(node: Node) -> dict[int, tuple[Player, Node]]:
    """Each player by the file's own id, not saved yet, with where it stands."""
    read: dict[int, tuple[Player, Node]] = {}
    for item in node.items():
        given = item.members(required=("id", "first_name", "last_name", "club", "card"))
        number = given["id"].integer(least=1)
        if number in read:
            raise given["id"].fail(_("this id stands twice"))
        player = Player(
            first_name=given["first_name"].text(longest=80),
            last_name=given["last_name"].text(empty=False, longest=80),
            club=given["club"].text(longest=120),
            card=given["card"].text(longest=30),
        )
        player.search_name = search_key(player.full_name)
        read[number] = player, item
    return read


class _Known:
    """The members who may be those of a file: looked up by its cards and names, so that a large club costs no more."""

    def __init__(self, players: Iterable[Player]) -> None:
        players = list(players)
        self._claimed: set[int] = set()
        self._by_card = {player.card: player for player in _members_with("card", {each.card for each in players})}
        self._by_name: dict[tuple[str, str], list[Player]] = {}
        for player in _members_with(
            "search_name", {each.search_name for each in players}, clubs={each.club for each in players}
        ):
            # One found by its card and by its name is one person: what is changed here is seen there.
            player = self._by_card.get(player.card, player)
            self._by_name.setdefault((player.search_name, player.club), []).append(player)

    def member(self, player: Player, node: Node) -> Player:
        """The member that this player is, or the player, who is new; nobody is two players of a file."""
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
    """The members whose card or search name is one of these; an empty card is nobody's.

    `clubs`: theirs alone, where these are few, for a large club has many people of one name.
    """
    wanted = sorted(filter(None, values))
    for at in range(0, len(wanted), KEYS_A_QUERY):
        found = Player.objects.filter(**{f"{field}__in": wanted[at : at + KEYS_A_QUERY]})
        if 0 < len(clubs) <= KEYS_A_QUERY:
            found = found.filter(club__in=sorted(clubs))
        # The index of the cards holds those alone who have one, and serves only who says so.
        yield from (found.exclude(card="") if field == "card" else found).order_by("last_name", "first_name", "pk")


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
