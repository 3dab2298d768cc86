"""A round's settings in words, for the line under its title."""

from collections.abc import Sequence, Set

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.records import Fold, Movement, NamedSystem, Policy, RoundSettings, System, named_system
from tournaments.records.named_systems import systems_drawing
from tournaments.records.sections import proposed_sections, section_name, section_starts, sections_of

LEAST_IN_A_SECTION = 2


def settings_words(
    system: System, settings: RoundSettings, *, by_rating: bool = False, in_gironi: bool = False
) -> list[str]:
    """Return the settings that differ from the usual ones of this system; for Mitchell always the step.

    If `in_gironi` is true, the sections are gironi, which every table's name says.
    """
    words = [_("in the order of the ratings")] if by_rating else []
    systems = systems_drawing(system, settings)
    if settings.step is not None and System.MITCHELL in systems:
        words.append(_("step %(step)s") % {"step": settings.step})
    if settings.sections and system is System.MITCHELL and not in_gironi:
        words.append(sections_in_words(settings.sections))
    if settings.start_by_lot and System.MITCHELL in systems:
        words.append(_("first seats by lot"))
    if settings.policy is Policy.MIN_SQUARE and System.DANISH_NO_REMATCH in systems:
        words.append(_("balanced over the whole hall"))
    if settings.fold is Fold.ADJACENT and System.SWISS in systems:
        words.append(_("neighbours meet"))
    if settings.memory is not None and named_system(system, settings) is not NamedSystem.DANISH_MODIFIED:
        sentence = ngettext(
            "only the last round counts as met", "only the last %(rounds)s rounds count as met", settings.memory
        )
        words.append(sentence % {"rounds": settings.memory})
    if settings.avoid_clubs:
        words.append(_("clubs kept apart"))
    return words + _planned_ahead(systems, settings)


def sections_in_words(starts: Sequence[int]) -> str:
    """Return `sections A from table 1, B from table 16`."""
    named = [
        _("%(section)s from table %(table)s") % {"section": section_name(at), "table": start}
        for at, start in enumerate((1, *starts))
    ]
    return _("sections %(sections)s") % {"sections": ", ".join(named)}


def too_many_sections(number: int, tables: int) -> str:
    """Return why so many tables cannot be that many sections, where somebody would meet nobody else; empty if so."""
    most = max(1, tables // LEAST_IN_A_SECTION)
    if number <= most:
        return ""
    sentence = ngettext(
        "%(tables)s tables are at most %(most)s section.", "%(tables)s tables are at most %(most)s sections.", most
    )
    return sentence % {"tables": tables, "most": most}


def sections_sentence(tables: int) -> str:
    """Return the sections that suit a hall of so many tables; empty if one does."""
    number = proposed_sections(tables)
    if number == 1:
        return _("One unless the hall is large: from 21 tables on, sections of 10 to 20.")
    sizes = sorted({len(section) for section in sections_of(tables, section_starts(tables, number))})
    sentence = _("For %(tables)s tables: %(sections)s sections of %(size)s. Clubs are spread over them.")
    return sentence % {"tables": tables, "sections": number, "size": "–".join(map(str, sizes))}


def new_run_sentence(starts: Sequence[int]) -> str:
    """Return what becomes of the round robins that began in these rounds once another one begins."""
    if len(starts) == 1:
        return _("The one that began in round %(round)s ends as it is.") % {"round": starts[0]}
    return _("Those that began in rounds %(rounds)s end as they are.") % {"rounds": ", ".join(map(str, starts))}


def _planned_ahead(systems: Set[System], settings: RoundSettings) -> list[str]:
    words = []
    if System.ROUND_ROBIN in systems and settings.legs > 1:
        words.append(_("two legs"))
    if System.ROUND_ROBIN in systems and settings.groups > 1:
        words.append(ngettext("%(groups)s group", "%(groups)s groups", settings.groups) % {"groups": settings.groups})
    if System.KNOCKOUT in systems and settings.qualifiers is not None:
        words.append(_("the best %(qualifiers)s") % {"qualifiers": settings.qualifiers})
    if System.INDIVIDUAL in systems and settings.movement is not None:
        words.append(_("whist movement") if settings.movement is Movement.WHIST else _("down the ranking"))
    return words
