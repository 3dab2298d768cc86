"""The form of the next round: its system, and the settings that the system reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.records import (
    EntrantId,
    Fold,
    Movement,
    NamedSystem,
    Policy,
    RoundSettings,
    Run,
    System,
)
from tournaments.records.defaults import HIGHEST_SEED
from tournaments.records.named_systems import BySystem
from tournaments.selectors.knockout import TiedTable
from tournaments.selectors.next_round import FIRST_ROUND_ONLY, SEEDED, ProposedRound
from tournaments.wording.lines import with_lines_lazy
from tournaments.wording.open_rounds import OpenRounds, without_sentence
from tournaments.wording.round_settings import new_run_sentence, sections_sentence, too_many_sections
from tournaments.wording.systems import FOLD_NAMES, MOVEMENT_NAMES, POLICY_NAMES

from .round_fields import (
    ANY_MOVEMENT,
    PlainNumberField,
    advance_field,
    either,
    explained,
    girone_field,
    initial_of,
    own_system,
    who_goes_on,
)

HIGHEST_STEP = 9_999
MOST_ROUNDS = 100
MOST_GROUPS = 999
MOST_QUALIFIERS = 9_999

WITHOUT_OPEN = "without_open"
NEW_RUN = "new_run"
OWN_BRACKETS = "own_brackets"
"""After a cut: whether a knockout is one of each girone, not one bracket of the whole field."""

MAY_FOLLOW_RESULTS = frozenset(
    {
        *(NamedSystem.DANISH, NamedSystem.DANISH_MODIFIED, NamedSystem.DANISH_NO_REMATCH, NamedSystem.SWISS),
        *(NamedSystem.KNOCKOUT, NamedSystem.INDIVIDUAL),
    }
)
"""The systems that wait for results, unless the referee draws without them."""


class RoundForm(forms.Form):
    """The system of the next round and its settings; a setting that is not sent has its default.

    The settings of every system are on the page, so that it works without scripts. Those of other systems are not read,
    and cannot be wrong.
    """

    system = forms.ChoiceField(label=gettext_lazy("How the round is paired"), widget=forms.RadioSelect)
    step = PlainNumberField(
        label=with_lines_lazy(gettext_lazy("Step of %(ew_line)s, in tables")),
        min_value=1,
        max_value=HIGHEST_STEP,
        required=False,
    )
    sections = PlainNumberField(
        label=gettext_lazy("Sections, each a Mitchell of its own"),
        min_value=1,
        max_value=HIGHEST_STEP,
        required=False,
    )
    start_by_lot = either(
        gettext_lazy("First seats"), pgettext_lazy("seats", "drawn by lot"), gettext_lazy("in the order of the numbers")
    )
    policy = forms.TypedChoiceField(
        label=gettext_lazy("Which neighbours"),
        choices=[(policy.value, POLICY_NAMES[policy]) for policy in Policy],
        coerce=Policy,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )
    fold = forms.TypedChoiceField(
        label=gettext_lazy("Pairs of equal VP"),
        choices=[(fold.value, FOLD_NAMES[fold]) for fold in Fold],
        coerce=Fold,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )
    memory = PlainNumberField(
        label=gettext_lazy("Rounds that count as met"),
        help_text=gettext_lazy(
            "Leave empty for all of them. With 1, only the opponents of the previous round are avoided."
        ),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )
    avoid_clubs = either(
        gettext_lazy("Pairs of the same club"),
        gettext_lazy("are kept apart as far as possible"),
        gettext_lazy("may meet"),
    )
    legs = forms.TypedChoiceField(
        label=gettext_lazy("Everybody meets everybody"),
        choices=((1, gettext_lazy("once")), (2, gettext_lazy("twice, with the lines swapped"))),
        coerce=int,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )
    groups = PlainNumberField(
        label=gettext_lazy("Groups"),
        help_text=gettext_lazy("With 1, all are in one group. With more, everybody meets everybody of the same group."),
        min_value=1,
        max_value=MOST_GROUPS,
        required=False,
    )
    qualifiers = PlainNumberField(
        label=gettext_lazy("How many enter the bracket"),
        help_text=gettext_lazy("The best of the ranking. Leave empty for everybody who is here."),
        min_value=2,
        max_value=MOST_QUALIFIERS,
        required=False,
    )
    third_place = either(
        gettext_lazy("The loser of a semi-final"), gettext_lazy("plays for third place"), gettext_lazy("is out")
    )
    movement = forms.TypedChoiceField(
        label=gettext_lazy("How partners change"),
        choices=[
            (ANY_MOVEMENT, gettext_lazy("by a whist movement if there is one for this many players, else by ranking")),
            *((movement.value, MOVEMENT_NAMES[movement]) for movement in Movement),
        ],
        coerce=Movement,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )
    by_rating = either(
        gettext_lazy("Before the first ranking"),
        gettext_lazy("in the order of the ratings"),
        gettext_lazy("in the order of the numbers"),
    )
    seed = PlainNumberField(
        label=gettext_lazy("Seed of the draw"),
        help_text=gettext_lazy("The same seed always gives the same draw; a different one gives another draw."),
        min_value=0,
        max_value=HIGHEST_SEED,
        required=False,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        proposed: ProposedRound,
        systems: Iterable[NamedSystem],
        ties: Sequence[TiedTable] = (),
        still_open: OpenRounds | None = None,
        round_robins: Sequence[Run] = (),
    ) -> None:
        """Set `ties`, the tied tables of the last round's knockouts, and `still_open`, the rounds under way.

        `round_robins` are those under way, one or more in gironi.
        """
        super().__init__(data, initial=initial_of(proposed))
        self.proposed, self.ties = proposed, ties
        system = self.fields["system"]
        assert isinstance(system, forms.ChoiceField)
        system.choices = [(key.value, explained(key)) for key in systems]
        self.fields["sections"].help_text = sections_sentence(proposed.tables)
        if proposed.rated:
            spread = _("By rating the strong are spread: over the halves that meet, the groups, the bracket.")
            self.fields["by_rating"].help_text = spread
        else:
            del self.fields["by_rating"]
        if still_open:
            self.fields[WITHOUT_OPEN] = forms.BooleanField(
                label=_("Draw by the ranking as it is known, without what is missing"),
                help_text=without_sentence(still_open),
                required=False,
            )
        if round_robins:
            self.fields[NEW_RUN] = forms.BooleanField(
                label=_("With another number of groups, begin a new round robin"),
                help_text=new_run_sentence(sorted({run.start for run in round_robins})),
                required=False,
            )
        if proposed.gironi:
            self.fields[OWN_BRACKETS] = either(
                gettext_lazy("The bracket"), gettext_lazy("one in each girone"), gettext_lazy("one of the whole field")
            )
        for girone in proposed.gironi:
            self.fields[girone_field(girone)] = own_system(girone, proposed.own_systems.get(girone))
        for tie in ties:
            self.fields[advance_field(tie)] = who_goes_on(tie, proposed.settings)

    def clean(self) -> dict[str, Any]:
        """Ignore errors in settings that the system does not read."""
        system = self.cleaned_data.get("system")
        read = {"system", "seed", OWN_BRACKETS, *(self._names_of(*self._told_apart) if system else ())}
        for name in self.errors.keys() - read:
            del self.errors[name]
        return self.cleaned_data

    def clean_sections(self) -> int | None:
        """Return the number of sections; refuse so many that somebody would meet nobody else."""
        number: int | None = self.cleaned_data["sections"]
        if number is not None and (refused := too_many_sections(number, self.proposed.tables)):
            raise forms.ValidationError(refused)
        return number

    @property
    def faults(self) -> list[str]:
        """Return the errors with the names of their fields; a refused draw has no field."""
        named = {name: f"{self[name].label}: " for name in self.errors if name in self.fields}
        return [f"{named.get(name, '')}{error}" for name, errors in self.errors.items() for error in errors]

    @property
    def settings_fields(self) -> list[tuple[BoundField, str]]:
        """Return the settings in the order of the page, each with the systems that read it."""
        own = {named: self._names_of(named) for named in NamedSystem}
        left_out = {"system", "seed", OWN_BRACKETS, *map(girone_field, self.proposed.gironi)}
        left_out |= set() if self.proposed.first else set(FIRST_ROUND_ONLY)
        return [
            (self[name], " ".join(system.value for system, names in own.items() if name in names))
            for name in self.fields
            if name not in left_out
        ]

    @property
    def girone_fields(self) -> list[BoundField]:
        """Return the choices of gironi with a system of their own; none before the cut."""
        return [self[girone_field(girone)] for girone in self.proposed.gironi]

    @property
    def brackets_field(self) -> BoundField | None:
        """Return the choice between one bracket and one of each girone; None before the cut."""
        return self[OWN_BRACKETS] if self.proposed.gironi else None

    @property
    def _told_apart(self) -> tuple[NamedSystem, BySystem]:
        """Return the system of this round's draw, and the gironi that differ; unchanged where nothing was sent."""
        own: dict[int, NamedSystem] = {}
        for girone in self.proposed.gironi:
            name = girone_field(girone)
            sent = self.cleaned_data.get(name, "") if self.add_prefix(name) in self.data else self[name].initial
            own |= {girone: NamedSystem(sent)} if sent else {}
        chosen = self.cleaned_data.get(OWN_BRACKETS)
        own_brackets = self.proposed.own_brackets if chosen is None else bool(chosen)
        return self.proposed.told_apart(NamedSystem(self.cleaned_data["system"]), own, own_brackets=own_brackets)

    @property
    def name_chosen(self) -> NamedSystem:
        """Return the chosen name for this round's draw."""
        named, _by_girone = self._told_apart
        return named

    @property
    def departs(self) -> bool:
        """Return whether another system was announced for the round, or for a girone of it."""
        announced = self.proposed.announced
        return announced is not None and (
            self.cleaned_data["system"] != announced.value
            or self._told_apart != (self.proposed.drawn_as(announced), ())
        )

    @property
    def system_chosen(self) -> System:
        return self.name_chosen.system

    @property
    def seed_chosen(self) -> int:
        seed = self.cleaned_data["seed"]
        return self.proposed.seed if seed is None else int(seed)

    @property
    def settings_chosen(self) -> RoundSettings:
        """Return the settings of the chosen system, with the exclusions and kept tables of the previous draft."""
        named, by_girone = self._told_apart
        return self.proposed.settings_of(named, by_girone, **self._chosen())

    @property
    def draft_arguments(self) -> dict[str, Any]:
        """Return the arguments of `round_draft` beside the tournament and the system."""
        chosen = {"settings": self.settings_chosen, "seed": self.seed_chosen, "by_rating": self.by_rating_chosen}
        return chosen | {"new_run": bool(self.cleaned_data.get(NEW_RUN))}

    @property
    def by_rating_chosen(self) -> bool:
        """Return whether the first round is drawn in the order of the ratings; unchanged if it was not sent."""
        if "by_rating" not in self._names_of(self.name_chosen):
            return False
        chosen = self.cleaned_data["by_rating"]
        return self.proposed.by_rating if chosen is None else bool(chosen)

    def _chosen(self) -> dict[str, Any]:
        """Return what was sent; an emptied step means the proposed one."""
        names = [name for name in self.proposed.settings_read(*self._told_apart) if name != "advance"]
        chosen = {name: self.cleaned_data[name] for name in names if self.add_prefix(name) in self.data}
        settled = {"policy", "fold", "legs", "avoid_clubs", "third_place", "step", "start_by_lot", "groups", "sections"}
        chosen = {name: value for name, value in chosen.items() if value is not None or name not in settled}
        if "sections" in chosen:
            chosen["sections"] = self.proposed.sections_for(chosen["sections"])
        if self.ties and "advance" in self.proposed.settings_read(*self._told_apart):
            goes_on = (
                self.cleaned_data[advance_field(tie)] or self.fields[advance_field(tie)].initial for tie in self.ties
            )
            others = {str(tie.other.id) for tie in self.ties}
            chosen["advance"] = tuple(EntrantId(int(entrant)) for entrant in goes_on if entrant in others)
        return chosen

    @property
    def without_open(self) -> bool:
        """Return whether the referee draws by a ranking that lacks results."""
        return bool(self.cleaned_data.get(WITHOUT_OPEN))

    def _names_of(self, named: NamedSystem, by_girone: BySystem = ()) -> list[str]:
        """Return the fields of a system's settings that this round reads, and of those of its gironi."""
        names, systems = self.proposed.settings_read(named, by_girone), {named, *dict(by_girone).values()}
        one_bracket = named is NamedSystem.KNOCKOUT and not by_girone
        if named is not NamedSystem.MANUAL and not one_bracket:
            names += map(girone_field, self.proposed.gironi)
        if WITHOUT_OPEN in self.fields and not systems.isdisjoint(MAY_FOLLOW_RESULTS):
            names.append(WITHOUT_OPEN)
        if NEW_RUN in self.fields and NamedSystem.ROUND_ROBIN in systems:
            names.append(NEW_RUN)
        if "by_rating" in self.fields and named in SEEDED:
            names.append("by_rating")
        if "advance" in names:
            names.remove("advance")
            names += map(advance_field, self.ties)
        return names
