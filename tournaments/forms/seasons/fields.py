"""The fields of a season's rule: points in hundredths, points by place, parts of the season, and tie-breaks."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.seasons.rule import (
    MOST_PLACES,
    MOST_POINTS,
    POINT,
    SeasonTie,
)
from tournaments.wording.seasons import (
    SEASON_TIE_NAMES,
    points_in_words,
    too_many_places,
)

HUNDREDTHS = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
PART = re.compile(r"0{0,2}[1-9][0-9]{0,2}")
DECIMAL = {"inputmode": "decimal", "autocomplete": "off"}


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
            read: int | None = hundredths(text, self._most)
        except ValueError:
            read = None
        if read is None or read < self._least:
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
        if any(word and not PART.fullmatch(word) for word in words):
            raise forms.ValidationError(_("Write how many tournaments each part has, with spaces: 5 5."))
        return tuple(int(word) for word in words if word)


class TiesWidget(forms.MultiWidget):
    """The tie-breaks, one select below the other."""

    use_fieldset = True

    def __init__(self, choices: Sequence[tuple[str, object]]) -> None:
        labels = [format_lazy(gettext_lazy("criterion {place}"), place=place) for place in range(1, len(choices))]
        super().__init__([forms.Select(attrs={"aria-label": label}, choices=choices) for label in labels])

    def decompress(self, value: None) -> list[str]:
        """Return no choices for no value; a list of them is shown as it is."""
        return []


class TiesField(forms.MultiValueField):
    """Tie-breaks in order; empty places are ignored."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [("", "—"), *((key.value, name) for key, name in SEASON_TIE_NAMES.items())]
        fields = [forms.ChoiceField(choices=choices, required=False) for _place in SeasonTie]
        super().__init__(fields, widget=TiesWidget(choices), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[str]) -> tuple[SeasonTie, ...]:
        return tuple(SeasonTie(key) for key in data_list if key)
