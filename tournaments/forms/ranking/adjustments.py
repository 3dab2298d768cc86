"""The form of a penalty, a bonus or a warning: to whom, in which round, how much, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.written_numbers import KEY_DIGITS, written_number
from tournaments.models import Adjustment, Pair, Player, Round, Tournament
from tournaments.people.names import search_key
from tournaments.ranking.victory_points import mp_of_vp
from tournaments.records import Kind, ListedInfraction, Measure
from tournaments.selectors.adjustments import is_given, newest_change, pairs_called, warned
from tournaments.selectors.settings import scale_of
from tournaments.wording.adjustments import points_in_words
from tournaments.wording.entrants import words_of
from tournaments.wording.figures import signed
from tournaments.wording.infractions import SECOND_WARNING

HIGHEST_POINTS = 99_999
"""More digits than this are a typing error."""

MOST_PAIRS_NAMED = 5


class AdjustmentForm(forms.Form):
    """The form of an adjustment. Points are written with their sign: negative for a penalty."""

    pair = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    player = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    round = forms.ChoiceField(label=gettext_lazy("Round"))
    unit = forms.ChoiceField(label=gettext_lazy("Counted as"), widget=forms.RadioSelect)
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("With a minus for a penalty: -100. A warning has none."),
        min_value=-HIGHEST_POINTS,
        max_value=HIGHEST_POINTS,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Shown beside the adjustment, to the players too."),
        max_length=200,
        widget=forms.TextInput(attrs={"list": "usual-reasons"}),
    )
    article = forms.CharField(
        label=gettext_lazy("Article"),
        help_text=gettext_lazy("Of the rules, where there is one."),
        max_length=40,
        required=False,
    )

    last_known = forms.CharField(required=False, widget=forms.HiddenInput)
    """The newest change of an adjustment that the page knew, so that a form sent twice counts once."""

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        rounds: Sequence[Round],
        infractions: Sequence[ListedInfraction],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tournament, self.infractions = tournament, infractions
        self.rounds = {str(round_.number): round_ for round_ in rounds}
        words = words_of(tournament.kind)
        self.fields["pair"].label = str(words.number_or_name)
        self.fields["player"].label = str(words.who_of_them)
        self._offer("round", [(number, number) for number in self.rounds])
        self._offer(
            "unit",
            [
                (Measure.WARNING, words.warning_counts),
                (Measure.MP, words.mp_counts),
                (Measure.MP_OWN, words.mp_own_counts),
                (Measure.VP, words.vp_counts),
                (Measure.VP_AND_MP, words.vp_and_mp_counts),
            ],
        )
        self.fields["last_known"].initial = partial(newest_change, tournament)
        self.called = pairs_called(tournament, str(self["pair"].value() or ""))
        self._offer("player", [("", words.all_of_them), *((str(player.pk), str(player)) for player in self.players)])

    def _offer(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def known_pair(self) -> Pair | None:
        """Return the pair that the number or the name means, if any."""
        return self.called[0] if len(self.called) == 1 else None

    @property
    def players(self) -> list[Player]:
        """Return the players of the pair who may be named; none in an individual tournament."""
        pair = self.known_pair
        if pair is None or self.tournament.kind == Kind.INDIVIDUAL:
            return []
        return pair.people

    def clean_pair(self) -> Pair:
        typed, words = self.cleaned_data["pair"], words_of(self.tournament.kind)
        if self.known_pair is not None:
            return self.known_pair
        if self.called:
            some = ", ".join(f"{pair.number} {pair}" for pair in self.called[:MOST_PAIRS_NAMED])
            more = " …" if len(self.called) > MOST_PAIRS_NAMED else ""
            raise forms.ValidationError(str(words.several_called), params={"name": typed, "pairs": some + more})
        if typed.split()[0].isdecimal():
            raise forms.ValidationError(str(words.not_entered), params={"number": typed.split()[0]})
        raise forms.ValidationError(str(words.nobody_called), params={"name": typed})

    def clean_last_known(self) -> int | None:
        """Return the change; None for what is no number, which no page sends."""
        return written_number(self.cleaned_data["last_known"], KEY_DIGITS)

    def clean_round(self) -> Round:
        return self.rounds[self.cleaned_data["round"]]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "unit" in data and "points" in data:
            is_warning = data["unit"] == Measure.WARNING
            if is_warning and data["points"]:
                self.add_error("points", _("A warning has no points: leave them empty, or choose MP or VP."))
            elif not is_warning and not data["points"]:
                self.add_error("points", _("Say how many MP or VP are given or taken; or choose a warning."))
        return data

    @property
    def adjustment(self) -> dict[str, Any]:
        """Return the arguments of `adjustment_add`; of a valid form only."""
        data = self.cleaned_data
        points = data["points"] or 0
        player = next((player for player in self.players if str(player.pk) == data["player"]), None)
        return {
            **{key: data[key] for key in ("round", "pair", "reason", "article", "last_known")},
            "player": player,
            **self._amount(Measure(data["unit"]), points),
        }

    def _amount(self, measure: Measure, points: int) -> dict[str, Any]:
        match measure:
            case Measure.MP | Measure.MP_OWN:
                return {"mp": points, "felt": measure is Measure.MP}
            case Measure.VP:
                return {"vp": points}
            case Measure.VP_AND_MP:
                return {"vp": points, "mp": mp_of_vp(scale_of(self.tournament), points), "felt": False}
        return {}

    def is_sent_twice(self, *, by: User) -> bool:
        """Return whether this person has given this adjustment since the page of the form was made."""
        arguments = self.adjustment
        since = arguments.pop("last_known")
        row = Adjustment(tournament=self.tournament, made_by=by, **arguments)
        return since is not None and is_given(row, since=since)

    @property
    def question(self) -> "AdjustmentQuestion | None":
        """Return the question to ask once before saving; of a valid form only."""
        data = self.cleaned_data
        title = search_key(data["reason"])
        usual = next((infraction for infraction in self.infractions if search_key(infraction.title) == title), None)
        points = data["points"] or 0
        if usual is not None and points and (points > 0) != usual.is_bonus:
            return self._about_the_sign(points, usual)
        if data["unit"] == Measure.WARNING:
            return self._about_the_second_warning(data["pair"])
        return None

    def _about_the_sign(self, points: int, usual: ListedInfraction) -> "AdjustmentQuestion":
        facts = {"points": signed(points), "reason": usual.title}
        if points > 0:  # equivalent `points >= 0`: 0 is not asked about
            sentence = _("“%(reason)s” is a penalty, and %(points)s would be a gift. Is the minus missing?")
        else:
            sentence = _("“%(reason)s” is a bonus, but %(points)s is a penalty. Is the minus sign a mistake?")
        return AdjustmentQuestion(
            about=f"sign {points}",
            sentence=sentence % facts,
            as_typed=_("%(points)s is right") % {"points": signed(points)},
            otherwise=_("Make it %(points)s") % {"points": signed(-points)},
            instead={"points": str(-points)},
        )

    def _about_the_second_warning(self, pair: Pair) -> "AdjustmentQuestion | None":
        before = warned(pair)
        second = next((infraction for infraction in self.infractions if infraction.key == SECOND_WARNING), None)
        if not before.of_pair or second is None or second.at_the_table or not second.points:
            return None
        names = ", ".join(f"{player} {count}" for player, count in before.by_player)
        amount = {"mp": 0, "vp": 0, "felt": True} | self._amount(second.measure, second.points)
        facts = {"count": before.of_pair, "names": f" ({names})" if names else "", "points": points_in_words(**amount)}
        return AdjustmentQuestion(
            about=f"warning {pair.number} {before.of_pair}",
            sentence=_("Warned before: %(count)s%(names)s. A second warning costs %(points)s.") % facts,
            as_typed=_("Only the warning"),
            otherwise=_("Give %(points)s") % facts,
            instead={"unit": second.measure, "points": str(second.points)},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentQuestion:
    """A question that a referee is asked once: as typed, or otherwise."""

    about: str
    """The values that the question is about; an answer to other values does not count."""
    sentence: str
    as_typed: str
    otherwise: str
    instead: Mapping[str, str]
    """The fields that the other answer changes."""


def picked_initial(
    infraction: ListedInfraction | None, rounds: Sequence[Round], typed: Mapping[str, str]
) -> dict[str, Any]:
    """Return the form as filled so far, with the defaults of the listed infraction, and the latest round."""
    latest = str(rounds[-1].number) if rounds else None
    initial: dict[str, Any] = {"unit": Measure.MP, "round": latest, "player": ""}
    initial |= {name: typed[name] for name in AdjustmentForm.base_fields if typed.get(name)}
    if infraction is not None:
        initial |= {
            "reason": infraction.title,
            "article": infraction.article,
            "unit": infraction.measure,
            "points": infraction.points,
        }
    return initial
