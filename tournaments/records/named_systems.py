"""The names of the systems beside the settings that tell them apart, of a round and of its gironi."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from .rounds import NamedSystem, RoundSettings, System

MODIFIED_MEMORY = 1
"""The danese modificato avoids only the opponents of the previous round."""


SYSTEMS_OF_TEAMS = (
    System.DRAW,
    System.ROUND_ROBIN,
    System.SWISS,
    System.DANISH,
    System.DANISH_NO_REMATCH,
    System.KNOCKOUT,
)
"""The systems by which teams are drawn, in the order in which they are offered."""


def named_system(system: System, settings: RoundSettings) -> NamedSystem:
    """Return the name of a round with this system and these settings.

    >>> named_system(System.DANISH_NO_REMATCH, RoundSettings(memory=1)).value
    'danish_modified'
    """
    if system is System.DANISH_NO_REMATCH and settings.memory == MODIFIED_MEMORY:
        return NamedSystem.DANISH_MODIFIED
    return NamedSystem(system.value)


NOT_IN_GIRONI = frozenset({System.MANUAL, System.INDIVIDUAL})
"""The systems by which no girone is drawn by itself."""

SYSTEMS_OF_GIRONI = tuple(named for named in NamedSystem if named.system not in NOT_IN_GIRONI)
"""The systems that a girone can have instead of the round's, in the order in which they are offered."""


def of_the_whole_field(system: System, settings: RoundSettings) -> bool:
    """Return whether such a round is one round of the whole field after a cut, too: by hand, or one bracket.

    A knockout that lists any girone is one of each girone.
    """
    return system is System.MANUAL or (system is System.KNOCKOUT and not settings.by_girone)


BySystem = tuple[tuple[int, NamedSystem], ...]
"""Gironi with a system of their own, in their order."""


def told_apart(
    named: NamedSystem, chosen: Mapping[int, NamedSystem], gironi: Collection[int], *, own_brackets: bool = False
) -> tuple[NamedSystem, BySystem]:
    """Return the system of a round, and the gironi that differ from it, from the systems chosen.

    Where all of its `gironi` have one of their own, the first one's is the round's. A round of the whole field has
    none, such as a knockout without `own_brackets`; a knockout that is one of each girone lists them all.

    >>> told_apart(NamedSystem.DANISH, {2: NamedSystem.SWISS, 3: NamedSystem.DANISH}, (1, 2, 3))[1][0]
    (2, <NamedSystem.SWISS: 'swiss'>)
    >>> told_apart(NamedSystem.DANISH, {1: NamedSystem.SWISS, 2: NamedSystem.DRAW}, (1, 2))[0].value
    'swiss'
    >>> told_apart(NamedSystem.KNOCKOUT, {2: NamedSystem.DRAW}, (1, 2), own_brackets=True)[1]
    ((1, <NamedSystem.KNOCKOUT: 'knockout'>), (2, <NamedSystem.DRAW: 'draw'>))
    """
    one_bracket = named is NamedSystem.KNOCKOUT and not own_brackets
    if named is NamedSystem.MANUAL or one_bracket or not gironi:
        return named, ()
    if set(gironi) <= chosen.keys():
        named = chosen[min(gironi)]
    own = [(girone, chosen.get(girone, named)) for girone in sorted(set(gironi))]
    return named, tuple((girone, its) for girone, its in own if its is not named or named is NamedSystem.KNOCKOUT)


def systems_drawing(system: System, settings: RoundSettings) -> frozenset[System]:
    """Return the systems that draw such a round: its own, and those of gironi that differ."""
    others = () if of_the_whole_field(system, settings) else settings.by_girone
    return frozenset({system, *(named.system for _girone, named in others)})


def drawn_in(girone: int, system: System, settings: RoundSettings) -> tuple[System, RoundSettings]:
    """Return the system and the settings by which a girone is drawn in a round of this system and these settings.

    The memory of the modified Danish belongs to that name alone; the other settings are the same for all gironi.

    >>> mixed = RoundSettings(memory=1, by_girone=((2, NamedSystem.SWISS), (3, NamedSystem.DANISH_MODIFIED)))
    >>> [named_system(*drawn_in(girone, System.DANISH_NO_REMATCH, mixed)).value for girone in (1, 2, 3)]
    ['danish_modified', 'swiss', 'danish_modified']
    >>> drawn_in(2, System.DANISH_NO_REMATCH, mixed)[1] == RoundSettings()
    True
    """
    named, own = dict(settings.by_girone).get(girone), replace(settings, by_girone=())
    if named is None or of_the_whole_field(system, settings):
        return system, own
    if named is NamedSystem.DANISH_MODIFIED:
        return named.system, replace(own, memory=MODIFIED_MEMORY)
    of_the_round_alone = named_system(system, settings) is NamedSystem.DANISH_MODIFIED
    return named.system, replace(own, memory=None) if of_the_round_alone else own
