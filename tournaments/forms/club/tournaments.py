"""The form of a tournament's settings, new or existing."""

from collections.abc import Set
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.rulesets.choices import usual_ruleset
from tournaments.models import Tournament
from tournaments.people.names import tidy
from tournaments.ranking.victory_points import scale_to_json
from tournaments.records import Kind, TieBreak
from tournaments.records.defaults import FROZEN_BY_A_MATCH_DAY, FROZEN_BY_A_ROUND, HIGHEST_SEED, usual_minutes
from tournaments.records.plans import Step, systems_of
from tournaments.selectors.club_language import club_language
from tournaments.selectors.plans import OfferedPlan, plans_offered
from tournaments.wording.plans import cut_fault

from .initial import PLAIN_SETTINGS, USUAL_HANDS, initial_of
from .minutes import MOST_MINUTES, MinutesField
from .order import OrderField
from .plan import PlanField, plan_sent, rows_for, rows_sent
from .points import WorthForm
from .rulesets import AS_IT_IS, as_it_is, ruleset_choices, ruleset_chosen
from .settings_groups import SETTINGS_GROUPS, SettingsGroup
from .team_matches import MatchSettingsForm, initial_of_matches

FILL = "fill"
"""The name of the buttons that fill a plan in."""
MOST_ROUNDS = 100

KINDS = (
    (Tournament.Kind.PAIRS, gettext_lazy("pairs: two partners stay together")),
    (Tournament.Kind.INDIVIDUAL, gettext_lazy("individual: partners change every round, players are ranked")),
    (Tournament.Kind.TEAMS, gettext_lazy("teams: of two pairs or more, whose results are added up")),
    (Tournament.Kind.TEAM_MATCHES, gettext_lazy("team matches: teams of two to four pairs meet, pair against pair")),
)


def tournament_name(typed: str) -> str:
    """Return the tidied name; refuse an empty one."""
    name = tidy(typed)
    if not name:
        raise forms.ValidationError(_("Give the tournament a name."))
    return name


class TournamentForm(MatchSettingsForm, WorthForm):
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
    starts_at = forms.TimeField(
        label=gettext_lazy("Starts at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy(
            "Shown on the wall and on the players’ phones before the first round, and on the poster."
        ),
    )
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=120, required=False)
    referees = forms.CharField(
        label=gettext_lazy("Referees"),
        help_text=gettext_lazy(
            "Their names, separated by commas, for the report to the federation. No public page shows them."
        ),
        max_length=200,
        required=False,
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Who plays"), choices=KINDS, initial=Tournament.Kind.PAIRS, widget=forms.RadioSelect
    )
    ruleset = forms.ChoiceField(
        label=gettext_lazy("Ruleset"),
        help_text=gettext_lazy("What burracos, closing and pozzetto are worth: slips are checked against it."),
    )
    hands_per_round = forms.TypedChoiceField(
        label=gettext_lazy("Hands per round"),
        coerce=int,
        initial=4,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("The number of rows on a slip."),
    )
    rounds_planned = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=4,
        help_text=gettext_lazy("It can be changed during the evening."),
    )
    plan = PlanField(
        label=gettext_lazy("Systems announced"),
        required=False,
        help_text=gettext_lazy(
            "How many rounds of each system, in order: 6 Mitchell, 2 Danish, 3 gironi, 3 Danish. Each is proposed "
            "when its round is drawn, and you may still choose another. Leave empty to announce nothing."
        ),
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of a round"),
        min_value=0,
        max_value=MOST_MINUTES,
        required=False,
        help_text=gettext_lazy(
            "The clock counts them down; 0 for no clock. Leave empty for the usual number for its hands."
        ),
    )
    call_minutes = MinutesField(
        label=gettext_lazy("Announce when this many minutes are left"),
        max_length=60,
        initial=[10, 2],
        required=False,
        help_text=gettext_lazy(
            "The wall and the phones say so, and the wall rings. Leave empty to announce only the end."
        ),
    )
    last_hand_minutes = forms.IntegerField(
        label=gettext_lazy("“Last hand” is called, minutes before the end"),
        min_value=0,
        max_value=MOST_MINUTES,
        initial=0,
        required=False,
        help_text=gettext_lazy("No new hand starts after this; 0 for no call."),
    )
    check_in_until = forms.TimeField(
        label=gettext_lazy("Everybody should be here by"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy("After that whoever is missing can be withdrawn with one press."),
    )
    self_check_in = forms.BooleanField(
        label=gettext_lazy("Players check themselves in by phone"),
        required=False,
        help_text=gettext_lazy("With the number of their card, or the pair’s own link, until the first round begins."),
    )
    tie_breaks = OrderField(
        label=gettext_lazy("What orders the ranking"),
        initial=[key.value for key in TieBreak],
        help_text=gettext_lazy(
            "Each tie-break is used when the ones above it leave pairs level. Without the draw by lot, pairs can tie."
        ),
    )
    missed_rounds = forms.ChoiceField(
        label=gettext_lazy("Rounds missed after withdrawing are worth"),
        choices=Tournament.MissedRounds.choices,
        initial=Tournament.MissedRounds.ZERO,
        widget=forms.RadioSelect,
    )
    substitutes_allowed = forms.BooleanField(
        label=gettext_lazy("Substitutes may take a player’s place"),
        initial=True,
        required=False,
        help_text=gettext_lazy("For the rest of the tournament; both names are shown in the ranking."),
    )
    entry = forms.ChoiceField(
        label=gettext_lazy("Slips are entered as"),
        choices=Tournament.Entry.choices,
        initial=Tournament.Entry.SLIP,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("With base and points, more mistakes are found before they are saved."),
    )
    writing = forms.ChoiceField(
        label=gettext_lazy("Slips are written"),
        choices=Tournament.Writing.choices,
        initial=Tournament.Writing.PAPER,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "On phones one line writes and the other confirms. The paper slip stays the one that counts."
        ),
    )
    second_language = forms.ChoiceField(
        label=gettext_lazy("Second language of printed sheets"),
        choices=[("", gettext_lazy("none")), *settings.LANGUAGES],
        required=False,
        help_text=gettext_lazy(
            "For an international event: slips, table cards, seats and poster are then in two languages, that of your "
            "pages first."
        ),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed of the draws"),
        min_value=0,
        max_value=HIGHEST_SEED,
        required=False,
        help_text=gettext_lazy("The same seed draws the same seats. Leave empty to have one chosen at random."),
    )

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        if tournament:
            kwargs["initial"] = initial_of(tournament) | initial_of_matches(tournament)
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.plan_chosen: OfferedPlan | None = None
        if tournament is None and not self.is_bound:
            self.fields["name"].widget.attrs["autofocus"] = True
            self.initial.setdefault("ruleset", usual_ruleset(club_language()))
        field, stored = self.base_fields["plan"], tournament.plan if tournament else []
        rows = max(rows_for(stored), rows_sent(self.data))
        self.fields["plan"] = PlanField(rows=rows, label=field.label, help_text=field.help_text, required=False)
        self.plans = plans_offered()
        hands = {*USUAL_HANDS, *(offered.plan.hands for offered in self.plans)}
        hands |= {tournament.hands_per_round} if tournament else set()
        self.fields["hands_per_round"].choices = [(count, count) for count in sorted(hands)]  # type: ignore[attr-defined]
        rulesets = ruleset_choices()
        if tournament and self.initial["ruleset"] == AS_IT_IS:
            rulesets.append(as_it_is(tournament))
        self.fields["ruleset"].choices = rulesets  # type: ignore[attr-defined]
        if tournament and tournament.rounds.exists():
            self._freeze(FROZEN_BY_A_ROUND, _("Stays as it is: a round has been drawn with it."))
        if tournament and tournament.match_days.exists():
            self._freeze(FROZEN_BY_A_MATCH_DAY, _("Stays as it is: a match day has been drawn with it."))
        if tournament and tournament.pairs.exists():
            self._freeze({"kind"}, _("Stays as it is: somebody has already been entered."))

    @classmethod
    def filled_in(cls, sent: QueryDict, *, tournament: Tournament | None = None) -> "TournamentForm | None":
        """Return the form as it was sent, with the plan that was pressed filled in; None if none was.

        Nothing is checked yet, since nothing is saved.
        """
        chosen = next((offered for offered in plans_offered() if offered.key == sent.get(FILL)), None)
        if chosen is None:
            return None
        data, plan = sent.copy(), chosen.plan
        for name, value in plan_sent(plan.steps, rows_sent(sent)).items():
            data[name] = value
        data["hands_per_round"], data["rounds_planned"] = str(plan.hands), str(plan.rounds)
        data["round_minutes"] = str(plan.minutes)
        form = cls(data, tournament=tournament)
        form.errors.clear()
        form.plan_chosen = chosen
        return form

    def _freeze(self, names: Set[str], why: str) -> None:
        for name in names & self.fields.keys():
            self.fields[name].disabled = True
            self.fields[name].help_text = why

    def clean_name(self) -> str:
        return tournament_name(self.cleaned_data["name"])

    def clean_plan(self) -> list[Step]:
        """Return the plan, for all the rounds planned or the first of them."""
        plan: list[Step] = self.cleaned_data["plan"]
        rounds = self.cleaned_data.get("rounds_planned")
        if plan and self.cleaned_data.get("kind") == Tournament.Kind.INDIVIDUAL:
            raise forms.ValidationError(
                _("In an individual tournament every round is paired by its own system: leave this empty.")
            )
        announced = len(systems_of(plan))
        if rounds is not None and announced > rounds:
            sentence = ngettext(
                "You listed %(count)s round, but the tournament has %(rounds)s: make them match.",
                "You listed %(count)s rounds, but the tournament has %(rounds)s: make them match.",
                announced,
            )
            raise forms.ValidationError(sentence % {"count": announced, "rounds": rounds})
        kind = Kind(self.cleaned_data.get("kind") or Kind.PAIRS)
        if fault := cut_fault(plan, kind=kind, rounds=rounds or MOST_ROUNDS + 1):
            raise forms.ValidationError(fault)
        return plan

    @property
    def settings(self) -> dict[str, Any]:
        """Return the arguments of the services; of a valid form only."""
        assert self.chosen_scale
        given = self.cleaned_data
        settings = {name: given[name] for name in PLAIN_SETTINGS} | {
            "scale": scale_to_json(self.chosen_scale),
            "rest_vp": self.rest.vp,
            "rest_mp": self.rest.mp,
            "absence_vp": self.absence.vp,
            "absence_mp": self.absence.mp,
            **self.match_settings,
        }
        if given["seed"] is not None:
            settings["seed"] = given["seed"]
        settings["last_hand_minutes"] = given["last_hand_minutes"] or 0
        minutes = given["round_minutes"]
        settings["round_minutes"] = usual_minutes(given["hands_per_round"]) if minutes is None else minutes
        if self.tournament and given["ruleset"] == self.initial["ruleset"]:
            return settings | {"ruleset": self.tournament.ruleset, "options": self.tournament.options}
        return settings | ruleset_chosen(given["ruleset"])

    def settings_groups(self) -> list[SettingsGroup]:
        """Return the settings beyond name and date, in the groups that the page folds."""
        return [SettingsGroup(self, title, hint, names) for title, hint, names in SETTINGS_GROUPS]
