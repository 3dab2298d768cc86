"""A tournament's settings as a form, for a new one and for one that exists."""

from collections.abc import Set
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulesets_offered import offered, offered_as, offered_by_key, title_of
from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.names import tidy
from tournaments.records import Allowance, TieBreak
from tournaments.scale_names import SCALE_NAMES, fault_sentence
from tournaments.services.tournaments import FROZEN_BY_A_ROUND, usual_minutes
from tournaments.victory_points import (
    LONG_ROUND_HANDS,
    LONG_ROUND_REST_PERCENT,
    MP_STEP,
    REST_PERCENT,
    SCALES,
    InvalidScale,
    Scale,
    ScaleFault,
    absence_allowance,
    parse_scale,
    rest_allowance,
    scale_for_hands,
    scale_to_json,
)

from .folds import FOLDS, Fold
from .order import OrderField
from .own_scale import read_rows

FOLLOWS_THE_HANDS = "hands"
OWN_SCALE = "own"
USUAL_HANDS = (2, 3, 4)
MOST_ROUNDS = 100
MOST_MP = 100_000
MOST_MINUTES = 600
MOST_SEED = 2**31 - 1

AS_IT_IS = "as-it-is"
"""The choice that leaves a tournament's ruleset alone, where it is none of those offered."""

PLAIN_SETTINGS = (
    *("name", "date", "venue", "kind", "hands_per_round", "rounds_planned", "tie_breaks", "entry"),
    *("missed_rounds", "substitutes_allowed"),
)
"""The fields that are settings as they stand."""

KINDS = (
    (Tournament.Kind.PAIRS, gettext_lazy("pairs: two partners stay together")),
    (Tournament.Kind.INDIVIDUAL, gettext_lazy("individual: partners change every round, players are ranked")),
    (Tournament.Kind.TEAMS, gettext_lazy("teams: of two pairs or more, whose results are added up")),
)

FIELD_OF_FAULT = {ScaleFault.NOT_A_NAME: "scale_name", ScaleFault.ODD_TOTAL: "scale_total"}
"""Beside which field a fault of an own scale is told, where it is not its rows."""


class TournamentForm(forms.Form):
    """Name and date are enough; everything else has the defaults of a club evening.

    `settings` is what the services take. Of a tournament that exists, give it as `tournament`: what its slips
    depend on is shown but no longer changed once it has a round.
    """

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("Friday tournament"), "autocomplete": "off"}),
    )
    date = forms.DateField(
        label=gettext_lazy("Date"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=120, required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("Who plays"), choices=KINDS, initial=Tournament.Kind.PAIRS, widget=forms.RadioSelect
    )
    ruleset = forms.ChoiceField(
        label=gettext_lazy("Ruleset"),
        initial="fibur_2026",
        help_text=gettext_lazy("What burracos, closing and pozzetto are worth: slips are checked by it."),
    )
    hands_per_round = forms.TypedChoiceField(
        label=gettext_lazy("Hands per round"),
        coerce=int,
        initial=4,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("As many rows as a slip has."),
    )
    rounds_planned = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=4,
        help_text=gettext_lazy("It can be changed during the evening."),
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of a round"),
        min_value=0,
        max_value=MOST_MINUTES,
        required=False,
        help_text=gettext_lazy("The clock on the wall counts them down; 0: no clock. Empty: the usual for its hands."),
    )
    scale = forms.ChoiceField(
        label=gettext_lazy("Scale for VP"),
        choices=[
            (FOLLOWS_THE_HANDS, gettext_lazy("the federation’s, for these hands per round")),
            *SCALE_NAMES.items(),
            (OWN_SCALE, gettext_lazy("our own, as written below")),
        ],
        initial=FOLLOWS_THE_HANDS,
        help_text=gettext_lazy("How the difference of a round becomes VP. Changing it counts every round anew."),
    )
    scale_name = forms.CharField(label=gettext_lazy("Name of our own scale"), max_length=60, required=False)
    scale_total = forms.IntegerField(
        label=gettext_lazy("VP of a table"),
        min_value=2,
        max_value=1000,
        initial=20,
        required=False,
        help_text=gettext_lazy("What winner and loser get together."),
    )
    scale_rows = forms.CharField(
        label=gettext_lazy("Rows of our own scale"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "50 10\n150 11\n250 12", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One a line: the largest difference, then the winner’s VP. The first is the draw; "
            "what lies beyond the last gives the winner everything."
        ),
    )
    tie_breaks = OrderField(
        label=gettext_lazy("What orders the ranking"),
        initial=[key.value for key in TieBreak],
        help_text=gettext_lazy("Each decides where those above leave pairs equal. Without the lot, pairs can tie."),
    )
    rest_vp = forms.IntegerField(label=gettext_lazy("Rest: VP"), min_value=0, required=False)
    rest_mp = forms.IntegerField(
        label=gettext_lazy("Rest: MP difference"),
        min_value=0,
        max_value=MOST_MP,
        required=False,
        help_text=gettext_lazy("Empty: the smallest difference that gives these VP."),
    )
    absence_vp = forms.IntegerField(
        label=gettext_lazy("Absence: VP"),
        min_value=0,
        required=False,
        help_text=gettext_lazy("Empty: what the usual rest leaves of the table’s VP."),
    )
    absence_mp = forms.IntegerField(
        label=gettext_lazy("Absence: MP difference"),
        min_value=-MOST_MP,
        max_value=MOST_MP,
        required=False,
        help_text=gettext_lazy("Empty: the difference nearest to 0 that gives these VP."),
    )
    missed_rounds = forms.ChoiceField(
        label=gettext_lazy("Rounds missed by who withdraws are worth"),
        choices=Tournament.MissedRounds.choices,
        initial=Tournament.MissedRounds.ZERO,
        widget=forms.RadioSelect,
    )
    substitutes_allowed = forms.BooleanField(
        label=gettext_lazy("Substitutes may take a player’s place"),
        initial=True,
        required=False,
        help_text=gettext_lazy("For the rest of the tournament; both names stand in the ranking."),
    )
    entry = forms.ChoiceField(
        label=gettext_lazy("Slips are entered as"),
        choices=Tournament.Entry.choices,
        initial=Tournament.Entry.SLIP,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("With base and points, more mistakes are found before they are saved."),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed of the draws"),
        min_value=0,
        max_value=MOST_SEED,
        required=False,
        help_text=gettext_lazy("The same seed draws the same seats. Empty: chosen by lot."),
    )

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        if tournament:
            kwargs["initial"] = _initial_of(tournament)
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.chosen_scale: Scale | None = None
        hands = set(USUAL_HANDS) | ({tournament.hands_per_round} if tournament else set())
        self.fields["hands_per_round"].choices = [(count, count) for count in sorted(hands)]  # type: ignore[attr-defined]
        self.fields["rest_vp"].help_text = _(
            "Empty: the usual, %(long)s%% of the table’s VP in rounds of %(hands)s hands, %(short)s%% in shorter ones."
        ) % {"long": LONG_ROUND_REST_PERCENT, "hands": LONG_ROUND_HANDS, "short": REST_PERCENT}
        self.fields["ruleset"].choices = self._rulesets()  # type: ignore[attr-defined]
        if tournament and tournament.rounds.exists():
            self._freeze(FROZEN_BY_A_ROUND, _("Stays as it is: a round has been drawn with it."))
        if tournament and tournament.pairs.exists():
            self._freeze({"kind"}, _("Stays as it is: somebody is entered already."))

    def _rulesets(self) -> list[tuple[str, str | list[tuple[str, str]]]]:
        """The presets, the club's own, and what the tournament plays by if it is neither."""
        everything = offered()
        choices: list[tuple[str, str | list[tuple[str, str]]]] = [
            (each.key, each.label) for each in everything if not each.is_clubs
        ]
        if clubs := [(each.key, each.label) for each in everything if each.is_clubs]:
            choices.append((_("The club’s own"), clubs))
        if self.tournament and self.initial["ruleset"] == AS_IT_IS:
            choices.append((AS_IT_IS, title_of(self.tournament.ruleset, self.tournament.options)))
        return choices

    def _freeze(self, names: Set[str], why: str) -> None:
        for name in names & self.fields.keys():
            self.fields[name].disabled = True
            self.fields[name].help_text = why

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Give the tournament a name."))
        return name

    def clean_rest_mp(self) -> int | None:
        return self._multiple("rest_mp")

    def clean_absence_mp(self) -> int | None:
        return self._multiple("absence_mp")

    def _multiple(self, name: str) -> int | None:
        points: int | None = self.cleaned_data[name]
        # Every score in MP is a multiple of the step.
        if points is not None and points % MP_STEP:
            raise forms.ValidationError(_("Not a multiple of %(step)s, as every score in MP is.") % {"step": MP_STEP})
        return points

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "scale" not in given or "hands_per_round" not in given:
            return given
        self.chosen_scale = self._chosen_scale()
        if self.chosen_scale and not self.errors:
            self.rest = self._allowance("rest", rest_allowance(self.chosen_scale, given["hands_per_round"]))
            self.absence = self._allowance("absence", absence_allowance(self.chosen_scale, given["hands_per_round"]))
        return given

    def _chosen_scale(self) -> Scale | None:
        """The scale that was chosen; None, with the fault beside its field, where it cannot be one."""
        choice = self.cleaned_data["scale"]
        if choice == OWN_SCALE:
            return self._own_scale()
        if choice != FOLLOWS_THE_HANDS:
            return SCALES[choice]
        try:
            return scale_for_hands(self.cleaned_data["hands_per_round"])
        except ValueError:
            self.add_error("scale", _("The federation has no scale for so many hands: choose one, or write your own."))
            return None

    def _own_scale(self) -> Scale | None:
        given = self.cleaned_data
        if "scale_name" not in given or "scale_total" not in given or "scale_rows" not in given:
            return None
        try:
            rows = read_rows(given["scale_rows"])
            return parse_scale({"name": tidy(given["scale_name"]), "rows": rows, "total": given["scale_total"] or 0})
        except InvalidScale as fault:
            self.add_error(FIELD_OF_FAULT.get(fault.code, "scale_rows"), fault_sentence(fault))
        except forms.ValidationError as unreadable:
            self.add_error("scale_rows", unreadable)
        return None

    def _allowance(self, name: str, usual: Allowance) -> Allowance:
        """What a rest or an absence is worth: what was left empty follows the scale."""
        assert self.chosen_scale
        vp, mp = self.cleaned_data[f"{name}_vp"], self.cleaned_data[f"{name}_mp"]
        vp = usual.vp if vp is None else vp
        # Nobody gets more VP than a table has.
        if vp > self.chosen_scale.total:
            self.add_error(f"{name}_vp", _("A table has only %(total)s VP.") % {"total": self.chosen_scale.total})
            return usual
        if mp is None and vp != usual.vp:
            try:
                mp = self.chosen_scale.smallest_difference(vp)
                # Who rests concedes nothing, so scores no less than nothing either.
                mp = max(mp, 0) if name == "rest" else mp
            except ValueError:
                self.add_error(f"{name}_mp", _("Say how many MP: the scale never gives %(vp)s VP.") % {"vp": vp})
        return Allowance(vp=vp, mp=usual.mp if mp is None else mp)

    @property
    def settings(self) -> dict[str, Any]:
        """What the services take; of a valid form only."""
        assert self.chosen_scale
        given = self.cleaned_data
        settings = {name: given[name] for name in PLAIN_SETTINGS} | {
            "scale": scale_to_json(self.chosen_scale),
            "rest_vp": self.rest.vp,
            "rest_mp": self.rest.mp,
            "absence_vp": self.absence.vp,
            "absence_mp": self.absence.mp,
        }
        if given["seed"] is not None:
            settings["seed"] = given["seed"]
        minutes = given["round_minutes"]
        settings["round_minutes"] = usual_minutes(given["hands_per_round"]) if minutes is None else minutes
        return settings | self._ruleset()

    def _ruleset(self) -> dict[str, Any]:
        """Preset and options of the choice, which the tournament keeps whatever becomes of a ruleset of the club's."""
        choice = self.cleaned_data["ruleset"]
        if self.tournament and choice == self.initial["ruleset"]:
            return {"ruleset": self.tournament.ruleset, "options": self.tournament.options}
        chosen = offered_by_key(choice)
        if chosen is None:  # deleted since the form was checked
            raise Refused(_("This ruleset has just been deleted: choose another."))
        return {"ruleset": chosen.preset, "options": dict(chosen.options)}

    def folds(self) -> list[Fold]:
        """The settings beyond name and date, in the groups that the page folds."""
        return [Fold(self, title, hint, names) for title, hint, names in FOLDS]


def _initial_of(tournament: Tournament) -> dict[str, Any]:
    """The tournament as the form shows it: what follows from something else is left to follow it."""
    scale = parse_scale(tournament.scale)
    usual_rest = rest_allowance(scale, tournament.hands_per_round)
    usual_absence = absence_allowance(scale, tournament.hands_per_round)
    initial = {name: getattr(tournament, name) for name in (*PLAIN_SETTINGS, "seed")}
    chosen = offered_as(tournament.ruleset, tournament.options)
    initial["ruleset"] = AS_IT_IS if chosen is None else chosen.key
    initial["scale"] = scale.key
    if SCALES.get(scale.key) != scale:
        rows = "\n".join(f"{row.up_to} {row.vp}" for row in scale.rows)
        initial |= {"scale": OWN_SCALE, "scale_name": scale.key, "scale_total": scale.total, "scale_rows": rows}
    elif tournament.hands_per_round in USUAL_HANDS and scale == scale_for_hands(tournament.hands_per_round):
        initial["scale"] = FOLLOWS_THE_HANDS
    if tournament.round_minutes != usual_minutes(tournament.hands_per_round):
        initial["round_minutes"] = tournament.round_minutes
    if Allowance(vp=tournament.rest_vp, mp=tournament.rest_mp) != usual_rest:
        initial |= {"rest_vp": tournament.rest_vp, "rest_mp": tournament.rest_mp}
    if Allowance(vp=tournament.absence_vp, mp=tournament.absence_mp) != usual_absence:
        initial |= {"absence_vp": tournament.absence_vp, "absence_mp": tournament.absence_mp}
    return initial
