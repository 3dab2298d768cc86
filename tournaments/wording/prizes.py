"""Fees and prizes in words: as announced, and which prizes are not won, shared, or left over."""

from collections.abc import Mapping, Sequence

from tournaments.records.gironi import girone_letter
from tournaments.till import Level, Shares, shares_by_girone

from .figures import figure
from .gironi import girone_name
from .money import amount
from .two_languages import gettext as _
from .two_languages import inside


def fee_in_words(fee: int, per: str, reductions: Mapping[str, int]) -> str:
    """Return `€ 20,00 per pair; Juniores € 5,00`; `per` is in words already."""
    reduced = (f"{category} {amount(cents)}" for category, cents in reductions.items())
    return "; ".join([f"{amount(fee)} {inside(per)}", *reduced])


def prizes_in_words(
    *, percent: int | None, fund: int | None, shares: Shares, special: Sequence[tuple[str, int]]
) -> str:
    """Return `80% of the fees: 50%, 30%, 20%; Best junior € 10,00`; empty if there are no prizes."""
    sentences = []
    whole = amount(fund) if fund else ""
    if percent:
        whole = _("%(percent)s%% of the fees") % {"percent": percent}
    if whole:
        sentences.append(f"{inside(whole)}: {_of_fund(shares)}")
    sentences += [f"{title} {amount(cents)}" if cents else title for title, cents in special]
    return "; ".join(sentences)


def plain_shares(shares: Shares) -> str:
    """Return percentages as they are typed: `50 30 20`, or `A 40 20 B 25 15`."""
    words = (word for girone, own in shares_by_girone(shares) for word in (_letter(girone), *own) if word)
    return " ".join(map(str, words))


def _of_fund(shares: Shares) -> str:
    """Return `50%, 30%, 20%`, or `A 40%, 20% · B 25%, 15%`."""
    own = (
        f"{_letter(girone)} {', '.join(f'{share}%' for share in its)}".strip()
        for girone, its in shares_by_girone(shares)
    )
    return " · ".join(own)


def _letter(girone: int | None) -> str:
    return "" if girone is None else girone_letter(girone)


def gironi_without_prizes(gironi: Sequence[int], first: int | None) -> list[str]:
    """Return the sentence for each girone with prizes in which nobody is ranked; its part goes to another."""
    return [
        _("Nobody is ranked in %(girone)s: its part is shared in %(other)s.")
        % {"girone": girone_name(girone), "other": girone_name(first)}
        for girone in gironi
        if first is not None
    ]


def prizes_wait_for_cut() -> str:
    return _("The prizes are by girone: they are shared once the ranking is cut.")


def place_won(place: int | None, girone: int | None) -> str:
    """Return the place that a prize is for, in a girone with its name."""
    facts = {"place": figure(place or 0), "girone": girone_name(girone) if girone else ""}
    return (_("%(girone)s, place %(place)s") if girone else _("Place %(place)s")) % facts


def won_by_nobody(title: str, cents: int) -> str:
    """Return the sentence for a special prize without a winner; one without an amount is not money."""
    if not cents:
        return _("Nobody wins “%(title)s”.") % {"title": title}
    facts = {"title": title, "amount": amount(cents)}
    return _("Nobody wins “%(title)s”: %(amount)s go back to the prize fund.") % facts


def special_level(title: str, cents: int, *, count: int, place: int) -> str:
    """Return the sentence for several entrants level in a special prize."""
    facts = {"title": title, "count": figure(count), "place": figure(place)}
    if not cents:
        return _("“%(title)s”: %(count)s share place %(place)s. Decide who gets it.") % facts
    return _("“%(title)s”: %(count)s share place %(place)s, and divide the amount.") % facts


def places_level(levels: Sequence[Level]) -> list[str]:
    """Return the sentence for shared places that win something."""
    alone = _("%(count)s share place %(place)s: they divide its prize.")
    several = _("%(count)s share place %(place)s: they divide the prizes of places %(place)s to %(last)s.")
    return [
        (several if level.last > level.place else alone)
        % {"count": figure(level.count), "place": figure(level.place), "last": figure(level.last)}
        for level in levels
    ]


def what_first_place_gets(unclaimed_from: int | None, left_over: int) -> list[str]:
    """Return what the first place gets beside its percentage: unclaimed places, and the remainder of rounding."""
    sentences = []
    if unclaimed_from is not None:
        sentences.append(_("Nobody is ranked at place %(place)s or below.") % {"place": figure(unclaimed_from)})
    if left_over:
        sentences.append(_("First place also gets what is left over: %(amount)s.") % {"amount": amount(left_over)})
    return sentences


def more_than_the_fund(cents: int) -> str:
    """Return the sentence for special prizes that exceed the fund."""
    facts = {"beyond": amount(cents)}
    return _("The special prizes are %(beyond)s more than the fund: lower them, or raise the fund.") % facts
