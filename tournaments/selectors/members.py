"""Who a typed name may be, asked before anything is written: the rule of `player_find_or_create`, made visible.

A name that fits several members, or only the last name of some, is a question to the referee and not a guess.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import ForeignKey, ForeignObjectRel, Model, Q, QuerySet

from tournaments.models import MemberWord, Pair, Player, Single
from tournaments.people.names import parse_name, search_key, search_words, with_marks

KEYS_A_QUERY = 500
"""So many members are asked for at once: databases bound the values of a query."""
READ_ALL_FROM = 20
"""From so many names on, reading every member is cheaper than asking for each."""


class Question(StrEnum):
    """What a typed name leaves open."""

    NAMESAKES = "namesakes"
    """Several members have exactly this name."""
    LAST_NAME_ONLY = "last_name_only"
    """A last name alone, which members with a first name have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who a typed name is: a member, somebody new (no member, no question), or one of several."""

    typed: str
    """As the services take it: a comma says where the last name ends."""
    member: Player | None = None
    question: Question | None = None
    choices: tuple[Player, ...] = ()

    @property
    def name(self) -> str:
        return self.member.full_name if self.member else parse_name(self.typed).full


class Members:
    """The members that some typed names may mean, or any name where none is given; read in one query."""

    def __init__(self, names: Collection[str] | None = None) -> None:
        self._by_name: dict[str, list[Player]] = {}
        self._by_last_name: dict[str, list[Player]] = {}
        self.clubs: set[str] = set()
        """Theirs."""
        for player in _players_of(names):
            if player.club:
                self.clubs.add(player.club)
            self._by_name.setdefault(player.search_name, []).append(player)
            self._by_last_name.setdefault(search_key(player.last_name), []).append(player)

    def who_is(self, text: str, *, seated: Mapping[int, Pair], club: str = "") -> Person:
        """The person of that name who does not play yet; where all play already, one who does.

        Of several it is the only one of that club, if the club is known.
        """
        name = parse_name(text)
        namesakes = self._called(text)
        free = narrowed_by_club([player for player in namesakes if player.pk not in seated], club)
        if len(free) > 1:
            return Person(typed=text, question=Question.NAMESAKES, choices=tuple(free))
        if namesakes:
            return Person(typed=text, member=(free or namesakes)[0])
        if not name.first and (others := self._by_last_name.get(search_key(name.last))):
            return Person(typed=text, question=Question.LAST_NAME_ONLY, choices=tuple(others))
        return Person(typed=text)

    def chosen(self, text: str, key: int) -> Player | None:
        """The member of that key, if the text can mean that member."""
        meant = [*self._called(text), *self._by_last_name.get(search_key(text), [])]
        return next((player for player in meant if player.pk == key), None)

    def _called(self, text: str) -> list[Player]:
        return [player for key in _spellings(text) for player in self._by_name.get(key, [])]


def narrowed_by_club(namesakes: list[Player], club: str) -> list[Player]:
    """The only one of a club, where there is one; else all of them."""
    of_club = [player for player in namesakes if club and search_key(player.club) == search_key(club)]
    return of_club if len(of_club) == 1 else namesakes


def members_found(*, q: str = "", state: str = "", category: str = "") -> QuerySet[Player]:
    """The members with a word of name, club or card for each word of `q`, beginning so; what is empty asks nothing."""
    exactly = {name: said for name, said in {"state": state, "category": category}.items() if said}
    found = Player.objects.filter(**exactly).order_by("search_name", "pk")
    for word in sorted(search_words(q)):
        found = found.filter(pk__in=_with_word(word))
    return found


def _with_word(beginning: str) -> QuerySet[MemberWord, int]:
    """The keys of the members who have a word that begins so: a range of the index, for no UTF-8 holds FF."""
    start = beginning.encode()
    return MemberWord.objects.filter(word__gte=start, word__lt=start + b"\xff").values_list("player", flat=True)


def categories_of_members() -> list[str]:
    """Every category that somebody has, from A to Z."""
    categories = Player.objects.exclude(category="").order_by("category")
    return list(categories.values_list("category", flat=True).distinct())


def tournaments_entered(players: Collection[int]) -> set[int]:
    """The keys of the tournaments in which any of these plays, stands in for somebody or waits for a partner."""
    keys, found = sorted(players), set[int]()
    for start in range(0, len(keys), KEYS_A_QUERY):
        some = keys[start : start + KEYS_A_QUERY]
        seats = (Q((f"{seat}__in", some)) for seat in ("player1", "player2", "substitute1", "substitute2"))
        found |= set(Pair.objects.filter(Q(*seats, _connector=Q.OR)).values_list("tournament", flat=True))
        found |= set(Single.objects.filter(player__in=some).values_list("tournament", flat=True))
    return found


def relations_to_players() -> list[tuple[type[Model], str]]:
    """Everything that names a player: each model, with the column that does; without histories and a member's words."""
    relations = (each for each in Player._meta.get_fields(include_hidden=True) if isinstance(each, ForeignObjectRel))
    return [
        (relation.related_model, relation.field.attname)
        for relation in relations
        if isinstance(relation.field, ForeignKey)
        and relation.related_model is not MemberWord
        and not hasattr(relation.related_model, "instance_type")
    ]


def seats_of(players: Collection[Player], slug: str) -> dict[int, int]:
    """The number under which each of these players plays in the tournament of that slug. One query."""
    wanted = {player.pk for player in players}
    seats = [f"{seat}_id" for seat in ("player1", "player2", "substitute1", "substitute2")]
    theirs = Q(*((seat.removesuffix("_id") + "__in", wanted) for seat in seats), _connector=Q.OR)
    rows = Pair.objects.filter(theirs, tournament__slug=slug).values_list("number", *seats)
    return {player: number for number, *seated in rows for player in seated if player in wanted}


def described(player: Player) -> str:
    """The member with what tells namesakes apart: `Rossi Anna (ASD Aurora, 0123)`."""
    return with_marks(player.full_name, player.club, player.card)


def _spellings(text: str) -> Iterable[str]:
    """The keys under which the name can be filed: last name first, or the other way round."""
    name = parse_name(text)
    return dict.fromkeys([search_key(name.full), search_key(f"{name.first} {name.last}")])


def _players_of(names: Collection[str] | None) -> Iterable[Player]:
    if names is None or len(names) >= READ_ALL_FROM:
        return Player.objects.order_by("pk")
    wanted = Q(pk__in=[])
    for text in names:
        wanted |= Q(search_name__in=list(_spellings(text)))
        if key := search_key(text):
            wanted |= Q(search_name__startswith=f"{key} ")
    return Player.objects.filter(wanted).order_by("pk")
