"""The slip as a form, with a field for each figure and each hand's end, in the order of the paper slip.

It reads what was typed and has it judged, at the desk and on phones; `slip_view.py` shows it.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from pages.figures import FigureField
from pages.joined_widgets import JoinedHiddenInput, JoinedSelect
from scoring.engine.conventions import Stall
from scoring.engine.hand import ENDS_BY_STALL
from scoring.engine.violations import InvalidNotation
from scoring.forms.game_hands import MISSING
from scoring.services import ruleset_for
from tournaments.forms.common import VersionField
from tournaments.models import Tournament
from tournaments.records import Line
from tournaments.selectors.generations import NOT_SEEN
from tournaments.slips.counted_hand import CountedHand, read_counted
from tournaments.slips.typed_slip import (
    Depth,
    EndChoice,
    JudgedSlip,
    Place,
    SlipRow,
    choices_at,
    judge_slip_rows,
    signature,
)
from tournaments.wording.slips import (
    CHOICE_NAMES,
    SlipRemark,
    place_names,
    remark_at,
)

ABOUT_HAND, ABOUT_LINE = "about_hand", "about_line"
PLACE_LENGTHS: Mapping[str, int] = {ABOUT_HAND: 0, ABOUT_LINE: 1}
"""The length of the part of a field's place that a sentence is about if it is not about that field alone."""

FIELD_LENGTH = 12
"""The longest text of a player's field; the longest figure has six characters."""


def figure_name(hand: int, line: Line, column: str) -> str:
    return f"h{hand}_{line}_{column}"


def end_name(hand: int) -> str:
    return f"h{hand}_end"


def counted_name(hand: int) -> str:
    return f"h{hand}_counted"


END = JoinedSelect(attrs={"tabindex": "-1"})
"""The end of a hand, nearly always a close: it has a key of its own, and Tab moves between the figures."""

ENDS: Mapping[tuple[Depth, Stall], list[tuple[str, Promise]]] = {
    (depth, stall): [(choice.value, CHOICE_NAMES[choice]) for choice in choices_at(depth) if choice.end in ends]
    for depth in Depth
    for stall, ends in ENDS_BY_STALL.items()
}
"""The ends to pick from: whether a hand can end in a stall depends on the ruleset."""

COUNTED = JoinedHiddenInput(attrs={"data-counted": True})
"""The cards on the table, for a hand that was counted."""


class SlipForm(forms.Form):
    """The figures of a table. They stay as typed, whatever the remarks."""

    version = VersionField(required=False, widget=JoinedHiddenInput)
    """The version of the table from which the figures were made."""
    depth = forms.ChoiceField(required=False, choices=[(depth, depth) for depth in Depth], widget=JoinedHiddenInput)
    confirmed = forms.CharField(required=False)
    """The signature of the figures that somebody confirmed."""
    tried = forms.BooleanField(required=False)
    """Whether the slip was sent and refused before, so that missing figures are reported."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        tournament: Tournament,
        table: int,
        depth: Depth,
        initial: Mapping[str, object] | None = None,
        players: Line | None = None,
    ) -> None:
        super().__init__(
            data,
            auto_id=f"t{table}-%s",
            initial=dict(initial or {}) | {"depth": depth},
            use_required_attribute=False,
        )
        self.tournament, self.hands, self.slip_depth = tournament, tournament.hands_per_round, depth
        self.players = players
        """The line whose players type; None for the referee."""
        self.rules, columns = ruleset_for(tournament.ruleset, tournament.options), depth.columns
        ends = ENDS[depth, self.rules.stall]
        self.counted: dict[int, CountedHand | None] = {}
        self.places: dict[str, tuple[int, Place | None]] = {}
        for hand in range(1, self.hands + 1):
            for line in Line:
                for column in columns:
                    name = figure_name(hand, line, column)
                    self.fields[name], self.places[name] = FigureField(required=False), (hand, (line, column))
            end = end_name(hand)
            self.fields[end], self.places[end] = forms.ChoiceField(choices=ends, widget=END), (hand, None)
            counted = forms.CharField(required=False, widget=COUNTED)  # equivalent `True`: nobody asks for its errors
            self.fields[counted_name(hand)] = counted

    def as_typed(self) -> dict[str, str]:
        """Return the text of the fields, as typed; counts of cards are the referee's."""
        names = (name for name in self.places if name in self.data)
        return {"depth": self.slip_depth.value} | {name: str(self.data[name]) for name in names}

    def clean(self) -> None:
        """Check that a hand not played has no figures but 0, and that a counted one can be read."""
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
                end_name(number),
                _("its cards can no longer be read. Count them again, or type the hand."),
                code=ABOUT_HAND,
            )
            return None

    @cached_property
    def slip(self) -> JudgedSlip:
        """Return the readable part of the slip, row by row, judged by the engine."""
        self.full_clean()
        return judge_slip_rows(self.rules, [self._typed_row(number) for number in range(1, self.hands + 1)])

    def version_read(self) -> int:
        """Return the version of the figures; -1, which no table has, if the page did not send it."""
        if not hasattr(self, "cleaned_data"):
            self.full_clean()
        version: int = self.cleaned_data.get("version", NOT_SEEN)
        return version

    @property
    def is_refused(self) -> bool:
        """Return whether the text or a hand is wrong."""
        return self.slip.is_illegal or bool(self.remarks())

    @property
    def doubt(self) -> str:
        """Return the signature that a confirmation must have; empty if none is needed.

        Other figures need another one.
        """
        figures = signature(self.slip.typed) if self.slip.is_doubtful else ""
        return "" if self.cleaned_data.get("confirmed") == figures else figures

    def demand_hands(self, *, every: bool = True) -> None:
        """Report the missing figures by hand, side and column.

        Of a table that was left, not every hand is demanded: those from the first to the last begun, without a gap.
        """
        rows = self.slip.rows
        begun = max((judged.row.number for judged in rows if not judged.untouched), default=0)
        for judged in rows if every else rows[:begun]:
            row, missing = judged.row, judged.missing
            names = [figure_name(row.number, line, column) for line, column in missing]
            if judged.untouched and not any(name in self.errors for name in names):
                self._say(names[0], _("this hand is missing. Enter it, or mark it as not played."), code=ABOUT_HAND)
                continue
            for name, (_line, column) in zip(names, missing, strict=True):
                if name not in self.errors:
                    self._say(name, MISSING[column], code=ABOUT_LINE)

    def remarks(self) -> tuple[SlipRemark, ...]:
        """Return the faults of the text, in the order of the slip."""
        errors = self.errors.as_data()
        return tuple(
            remark_at(
                hand,
                () if place is None else (place,),
                error.messages[0],
                named=place_names(place)[: PLACE_LENGTHS.get(error.code or "", 2)],  # equivalent `error.code`: alike
            )
            for name, (hand, place) in self.places.items()
            for error in errors.get(name, [])
        )

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

    def _say(self, name: str, sentence: Promise | str, *, code: str) -> None:
        self.add_error(name, forms.ValidationError(str(sentence), code=code))


def typed_form(data: QueryDict, tournament: Tournament, table: int, players: Line | None = None) -> SlipForm:
    """Return the form of the slip that was sent, by the players of a line or by the referee."""
    sent = data.get("depth", "")
    depth = Depth(sent if sent in list(Depth) else tournament.entry)
    return SlipForm(data, tournament=tournament, table=table, depth=depth, players=players)
