"""The members meant by typed names, found before anything is written, by the rule of `player_find_or_create`.

A name that fits several members, or only the last name of some, is a question to the referee.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS
from django.db.models import ManyToOneRel, Model, Q, QuerySet

from tournaments.models import Club, MemberWord, Pair, Player, Single
from tournaments.people.names import parse_name, search_key, search_words, with_marks

SEATS = ("player1", "player2", "substitutes__player")
"""The fields in which a pair refers to players."""
KEYS_A_QUERY = 500  # equivalent: speed alone
"""The number of keys that a query contains, because databases limit its values."""
READ_ALL_FROM = 20  # equivalent: speed alone
"""The number of names without a first name from which reading all members is cheaper."""
SPELLINGS_A_QUERY = 900  # equivalent: speed alone
"""The most spellings that a query contains, because databases limit its values; of more, all members are read."""

COLUMNS: Final = tuple(field.attname for field in Player._meta.concrete_fields)
KEY, LAST_NAME, CLUB, FORGOTTEN, SEARCH_NAME = map(
    COLUMNS.index, ("id", "last_name", "club", "forgotten", "search_name")
)
"""The places of these columns in a row."""

_Row = tuple[Any, ...]


class NameQuestion(StrEnum):
    """A question that a typed name leaves open."""

    NAMESAKES = "namesakes"
    """Several members have exactly this name."""
    LAST_NAME_ONLY = "last_name_only"
    """A last name only, which members with a first name have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMember:
    """The person meant by a typed name: a member, somebody new (no member, no question), or one of several."""

    typed: str
    """The name as services take it: a comma marks the end of the last name."""
    member: Player | None = None
    question: NameQuestion | None = None
    choices: tuple[Player, ...] = ()

    @property
    def name(self) -> str:
        return self.member.full_name if self.member else parse_name(self.typed).full


class Members:
    """The members that typed names may mean, or all members if none are given; read with one query.

    Of thousands that are read, a name means few: only these become models. Members of whose last name one has typed
    nothing else are among them where there is no first name, or where few names are given.
    """

    def __init__(self, names: Collection[str] | None = None) -> None:
        self._by_name: dict[str, list[_Row]] = {}
        self._forgotten: dict[int, _Row] = {}
        """The forgotten members, whom no name means, but who are in earlier pairs."""
        self.clubs: set[str] = set()
        """The members' clubs."""
        for row in _players_of(names).values_list(*COLUMNS):
            if row[FORGOTTEN]:
                self._forgotten[row[KEY]] = row
                continue
            if row[CLUB]:
                self.clubs.add(row[CLUB])
            self._by_name.setdefault(row[SEARCH_NAME], []).append(row)

    @cached_property
    def _by_last_name(self) -> dict[str, list[_Row]]:
        found: dict[str, list[_Row]] = {}
        for rows in self._by_name.values():
            for row in rows:
                found.setdefault(search_key(row[LAST_NAME]), []).append(row)
        return found

    def who_is(self, text: str, *, seated: Mapping[int, Pair], club: str = "") -> ListedMember:
        """Return the person with this name who does not play yet, or else one who does.

        Of several, it is the only one of that club, if the club is known.
        """
        name = parse_name(text)
        namesakes = self._called(text)
        free = narrowed_by_club([player for player in namesakes if player.pk not in seated], club)
        if len(free) > 1:
            return ListedMember(typed=text, question=NameQuestion.NAMESAKES, choices=tuple(free))
        if namesakes:
            return ListedMember(typed=text, member=(free or namesakes)[0])
        if not name.first and (others := self._with_last_name(name.last)):
            return ListedMember(typed=text, question=NameQuestion.LAST_NAME_ONLY, choices=tuple(others))
        return ListedMember(typed=text)

    def chosen(self, text: str, key: int) -> Player | None:
        """Return the member with this key, if the text can mean that member."""
        meant = [*self._called(text), *self._with_last_name(text)]
        if (forgotten := self._forgotten.get(key)) is not None and forgotten[SEARCH_NAME] == search_key(text):
            meant.append(_member(forgotten))
        return next((player for player in meant if player.pk == key), None)

    def keys_of(self, names: Iterable[str]) -> set[int]:
        """Return the keys of the members with these names."""
        return {row[KEY] for text in names for row in self._rows_called(text)}

    def _called(self, text: str) -> list[Player]:
        return [_member(row) for row in self._rows_called(text)]

    def _rows_called(self, text: str) -> list[_Row]:
        return [row for key in _spellings(text) for row in self._by_name.get(key, [])]

    def _with_last_name(self, text: str) -> list[Player]:
        return [_member(row) for row in sorted(self._by_last_name.get(search_key(text), []))]


def clubs_known(members: Members) -> set[str]:
    """Return the clubs that a list may name: the members', and our own. One query."""
    return members.clubs | set(Club.objects.exclude(name="").values_list("name", flat=True))


def narrowed_by_club(namesakes: list[Player], club: str) -> list[Player]:
    """Return the only namesake of this club, or else all."""
    of_club = [player for player in namesakes if club and search_key(player.club) == search_key(club)]
    return of_club if len(of_club) == 1 else namesakes


def members_found(*, q: str = "", state: str = "", category: str = "") -> QuerySet[Player]:
    """Return the members found by the beginnings of words in name, club or card; empty arguments match all.

    Forgotten members are left out, because no list shows them.
    """
    exactly = {name: sentence for name, sentence in {"state": state, "category": category}.items() if sentence}
    members = Player.objects.filter(forgotten=False, **exactly).order_by("search_name", "pk")
    for word in sorted(search_words(q)):
        members = members.filter(pk__in=_with_word(word))
    return members


def _with_word(beginning: str) -> QuerySet[MemberWord, int]:
    """Return the keys of members with a word that begins like this: an index range, as UTF-8 has no byte FF."""
    start = beginning.encode()
    return MemberWord.objects.filter(word__gte=start, word__lt=start + b"\xff").values_list("player", flat=True)


def categories_of_members() -> list[str]:
    """Return the members' categories, from A to Z."""
    categories = Player.objects.filter(forgotten=False).exclude(category="").order_by("category")
    return list(categories.values_list("category", flat=True).distinct())


def tournaments_entered(players: Collection[int]) -> set[int]:
    """Return the keys of the tournaments in which any of these plays, substitutes or waits for a partner."""
    keys, tournaments = sorted(players), set[int]()
    for start in range(0, len(keys), KEYS_A_QUERY):
        some = keys[start : start + KEYS_A_QUERY]
        seats = (Q((f"{seat}__in", some)) for seat in SEATS)
        tournaments |= set(Pair.objects.filter(Q(*seats, _connector=Q.OR)).values_list("tournament", flat=True))
        tournaments |= set(Single.objects.filter(player__in=some).values_list("tournament", flat=True))
    return tournaments


def relations_to_players() -> list[tuple[type[Model], str]]:
    """Return the references to players: each model with its column, without histories and members' words."""
    relations = (field for field in Player._meta.get_fields(include_hidden=True) if isinstance(field, ManyToOneRel))
    return [
        (relation.related_model, relation.field.attname)
        for relation in relations
        if relation.related_model is not MemberWord and not hasattr(relation.related_model, "instance_type")
    ]


def seats_of(players: Collection[Player], slug: str) -> dict[int, int]:
    """Return the number under which each of these players plays in the tournament. One query."""
    wanted = {player.pk for player in players}
    theirs = Q(*((f"{seat}__in", wanted) for seat in SEATS), _connector=Q.OR)
    rows = Pair.objects.filter(theirs, tournament__slug=slug).values_list("number", *SEATS)
    return {player: number for number, *seated in rows for player in seated if player in wanted}


def described(player: Player) -> str:
    """Return the member with club and card, which distinguish namesakes: `Rossi Anna (ASD Aurora, 0123)`."""
    return with_marks(player.full_name, player.club, player.card)


def _spellings(text: str) -> Iterable[str]:
    """Return the keys under which the name can be stored: last name first, or first name first."""
    name = parse_name(text)
    return dict.fromkeys([search_key(name.full), search_key(f"{name.first} {name.last}")])


def _member(row: _Row) -> Player:
    player: Player = Player.from_db(DEFAULT_DB_ALIAS, COLUMNS, row)
    return player


def _players_of(names: Collection[str] | None) -> QuerySet[Player]:
    members = Player.objects.order_by("pk")
    if names is None:
        return members
    spellings = {key for text in names for key in _spellings(text)}
    is_few = len(names) < READ_ALL_FROM
    last_names = {search_key(text) for text in names if is_few or not parse_name(text).first} - {""}
    if len(spellings) > SPELLINGS_A_QUERY or len(last_names) >= READ_ALL_FROM:  # equivalent: speed alone
        return members
    beginnings = (Q(search_name__startswith=f"{key} ") for key in sorted(last_names))
    return members.filter(Q(Q(search_name__in=sorted(spellings)), *beginnings, _connector=Q.OR))
