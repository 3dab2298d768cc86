"""A free game's forms: a new game, and the draw for dealer and seats."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.engine.cards import Card
from scoring.engine.deck import STEP
from scoring.engine.notation import UnreadableCard, parse_cards
from scoring.engine.rulebooks import USUAL_TARGETS
from scoring.free_games.services import LONGEST_NAME
from scoring.messages import notation_for, show_numbers, unreadable_sentence
from scoring.rulesets.offered import OfferedRuleset, offered

from .figures import FigureField

MOST_PLAYERS = 4
AS_THE_RULESET, OWN_TARGET = "ruleset", "own"
LONGEST_DRAW = 40
"""Letters of the cards that one player drew."""


class GameForm(forms.Form):
    """Names are enough; ruleset and target have the defaults of an Italian kitchen."""

    use_required_attribute = False

    count = forms.TypedChoiceField(
        label=gettext_lazy("How many play?"),
        choices=[(count, count) for count in range(2, MOST_PLAYERS + 1)],
        coerce=int,
        initial=MOST_PLAYERS,
        widget=forms.RadioSelect,
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Ruleset"), initial="italian")
    target = forms.ChoiceField(label=gettext_lazy("Played to"), initial=AS_THE_RULESET)
    own_target = FigureField(
        label=gettext_lazy("Points to play to"),
        help_text=gettext_lazy("Who has them, or more, wins."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sent = str(self.data.get("count", MOST_PLAYERS))
        for number in range(1, MOST_PLAYERS + 1):
            self.fields[_name(number)] = forms.CharField(
                label=_("Player %(number)s") % {"number": number},
                max_length=LONGEST_NAME,
                # Each player at the table has a name; the fields of those who are not stay hidden.
                required=str(number) <= sent,
                error_messages={"required": _("Give every player a name.")},
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
            )
        # Asked for only where it is wanted, and hidden otherwise.
        self.fields["own_target"].required = self.data.get("target", OWN_TARGET) == OWN_TARGET
        self.offered = {each.key: each for each in offered()}
        self.fields["ruleset"].choices = [(each.key, each.label) for each in self.offered.values()]  # type: ignore[attr-defined]
        usual = [(str(target), _("%(target)s points") % {"target": target}) for target in USUAL_TARGETS]
        self.fields["target"].choices = [  # type: ignore[attr-defined]
            (AS_THE_RULESET, _("what the ruleset says")),
            *usual,
            (OWN_TARGET, _("another number of points")),
        ]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        target = given.get("own_target")
        # A total is a multiple of the step, as all scores are.
        if given.get("target") == OWN_TARGET and target is not None and (target < STEP or target % STEP):
            self.add_error("own_target", _("Give a multiple of %(step)s.") % {"step": STEP})
        chosen, count = self.offered.get(given.get("ruleset", "")), given.get("count")
        # A ruleset says for how many players it is.
        if chosen is not None and count is not None and count not in chosen.rules.players:
            known = show_numbers(chosen.rules.players)
            self.add_error("ruleset", _("This ruleset is for %(players)s players.") % {"players": known})
        return given

    @property
    def players(self) -> list[str]:
        """The names clockwise; of four, who are entered as two pairs, partners sit across from each other."""
        names = [self.cleaned_data[_name(number)] for number in range(1, self.cleaned_data["count"] + 1)]
        return names if len(names) < MOST_PLAYERS else [names[0], names[2], names[1], names[3]]

    @property
    def chosen(self) -> OfferedRuleset:
        return self.offered[self.cleaned_data["ruleset"]]

    @property
    def options(self) -> dict[str, object]:
        """The ruleset's own differences, and the target if it is another."""
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


def _name(number: int) -> str:
    return f"player_{number}"


class DrawForm(forms.Form):
    """What each player drew, in the letters of the reader's language; who draws again adds the new card."""

    use_required_attribute = False

    SEATS = "seats"
    DEALER = "dealer"

    decides = forms.ChoiceField(
        label=gettext_lazy("The cards decide"), widget=forms.RadioSelect, initial=SEATS, required=True
    )

    def __init__(self, *args: Any, players: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        self.drawn: list[tuple[Card, ...]] = []
        seats = _("who deals, and who plays with whom") if len(players) == 4 else _("who deals, and who sits where")
        self.fields["decides"].choices = [(self.SEATS, seats), (self.DEALER, _("only who deals"))]  # type: ignore[attr-defined]
        # Of two players nobody has a partner or a neighbour to win.
        if len(players) == 2:
            self.fields["decides"].widget = forms.HiddenInput()
        for at, player in enumerate(players):
            self.fields[f"drawn_{at}"] = forms.CharField(
                label=player,
                max_length=LONGEST_DRAW,
                error_messages={"required": _("Which card?")},
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
            )

    @property
    def drawn_fields(self) -> list[forms.BoundField]:
        return [self[f"drawn_{at}"] for at in range(len(self.players))]

    def clean(self) -> dict[str, Any]:
        self.drawn = [self._read(f"drawn_{at}") for at in range(len(self.players))]
        return self.cleaned_data

    def _read(self, name: str) -> tuple[Card, ...]:
        try:
            cards = parse_cards(self.cleaned_data.get(name, ""), notation_for(get_language()))
        except UnreadableCard as unreadable:
            self.add_error(name, capfirst(unreadable_sentence(unreadable)))
            return ()
        # Commas alone are no card.
        if not cards and name not in self.errors:
            self.add_error(name, _("Which card?"))
        if any(card.is_suit_unseen for card in cards):
            self.add_error(name, _("Which suit?"))
        return cards
