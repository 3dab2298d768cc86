"""The states of a round in words: a draft, published, its slips on paper or on phones."""

from django.utils.translation import gettext as _


def still_a_draft(number: int) -> str:
    return _("Round %(round)s is a draft: publish it first.") % {"round": number}


def published_already(number: int) -> str:
    return _("Round %(round)s has been published already.") % {"round": number}


def slips_sentence(*, on_paper: bool) -> str:
    """Return a template: the caller fills in `round`."""
    return _("Round %(round)s: slips on paper only") if on_paper else _("Round %(round)s: slips on phones, too")
