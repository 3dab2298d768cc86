"""The sentence of each refusal of a pairing, with the remedy."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.wording.facts import Facts, Names, number_of, readable
from tournaments.wording.gironi import of_girone

from .lines import line_facts

REFUSALS = {
    RefusalCode.TOO_FEW: gettext_lazy("It takes at least two pairs to make a round."),
    RefusalCode.SEAT_UNKNOWN: gettext_lazy("Not among the pairs that play: %(pairs)s."),
    RefusalCode.SEAT_TWICE: gettext_lazy("Seated more than once: %(pairs)s."),
    RefusalCode.SEAT_MISSING: gettext_lazy("Without a seat: %(pairs)s."),
    RefusalCode.GIRONE_TOO_FEW: gettext_lazy(
        "only one pair is here. Move it to another girone, or another pair to this one."
    ),
    RefusalCode.NOT_IN_GIRONI: gettext_lazy("This system cannot be drawn girone by girone: choose another."),
    RefusalCode.TOO_FEW_PLAYERS: gettext_lazy("It takes at least four players to make a round."),
    RefusalCode.NO_WHIST: gettext_lazy(
        "For %(players)s players there is no whist movement, only for %(known)s: choose the Danish individual, which "
        "seats any number."
    ),
    RefusalCode.WHIST_COMPLETE: gettext_lazy(
        "The whist movement of %(players)s players is complete after %(rounds)s rounds: choose the Danish individual."
    ),
    RefusalCode.WHIST_CHANGED: gettext_lazy(
        "The whist movement was begun with other players; came or gone since then: %(pairs)s. Choose the Danish "
        "individual."
    ),
    RefusalCode.WHIST_KEPT: gettext_lazy(
        "The whist movement cannot go on around the tables that stay (%(tables)s): let them be drawn again, or choose "
        "the Danish individual."
    ),
    RefusalCode.KEPT_NOT_SEATABLE: gettext_lazy(
        "Some tables cannot stay, because somebody there has left or sits twice: %(tables)s. Let them be drawn again."
    ),
    RefusalCode.KEPT_BEYOND: gettext_lazy(
        "Tables %(tables)s cannot stay: this round has only %(last)s. Let them be drawn again."
    ),
    RefusalCode.KEPT_ACROSS: gettext_lazy(
        "Some tables cannot stay, because pairs of two gironi sit there: %(tables)s. Let them be drawn again."
    ),
    RefusalCode.KEPT_IN_PLAN: gettext_lazy(
        "This system seats everybody itself, so no table can stay while the others are drawn: change the seats after "
        "the draw."
    ),
    RefusalCode.GROUPS_TOO_MANY: gettext_lazy("%(here)s pairs make at most %(highest)s groups, not %(groups)s."),
    RefusalCode.LEGS_OUT_OF_RANGE: gettext_lazy("A round robin has one leg or two, not %(legs)s."),
    RefusalCode.ROUND_ROBIN_UNFINISHED: gettext_lazy(
        "The round robin that began in round %(round)s is still on. Another number of groups begins a new one, in "
        "which everybody meets everybody again: leave the number as it was, or say that a new one is to begin."
    ),
    RefusalCode.ROUND_ROBIN_FULL: gettext_lazy(
        "No place is free in the round robin for %(pairs)s. Another number of groups begins a new round robin; or "
        "choose another system."
    ),
    RefusalCode.QUALIFIERS_OUT_OF_RANGE: gettext_lazy(
        "A knockout can take from 2 to %(here)s pairs here, not %(qualifiers)s."
    ),
    RefusalCode.KNOCKOUT_OPEN: gettext_lazy(
        "Table %(table)s of round %(round)s has no result yet: nobody knows who goes on."
    ),
    RefusalCode.KNOCKOUT_UNFINISHED: gettext_lazy(
        "The knockout that began in round %(round)s is still on. Another number of qualifiers would begin a new "
        "bracket, with those who have lost: leave the number as it was, or play the knockout to its end."
    ),
    RefusalCode.KNOCKOUT_OVER: gettext_lazy(
        "The knockout is over: %(pair)s has won it. Choose another system, or another number of qualifiers for a new "
        "bracket."
    ),
}


def refusal_sentence(refusal: PairingRefused, names: Names | None = None) -> str:
    """Return why a round cannot be paired as asked, and what can be done instead."""
    girone, facts = refusal.facts.get("girone"), readable(refusal.facts, names) | line_facts()
    return of_girone(girone if isinstance(girone, int) else None, _sentence(refusal, facts))


def _sentence(refusal: PairingRefused, facts: dict[str, str]) -> str:
    if refusal.code is RefusalCode.STEP_OUT_OF_RANGE:
        return _("%(ew_line)s cannot move by %(step)s: here the step goes from 1 to %(highest)s.") % facts
    if refusal.code is RefusalCode.STEP_EXHAUSTED:
        again = _("With a step of %(step)s, %(pair)s and %(other)s would meet again.")
        if refusal.facts["free"]:
            remedy = _("Steps that bring no rematch: %(free)s.")
        else:
            remedy = _("All the other steps bring a rematch too: choose another system.")
        return f"{again} {remedy}" % facts
    if refusal.code is RefusalCode.ROUND_ROBIN_OVER:
        return _round_robin_over(refusal.facts) % facts
    return str(REFUSALS[refusal.code]) % facts


def _round_robin_over(facts: Facts) -> str:
    over = ngettext(
        "The round robin is complete after %(rounds)s round.",
        "The round robin is complete after %(rounds)s rounds.",
        number_of(facts["rounds"]),
    )
    if facts["legs"] == 1:
        return over + " " + _("Two legs would make %(makes)s; or choose another system.")
    return over + " " + _("Choose another system.")
