"""The slip as a form: a field for each figure and each hand's end, in the order of the paper slip."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.engine.hand import HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import InvalidNotation
from scoring.forms.figures import FigureField
from tournaments.counted_hands import CountedHand, read_counted, write_counted
from tournaments.records import Line
from tournaments.result_names import END_NAMES
from tournaments.slip_entry import (
    Depth,
    EndChoice,
    TypedHand,
    choices_at,
    signature,
)
from tournaments.templatetags.club import figure

LINE_NAMES: Mapping[Line, Promise] = {Line.NS: gettext_lazy("NS"), Line.EW: gettext_lazy("EW")}

COLUMN_NAMES: Mapping[str, Promise] = {
    "base": gettext_lazy("base"),
    "points": gettext_lazy("points"),
    "total": gettext_lazy("total"),
}

CHOICE_NAMES: Mapping[EndChoice, Promise] = {
    EndChoice.CLOSED: END_NAMES[HandEnd.CLOSED],
    EndChoice.CLOSED_NS: pgettext_lazy("end of a hand", "NS closed"),
    EndChoice.CLOSED_EW: pgettext_lazy("end of a hand", "EW closed"),
    EndChoice.STOCK: END_NAMES[HandEnd.STOCK],
    EndChoice.STALL: END_NAMES[HandEnd.STALL],
    EndChoice.TIME: END_NAMES[HandEnd.TIME],
    EndChoice.NOT_PLAYED: pgettext_lazy("end of a hand", "not played"),
}

COLUMN_MISSING: Mapping[str, Promise] = {
    "base": gettext_lazy("the base is missing."),
    "points": gettext_lazy("the points are missing."),
    "total": gettext_lazy("the total is missing."),
}


ABOUT_HAND, ABOUT_LINE = "about_hand", "about_line"
SAID_OF: Mapping[str, int] = {ABOUT_HAND: 0, ABOUT_LINE: 1}
"""How much of a field's place belongs in front of a sentence that is not about that one field alone."""


def figure_name(hand: int, line: Line, column: str) -> str:
    return f"h{hand}_{line}_{column}"


def end_name(hand: int) -> str:
    return f"h{hand}_end"


def counted_name(hand: int) -> str:
    return f"h{hand}_counted"


def hand_label(hand: int) -> str:
    return _("Hand %(number)s") % {"number": hand}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something the form has to say of a hand, and the field that it is about."""

    hand: int
    field: str
    place: tuple[str, ...]
    """Which of the hand's figures: nothing, the line, or line and column."""
    sentence: str

    @property
    def beside(self) -> str:
        """As it is said in the hand's own row."""
        return f"{', '.join(self.place)}: {self.sentence}" if self.place else capfirst(self.sentence)

    @property
    def in_full(self) -> str:
        """As it is said of the slip as a whole."""
        return f"{', '.join((hand_label(self.hand), *self.place))}: {self.sentence}"


COUNTED = forms.HiddenInput(attrs={"data-counted": True})
"""What lay on the table, of a hand that was counted from it."""


class SlipForm(forms.Form):
    """The figures of one table. What is typed stays as it was typed, whatever is said about it."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    """The version of the table that the figures were made from."""
    depth = forms.ChoiceField(required=False, choices=[(depth, depth) for depth in Depth], widget=forms.HiddenInput)
    confirmed = forms.CharField(required=False)
    """The signature of the figures that somebody confirmed, see `confirms`."""
    tried = forms.BooleanField(required=False)
    """The slip was sent and refused once, so that what is missing is said from now on."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        hands: int,
        depth: Depth,
        rules: RuleSet,
        id_stem: str,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(
            data,
            auto_id=f"{id_stem}-%s",
            initial=dict(initial or {}) | {"depth": depth},
            use_required_attribute=False,
        )
        self.hands, self.slip_depth, self.rules = hands, depth, rules
        ends = [(choice.value, CHOICE_NAMES[choice]) for choice in choices_at(depth)]
        self.counted: dict[int, CountedHand | None] = {}
        self.places: dict[str, tuple[int, tuple[str, ...]]] = {}
        for hand in range(1, hands + 1):
            for line in Line:
                for column in depth.columns:
                    place = (str(LINE_NAMES[line]), str(COLUMN_NAMES[column]))
                    self._place(figure_name(hand, line, column), FigureField(required=False), hand, place)
            self._place(end_name(hand), forms.ChoiceField(choices=ends), hand, (_("how it ended"),))
            self.fields[counted_name(hand)] = forms.CharField(required=False, widget=COUNTED)

    def id_of(self, name: str) -> str:
        """The id of a field, or of something else of the slip, on a page that may show another table's next."""
        return str(self.auto_id) % name

    def said_at(self, hand: int) -> str:
        """The id of the element in which a hand's faults are said."""
        return self.id_of(f"h{hand}_said")

    def focus(self, name: str) -> None:
        """Begin typing there: when the page opens, and when it is drawn again."""
        self.fields[name].widget.attrs |= {"autofocus": True, "data-focus": True}

    def clean(self) -> None:
        """A hand that was not played has no figures but 0; one that was counted can be read as it was."""
        self.counted = {number: self._read_counted(number) for number in range(1, self.hands + 1)}
        for number in range(1, self.hands + 1):
            if self._typed_hand(number).contradicts_itself:
                self._say(
                    end_name(number),
                    _("marked as not played, but it has figures. Clear them, or choose how the hand ended."),
                    code=ABOUT_HAND,
                )

    def _read_counted(self, number: int) -> CountedHand | None:
        text = self.cleaned_data.get(counted_name(number), "")
        try:
            return read_counted(self.rules, text) if text else None
        except InvalidNotation:
            self._say(
                end_name(number), _("its cards cannot be read any more. Count them again, or type it."), code=ABOUT_HAND
            )
            return None

    def typed_hands(self) -> tuple[TypedHand, ...]:
        """What of the slip can be read, row by row, as it was typed so far."""
        self.full_clean()
        return tuple(self._typed_hand(number) for number in range(1, self.hands + 1))

    def version_read(self) -> int:
        """The version the figures were made from; -1, which no table has, where the page did not say."""
        version: int | None = self.cleaned_data.get("version")
        return -1 if version is None else version

    def confirms(self, typed: Sequence[TypedHand]) -> bool:
        """Whether exactly these figures were confirmed: another figure asks again."""
        return bool(self.cleaned_data.get("confirmed") == signature(typed))

    def demand_every_hand(self, typed: Iterable[TypedHand]) -> None:
        """A slip is saved whole: says what is missing, by hand, side and column."""
        for hand in typed:
            names = [figure_name(hand.number, line, column) for line, column in hand.missing]
            if hand.untouched and not any(name in self.errors for name in names):
                self._say(names[0], _("this hand is missing. Enter it, or mark it as not played."), code=ABOUT_HAND)
                continue
            for name, (_line, column) in zip(names, hand.missing, strict=True):
                if name not in self.errors:
                    self._say(name, COLUMN_MISSING[column], code=ABOUT_LINE)

    def demand_whole_hands(self, typed: Sequence[TypedHand]) -> None:
        """Of a table that was left, the hands played before: whole ones, from the first on without a gap."""
        last = max((hand.number for hand in typed if not hand.untouched), default=0)
        self.demand_every_hand(typed[:last])

    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong with the text itself, in the order of the slip."""
        said = self.errors.as_data()
        return tuple(
            Fault(hand=hand, field=name, place=place[: SAID_OF.get(error.code or "", 2)], sentence=error.messages[0])
            for name, (hand, place) in self.places.items()
            for error in said.get(name, [])
        )

    def _typed_hand(self, number: int) -> TypedHand:
        chosen = self.cleaned_data.get(end_name(number))
        return TypedHand(
            number=number,
            depth=self.slip_depth,
            choice=EndChoice(chosen) if chosen else EndChoice.CLOSED,
            figures={
                (line, column): figure
                for line in Line
                for column in self.slip_depth.columns
                if (figure := self.cleaned_data.get(figure_name(number, line, column))) is not None
            },
            counted=self.counted.get(number),
        )

    def _place(self, name: str, field: forms.Field, hand: int, place: tuple[str, ...]) -> None:
        field.label = ", ".join((hand_label(hand), *place))
        field.widget.attrs |= {"aria-label": field.label, "aria-describedby": self.said_at(hand)}
        self.fields[name], self.places[name] = field, (hand, place)

    def _say(self, name: str, sentence: Promise | str, *, code: str) -> None:
        self.add_error(name, forms.ValidationError(str(sentence), code=code))


def show_row(hand: TypedHand) -> str:
    """`NS 300 / 145, EW 0 / 60`, and how it ended."""
    sides = (
        f"{LINE_NAMES[line]} {' / '.join(figure(hand.figures.get((line, column), 0)) for column in hand.depth.columns)}"
        for line in Line
    )
    return f"{', '.join(sides)} ({CHOICE_NAMES[hand.choice]})"


def shown_hands(hands: Iterable[TypedHand]) -> dict[str, str]:
    """Stored hands as the text that the form shows."""
    shown = {}
    for hand in hands:
        shown[end_name(hand.number)] = hand.choice.value
        if hand.counted is not None:
            shown[counted_name(hand.number)] = write_counted(hand.counted)
        for (line, column), points in hand.figures.items():
            shown[figure_name(hand.number, line, column)] = str(points)
    return shown
