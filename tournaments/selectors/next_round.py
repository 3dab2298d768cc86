"""The proposal in the form of a round: what a referee most likely wants next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Round, Tournament
from tournaments.records import MODIFIED_MEMORY, Kind, NamedSystem, RoundSettings, System, named_system
from tournaments.records.named_systems import BySystem, told_apart
from tournaments.records.sections import section_starts
from tournaments.records.settings_json import USUAL

from .draws import NextRound

SETTINGS_OF: dict[NamedSystem, tuple[str, ...]] = {
    NamedSystem.DRAW: ("memory",),
    NamedSystem.MITCHELL: ("step", "start_by_lot", "sections"),
    NamedSystem.DANISH_MODIFIED: ("policy", "avoid_clubs"),
    NamedSystem.DANISH_NO_REMATCH: ("policy", "memory", "avoid_clubs"),
    NamedSystem.SWISS: ("fold", "memory", "avoid_clubs"),
    NamedSystem.ROUND_ROBIN: ("legs", "groups"),
    NamedSystem.KNOCKOUT: ("qualifiers", "third_place", "advance"),
    NamedSystem.INDIVIDUAL: ("movement",),
}
"""The settings that a referee chooses for a round of each name, as `RoundSettings` names them."""

ONE_ROUND_ONLY = frozenset({"advance", "start_by_lot"})
"""Settings about the previous round's tables, or about the first seats, which are never repeated."""

FIRST_ROUND_ONLY = frozenset({"start_by_lot"})

SEEDED = frozenset({NamedSystem.SWISS, NamedSystem.ROUND_ROBIN, NamedSystem.KNOCKOUT})
"""The systems that seed the field when the first round is drawn in the order of the ratings."""

USUAL_BRACKET = 8
"""The usual number of qualifiers for a knockout at the end of an evening, if there are rounds enough."""

_SYSTEM_AFTER = {NamedSystem.DRAW: NamedSystem.MITCHELL, NamedSystem.REGISTRATION: NamedSystem.MITCHELL}
"""The systems that usually follow an opening; after the others the same follows again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedRound:
    """The proposal for the next round, or its draft, if there is one."""

    named: NamedSystem
    settings: RoundSettings
    """The settings of all systems together, each as chosen last; `excluded` and `kept` are the draft's."""
    seed: int
    last: bool
    """Whether it is the last round planned."""
    first: bool
    announced: NamedSystem | None
    """The system announced for the round, whatever its draft has."""
    tables: int
    """The number of tables if everybody plays whom it can be drawn for."""
    gironi: Sequence[int]
    """The gironi to seat, each paired by itself; a Mitchell then has no sections. None before the cut."""
    own_brackets: bool
    """Whether a knockout is one of each girone, as in the draft or in the round before."""
    own_systems: Mapping[int, NamedSystem]
    """The gironi that had a system of their own in the draft, or in the round before, and that system."""
    rated: bool
    """Whether the round can be drawn in the order of the ratings."""
    by_rating: bool
    """Whether its draft is drawn in that order."""

    def sections_for(self, number: int) -> tuple[int, ...]:
        """Return the sections of so many, which stay as they are within the Mitchell rounds."""
        known = self.settings.sections
        if not self.first and number == len(known) + 1:
            return known
        return section_starts(self.tables, number)

    def settings_read(self, named: NamedSystem, by_girone: BySystem = ()) -> list[str]:
        """Return the settings that this round uses under that name, and those of gironi with systems of their own."""
        drawn_as = self.drawn_as(named)
        systems = [drawn_as, *(its for _girone, its in by_girone)]
        names = dict.fromkeys(name for system in systems for name in SETTINGS_OF.get(system, ()))
        left_out = set() if self.first else set(FIRST_ROUND_ONLY)
        left_out |= {"sections"} if self.gironi else set()
        # Its memory is its own, and no setting.
        left_out |= {"memory"} if drawn_as is NamedSystem.DANISH_MODIFIED else set()
        return [name for name in names if name not in left_out]

    def drawn_as(self, named: NamedSystem) -> NamedSystem:
        """Return the system as which this round is drawn under that name."""
        return named.in_the_last_round if self.last else named

    def told_apart(
        self, named: NamedSystem, chosen: Mapping[int, NamedSystem], *, own_brackets: bool
    ) -> tuple[NamedSystem, BySystem]:
        """Return the system of the round and of the gironi that differ, as which they are drawn."""
        drawn_as = {girone: self.drawn_as(its) for girone, its in chosen.items()}
        return told_apart(self.drawn_as(named), drawn_as, self.gironi, own_brackets=own_brackets)

    def settings_of(self, named: NamedSystem, by_girone: BySystem = (), **chosen: Any) -> RoundSettings:
        """Return the proposed settings that rounds of that name use, with the changes.

        The draft's `excluded` and `kept` stay.
        """
        drawn_as = self.drawn_as(named)
        read = {name: getattr(self.settings, name) for name in self.settings_read(named, by_girone)}
        fixed = {"memory": MODIFIED_MEMORY} if drawn_as is NamedSystem.DANISH_MODIFIED else {}
        draft_choices = {"excluded": self.settings.excluded, "kept": self.settings.kept}
        return replace(USUAL, **draft_choices | read | chosen | fixed, by_girone=by_girone)


def systems_for(kind: Kind) -> tuple[NamedSystem, ...]:
    """Return the systems that seat this kind of entrants, in the order in which they are offered."""
    return tuple(named for named in NamedSystem if (named is NamedSystem.INDIVIDUAL) == (kind is Kind.INDIVIDUAL))


def proposed_round(coming: NextRound) -> ProposedRound:
    """Return the proposal for a round, from all rounds so far, its draft included, and the entrants present."""
    tournament, number, draft, here = coming.tournament, coming.number, coming.draft, coming.here
    earlier = [round_ for round_ in coming.rounds if round_.number < number]
    settings = chosen_last(earlier)
    if not any(round_.has_bracket for round_ in earlier):
        proposed = proposed_qualifiers(coming.smallest_field, tournament.rounds_planned - number + 1)
        settings = replace(settings, qualifiers=proposed)
    last = number >= tournament.rounds_planned
    announced = announced_for(tournament, number)
    named = announced or _system_after(earlier, Kind(tournament.kind))
    if coming.is_cut and announced is None and number == coming.since:
        named = NamedSystem.DANISH
    if draft is not None:
        chosen, named = draft.chosen, _name_of(draft)
        if last and named is NamedSystem.DANISH_MODIFIED:
            named = NamedSystem.DANISH_NO_REMATCH
        own = {name: getattr(chosen, name) for name in _names_used(draft)}
        settings = replace(settings, **own, excluded=chosen.excluded, kept=chosen.kept)
    in_stage = [round_ for round_ in coming.rounds if round_.number >= coming.since]
    own_round = in_stage[-1] if coming.is_cut and in_stage else None
    if settings.step is None and not coming.is_cut:
        settings = replace(settings, step=coming.steps.proposed)
    return ProposedRound(
        named=named,
        settings=settings,
        seed=draft.seed if draft else tournament.seed,
        last=last,
        first=number == 1,
        tables=(here + 1) // 2,
        gironi=coming.gironi,
        own_systems=dict(own_round.chosen.by_girone) if own_round is not None else {},
        own_brackets=own_round is not None and own_round.has_bracket and not own_round.is_one_bracket,
        announced=announced,
        rated=coming.is_rated,
        by_rating=draft is not None and draft.by_rating,
    )


def announced_for(tournament: Tournament, number: int) -> NamedSystem | None:
    """Return the system announced for a round, or None."""
    return next(iter(tournament.systems_planned[number - 1 : number]), None)


def proposed_qualifiers(here: int, rounds_left: int) -> int | None:
    """Return the largest bracket without byes, up to the usual one, that the remaining rounds can finish.

    >>> proposed_qualifiers(40, 3), proposed_qualifiers(40, 2), proposed_qualifiers(40, 9), proposed_qualifiers(6, 3)
    (8, 4, 8, 4)
    """
    if here < 2:
        return None
    return min(USUAL_BRACKET, 1 << max(1, min(rounds_left, here)), 1 << here.bit_length() - 1)


def chosen_last(rounds: Sequence[Round]) -> RoundSettings:
    """Return each setting as in the latest round that has it."""
    chosen: dict[str, Any] = {}
    for round_ in rounds:
        names = [name for name in _names_used(round_) if name not in ONE_ROUND_ONLY]
        chosen |= {name: getattr(round_.chosen, name) for name in names}
    return replace(USUAL, **chosen)


def _system_after(earlier: Sequence[Round], kind: Kind) -> NamedSystem:
    if kind is Kind.INDIVIDUAL:
        return NamedSystem.INDIVIDUAL
    if not earlier:
        return NamedSystem.DRAW
    named = _name_of(earlier[-1])
    return _SYSTEM_AFTER.get(named, named)


def _names_used(round_: Round) -> dict[str, None]:
    """Return the settings that a round used, by its own system or that of a girone."""
    systems = (_name_of(round_), *(named for _girone, named in round_.chosen.by_girone))
    return dict.fromkeys(name for named in systems for name in SETTINGS_OF.get(named, ()))


def _name_of(round_: Round) -> NamedSystem:
    return named_system(System(round_.system), round_.chosen)
