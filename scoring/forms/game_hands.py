"""A hand of a free game as on its slip: each side's base and points, or only its total.

The fields have names like those in `forms/cards.py`: `a_base`, with the side's key in front.
"""

from collections.abc import Mapping
from enum import StrEnum

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from pages.figures import FigureField
from scoring.engine.hand import ENDS_BY_STALL, AnyHand, HandEnd, SideEntry, SlipEntry, TotalEntry
from scoring.engine.ruleset import RuleSet

SIDE_KEYS = ("a", "b", "c")

END_NAMES: Mapping[HandEnd, Promise] = {
    HandEnd.CLOSED: pgettext_lazy("end of a hand", "closed"),
    HandEnd.STOCK: pgettext_lazy("end of a hand", "stock used up"),
    HandEnd.STALL: pgettext_lazy("end of a hand", "stall"),
    HandEnd.TIME: pgettext_lazy("end of a hand", "time"),
}


class EntryKind(StrEnum):
    """The way in which a hand is entered: the figures of a slip, or what is on the table."""

    TOTAL = "total"
    SLIP = "slip"
    TABLE = "table"
    """Cards, or the number of burracos and the value of the cards: `scoring.card_entry`."""


KIND_NAMES: Mapping[EntryKind, Promise] = {
    EntryKind.TABLE: gettext_lazy("Cards or burracos"),
    EntryKind.SLIP: gettext_lazy("Base and points"),
    EntryKind.TOTAL: gettext_lazy("Totals"),
}

COLUMNS: Mapping[EntryKind, Mapping[str, Promise]] = {
    EntryKind.TOTAL: {"total": gettext_lazy("total")},
    EntryKind.SLIP: {"base": gettext_lazy("base"), "points": gettext_lazy("points")},
}

MISSING: Mapping[str, Promise] = {
    "base": gettext_lazy("the base is missing."),
    "points": gettext_lazy("the points are missing."),
    "total": gettext_lazy("the total is missing."),
}


class GameSlipForm(forms.Form):
    """The figures of one hand, with the `names` of its sides in order. They are judged only once they were `sent`."""

    use_required_attribute = False

    def __init__(self, data: QueryDict, *, rules: RuleSet, names: tuple[str, ...], kind: EntryKind, sent: bool) -> None:
        super().__init__(data if sent else None, initial=data.dict())
        self.rules, self.names, self.kind = rules, names, kind
        self.keys = SIDE_KEYS[: len(names)]
        for key, name in zip(self.keys, names, strict=True):
            for column, label in COLUMNS[kind].items():
                field = FigureField(label=str(label), required=False)
                field.widget.attrs["aria-label"] = f"{name}, {label}"
                self.fields[f"{key}_{column}"] = field
        self.fields["end"] = forms.ChoiceField(
            label=_("How did the hand end?"),
            choices=self._ends(),
            error_messages={name: _("Choose how the hand ended.") for name in ("required", "invalid_choice")},
        )

    def _ends(self) -> list[tuple[str, str]]:
        """Return the choices for the end. A slip names the side that closed; with totals that could not be checked."""
        closed = [(HandEnd.CLOSED.value, str(END_NAMES[HandEnd.CLOSED]))]
        if self.kind is EntryKind.SLIP:
            closed = [
                (f"{HandEnd.CLOSED.value}_{key}", _("closed by %(side)s") % {"side": name})
                for key, name in zip(self.keys, self.names, strict=True)
            ]
        ends = ENDS_BY_STALL[self.rules.stall]
        others = [(end.value, str(END_NAMES[end])) for end in ends if end is not HandEnd.CLOSED]
        return [("", _("choose …")), *closed, *others]

    @property
    def sides(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The name and the fields of each side."""
        return [
            (name, [self[f"{key}_{column}"] for column in COLUMNS[self.kind]])
            for key, name in zip(self.keys, self.names, strict=True)
        ]

    def demand_all(self) -> None:
        """Add an error for every missing value; unreadable ones have theirs already."""
        for key in self.keys:
            for column in COLUMNS[self.kind]:
                name = f"{key}_{column}"
                if name not in self.errors and self.cleaned_data.get(name) is None:
                    self.add_error(name, capfirst(str(MISSING[column])))

    def focus_first_fault(self) -> None:
        """Focus the first field with an error when the page is rendered again."""
        for name in self.errors:
            self.fields[name].widget.attrs["autofocus"] = True
            return

    def hand(self, *, players: int, solo: int | None, partners: bool) -> AnyHand | None:
        """Return the hand for the engine, or None while something is missing or unreadable."""
        if self.errors:
            return None
        sides = tuple(side for key in self.keys if (side := self._side(key)) is not None)
        if len(sides) < len(self.keys):
            return None
        end = HandEnd(self.cleaned_data["end"].partition("_")[0])
        return AnyHand(end=end, sides=sides, players=players, solo=solo, partners=partners)

    def _side(self, key: str) -> SideEntry | None:
        figures = [self.cleaned_data.get(f"{key}_{column}") for column in COLUMNS[self.kind]]
        match figures:
            case [int(total)]:
                return TotalEntry(total)
            case [int(base), int(points)]:
                end = self.cleaned_data.get("end", "")
                closed = end == f"{HandEnd.CLOSED.value}_{key}" if end.startswith(HandEnd.CLOSED.value) else None
                return SlipEntry(base=base, points=points, closed=closed)
            case _incomplete:
                return None
