"""The forms of a season: its name, its rule, and its tournaments with their weights."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.common import JsonFileField
from tournaments.forms.seasons.fields import HundredthsField, PartsField, PlacePointsField, TiesField
from tournaments.models import Season, Tournament
from tournaments.seasons.rule import (
    MOST_OF_A_CLUB,
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
    points_in_words,
)

LARGEST_FILE = 200_000
"""In bytes: many times the size of a season of a hundred tournaments."""
WHOLE = {"inputmode": "numeric", "autocomplete": "off"}


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
        help_text=gettext_lazy("The maximum is all the VP that the rounds of the tournament can give."),
        choices=_choices(POINTS_NAMES),
    )
    table = PlacePointsField(
        label=PART_NAMES["table"],
        help_text=gettext_lazy(
            "For points by place: start with first place and separate with spaces. Places not listed get nothing."
        ),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 2}),
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
        help_text=gettext_lazy("Added to the other points; no weight multiplies them."),
        least=0,
        most=MOST_POINTS,
        required=False,
    )
    bonus_for = forms.ChoiceField(
        label=PART_NAMES["bonus_for"],
        help_text=gettext_lazy("Only if not all results count."),
        choices=_choices(BONUS_NAMES),
        required=False,
    )
    least_rounds = _count(
        PART_NAMES["least_rounds"],
        gettext_lazy("A tournament with fewer rounds does not count. A rest counts as a round, an absence does not."),
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
            "If the first of each part meet in a final: how many tournaments each part has, such as 5 5. Otherwise "
            "leave empty."
        ),
        required=False,
        max_length=200,
    )
    qualified = _count(
        PART_NAMES["qualified"],
        gettext_lazy("Anybody already in it from an earlier part is skipped, and the next one moves up."),
        most=MOST_QUALIFIED,
        required=False,
    )
    club_members = forms.IntegerField(
        label=PART_NAMES["club_members"],
        help_text=gettext_lazy(
            "Clubs are ranked by the points of this many of their best members. Leave empty for no ranking."
        ),
        min_value=0,
        max_value=MOST_OF_A_CLUB,
        required=False,
        widget=forms.TextInput(attrs=WHOLE),
    )

    def __init__(self, data: Any, *, season: Season | None, tournaments: Sequence[Tournament]) -> None:
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
