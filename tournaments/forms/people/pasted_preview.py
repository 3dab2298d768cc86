"""A pasted list before it is saved: the players that each line would enter, or what keeps it out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.people.list_faults import LineFault
from tournaments.people.names import search_key, team_key
from tournaments.people.pasted_list import ListedPlayer, PastedLine
from tournaments.records import Kind
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.members import Members, Person, Question, described
from tournaments.wording.entrants import words_of

FAULTS: dict[LineFault, Promise] = {
    LineFault.ONE_NAME: gettext_lazy(
        "This may be one name or two: write a hyphen with blanks between two players, or “looks for a partner” "
        "behind one."
    ),
    LineFault.SEVERAL_NAMES: gettext_lazy(
        "There are more than two names: leave two, with one hyphen between them. A club stands in brackets."
    ),
    LineFault.AMBIGUOUS_COMMA: gettext_lazy(
        "The comma may stand between two players, or between last and first name: write a hyphen between the players."
    ),
    LineFault.NAME_MISSING: gettext_lazy("One of the two names is missing: write it, or leave the line out."),
    LineFault.NO_LETTERS: gettext_lazy("One of the two names has no letters: write it, or leave the line out."),
    LineFault.NOT_WRITING: gettext_lazy("There are characters here that are no writing: type the line again."),
    LineFault.SAME_NAME: gettext_lazy("Both names are the same: write the partner’s."),
    LineFault.PAIR_OR_SINGLE: gettext_lazy(
        "There are two names, and it says that a partner is missing: leave one name, or take those words out."
    ),
    LineFault.TOO_LONG: gettext_lazy("This is too long for two names: shorten it."),
}

FAULTS_OF_A_PLAYER: Mapping[LineFault, Promise] = FAULTS | {
    LineFault.SEVERAL_NAMES: gettext_lazy(
        "There is more than one name: write one player a line. A club stands in brackets."
    ),
    LineFault.AMBIGUOUS_COMMA: gettext_lazy(
        "The comma may stand between two players, or between last and first name: write one player a line, "
        "and a semicolon after the last name."
    ),
    LineFault.NO_LETTERS: gettext_lazy("There are no letters here: write the name, or leave the line out."),
    LineFault.TOO_LONG: gettext_lazy("This is too long for a name: shorten it."),
}
"""The same in an individual tournament."""

NAMED_IN_A_QUESTION = 4
"""So many members are named where it is not clear which is meant."""


@dataclass(frozen=True, slots=True)
class PreviewedPlayer:
    """Who is meant by a name of the list, and what the list says beside it."""

    person: Person
    listed: ListedPlayer

    @property
    def club(self) -> str:
        """As it will be known: a member's own, or the list's."""
        return (self.person.member.club if self.person.member else "") or self.listed.club

    @property
    def contact(self) -> str:
        return (self.person.member.contact if self.person.member else "") or self.listed.contact

    @property
    def passed_over(self) -> list[str]:
        """What the list says otherwise than the club knows it, which stays."""
        said = ((self.listed.club, self.club), (self.listed.contact, self.contact))
        return [listed for listed, known in said if listed and search_key(listed) != search_key(known)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One line: who would be entered by it, or the sentence that says why not, and how to mend it."""

    line: PastedLine
    players: tuple[PreviewedPlayer, ...] = ()
    team: str = ""
    """As the tournament calls it, where it knows it."""
    new_team: bool = False
    for_a_pair: bool = True
    """In this tournament two players make an entry."""
    chosen: bool = False
    """Doubtful, and to be entered all the same."""
    error: str = ""

    @property
    def single(self) -> bool:
        """Goes onto the list of those who look for a partner."""
        return self.for_a_pair and len(self.players) == 1

    @property
    def doubtful(self) -> bool:
        return not self.error and bool(self.line.doubts)

    @property
    def enters(self) -> bool:
        return not self.error and (self.chosen or not self.line.doubts)


@dataclass(frozen=True)
class Preview:
    """A list looked at, and what comes of it."""

    lines: Sequence[PreviewLine]

    @cached_property
    def entries(self) -> list[PreviewLine]:
        """The pairs to be entered, or in an individual tournament the players."""
        return [line for line in self.lines if line.enters and not line.single]

    @cached_property
    def singles(self) -> list[PreviewLine]:
        return [line for line in self.lines if line.enters and line.single]

    @cached_property
    def faulty(self) -> int:
        return sum(bool(line.error) for line in self.lines)

    @cached_property
    def doubtful(self) -> int:
        """How many are doubtful and not chosen."""
        return sum(line.doubtful and not line.chosen for line in self.lines)

    @cached_property
    def new_members(self) -> int:
        entering = (*self.entries, *self.singles)
        return sum(player.person.member is None for line in entering for player in line.players)

    @cached_property
    def first_to_correct(self) -> int:
        """The place of the first line that needs the referee, from 1; 0 for none."""
        return next((at for at, line in enumerate(self.lines, 1) if line.error), 0)

    @property
    def left(self) -> list[PreviewLine]:
        """The lines that are not entered as they are."""
        return [line for line in self.lines if not line.enters]


def preview_of(
    tournament: Tournament, lines: Sequence[PastedLine], members: Members, chosen: Collection[int] = ()
) -> Preview:
    """What entering these lines would do, of the doubtful ones those `chosen` by their places. Three queries."""
    looked_at = _Looked(tournament, lines, members)
    return Preview([looked_at.at(line, chosen=at in chosen) for at, line in enumerate(lines)])


class _Looked:
    """A list looked at line by line, each against those before it."""

    def __init__(self, tournament: Tournament, lines: Sequence[PastedLine], members: Members) -> None:
        self.members = members
        self.seated = seated_players(tournament)
        self.words = words_of(tournament.kind)
        self.for_a_pair = tournament.kind != Kind.INDIVIDUAL
        self.faults = FAULTS if self.for_a_pair else FAULTS_OF_A_PLAYER
        alone = self.for_a_pair and any(len(line.players) == 1 for line in lines)
        self.looking = frozenset(tournament.singles.values_list("player_id", flat=True)) if alone else frozenset()
        teams = tournament.teams.all() if any(line.team for line in lines) else ()
        self.teams = {team_key(team.name): team.name for team in teams}
        self.place = 0
        self.listed: dict[object, int] = {}

    def at(self, line: PastedLine, *, chosen: bool) -> PreviewLine:
        self.place += 1
        if line.fault:
            return PreviewLine(line=line, error=str(self.faults[line.fault]))
        players = tuple(
            PreviewedPlayer(self.members.who_is(listed.name, seated=self.seated, club=listed.club), listed)
            for listed in line.players
        )
        if error := self._what_keeps_out([player.person for player in players]):
            return PreviewLine(line=line, error=error)
        key = team_key(line.team)
        found = PreviewLine(
            line=line,
            players=players,
            team=self.teams.get(key, line.team),
            new_team=bool(key) and key not in self.teams,
            for_a_pair=self.for_a_pair,
            chosen=chosen and bool(line.doubts),
        )
        if found.enters:
            self.teams.setdefault(key, line.team)
            self.listed |= {_identity(player.person): self.place for player in players}
        return found

    def _what_keeps_out(self, players: Sequence[Person]) -> str:
        """The sentence of the first thing that keeps the line out; empty if nothing does."""
        for person in players:
            if person.question:
                return question_sentence(person)
            if person.member and (pair := self.seated.get(person.member.pk)):
                facts = {"player": person.member, "number": pair.number, "pair": pair}
                return str(self.words.plays_already % facts)
            if place := self.listed.get(_identity(person)):
                sentence = _("%(player)s stands already in line %(line)s of this list.")
                return sentence % {"player": person.name, "line": place}
        if len({_identity(person) for person in players}) < len(players):
            return str(FAULTS[LineFault.SAME_NAME])
        if self.for_a_pair and len(players) == 1 and players[0].member and players[0].member.pk in self.looking:
            return _("%(player)s looks for a partner already.") % {"player": players[0].member}
        return ""


def question_sentence(person: Person) -> str:
    """Which of several members is meant, and how to say so in a list."""
    named = "; ".join(described(player) for player in person.choices[:NAMED_IN_A_QUESTION])
    if len(person.choices) > NAMED_IN_A_QUESTION:
        named = f"{named} …"
    if person.question is Question.NAMESAKES:
        sentence = _(
            "Several members are called %(name)s: %(members)s. Write the club in brackets; or enter this line by hand: "
            "there you choose."
        )
    else:
        sentence = _("Which %(name)s? There is %(members)s. Write the first name too.")
    return sentence % {"name": person.name, "members": named}


def _identity(person: Person) -> object:
    """The same for two lines that mean the same person, however the name is written."""
    return person.member.pk if person.member else tuple(sorted(search_key(person.name).split()))
