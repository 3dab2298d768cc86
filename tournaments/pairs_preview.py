"""A pasted list before it is saved: the number and the players that each line would get, or what keeps it out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .members_selectors import Members, Person, Question, described
from .models import Pair, Tournament
from .names import search_key
from .pasting import LineFault, PastedLine
from .selectors import seated_players

FAULTS: Mapping[LineFault, Promise] = {
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

NAMED_IN_A_QUESTION = 4
"""So many members are named where it is not clear which is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One line: the pair that it would be, or the sentence that says why not, and how to mend it."""

    text: str
    number: int | None = None
    players: tuple[Person, ...] = ()
    error: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """As the service takes them."""
        return tuple(player.typed for player in self.players)


def preview_of(tournament: Tournament, lines: Sequence[PastedLine]) -> list[PreviewLine]:
    """What entering these lines would do. Two queries, however long the list."""
    members = Members([name for line in lines if line.names for name in line.names])
    seated = seated_players(tournament)
    number = 1 + max((pair.number for pair in seated.values()), default=0)
    listed: dict[object, int] = {}
    preview = []
    for line in lines:
        players = tuple(members.who_is(name, seated=seated) for name in line.names or ())
        error = str(FAULTS[line.fault]) if line.fault else _what_keeps_out(players, seated, listed)
        if error:
            preview.append(PreviewLine(text=line.text, error=error))
            continue
        preview.append(PreviewLine(text=line.text, number=number, players=players))
        listed |= {_identity(player): number for player in players}
        number += 1
    return preview


def question_sentence(person: Person) -> str:
    """Which of several members is meant, and how to say so in a list."""
    named = "; ".join(described(player) for player in person.choices[:NAMED_IN_A_QUESTION])
    if len(person.choices) > NAMED_IN_A_QUESTION:
        named = f"{named} …"
    if person.question is Question.NAMESAKES:
        sentence = _("Several members are called %(name)s: %(members)s. Enter this pair by itself: there you choose.")
    else:
        sentence = _("Which %(name)s? There is %(members)s. Write the first name too.")
    return sentence % {"name": person.name, "members": named}


def _what_keeps_out(players: Sequence[Person], seated: Mapping[int, Pair], listed: Mapping[object, int]) -> str:
    """The sentence of the first thing that keeps the line out; empty if nothing does."""
    for person in players:
        if person.question:
            return question_sentence(person)
        if person.member and (pair := seated.get(person.member.pk)):
            return _("%(player)s plays already in pair %(number)s, %(pair)s.") % {
                "player": person.member,
                "number": pair.number,
                "pair": pair,
            }
        if number := listed.get(_identity(person)):
            return _("%(player)s plays already in pair %(number)s of this list.") % {
                "player": person.name,
                "number": number,
            }
    if len({_identity(person) for person in players}) < len(players):
        return str(FAULTS[LineFault.SAME_NAME])
    return ""


def _identity(person: Person) -> object:
    """The same for two lines that mean the same person, however the name is written."""
    return person.member.pk if person.member else tuple(sorted(search_key(person.name).split()))
