"""The forms of a free game: a new game, and the draw for dealer and seats."""

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from pages.figures import FigureField
from scoring.engine.cards import Card
from scoring.engine.deck import STEP
from scoring.engine.notation import UnreadableCard, parse_cards
from scoring.engine.rulebooks import FIBUR_2026, USUAL_TARGETS
from scoring.engine.ruleset import PLAYERS
from scoring.free_games.services import EVERY_NAME, LONGEST_NAME
from scoring.messages import notation_for, show_figure, show_numbers, unreadable_sentence
from scoring.rulesets.choices import OfferedRuleset, offered, usual_ruleset

MOST_PLAYERS = PLAYERS[-1]
USUAL_COUNT = 4
AS_THE_RULESET, OWN_TARGET = "ruleset", "own"
LONGEST_DRAW = 40
"""The most characters for the cards that one player drew."""
Found = TypeVar("Found")
"""The result of one draw: a card or a number."""


def _usual_at_home() -> str:
    """Return the ruleset offered first: in Italy not the federation's, but the one of kitchen tables."""
    usual = usual_ruleset(get_language())
    return "italian" if usual == FIBUR_2026.key else usual


class GameForm(forms.Form):
    """The players' names; ruleset and target default to those of a kitchen table in the reader's country."""

    use_required_attribute = False

    count = forms.TypedChoiceField(
        label=gettext_lazy("How many play?"),
        coerce=int,
        initial=USUAL_COUNT,
        widget=forms.RadioSelect,
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Ruleset"), initial=_usual_at_home)
    target = forms.ChoiceField(label=gettext_lazy("Played to"), initial=AS_THE_RULESET)
    own_target = FigureField(
        label=gettext_lazy("Points to play to"),
        help_text=gettext_lazy("Whoever reaches this total wins."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sent = str(self.data.get("count", USUAL_COUNT))
        for number in range(1, MOST_PLAYERS + 1):
            self.fields[_name(number)] = forms.CharField(
                label=_("Player %(number)s") % {"number": number},
                max_length=LONGEST_NAME,
                # Each player at the table has a name; the other fields stay hidden.
                required=str(number) <= sent,
                error_messages={"required": str(EVERY_NAME)},
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
            )
        # The own target is required if chosen, and hidden otherwise.
        self.fields["own_target"].required = self.data.get("target", OWN_TARGET) == OWN_TARGET
        self.offered = {ruleset.key: ruleset for ruleset in offered()}
        known = {count for ruleset in self.offered.values() for count in ruleset.rules.players}
        counts = [(count, count) for count in PLAYERS if count in known]
        self.fields["count"].choices = counts  # type: ignore[attr-defined]
        self.fields["ruleset"].choices = [(ruleset.key, ruleset.label) for ruleset in self.offered.values()]  # type: ignore[attr-defined]
        usual = [(str(target), _("%(target)s points") % {"target": show_figure(target)}) for target in USUAL_TARGETS]
        self.fields["target"].choices = [  # type: ignore[attr-defined]
            (AS_THE_RULESET, _("what the ruleset says")),
            *usual,
            (OWN_TARGET, _("another number of points")),
        ]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        target = given.get("own_target")
        # A target is a multiple of the step, like all scores.
        if given.get("target") == OWN_TARGET and target is not None and (target < STEP or target % STEP):
            self.add_error("own_target", _("Give a multiple of %(step)s.") % {"step": STEP})
        chosen, count = self.offered.get(given.get("ruleset", "")), given.get("count")
        # A ruleset is for certain numbers of players.
        if chosen is not None and count is not None and count not in chosen.rules.players:
            numbers = show_numbers(chosen.rules.players)
            self.add_error("ruleset", _("This ruleset is for %(players)s players.") % {"players": numbers})
        return given

    @property
    def players(self) -> list[str]:
        """The names clockwise. Four are entered as two pairs, and partners sit opposite each other."""
        names = [self.cleaned_data[_name(number)] for number in range(1, self.cleaned_data["count"] + 1)]
        return [names[0], names[2], names[1], names[3]] if len(names) == USUAL_COUNT else names

    @property
    def chosen(self) -> OfferedRuleset:
        return self.offered[self.cleaned_data["ruleset"]]

    @property
    def options(self) -> dict[str, object]:
        """The ruleset's own options, and the target if it is another."""
        options = dict(self.chosen.options)
        match self.cleaned_data["target"]:
            case "ruleset":
                return options
            case "own":
                target = self.cleaned_data["own_target"]
            case usual:
                target = int(usual)
        return options if target == self.chosen.rules.target else options | {"target": target}

    @property
    def first_pair(self) -> list[forms.BoundField]:
        return [self[_name(1)], self[_name(2)]]

    @property
    def second_pair(self) -> list[forms.BoundField]:
        return [self[_name(3)], self[_name(4)]]

    @property
    def third_pair(self) -> list[forms.BoundField]:
        """The last two of six, if a ruleset is for so many."""
        most = max(count for count, _label in self.fields["count"].choices)  # type: ignore[attr-defined]
        return [self[_name(5)], self[_name(6)]] if most == MOST_PLAYERS else []


def _name(number: int) -> str:
    return f"player_{number}"


SIDES = "123456"
"""The sides of a die."""


class EachPlayerForm(forms.Form, Generic[Found]):
    """A form for what each player drew or rolled. A player who does it again adds the new card or number."""

    use_required_attribute = False

    prefix_of_fields: ClassVar[str]
    question: ClassVar[Promise]
    """The message for an empty field."""
    keyboard: ClassVar[Mapping[str, str]]
    """The attributes of the fields that choose the keyboard."""

    def __init__(self, *args: Any, players: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        self.found: list[tuple[Found, ...]] = []
        self._names = [f"{self.prefix_of_fields}_{at}" for at in range(len(players))]
        for name, player in zip(self._names, players, strict=True):
            self.fields[name] = forms.CharField(
                label=player,
                max_length=LONGEST_DRAW,
                error_messages={"required": str(self.question)},
                widget=forms.TextInput(attrs={"autocomplete": "off", **self.keyboard}),
            )

    @property
    def player_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self._names]

    def clean(self) -> dict[str, Any]:
        self.found = [self._read(name) for name in self._names]
        return self.cleaned_data

    def _read(self, name: str) -> tuple[Found, ...]:
        """Return the cards or numbers in the field of that name; an error is added to the form."""
        raise NotImplementedError


class DrawForm(EachPlayerForm[Card]):
    """The cards that each player drew, in the reader's letters."""

    SEATS = "seats"
    DEALER = "dealer"

    prefix_of_fields = "drawn"
    question = gettext_lazy("Which card?")
    keyboard = {"autocapitalize": "characters"}

    decides = forms.ChoiceField(
        label=gettext_lazy("The cards decide"), widget=forms.RadioSelect, initial=SEATS, required=True
    )

    def __init__(self, *args: Any, players: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, players=players, **kwargs)
        seats = _("who deals, and who plays with whom") if len(players) >= 4 else _("who deals, and who sits where")
        self.fields["decides"].choices = [(self.SEATS, seats), (self.DEALER, _("only who deals"))]  # type: ignore[attr-defined]
        # With two players, neither has a partner or a neighbour who could win.
        if len(players) == 2:
            self.fields["decides"].widget = forms.HiddenInput()

    def _read(self, name: str) -> tuple[Card, ...]:
        try:
            cards = parse_cards(self.cleaned_data.get(name, ""), notation_for(get_language()))
        except UnreadableCard as unreadable:
            self.add_error(name, capfirst(unreadable_sentence(unreadable)))
            return ()
        # Commas alone are not a card.
        if not cards and name not in self.errors:
            self.add_error(name, str(self.question))
        if any(card.is_suit_unseen for card in cards):
            self.add_error(name, _("Which suit?"))
        return cards


class ThrowForm(EachPlayerForm[int]):
    """The numbers that each player rolled."""

    prefix_of_fields = "thrown"
    question = gettext_lazy("Which number?")
    keyboard = {"inputmode": "numeric"}

    def _read(self, name: str) -> tuple[int, ...]:
        """Read every digit as a roll, whatever separates them."""
        signs = "".join(self.cleaned_data.get(name, "").replace(",", " ").split())
        if name not in self.errors and (not signs or set(signs) - set(SIDES)):
            self.add_error(name, _("Give a number from 1 to 6."))
            return ()
        return tuple(map(int, signs))
