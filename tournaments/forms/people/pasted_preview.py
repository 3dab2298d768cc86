"""A pasted list before it is saved: the number and the players that each line would get, or what keeps it out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Pair, Tournament
from tournaments.people.names import search_key, team_key
from tournaments.people.pasted_list import LineFault, PastedLine
from tournaments.records import Kind
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.members import Members, Person, Question, described
from tournaments.wording.entrant_words import EntrantWords
from tournaments.wording.entrants import words_of

FAULTS: dict[LineFault, Promise] = {
    LineFault.ONE_NAME: gettext_lazy("There is only one name: write a hyphen with blanks between the two players."),
    LineFault.SEVERAL_NAMES: gettext_lazy("There are more than two names: leave two, with one hyphen between them."),
    LineFault.AMBIGUOUS_COMMA: gettext_lazy(
        "The comma may stand between two players, or between last and first name: write a hyphen between the players."
    ),
    LineFault.NAME_MISSING: gettext_lazy("One of the two names is missing: write it, or leave the line out."),
    LineFault.NO_LETTERS: gettext_lazy("One of the two names has no letters: write it, or leave the line out."),
    LineFault.NOT_WRITING: gettext_lazy("There are characters here that are no writing: type the line again."),
    LineFault.SAME_NAME: gettext_lazy("Both names are the same: write the partner’s."),
    LineFault.TOO_LONG: gettext_lazy("This is too long for two names: shorten it."),
}

FAULTS_OF_A_PLAYER: Mapping[LineFault, Promise] = FAULTS | {
    LineFault.SEVERAL_NAMES: gettext_lazy("There is more than one name: write one player a line."),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One line: the pair that it would be, or the sentence that says why not, and how to mend it."""

    text: str
    number: int | None = None
    players: tuple[Person, ...] = ()
    team: str = ""
    new_team: bool = False
    error: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """As the service takes them."""
        return tuple(player.typed for player in self.players)


def preview_of(tournament: Tournament, lines: Sequence[PastedLine]) -> list[PreviewLine]:
    """What entering these lines would do. Three queries at most, however long the list."""
    members = Members([name for line in lines if line.names for name in line.names])
    seated = seated_players(tournament)
    words, faults = words_of(tournament.kind), FAULTS_OF_A_PLAYER if tournament.kind == Kind.INDIVIDUAL else FAULTS
    teams = {team_key(team.name): team.name for team in tournament.teams.all()} if any(x.team for x in lines) else {}
    number = 1 + max((pair.number for pair in seated.values()), default=0)
    listed: dict[object, int] = {}
    preview = []
    for line in lines:
        players = tuple(members.who_is(name, seated=seated) for name in line.names or ())
        error = str(faults[line.fault]) if line.fault else _what_keeps_out(players, seated, listed, words)
        if error:
            preview.append(PreviewLine(text=line.text, error=error))
            continue
        new_team = bool(line.team) and team_key(line.team) not in teams
        team = teams.setdefault(team_key(line.team), line.team) if line.team else ""
        preview.append(PreviewLine(text=line.text, number=number, players=players, team=team, new_team=new_team))
        listed |= {_identity(player): number for player in players}
        number += 1
    return preview


def question_sentence(person: Person) -> str:
    """Which of several members is meant, and how to say so in a list."""
    named = "; ".join(described(player) for player in person.choices[:NAMED_IN_A_QUESTION])
    if len(person.choices) > NAMED_IN_A_QUESTION:
        named = f"{named} …"
    if person.question is Question.NAMESAKES:
        sentence = _("Several members are called %(name)s: %(members)s. Enter this line by hand: there you choose.")
    else:
        sentence = _("Which %(name)s? There is %(members)s. Write the first name too.")
    return sentence % {"name": person.name, "members": named}


def _what_keeps_out(
    players: Sequence[Person], seated: Mapping[int, Pair], listed: Mapping[object, int], words: EntrantWords
) -> str:
    """The sentence of the first thing that keeps the line out; empty if nothing does."""
    for person in players:
        if person.question:
            return question_sentence(person)
        if person.member and (pair := seated.get(person.member.pk)):
            return str(words.plays_already % {"player": person.member, "number": pair.number, "pair": pair})
        if number := listed.get(_identity(person)):
            return str(words.listed_already % {"player": person.name, "number": number})
    if len({_identity(person) for person in players}) < len(players):
        return str(FAULTS[LineFault.SAME_NAME])
    return ""


def _identity(person: Person) -> object:
    """The same for two lines that mean the same person, however the name is written."""
    return person.member.pk if person.member else tuple(sorted(search_key(person.name).split()))
