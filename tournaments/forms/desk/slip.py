"""The slip as a form: a field for each figure and each hand's end, in the order of the paper slip."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import InvalidNotation
from scoring.forms.figures import FigureField
from scoring.forms.joined_widgets import JoinedHiddenInput, JoinedSelect
from tournaments.records import Line
from tournaments.slips.counted import CountedHand, read_counted, write_counted
from tournaments.slips.typed import Depth, EndChoice, Place, SlipRow, choices_at, signature
from tournaments.wording.slips import CHOICE_NAMES, SlipRemark, hand_label, place_names, remark_at

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


def fields_of(remark: SlipRemark) -> tuple[str, ...]:
    """The names of the fields that it is about."""
    return tuple(figure_name(remark.hand, *place) for place in remark.places) or (end_name(remark.hand),)


END = JoinedSelect(attrs={"tabindex": "-1"})
"""How a hand ended, which is nearly always by closing: a key of its own leads there, Tab goes from figure to figure."""

COUNTED = JoinedHiddenInput(attrs={"data-counted": True})
"""What lay on the table, of a hand that was counted from it."""


class SlipForm(forms.Form):
    """The figures of one table. What is typed stays as it was typed, whatever is said about it."""

    version = forms.IntegerField(required=False, widget=JoinedHiddenInput)
    """The version of the table that the figures were made from."""
    depth = forms.ChoiceField(required=False, choices=[(depth, depth) for depth in Depth], widget=JoinedHiddenInput)
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
        ends = [(choice.value, CHOICE_NAMES[choice]) for choice in choices_at(depth) if choice.end.is_known(rules)]
        self.counted: dict[int, CountedHand | None] = {}
        self.places: dict[str, tuple[int, Place | None]] = {}
        for hand in range(1, hands + 1):
            for line in Line:
                for column in depth.columns:
                    self._place(figure_name(hand, line, column), FigureField(required=False), hand, (line, column))
            self._place(end_name(hand), forms.ChoiceField(choices=ends, widget=END), hand, None)
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
            if self._typed_row(number).contradicts_itself:
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

    def typed_rows(self) -> tuple[SlipRow, ...]:
        """What of the slip can be read, row by row, as it was typed so far."""
        self.full_clean()
        return tuple(self._typed_row(number) for number in range(1, self.hands + 1))

    def version_read(self) -> int:
        """The version the figures were made from; -1, which no table has, where the page did not say."""
        version: int | None = self.cleaned_data.get("version")
        return -1 if version is None else version

    def confirms(self, typed: Sequence[SlipRow]) -> bool:
        """Whether exactly these figures were confirmed: another figure asks again."""
        return bool(self.cleaned_data.get("confirmed") == signature(typed))

    def demand_every_hand(self, typed: Iterable[SlipRow]) -> None:
        """A slip is saved whole: says what is missing, by hand, side and column."""
        for row in typed:
            names = [figure_name(row.number, line, column) for line, column in row.missing]
            if row.untouched and not any(name in self.errors for name in names):
                self._say(names[0], _("this hand is missing. Enter it, or mark it as not played."), code=ABOUT_HAND)
                continue
            for name, (_line, column) in zip(names, row.missing, strict=True):
                if name not in self.errors:
                    self._say(name, COLUMN_MISSING[column], code=ABOUT_LINE)

    def demand_whole_hands(self, typed: Sequence[SlipRow]) -> None:
        """Of a table that was left, the hands played before: whole ones, from the first on without a gap."""
        last = max((row.number for row in typed if not row.untouched), default=0)
        self.demand_every_hand(typed[:last])

    def remarks(self) -> tuple[SlipRemark, ...]:
        """Everything that is wrong with the text itself, in the order of the slip."""
        said = self.errors.as_data()
        return tuple(
            remark_at(
                hand,
                () if place is None else (place,),
                error.messages[0],
                named=place_names(place)[: SAID_OF.get(error.code or "", 2)],
            )
            for name, (hand, place) in self.places.items()
            for error in said.get(name, [])
        )

    def mark(self, remark: SlipRemark) -> None:
        """Show at its fields that something is wrong with them, or doubtful."""
        for name in fields_of(remark):
            self.fields[name].widget.attrs["data-doubt" if remark.is_doubt else "aria-invalid"] = "true"

    def _typed_row(self, number: int) -> SlipRow:
        chosen = self.cleaned_data.get(end_name(number))
        return SlipRow(
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

    def _place(self, name: str, field: forms.Field, hand: int, place: Place | None) -> None:
        field.label = ", ".join((hand_label(hand), *place_names(place)))
        field.widget.attrs |= {"aria-label": field.label, "aria-describedby": self.said_at(hand)}
        self.fields[name], self.places[name] = field, (hand, place)

    def _say(self, name: str, sentence: Promise | str, *, code: str) -> None:
        self.add_error(name, forms.ValidationError(str(sentence), code=code))


def shown_rows(rows: Iterable[SlipRow]) -> dict[str, str]:
    """Rows as the text that the form shows."""
    shown = {}
    for row in rows:
        shown[end_name(row.number)] = row.choice.value
        if row.counted is not None:
            shown[counted_name(row.number)] = write_counted(row.counted)
        for (line, column), points in row.figures.items():
            shown[figure_name(row.number, line, column)] = str(points)
    return shown
