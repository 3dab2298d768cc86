"""A round's settings in words, for the line under its title."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.records import Fold, Movement, NamedSystem, Policy, RoundSettings, System, named_system


def settings_words(system: System, settings: RoundSettings, *, by_rating: bool = False) -> list[str]:
    """What differs from a round of this system as it is usually drawn; for Mitchell always the step."""
    words = [_("in the order of the ratings")] if by_rating else []
    if settings.step is not None and system is System.MITCHELL:
        words.append(_("step %(step)s") % {"step": settings.step})
    if settings.start_by_lot and system is System.MITCHELL:
        words.append(_("first seats by lot"))
    if settings.policy is Policy.MIN_SQUARE and system is System.DANISH_NO_REMATCH:
        words.append(_("balanced over the whole hall"))
    if settings.fold is Fold.ADJACENT and system is System.SWISS:
        words.append(_("neighbours meet"))
    if settings.memory is not None and named_system(system, settings) is not NamedSystem.DANISH_MODIFIED:
        sentence = ngettext(
            "only the last round counts as met", "only the last %(rounds)s rounds count as met", settings.memory
        )
        words.append(sentence % {"rounds": settings.memory})
    if settings.avoid_clubs:
        words.append(_("clubs kept apart"))
    return words + _planned_ahead(system, settings)


def _planned_ahead(system: System, settings: RoundSettings) -> list[str]:
    words = []
    if system is System.ROUND_ROBIN and settings.legs > 1:
        words.append(_("two legs"))
    if system is System.ROUND_ROBIN and settings.groups > 1:
        words.append(ngettext("%(groups)s group", "%(groups)s groups", settings.groups) % {"groups": settings.groups})
    if system is System.KNOCKOUT and settings.qualifiers is not None:
        words.append(_("the best %(qualifiers)s") % {"qualifiers": settings.qualifiers})
    if system is System.INDIVIDUAL and settings.movement is not None:
        words.append(_("whist movement") if settings.movement is Movement.WHIST else _("down the ranking"))
    return words
