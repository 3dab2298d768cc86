"""The highlights of an evening in words: the feat, its figure, its holders, and the place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.ranking.highlights import Feat, Highlight, Holder
from tournaments.records import Entrant, EntrantId, Side
from tournaments.records.sections import table_name
from tournaments.wording.figures import figure, signed
from tournaments.wording.lines import line_name
from tournaments.wording.moves import moved_in_words

MOST_NAMED = 3

TITLES: Mapping[Feat, Promise] = {
    Feat.HAND: gettext_lazy("Highest hand"),
    Feat.TABLE: gettext_lazy("Most points at a table"),
    Feat.WIN: gettext_lazy("Biggest win"),
    Feat.CLOSEST: gettext_lazy("Closest table"),
    Feat.CLIMB: gettext_lazy("Biggest comeback"),
    Feat.LED: gettext_lazy("Longest in the lead"),
    Feat.CLEAN: gettext_lazy("Most clean burracos"),
}


@dataclass(frozen=True, slots=True)
class HolderInWords:
    """A side that holds a highlight: against whom, and where."""

    side: Side
    against: Side | None
    where: str


@dataclass(frozen=True, slots=True)
class HighlightInWords:
    """A highlight with its figure and those who hold it."""

    title: Promise
    figure: str
    holders: Sequence[HolderInWords]
    more: str
    """The number of others with the same figure; empty if there are none."""


def highlights_in_words(
    highlights: Sequence[Highlight], entrants: Mapping[EntrantId, Entrant], *, most_named: int = MOST_NAMED
) -> list[HighlightInWords]:
    """Return each highlight as a page shows it; further holders are counted."""
    return [
        HighlightInWords(
            TITLES[highlight.feat],
            _figure(highlight),
            [_holder(holder, entrants) for holder in highlight.holders[:most_named]],
            _more(len(highlight.holders) - most_named),
        )
        for highlight in highlights
    ]


def _figure(highlight: Highlight) -> str:
    count, facts = highlight.figure, {"counter": figure(highlight.figure)}
    match highlight.feat:
        case Feat.HAND | Feat.TABLE:
            return _("%(counter)s MP") % facts
        case Feat.WIN:
            return signed(count)
        case Feat.CLOSEST:
            return ngettext("%(counter)s MP apart", "%(counter)s MP apart", count) % facts
        case Feat.CLIMB:
            return moved_in_words(count)
        case Feat.LED:
            return ngettext("%(counter)s round", "%(counter)s rounds", count) % facts
        case Feat.CLEAN:
            return figure(count)


def _holder(holder: Holder, entrants: Mapping[EntrantId, Entrant]) -> HolderInWords:
    side, against = (
        tuple(entrants[entrant].in_round(holder.round) for entrant in them) for them in (holder.side, holder.against)
    )
    return HolderInWords(Side(side), Side(against) if against else None, _where(holder))


def _where(holder: Holder) -> str:
    """Return the place; empty for a feat of the whole evening."""
    facts = {name: figure(getattr(holder, name) or 0) for name in ("round", "hand")}
    facts["table"] = table_name(holder.table or 0)
    if holder.places is not None:
        then, now = map(figure, holder.places)
        return _("from place %(then)s after round %(round)s to place %(now)s") % (facts | {"then": then, "now": now})
    if holder.line is None:
        return ""
    sentence = (
        _("round %(round)s, table %(table)s")
        if holder.hand is None
        else _("round %(round)s, table %(table)s, hand %(hand)s")
    )
    return f"{sentence % facts}, {line_name(holder.line)}"


def _more(count: int) -> str:
    if count <= 0:
        return ""
    return ngettext("and %(counter)s more", "and %(counter)s more", count) % {"counter": figure(count)}
