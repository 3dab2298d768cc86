"""A season as a form: its name, its rule, and which tournaments are in it, each with its weight."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Season, Tournament
from tournaments.seasons.rule import (
    MOST_PLACES,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_TOURNAMENTS,
    MOST_WEIGHT,
    PART_OF,
    POINT,
    USUAL_TABLE,
    EqualPlaces,
    PointsBy,
    RankedAs,
    SeasonRule,
    SeasonTie,
    faults,
)
from tournaments.seasons.rule_json import rule_from_json
from tournaments.wording.seasons import (
    EQUAL_NAMES,
    FAULT_SENTENCES,
    PART_NAMES,
    POINTS_NAMES,
    RANKED_NAMES,
    SEASON_TIE_NAMES,
    points_in_words,
)

HUNDREDTHS = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
LARGEST_FILE = 200_000
"""Bytes: many times what a season of a hundred tournaments takes."""
DECIMAL = {"inputmode": "decimal", "autocomplete": "off"}
WHOLE = {"inputmode": "numeric", "autocomplete": "off"}


def hundredths(text: str, most: int) -> int:
    """`16`, `16.5` or `16,5` in hundredths; raises ValueError for anything else, and for more than `most`.

    >>> hundredths("16,5", 10_000)
    1650
    """
    read = HUNDREDTHS.fullmatch(text.strip())
    if read is None:
        raise ValueError(text)
    points = int(read[1]) * POINT + int((read[2] or "").ljust(2, "0"))
    if points > most:
        raise ValueError(text)
    return points


class HundredthsField(forms.CharField):
    """Points, or a weight, with at most two decimals."""

    def __init__(self, *, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs=DECIMAL), **kwargs)
        self._least, self._most = least, most

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return 0
        try:
            read = hundredths(text, self._most)
        except ValueError:
            read = -1
        if read < self._least:
            raise forms.ValidationError(
                _("“%(typed)s” does not do here: write a number from %(least)s to %(most)s, such as 2 or 1.5.")
                % {"typed": text, "least": points_in_words(self._least), "most": points_in_words(self._most)}
            )
        return read


class TableField(forms.CharField):
    """The points of each place, the first one first, between blanks."""

    def clean(self, value: Any) -> Any:
        words = re.sub(r"[;\s]+|,\s+", " ", super().clean(value)).split()
        if len(words) > MOST_PLACES:
            raise forms.ValidationError(
                _("At most %(most)s places; here are %(count)s.") % {"most": MOST_PLACES, "count": len(words)}
            )
        table = []
        for place, word in enumerate(words, start=1):
            try:
                table.append(hundredths(word, MOST_POINTS))
            except ValueError as error:
                raise forms.ValidationError(
                    _("Place %(place)s: “%(typed)s” is no number of points. Write 16 or 16.5, and a blank between two.")
                    % {"place": place, "typed": word[:20]}
                ) from error
        return tuple(table)


class TiesWidget(forms.MultiWidget):
    """The tie-breaks, one select below the other."""

    use_fieldset = True

    def __init__(self, choices: Sequence[tuple[str, object]]) -> None:
        labels = [format_lazy(gettext_lazy("criterion {place}"), place=place) for place in range(1, len(choices))]
        super().__init__([forms.Select(attrs={"aria-label": label}, choices=choices) for label in labels])

    def decompress(self, value: list[str] | None) -> list[str]:
        return list(value or [])


class TiesField(forms.MultiValueField):
    """Tie-breaks in their order; empty places are passed over."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [("", "—"), *((key.value, name) for key, name in SEASON_TIE_NAMES.items())]
        fields = [forms.ChoiceField(choices=choices, required=False) for _place in SeasonTie]
        super().__init__(fields, widget=TiesWidget(choices), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[str]) -> tuple[SeasonTie, ...]:
        return tuple(SeasonTie(key) for key in data_list if key)


def _choices(names: Mapping[Any, Promise]) -> list[tuple[str, Promise]]:
    return [(key.value, name) for key, name in names.items()]


def _count(label: Any, help_text: Any, *, most: int, required: bool = True) -> forms.IntegerField:
    widget = forms.TextInput(attrs=WHOLE)
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=1, max_value=most, required=required, widget=widget
    )


class SeasonForm(forms.Form):
    """A new season, or one as it is; `t17` is the tick of the tournament with that key, `w17` its weight."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    public = forms.BooleanField(
        label=gettext_lazy("Everybody may see the ranking"),
        help_text=gettext_lazy("It is then found on the club’s bare address, without logging in."),
        required=False,
    )
    ranked = forms.ChoiceField(
        label=PART_NAMES["ranked"],
        help_text=gettext_lazy(
            "Each player gets the points of the pair. A pair is the same two players, a team has the same name."
        ),
        choices=_choices(RANKED_NAMES),
    )
    points = forms.ChoiceField(
        label=PART_NAMES["points"],
        help_text=gettext_lazy("The possible are the VP that all rounds of the tournament give at the most."),
        choices=_choices(POINTS_NAMES),
    )
    table = TableField(
        label=PART_NAMES["table"],
        help_text=gettext_lazy(
            "For points by place: the first one first, with blanks between. Later places get nothing."
        ),
        required=False,
        max_length=2_000,
    )
    equal = forms.ChoiceField(
        label=PART_NAMES["equal"],
        help_text=gettext_lazy("The mean is rounded down to half a point."),
        choices=_choices(EQUAL_NAMES),
    )
    bonus = HundredthsField(
        label=PART_NAMES["bonus"],
        help_text=gettext_lazy("Beside the others; no weight multiplies them."),
        least=0,
        most=MOST_POINTS,
        required=False,
    )
    least_rounds = _count(
        PART_NAMES["least_rounds"],
        gettext_lazy("With fewer a tournament is no result. A rest is a round, an absence is none."),
        most=MOST_ROUNDS,
    )
    best = _count(
        PART_NAMES["best"],
        gettext_lazy("The best ones. Empty: all."),
        most=MOST_TOURNAMENTS,
        required=False,
    )
    per_venue = _count(
        PART_NAMES["per_venue"],
        gettext_lazy("Empty: as many as there are."),
        most=MOST_TOURNAMENTS,
        required=False,
    )
    attendance = _count(
        PART_NAMES["attendance"],
        gettext_lazy("Who has fewer results stands below the others, without a place."),
        most=MOST_TOURNAMENTS,
    )
    ties = TiesField(
        label=PART_NAMES["ties"],
        help_text=gettext_lazy("One after the other. Who is equal in all of them shares the place."),
        required=False,
    )

    def __init__(self, data: Any = None, *, season: Season | None, tournaments: Sequence[Tournament]) -> None:
        rule = rule_from_json(season.rule) if season else SeasonRule(table=USUAL_TABLE)
        initial = _rule_typed(rule) | ({"name": season.name, "public": season.public} if season else {})
        super().__init__(data, initial=initial)
        weights = dict(season.entries.values_list("tournament_id", "weight")) if season else {}
        for each in tournaments:
            facts = {"tournament": each.name}
            tick = forms.CheckboxInput(attrs={"aria-label": each.name})
            self.fields[f"t{each.pk}"] = forms.BooleanField(required=False, initial=each.pk in weights, widget=tick)
            weight = HundredthsField(least=1, most=MOST_WEIGHT, initial=points_in_words(weights.get(each.pk, POINT)))
            weight.widget.attrs["aria-label"] = _("Weight of %(tournament)s") % facts
            self.fields[f"w{each.pk}"] = weight
        # What is in it stands first.
        self._offered = sorted(tournaments, key=lambda each: each.pk not in weights)

    def parts(self) -> Iterator[tuple[Promise | str, list[forms.BoundField]]]:
        """The fields of the rule in groups, each with its title."""
        yield _("Points"), [self[name] for name in ("ranked", "points", "table", "equal", "bonus")]
        yield _("What counts"), [self[name] for name in ("best", "per_venue", "least_rounds", "attendance")]
        yield _("Equal points"), [self["ties"]]

    def tournaments(self) -> Iterator[tuple[Tournament, forms.BoundField, forms.BoundField]]:
        """Each tournament that is offered with its tick and its weight."""
        for each in self._offered:
            yield each, self[f"t{each.pk}"], self[f"w{each.pk}"]

    @property
    def season(self) -> dict[str, Any]:
        """What `season_create` and `season_change` take, once the form is valid."""
        data = self.cleaned_data
        chosen = {each.pk: data[f"w{each.pk}"] for each in self._offered if data[f"t{each.pk}"]}
        return {"name": data["name"], "public": data["public"], "rule": self._rule(), "tournaments": chosen}

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            for fault in faults(self._rule()):
                self.add_error(PART_OF[fault], str(FAULT_SENTENCES[fault]))
        return self.cleaned_data

    def _rule(self) -> SeasonRule:
        data = self.cleaned_data
        return SeasonRule(
            ranked=RankedAs(data["ranked"]),
            points=PointsBy(data["points"]),
            table=data["table"],
            equal=EqualPlaces(data["equal"]),
            bonus=data["bonus"],
            least_rounds=data["least_rounds"],
            best=data["best"],
            per_venue=data["per_venue"],
            attendance=data["attendance"],
            ties=tuple(data["ties"] or ()),
        )


def _rule_typed(rule: SeasonRule) -> dict[str, Any]:
    """The rule as its fields show it."""
    return {
        "ranked": rule.ranked.value,
        "points": rule.points.value,
        "table": " ".join(map(points_in_words, rule.table)),
        "equal": rule.equal.value,
        "bonus": points_in_words(rule.bonus),
        "least_rounds": rule.least_rounds,
        "best": rule.best,
        "per_venue": rule.per_venue,
        "attendance": rule.attendance,
        "ties": [tie.value for tie in rule.ties],
    }


class SeasonFileForm(forms.Form):
    """A season in a file."""

    file = forms.FileField(
        label=gettext_lazy("File of a season"),
        help_text=gettext_lazy("JSON, as this program writes it. The tournaments that it names must be here."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> str:
        """The text in it."""
        uploaded = self.cleaned_data["file"]
        if uploaded.size > LARGEST_FILE:
            raise forms.ValidationError(_("This file is larger than any season."))
        try:
            text: str = uploaded.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("This is not a text file in UTF-8: choose the JSON file.")) from error
        return text
