"""The outlook of a system as sentences in the reader's language (`tournaments/pairing/outlook.py`)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.pairing.outlook import OutlookCode, OutlookNote
from tournaments.wording.facts import Facts, Names, readable
from tournaments.wording.gironi import of_girone
from tournaments.wording.refusals import refusal_sentence

SENTENCES = {
    OutlookCode.TABLE_TWICE: gettext_lazy(
        "Table %(table)s is kept by more than one: %(pairs)s. The better ranked sits there."
    ),
    OutlookCode.TEAMS_MEET: gettext_lazy(
        "In a group everybody meets everybody, so pairs of one team meet too. Teams: %(teams)s."
    ),
    OutlookCode.GROUPS_UNEVEN: gettext_lazy(
        "There are groups of %(smaller)s and of %(bigger)s: the smaller ones wait two rounds at the end of each leg."
    ),
}
"""The notes with one sentence each; the others depend on their facts."""


def outlook_sentence(note: OutlookNote, names: Names | None = None) -> str:
    """Return what to expect and what would work instead; pairs are named by `names`, or by their number."""
    if note.refusal is not None:
        return refusal_sentence(note.refusal, names)
    return of_girone(note.girone, _template(note) % readable(note.facts, names))


def _template(note: OutlookNote) -> str:
    match note.code:
        case OutlookCode.TABLE_MISSING:
            return _table_missing(note.facts)
        case OutlookCode.TEAM_TOO_BIG:
            return _team_too_big(note.facts)
        case OutlookCode.STEP_TOO_SHORT:
            return _step_too_short(note.facts)
        case OutlookCode.REMATCHES_AHEAD:
            return _rematches_ahead(note.facts)
        case OutlookCode.ROUND_ROBIN_TOO_LONG:
            return _round_robin_too_long(note.facts)
        case OutlookCode.KNOCKOUT_TOO_LONG:
            return _knockout_too_long(note.facts)
        case OutlookCode.WHIST_TOO_SHORT:
            return _whist_too_short(note.facts)
    return str(SENTENCES[note.code])


def _table_missing(facts: Facts) -> str:
    return ngettext(
        "A table beyond the last one is kept for %(pairs)s: there is %(tables)s table.",
        "A table beyond the last one is kept for %(pairs)s: there are %(tables)s tables.",
        _number(facts, "tables"),
    )


def _team_too_big(facts: Facts) -> str:
    return ngettext(
        "Team %(team)s has %(size)s pairs, more than half: they meet each other at %(tables)s table at least.",
        "Team %(team)s has %(size)s pairs, more than half: they meet each other at %(tables)s tables at least.",
        _number(facts, "tables"),
    )


def _step_too_short(facts: Facts) -> str:
    holds = ngettext(
        "With a step of %(step)s rematches begin after %(rounds)s round, and %(planned)s are still to play.",
        "With a step of %(step)s rematches begin after %(rounds)s rounds, and %(planned)s are still to play.",
        _number(facts, "rounds"),
    )
    if not facts["longer"]:
        return holds + " " + _("No step lasts longer: choose another system for the rounds after that.")
    if _number(facts, "most") < _number(facts, "planned"):
        return holds + " " + _("Longest, for %(most)s rounds: %(longer)s.")
    return holds + " " + _("Steps that work for longer: %(longer)s.")


def _rematches_ahead(facts: Facts) -> str:
    if not facts["rounds"]:
        return _("Some have already met everybody, so there are rematches now, as few as possible.")
    return ngettext(
        "This works without rematches for %(rounds)s round at most, and %(planned)s are still to play: after that "
        "there are rematches, as few as possible.",
        "This works without rematches for %(rounds)s rounds at most, and %(planned)s are still to play: after that "
        "there are rematches, as few as possible.",
        _number(facts, "rounds"),
    )


def _round_robin_too_long(facts: Facts) -> str:
    sentence = ngettext(
        "The round robin takes %(needs)s more rounds, and %(planned)s is still to play.",
        "The round robin takes %(needs)s more rounds, and %(planned)s are still to play.",
        _number(facts, "planned"),
    )
    remedies = []
    if facts["one_leg"]:
        remedies.append(_("One leg takes %(one_leg)s."))
    if facts["groups"]:
        remedies.append(_("In %(groups)s groups it takes %(lasts)s."))
    return " ".join([sentence, *(remedies or [_("Plan more rounds, or choose another system.")])])


def _knockout_too_long(facts: Facts) -> str:
    sentence = ngettext(
        "The knockout takes %(needs)s more rounds, and %(planned)s is still to play.",
        "The knockout takes %(needs)s more rounds, and %(planned)s are still to play.",
        _number(facts, "planned"),
    )
    if facts["fits"]:
        return sentence + " " + _("It ends in time with %(fits)s qualifiers.")
    return sentence + " " + _("Plan more rounds.")


def _whist_too_short(facts: Facts) -> str:
    sentence = ngettext(
        "The whist movement of %(players)s players has %(rounds)s round left, and %(planned)s are still to play.",
        "The whist movement of %(players)s players has %(rounds)s rounds left, and %(planned)s are still to play.",
        _number(facts, "rounds"),
    )
    if facts["goes_on"]:
        return sentence + " " + _("After that it goes on as a Danish individual.")
    return sentence + " " + _("After that choose the Danish individual.")


def _number(facts: Facts, key: str) -> int:
    number = facts[key]
    assert isinstance(number, int)
    return number
