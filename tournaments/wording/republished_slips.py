"""The sentences about slips when a round is published again: those still valid, and the tables with a new one."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.records.sections import table_names


def slips_again_sentence(new: Sequence[int], gone: Sequence[int], *, of: int) -> str:
    """Return the sentence for a draft published before; `gone` are the tables whose slips are no longer valid."""
    if not new and not gone:
        return _(
            "If it is published again as it is, all its slips stay valid, with their codes and what players have "
            "written."
        )
    if len(gone) == of:
        return _("If it is published again, none of its slips stays valid: everybody gets a new one.")
    held = ngettext(
        "If it is published again, the slip of %(count)s table stays valid, with its code and what players have "
        "written.",
        "If it is published again, the slips of %(count)s tables stay valid, with their codes and what players have "
        "written.",
        of - len(gone),
    ) % {"count": of - len(gone)}
    return " ".join(filter(None, (held, new_slips_sentence(new))))


def published_sentence(number: int, new_slips: Sequence[int]) -> str:
    """Return the sentence for a published round, with the slips to be printed."""
    sentence = _("Round %(round)s is published: players can now find their tables.") % {"round": number}
    return " ".join(filter(None, (sentence, new_slips_sentence(new_slips))))


def new_slips_sentence(tables: Sequence[int]) -> str:
    """Return the tables that need a new slip; empty if there are none."""
    if not tables:
        return ""
    sentence = ngettext("Table %(tables)s has a new slip.", "Tables %(tables)s have new slips.", len(tables))
    return sentence % {"tables": table_names(tables)}
