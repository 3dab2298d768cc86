"""What a referee most likely wants of the next round: what the form of a round proposes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Round, Tournament
from tournaments.pairing import SYSTEMS, proposed_step
from tournaments.records import Kind, RoundSettings, System
from tournaments.records.settings_json import USUAL

SETTINGS_OF: dict[System, tuple[str, ...]] = {
    System.DRAW: ("memory",),
    System.MITCHELL: ("step",),
    System.DANISH_NO_REMATCH: ("policy", "memory", "avoid_clubs"),
    System.SWISS: ("fold", "memory", "avoid_clubs"),
    System.ROUND_ROBIN: ("legs", "groups"),
    System.KNOCKOUT: ("qualifiers", "third_place", "advance"),
    System.INDIVIDUAL: ("movement",),
}
"""The settings that a referee chooses for a round of each system, as `RoundSettings` names them."""

ONE_ROUND_ONLY = frozenset({"advance"})
"""Settings that are about tables of the round before, and so never the same again."""

USUAL_BRACKET = 8
"""How many go on to a knockout at the end of an evening, if there are rounds enough."""

_SYSTEM_AFTER = {System.DRAW: System.MITCHELL, System.REGISTRATION: System.MITCHELL}
"""Systems that open an evening, and what usually follows; after the others comes the same again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedRound:
    """A proposal for the next round; as its draft has it, if there is one."""

    system: System
    settings: RoundSettings
    """The settings of all systems at once, each as it was chosen last; `excluded` and `kept` are the draft's."""
    seed: int


def systems_for(kind: Kind) -> tuple[System, ...]:
    """The systems that seat such entrants, in the order in which they are offered."""
    return tuple(system for system in SYSTEMS if (system is System.INDIVIDUAL) == (kind is Kind.INDIVIDUAL))


def proposed_round(tournament: Tournament, rounds: Sequence[Round], number: int, *, here: int) -> ProposedRound:
    """The proposal for round `number`, from all rounds so far, its draft among them, and how many are here."""
    draft = next((round_ for round_ in rounds if round_.number == number), None)
    earlier = [round_ for round_ in rounds if round_.number < number]
    settings = _chosen_last(earlier)
    if all(round_.system != System.KNOCKOUT for round_ in earlier):
        settings = replace(settings, qualifiers=proposed_qualifiers(here, tournament.rounds_planned - number + 1))
    if draft is not None:
        chosen = draft.chosen
        own = {name: getattr(chosen, name) for name in SETTINGS_OF.get(System(draft.system), ())}
        settings = replace(settings, **own, excluded=chosen.excluded, kept=chosen.kept)
    if settings.step is None:
        settings = replace(settings, step=proposed_step((here + 1) // 2, tournament.rounds_planned))
    return ProposedRound(
        system=System(draft.system) if draft else _system_after(earlier, Kind(tournament.kind)),
        settings=settings,
        seed=draft.seed if draft else tournament.seed,
    )


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
        names = [name for name in SETTINGS_OF.get(System(round_.system), ()) if name not in ONE_ROUND_ONLY]
        chosen |= {name: getattr(round_.chosen, name) for name in names}
    return replace(USUAL, **chosen)


def _system_after(earlier: Sequence[Round], kind: Kind) -> System:
    if kind is Kind.INDIVIDUAL:
        return System.INDIVIDUAL
    if not earlier:
        return System.DRAW
    system = System(earlier[-1].system)
    return _SYSTEM_AFTER.get(system, system)
