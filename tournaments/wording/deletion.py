"""The counts of everything that is deleted with a tournament."""

from collections.abc import Iterator, Mapping

from django.utils.translation import ngettext


def goes_along_in_words(counts: Mapping[str, int]) -> Iterator[str]:
    """Return `40 pairs`, `4 rounds`, …"""
    for what, count in counts.items():
        yield _counted(what, count) % {"count": count}


def _counted(what: str, count: int) -> str:
    match what:
        case "pairs":
            return ngettext("%(count)s pair or player entered", "%(count)s pairs or players entered", count)
        case "rounds":
            return ngettext("%(count)s round", "%(count)s rounds", count)
        case "slips":
            return ngettext("%(count)s slip with its hands", "%(count)s slips with their hands", count)
        case "adjustments":
            return ngettext("%(count)s penalty or bonus", "%(count)s penalties and bonuses", count)
        case "incidents":
            return ngettext("%(count)s statement of an incident", "%(count)s statements of incidents", count)
        case "photos":
            return ngettext("%(count)s photo of a contested slip", "%(count)s photos of contested slips", count)
        case "entries":
            return ngettext("%(count)s entry with its contact", "%(count)s entries with their contacts", count)
        case "payments":
            return ngettext("%(count)s fee ticked as paid", "%(count)s fees ticked as paid", count)
        case "prizes":
            return ngettext("%(count)s special prize", "%(count)s special prizes", count)
        case "seasons":
            return ngettext(
                "its place in %(count)s season, which is ranked without it",
                "its place in %(count)s seasons, which are ranked without it",
                count,
            )
    raise ValueError(f"expected something that is counted, got {what!r}")
