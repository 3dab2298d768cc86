"""A penalty, a bonus or a warning as the referee gives it: to whom, in which round, how much, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Pair, Player, Round, Tournament
from tournaments.people.names import search_key
from tournaments.ranking.victory_points import mp_of_vp
from tournaments.records import Infraction, Kind, Measure
from tournaments.selectors.adjustments import pairs_called, warned
from tournaments.selectors.settings import scale_of
from tournaments.wording.adjustments import points_in_words
from tournaments.wording.entrants import words_of
from tournaments.wording.figures import signed
from tournaments.wording.infractions import SECOND_WARNING

HIGHEST_POINTS = 99_999
"""More digits than this are a slip of the finger."""

MOST_PAIRS_NAMED = 5


class AdjustmentForm(forms.Form):
    """Points are written as they count: with a minus for a penalty."""

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

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        rounds: Sequence[Round],
        infractions: Sequence[Infraction],
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
        self.called = pairs_called(tournament, str(self["pair"].value() or ""))
        self._offer("player", [("", words.all_of_them), *((str(each.pk), str(each)) for each in self.players)])

    def _offer(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def known_pair(self) -> Pair | None:
        """Whom the number or the name means, as far as it is typed."""
        return self.called[0] if len(self.called) == 1 else None

    @property
    def players(self) -> list[Player]:
        """Those of the pair that may be named; of an individual tournament nobody, who is the one player anyway."""
        pair = self.known_pair
        if pair is None or self.tournament.kind == Kind.INDIVIDUAL:
            return []
        seated = (pair.player1, pair.player2, pair.substitute1, pair.substitute2)
        return [player for player in seated if player is not None]

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
        """What `adjustment_add` takes, once the form is valid."""
        data = self.cleaned_data
        points = data["points"] or 0
        player = next((each for each in self.players if str(each.pk) == data["player"]), None)
        return {
            **{key: data[key] for key in ("round", "pair", "reason", "article")},
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

    @property
    def question(self) -> "Question | None":
        """What is asked once before it is given, once the form is valid."""
        data = self.cleaned_data
        title = search_key(data["reason"])
        usual = next((each for each in self.infractions if search_key(each.title) == title), None)
        points = data["points"] or 0
        if usual is not None and points and (points > 0) != ((usual.points or -1) > 0):
            return self._about_the_sign(points, usual)
        if data["unit"] == Measure.WARNING:
            return self._about_the_second_warning(data["pair"])
        return None

    def _about_the_sign(self, points: int, usual: Infraction) -> "Question":
        facts = {"points": signed(points), "reason": usual.title}
        if points > 0:
            sentence = _("“%(reason)s” is a penalty, and %(points)s would be a gift. Is the minus missing?")
        else:
            sentence = _("“%(reason)s” is a bonus, and %(points)s would be a penalty. Is the minus one too many?")
        return Question(
            asked=f"sign {points}",
            sentence=sentence % facts,
            as_typed=_("%(points)s is right") % {"points": signed(points)},
            otherwise=_("Make it %(points)s") % {"points": signed(-points)},
            instead={"points": str(-points)},
        )

    def _about_the_second_warning(self, pair: Pair) -> "Question | None":
        before = warned(pair)
        second = next((each for each in self.infractions if each.key == SECOND_WARNING), None)
        if not before.of_pair or second is None or second.at_the_table or not second.points:
            return None
        names = ", ".join(f"{player} {count}" for player, count in before.by_player)
        amount = {"mp": 0, "vp": 0, "felt": True} | self._amount(second.measure, second.points)
        facts = {"count": before.of_pair, "names": f" ({names})" if names else "", "points": points_in_words(**amount)}
        return Question(
            asked=f"warning {pair.number} {before.of_pair}",
            sentence=_("Warned before: %(count)s%(names)s. A second warning costs %(points)s.") % facts,
            as_typed=_("Only the warning"),
            otherwise=_("Give %(points)s") % facts,
            instead={"unit": second.measure, "points": str(second.points)},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a referee is asked once: whether it is as typed, or otherwise."""

    asked: str
    """What it is about; an answer to anything else is none."""
    sentence: str
    as_typed: str
    otherwise: str
    instead: Mapping[str, str]
    """The fields that the other answer changes."""


def picked_initial(infraction: Infraction | None, rounds: Sequence[Round], typed: Mapping[str, str]) -> dict[str, Any]:
    """The form as far as it was filled, with what the club's list says of an infraction; the latest round at first."""
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
