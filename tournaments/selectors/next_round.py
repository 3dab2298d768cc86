"""What a referee most likely wants of the next round: what the form of a round proposes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Round, Tournament
from tournaments.pairing import proposed_step
from tournaments.records import MODIFIED_MEMORY, Kind, NamedSystem, RoundSettings, System, named_system
from tournaments.records.settings_json import USUAL

from .draws import NextRound

SETTINGS_OF: dict[NamedSystem, tuple[str, ...]] = {
    NamedSystem.DRAW: ("memory",),
    NamedSystem.MITCHELL: ("step", "start_by_lot"),
    NamedSystem.DANISH_MODIFIED: ("policy", "avoid_clubs"),
    NamedSystem.DANISH_NO_REMATCH: ("policy", "memory", "avoid_clubs"),
    NamedSystem.SWISS: ("fold", "memory", "avoid_clubs"),
    NamedSystem.ROUND_ROBIN: ("legs", "groups"),
    NamedSystem.KNOCKOUT: ("qualifiers", "third_place", "advance"),
    NamedSystem.INDIVIDUAL: ("movement",),
}
"""The settings that a referee chooses for a round of each name, as `RoundSettings` names them."""

ONE_ROUND_ONLY = frozenset({"advance", "start_by_lot"})
"""Settings that are about tables of the round before, or the first seats, and so never the same again."""

FIRST_ROUND_ONLY = frozenset({"start_by_lot"})

SEEDED = frozenset({NamedSystem.SWISS, NamedSystem.ROUND_ROBIN, NamedSystem.KNOCKOUT})
"""The systems that spread the strong, where the first round is drawn in the order of their strength."""

USUAL_BRACKET = 8
"""How many go on to a knockout at the end of an evening, if there are rounds enough."""

_SYSTEM_AFTER = {NamedSystem.DRAW: NamedSystem.MITCHELL, NamedSystem.REGISTRATION: NamedSystem.MITCHELL}
"""Systems that open an evening, and what usually follows; after the others comes the same again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedRound:
    """A proposal for the next round; as its draft has it, if there is one."""

    named: NamedSystem
    settings: RoundSettings
    """The settings of all systems at once, each as it was chosen last; `excluded` and `kept` are the draft's."""
    seed: int
    last: bool
    """Whether it is the last round planned."""
    first: bool
    announced: NamedSystem | None
    """What was announced for it, whatever its draft has."""
    rated: bool
    """Whether it can be drawn in the order of the ratings."""
    by_rating: bool
    """Whether its draft is."""

    def settings_read(self, named: NamedSystem) -> list[str]:
        """The settings that this round reads where that name is chosen."""
        names = SETTINGS_OF.get(self.drawn_as(named), ())
        return [name for name in names if self.first or name not in FIRST_ROUND_ONLY]

    def drawn_as(self, named: NamedSystem) -> NamedSystem:
        """What this round is drawn as where that name is chosen."""
        return named.in_the_last_round if self.last else named

    def settings_of(self, named: NamedSystem, **chosen: Any) -> RoundSettings:
        """What is proposed as far as rounds of that name read it, changed as chosen.

        What the draft excluded and kept stays.
        """
        drawn_as = self.drawn_as(named)
        read = {name: getattr(self.settings, name) for name in self.settings_read(named)}
        fixed = {"memory": MODIFIED_MEMORY} if drawn_as is NamedSystem.DANISH_MODIFIED else {}
        kept = {"excluded": self.settings.excluded, "kept": self.settings.kept}
        return replace(USUAL, **kept | read | chosen | fixed)


def systems_for(kind: Kind) -> tuple[NamedSystem, ...]:
    """The systems that seat such entrants, in the order in which they are offered."""
    return tuple(named for named in NamedSystem if (named is NamedSystem.INDIVIDUAL) == (kind is Kind.INDIVIDUAL))


def proposed_round(coming: NextRound) -> ProposedRound:
    """The proposal for a round, from all rounds so far, its draft among them, and who is here."""
    tournament, number, draft, here = coming.tournament, coming.number, coming.draft, coming.here
    earlier = [round_ for round_ in coming.rounds if round_.number < number]
    settings = _chosen_last(earlier)
    if all(round_.system != System.KNOCKOUT for round_ in earlier):
        settings = replace(settings, qualifiers=proposed_qualifiers(here, tournament.rounds_planned - number + 1))
    last = number >= tournament.rounds_planned
    announced = announced_for(tournament, number)
    named = announced or _system_after(earlier, Kind(tournament.kind))
    if draft is not None:
        chosen, named = draft.chosen, _name_of(draft)
        if last and named is NamedSystem.DANISH_MODIFIED:
            named = NamedSystem.DANISH_NO_REMATCH
        own = {name: getattr(chosen, name) for name in SETTINGS_OF.get(named, ())}
        settings = replace(settings, **own, excluded=chosen.excluded, kept=chosen.kept)
    if settings.step is None:
        settings = replace(settings, step=proposed_step(coming.request(system=System.MITCHELL, seed=0)))
    return ProposedRound(
        named=named,
        settings=settings,
        seed=draft.seed if draft else tournament.seed,
        last=last,
        first=number == 1,
        announced=announced,
        rated=coming.is_rated,
        by_rating=draft is not None and draft.by_rating,
    )


def announced_for(tournament: Tournament, number: int) -> NamedSystem | None:
    """The system announced for a round; None where none was."""
    plan = tournament.plan[number - 1 : number]
    return NamedSystem(plan[0]) if plan else None


def proposed_qualifiers(here: int, rounds_left: int) -> int | None:
    """The largest bracket without byes, up to the usual one, that the rounds left bring to its final.

    >>> proposed_qualifiers(40, 3), proposed_qualifiers(40, 2), proposed_qualifiers(40, 9), proposed_qualifiers(6, 3)
    (8, 4, 8, 4)
    """
    if here < 2:
        return None
    return min(USUAL_BRACKET, 1 << max(1, min(rounds_left, here)), 1 << here.bit_length() - 1)


def _chosen_last(rounds: Sequence[Round]) -> RoundSettings:
    """Each setting as the latest round has it that knows it."""
    chosen: dict[str, Any] = {}
    for round_ in rounds:
        names = [name for name in SETTINGS_OF.get(_name_of(round_), ()) if name not in ONE_ROUND_ONLY]
        chosen |= {name: getattr(round_.chosen, name) for name in names}
    return replace(USUAL, **chosen)


def _system_after(earlier: Sequence[Round], kind: Kind) -> NamedSystem:
    if kind is Kind.INDIVIDUAL:
        return NamedSystem.INDIVIDUAL
    if not earlier:
        return NamedSystem.DRAW
    named = _name_of(earlier[-1])
    return _SYSTEM_AFTER.get(named, named)


def _name_of(round_: Round) -> NamedSystem:
    return named_system(System(round_.system), round_.chosen)
