"""The forms of a season: its name, its rule, and its tournaments with their weights."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.common import JsonFileField
from tournaments.models import Season, Tournament
from tournaments.seasons.rule import (
    MOST_OF_A_CLUB,
    MOST_PLACES,
    MOST_POINTS,
    MOST_QUALIFIED,
    MOST_ROUNDS,
    MOST_TOURNAMENTS,
    MOST_WEIGHT,
    PART_OF,
    POINT,
    USUAL_TABLE,
    BonusFor,
    SeasonRule,
    SeasonTie,
    faults,
)
from tournaments.seasons.rule_json import rule_from_json
from tournaments.wording.seasons import (
    BONUS_NAMES,
    EQUAL_NAMES,
    FAULT_SENTENCES,
    PART_NAMES,
    POINTS_NAMES,
    RANKED_NAMES,
    SEASON_TIE_NAMES,
    points_in_words,
    too_many_places,
)

HUNDREDTHS = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
LARGEST_FILE = 200_000
"""In bytes: many times the size of a season of a hundred tournaments."""
DECIMAL = {"inputmode": "decimal", "autocomplete": "off"}
WHOLE = {"inputmode": "numeric", "autocomplete": "off"}


def hundredths(text: str, most: int) -> int:
    """Return `16`, `16.5` or `16,5` in hundredths. Raise ValueError for anything else, and for more than `most`.

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
                _("“%(typed)s” cannot be used here: write a number from %(least)s to %(most)s, such as 2 or 1.5.")
                % {"typed": text, "least": points_in_words(self._least), "most": points_in_words(self._most)}
            )
        return read


class PlacePointsField(forms.CharField):
    """The points of each place, from the first on, separated by spaces."""

    def clean(self, value: Any) -> Any:
        words = re.sub(r"[;\s]+|,\s+", " ", super().clean(value)).split()
        if len(words) > MOST_PLACES:
            raise forms.ValidationError(too_many_places(len(words)))
        table = []
        for place, word in enumerate(words, start=1):
            try:
                table.append(hundredths(word, MOST_POINTS))
            except ValueError as error:
                raise forms.ValidationError(
                    _(
                        "Place %(place)s: “%(typed)s” is not a number of points. Write 16 or 16.5, with spaces "
                        "between the numbers."
                    )
                    % {"place": place, "typed": word[:20]}
                ) from error
        return tuple(table)


class PartsField(forms.CharField):
    """The number of tournaments in each part of a season, separated by spaces."""

    def clean(self, value: Any) -> Any:
        words = re.split(r"[\s,;+]+", super().clean(value).strip())
        if any(word and not (word.isascii() and word.isdecimal() and 0 < int(word[:4]) <= 999) for word in words):
            raise forms.ValidationError(_("Write how many tournaments each part has, with spaces: 5 5."))
        return tuple(int(word) for word in words if word)


class TiesWidget(forms.MultiWidget):
    """The tie-breaks, one select below the other."""

    use_fieldset = True

    def __init__(self, choices: Sequence[tuple[str, object]]) -> None:
        labels = [format_lazy(gettext_lazy("criterion {place}"), place=place) for place in range(1, len(choices))]
        super().__init__([forms.Select(attrs={"aria-label": label}, choices=choices) for label in labels])

    def decompress(self, value: list[str] | None) -> list[str]:
        return list(value or [])


class TiesField(forms.MultiValueField):
    """Tie-breaks in order; empty places are ignored."""

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
    """The form of a season; `t17` is the tick of the tournament with that key, `w17` its weight."""

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
        help_text=gettext_lazy("100% means all the VP that the rounds of the tournament can give."),
        choices=_choices(POINTS_NAMES),
    )
    table = PlacePointsField(
        label=PART_NAMES["table"],
        help_text=gettext_lazy(
            "For points by place: start with first place and separate with spaces. Places not listed get nothing."
        ),
        required=False,
        max_length=2_000,
    )
    equal = forms.ChoiceField(
        label=PART_NAMES["equal"],
        help_text=gettext_lazy("The mean is rounded down to half a point."),
        choices=_choices(EQUAL_NAMES),
    )
    beaten = HundredthsField(
        label=PART_NAMES["beaten"],
        help_text=gettext_lazy(
            "For points by the field’s size: the first of 24 gets it 23 times, the last not at all."
        ),
        least=0,
        most=MOST_POINTS,
        required=False,
    )
    bonus = HundredthsField(
        label=PART_NAMES["bonus"],
        help_text=gettext_lazy("Beside the others; no weight multiplies them."),
        least=0,
        most=MOST_POINTS,
        required=False,
    )
    bonus_for = forms.ChoiceField(
        label=PART_NAMES["bonus_for"],
        help_text=gettext_lazy("Only where not all results count."),
        choices=_choices(BONUS_NAMES),
        required=False,
    )
    least_rounds = _count(
        PART_NAMES["least_rounds"],
        gettext_lazy("A tournament with fewer rounds does not count. A rest is a round, an absence is none."),
        most=MOST_ROUNDS,
    )
    best = _count(
        PART_NAMES["best"],
        gettext_lazy("The best ones. Leave empty for all."),
        most=MOST_TOURNAMENTS,
        required=False,
    )
    per_venue = _count(
        PART_NAMES["per_venue"],
        gettext_lazy("Leave empty for as many as there are."),
        most=MOST_TOURNAMENTS,
        required=False,
    )
    attendance = _count(
        PART_NAMES["attendance"],
        gettext_lazy("Those with fewer results are listed below the others, without a place."),
        most=MOST_TOURNAMENTS,
    )
    ties = TiesField(
        label=PART_NAMES["ties"],
        help_text=gettext_lazy("One after the other. Those level on all of them share the place."),
        required=False,
    )

    parts_played = PartsField(
        label=PART_NAMES["parts"],
        help_text=gettext_lazy(
            "If the first of each part meet in a final: how many tournaments each part has, such as 5 5. Else empty."
        ),
        required=False,
        max_length=200,
    )
    qualified = _count(
        PART_NAMES["qualified"],
        gettext_lazy("Whoever is in it from an earlier part is passed over, and the next comes up."),
        most=MOST_QUALIFIED,
        required=False,
    )
    club_members = forms.IntegerField(
        label=PART_NAMES["club_members"],
        help_text=gettext_lazy(
            "The clubs are ranked by the points of so many of their best members. Empty: no ranking."
        ),
        min_value=0,
        max_value=MOST_OF_A_CLUB,
        required=False,
        widget=forms.TextInput(attrs=WHOLE),
    )

    def __init__(self, data: Any = None, *, season: Season | None, tournaments: Sequence[Tournament]) -> None:
        rule = rule_from_json(season.rule) if season else SeasonRule(table=USUAL_TABLE)
        initial = _rule_typed(rule) | ({"name": season.name, "public": season.public} if season else {})
        super().__init__(data, initial=initial)
        weights = dict(season.entries.values_list("tournament_id", "weight")) if season else {}
        for choice in tournaments:
            facts = {"tournament": choice.name}
            tick = forms.CheckboxInput(attrs={"aria-label": choice.name})
            self.fields[f"t{choice.pk}"] = forms.BooleanField(required=False, initial=choice.pk in weights, widget=tick)
            weight = HundredthsField(least=1, most=MOST_WEIGHT, initial=points_in_words(weights.get(choice.pk, POINT)))
            weight.widget.attrs["aria-label"] = _("Weight of %(tournament)s") % facts
            self.fields[f"w{choice.pk}"] = weight
        # The season's own tournaments come first.
        self._offered = sorted(tournaments, key=lambda tournament: tournament.pk not in weights)

    def parts(self) -> Iterator[tuple[Promise | str, list[forms.BoundField]]]:
        """Return the fields of the rule in groups, each with its title."""
        yield (
            _("Points"),
            [self[name] for name in ("ranked", "points", "table", "beaten", "equal", "bonus", "bonus_for")],
        )
        yield _("What counts"), [self[name] for name in ("best", "per_venue", "least_rounds", "attendance")]
        yield _("Equal points"), [self["ties"]]
        yield _("Final and clubs"), [self[name] for name in ("parts_played", "qualified", "club_members")]

    def tournaments(self) -> Iterator[tuple[Tournament, forms.BoundField, forms.BoundField]]:
        """Return each tournament offered, with its tick and its weight."""
        for tournament in self._offered:
            yield tournament, self[f"t{tournament.pk}"], self[f"w{tournament.pk}"]

    @property
    def season(self) -> dict[str, Any]:
        """Return the arguments of `season_create` and `season_change`; of a valid form only."""
        data = self.cleaned_data
        chosen = {tournament.pk: data[f"w{tournament.pk}"] for tournament in self._offered if data[f"t{tournament.pk}"]}
        return {"name": data["name"], "public": data["public"], "rule": self._rule(), "tournaments": chosen}

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            for fault in faults(self._rule()):
                part = PART_OF[fault]
                self.add_error("parts_played" if part == "parts" else part, str(FAULT_SENTENCES[fault]))
        return self.cleaned_data

    def _rule(self) -> SeasonRule:
        data = self.cleaned_data
        return rule_from_json(
            data
            | {
                "ties": data["ties"] or (),
                "bonus_for": data["bonus_for"] or BonusFor.COUNTING,
                "beaten": data["beaten"] or POINT,
                "parts": data["parts_played"],
                "qualified": data["qualified"] or 2,
                "club_members": data["club_members"] or 0,
            }
        )


def _rule_typed(rule: SeasonRule) -> dict[str, Any]:
    """Return the rule of the fields."""
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
        "bonus_for": rule.bonus_for.value,
        "beaten": points_in_words(rule.beaten),
        "parts_played": " ".join(map(str, rule.parts)),
        "qualified": rule.qualified,
        "club_members": rule.club_members or None,
    }


class SeasonFileForm(forms.Form):
    """A season in a file."""

    file = JsonFileField(
        label=gettext_lazy("File of a season"),
        help_text=gettext_lazy("JSON, as this program writes it. The tournaments that it names must be here."),
        most=LARGEST_FILE,
        too_large=gettext_lazy("This file is too large to be a season."),
    )
