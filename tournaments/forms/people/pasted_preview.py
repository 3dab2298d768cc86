"""The preview of a pasted list: the players of each line, or the reason why it cannot be entered."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.people.list_faults import LineFault
from tournaments.people.names import search_key, team_key
from tournaments.people.pasted_list import PastedLine
from tournaments.people.persons import ListedPlayer
from tournaments.records import Kind
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.members import ListedMember, Members, NameQuestion, described
from tournaments.wording.entrants import words_of

from .people import NAME_TOO_LONG

FAULTS: dict[LineFault, Promise] = {
    LineFault.ONE_NAME: gettext_lazy(
        "This may be one name or two: write a hyphen with spaces around it between two players, or “looks for a "
        "partner” behind one."
    ),
    LineFault.SEVERAL_NAMES: gettext_lazy(
        "There are more than two names: keep two, with one hyphen between them. A club goes in brackets."
    ),
    LineFault.AMBIGUOUS_COMMA: gettext_lazy(
        "The comma may stand between two players, or between last and first name: write a hyphen between the players."
    ),
    LineFault.NAME_MISSING: gettext_lazy("One of the two names is missing: write it, or leave the line out."),
    LineFault.NO_LETTERS: gettext_lazy("One of the two names has no letters: write it, or leave the line out."),
    LineFault.NOT_WRITING: gettext_lazy("This line contains characters that cannot be printed: type it again."),
    LineFault.SAME_NAME: gettext_lazy("Both names are the same: write the partner’s."),
    LineFault.PAIR_OR_SINGLE: gettext_lazy(
        "There are two names, and it says that a partner is missing: leave one name, or remove those words."
    ),
    LineFault.TOO_LONG: gettext_lazy("This is too long for two names: shorten it."),
}

FAULTS_OF_A_PLAYER: Mapping[LineFault, Promise] = FAULTS | {
    LineFault.SEVERAL_NAMES: gettext_lazy(
        "There is more than one name: write one player per line. A club goes in brackets."
    ),
    LineFault.AMBIGUOUS_COMMA: gettext_lazy(
        "The comma may stand between two players, or between last and first name: write one player per line, and a "
        "semicolon after the last name."
    ),
    LineFault.NO_LETTERS: gettext_lazy("There are no letters here: write the name, or leave the line out."),
    LineFault.TOO_LONG: NAME_TOO_LONG,
}
"""The same for an individual tournament."""

NAMED_IN_A_QUESTION = 4
"""The most members named when it is not clear which is meant."""


@dataclass(frozen=True, slots=True)
class PreviewedPlayer:
    """The member meant by a name of the list, and the list's other facts."""

    person: ListedMember
    listed: ListedPlayer

    @property
    def club(self) -> str:
        """Return the club as it will be stored: the member's own, or the list's."""
        return (self.person.member.club if self.person.member else "") or self.listed.club

    @property
    def contact(self) -> str:
        return (self.person.member.contact if self.person.member else "") or self.listed.contact

    @property
    def passed_over(self) -> list[str]:
        """Return the facts of the list that differ from the member's, which stay."""
        fields = ((self.listed.club, self.club), (self.listed.contact, self.contact))
        return [listed for listed, known in fields if listed and search_key(listed) != search_key(known)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """A line: its entry, or the sentence with fault and remedy."""

    line: PastedLine
    players: tuple[PreviewedPlayer, ...] = ()
    team: str = ""
    """The team, as the tournament spells it if it knows it."""
    new_team: bool = False
    for_a_pair: bool = True
    """Whether two players make an entry in this tournament."""
    chosen: bool = False
    """Whether a doubtful line was chosen."""
    error: str = ""

    @property
    def single(self) -> bool:
        """Return whether the line is a player without a partner."""
        return self.for_a_pair and len(self.players) == 1

    @property
    def doubtful(self) -> bool:
        return not self.error and bool(self.line.doubts)

    @property
    def enters(self) -> bool:
        return not self.error and (self.chosen or not self.line.doubts)


@dataclass(frozen=True)
class Preview:
    """A list with the effects of entering it."""

    lines: Sequence[PreviewLine]
    clubs: Collection[str] = ()
    """The notes that were marked as clubs."""

    @cached_property
    def perhaps_clubs(self) -> list[tuple[str, bool]]:
        """Return the notes that may be clubs, each once as first written, and whether it was marked as one."""
        ticked = {search_key(club): club for club in self.clubs}
        found = dict(ticked)
        for words in (words for line in self.lines for words in line.line.perhaps_clubs):
            found.setdefault(search_key(words), words)
        return [(words, key in ticked) for key, words in found.items()]

    @cached_property
    def entries(self) -> list[PreviewLine]:
        """Return the pairs to be entered, or the players in an individual tournament."""
        return [line for line in self.lines if line.enters and not line.single]

    @cached_property
    def singles(self) -> list[PreviewLine]:
        return [line for line in self.lines if line.enters and line.single]

    @cached_property
    def faulty(self) -> int:
        return sum(bool(line.error) for line in self.lines)

    @cached_property
    def doubtful(self) -> int:
        """Return the number of doubtful lines that were not chosen."""
        return sum(line.doubtful and not line.chosen for line in self.lines)

    @cached_property
    def new_members(self) -> int:
        entering = (*self.entries, *self.singles)
        return sum(player.person.member is None for line in entering for player in line.players)

    @cached_property
    def first_to_correct(self) -> int:
        """Return the place of the first line that needs the referee, from 1; 0 for none."""
        return next((at for at, line in enumerate(self.lines, 1) if line.error), 0)

    @property
    def left(self) -> list[PreviewLine]:
        """Return the lines that are not entered as they are."""
        return [line for line in self.lines if not line.enters]


def preview_of(
    tournament: Tournament,
    lines: Sequence[PastedLine],
    members: Members,
    chosen: Collection[int] = (),
    clubs: Collection[str] = (),
) -> Preview:
    """Return the effects of entering these lines, with the doubtful ones `chosen` by their places. Three queries.

    `clubs` are the notes marked as clubs, with which the lines were read.
    """
    looked_at = _ListPreview(tournament, lines, members)
    return Preview([looked_at.at(line, chosen=at in chosen) for at, line in enumerate(lines)], clubs)


class _ListPreview:
    """The reading of a list, each line compared with those before it."""

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

    def _what_keeps_out(self, players: Sequence[ListedMember]) -> str:
        """Return the sentence for the first reason that keeps the line out; empty if there is none."""
        for person in players:
            if person.question:
                return question_sentence(person)
            if person.member and (pair := self.seated.get(person.member.pk)):
                facts = {"player": person.member, "number": pair.number, "pair": pair}
                return str(self.words.plays_already % facts)
            if place := self.listed.get(_identity(person)):
                sentence = _("%(player)s is already on line %(line)s of this list.")
                return sentence % {"player": person.name, "line": place}
        alone = players[0].member if len(players) == 1 else None  # equivalent `-1`: it is the only one
        if alone and alone.pk in self.looking:
            return _("%(player)s is already looking for a partner.") % {"player": alone}
        return ""


def question_sentence(person: ListedMember) -> str:
    """Return the question which of several members is meant, and how to write it in a list."""
    named = "; ".join(described(player) for player in person.choices[:NAMED_IN_A_QUESTION])
    if len(person.choices) > NAMED_IN_A_QUESTION:
        named = f"{named} …"
    if person.question is NameQuestion.NAMESAKES:
        sentence = _(
            "Several members are called %(name)s: %(members)s. Write the club in brackets; or enter this line by hand: "
            "there you choose."
        )
    else:
        sentence = _("Which %(name)s? There is %(members)s. Write the first name too.")
    return sentence % {"name": person.name, "members": named}


def _identity(person: ListedMember) -> object:
    """Return a key that is equal for two lines of the same person, in any spelling."""
    return person.member.pk if person.member else tuple(sorted(search_key(person.name).split()))
