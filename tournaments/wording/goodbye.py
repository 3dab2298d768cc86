"""What a pair, or a player, takes home from an evening, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ranking.goodbye import Beaten, Goodbye, Missed
from tournaments.records import Entrant, EntrantId, Side, TieBreak

from .figures import figure

MOST_NAMED = 2
"""The opponents beaten that a picture names; it counts more of them."""

Fact = tuple[str, str]
"""What it is, and how it was."""


def goodbye_facts(goodbye: Goodbye, entrants: Mapping[EntrantId, Entrant]) -> list[Fact]:
    """Return the facts beside place and points, each with its name."""
    facts = [*_best_hand(goodbye), *_climb(goodbye)]
    if goodbye.beaten:
        facts.append((_("Opponents beaten"), ", ".join(_names(beaten, entrants) for beaten in goodbye.beaten)))
    return [*facts, *_next_place(goodbye)]


def goodbye_lines(goodbye: Goodbye, entrants: Mapping[EntrantId, Entrant]) -> tuple[str, ...]:
    """Return the same facts as lines of a picture, on which many names have no room."""
    few = len(goodbye.beaten) <= MOST_NAMED
    count = (_("Opponents beaten"), figure(len(goodbye.beaten)))
    facts = [fact if few or fact[0] != count[0] else count for fact in goodbye_facts(goodbye, entrants)]
    return tuple(f"{name}: {said}" for name, said in facts)


def _best_hand(goodbye: Goodbye) -> list[Fact]:
    if goodbye.best_hand is None:
        return []
    facts = {name: figure(value) for name, value in zip(("round", "hand", "mp"), goodbye.best_hand, strict=True)}
    return [(_("Best hand"), _("%(mp)s MP, round %(round)s, hand %(hand)s") % facts)]


def _climb(goodbye: Goodbye) -> list[Fact]:
    if goodbye.climb is None:
        return []
    number, then, now = map(figure, goodbye.climb)
    sentence = _("from place %(then)s after round %(round)s to place %(now)s")
    return [(_("Climb"), sentence % {"then": then, "round": number, "now": now})]


def _names(beaten: Beaten, entrants: Mapping[EntrantId, Entrant]) -> str:
    return Side(tuple(entrants[number].in_round(beaten.round) for number in beaten.opponents)).playing


def _next_place(goodbye: Goodbye) -> list[Fact]:
    if goodbye.missed is None:
        return []
    return [(_("Place above (%(place)s)") % {"place": figure(goodbye.missed.place)}, _missing(goodbye.missed))]


def _missing(missed: Missed) -> str:
    """Return how much was missing to the place above, or what decided between equals."""
    facts = {"counter": figure(missed.short)}
    match missed.by:
        case TieBreak.VP:
            return ngettext("%(counter)s VP short", "%(counter)s VP short", missed.short) % facts
        case TieBreak.MP_DIFFERENCE:
            return _("equal in VP, %(counter)s MP of difference short") % facts
        case TieBreak.MP:
            return _("equal so far, %(counter)s MP short") % facts
        case TieBreak.WINS:
            return (
                ngettext(
                    "equal so far, %(counter)s round won short",
                    "equal so far, %(counter)s rounds won short",
                    missed.short,
                )
                % facts
            )
        case TieBreak.DIRECT:
            return _("equal so far, the direct meeting decided")
        case TieBreak.LOT:
            return _("equal so far, decided by lot")
