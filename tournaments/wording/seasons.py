"""The words of a season: the parts of its rule, its faults, and points in hundredths as people write them."""

from collections.abc import Mapping

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.seasons.rule import (
    POINT,
    EqualPlaces,
    PointsBy,
    RankedAs,
    RuleFault,
    SeasonRule,
    SeasonTie,
)

from .figures import figure

RANKED_NAMES: Mapping[RankedAs, Promise] = {
    RankedAs.PLAYERS: gettext_lazy("players"),
    RankedAs.PAIRS: gettext_lazy("pairs"),
    RankedAs.TEAMS: gettext_lazy("teams"),
}
POINTS_NAMES: Mapping[PointsBy, Promise] = {
    PointsBy.PLACE: gettext_lazy("by place, from a table"),
    PointsBy.VP: gettext_lazy("the VP of the tournament"),
    PointsBy.VP_SHARE: gettext_lazy("VP in per cent of the possible"),
    PointsBy.MP_DIFFERENCE: gettext_lazy("the MP difference"),
}
EQUAL_NAMES: Mapping[EqualPlaces, Promise] = {
    EqualPlaces.MEAN: gettext_lazy("the mean of the places taken up"),
    EqualPlaces.BETTER: gettext_lazy("what the better place is worth"),
}
SEASON_TIE_NAMES: Mapping[SeasonTie, Promise] = {
    SeasonTie.PLACES: gettext_lazy("more first places, then second ones …"),
    SeasonTie.BEST: gettext_lazy("the better best result"),
    SeasonTie.DIRECT: gettext_lazy("the rounds against each other"),
    SeasonTie.DIFFERENCE: gettext_lazy("the MP difference of all tournaments"),
    SeasonTie.LOT: gettext_lazy("lot"),
}
PART_NAMES = {
    "ranked": gettext_lazy("Who is ranked"),
    "points": gettext_lazy("Points"),
    "table": gettext_lazy("Points of each place"),
    "equal": gettext_lazy("Who shares a place gets"),
    "bonus": gettext_lazy("Points for taking part"),
    "least_rounds": gettext_lazy("Rounds to be played"),
    "best": gettext_lazy("How many results count"),
    "per_venue": gettext_lazy("Of these, at most of one venue"),
    "attendance": gettext_lazy("Ranked from so many tournaments"),
    "ties": gettext_lazy("With equal points"),
}
"""By the names of the rule's own fields."""
FAULT_SENTENCES: Mapping[RuleFault, Promise] = {
    RuleFault.NO_TABLE: gettext_lazy(
        "Points by place need a table: write what the first place is worth, and the next."
    ),
    RuleFault.TABLE_RISES: gettext_lazy("A place is worth more than the one before it: the best one stands first."),
    RuleFault.VENUE_WITHOUT_BEST: gettext_lazy(
        "Results of one venue are limited only where not all count: say how many do."
    ),
    RuleFault.VENUE_ABOVE_BEST: gettext_lazy(
        "More results of one venue than count in all: make one of the two figures smaller or greater."
    ),
    RuleFault.TIE_TWICE: gettext_lazy("A tie-break stands twice: choose each once."),
}


def points_in_words(hundredths: int) -> str:
    """`18`, `18,5`, `66,25` in the reader's language: no more decimals than there are."""
    whole, rest = divmod(abs(hundredths), POINT)
    decimals = f"{rest:02}".rstrip("0")
    written = figure(whole) + (f"{get_format('DECIMAL_SEPARATOR')}{decimals}" if decimals else "")
    return f"\u2212{written}" if hundredths < 0 else written


def parts_in_words(rule: SeasonRule) -> dict[str, str]:
    """What each part of the rule says, by its field."""
    return {
        "ranked": str(RANKED_NAMES[rule.ranked]),
        "points": str(POINTS_NAMES[rule.points]),
        "table": " · ".join(map(points_in_words, rule.table)) or _("none"),
        "equal": str(EQUAL_NAMES[rule.equal]),
        "bonus": points_in_words(rule.bonus),
        "least_rounds": figure(rule.least_rounds),
        "best": _("all of them") if rule.best is None else figure(rule.best),
        "per_venue": _("as many as there are") if rule.per_venue is None else figure(rule.per_venue),
        "attendance": figure(rule.attendance),
        "ties": "; ".join(str(SEASON_TIE_NAMES[tie]) for tie in rule.ties) or _("none"),
    }


def rule_in_words(rule: SeasonRule) -> list[str]:
    """The rule, sentence by sentence."""
    said = [_points(rule), _counting(rule)]
    if rule.bonus:
        said.append(_("Points for taking part: %(points)s.") % {"points": points_in_words(rule.bonus)})
    if rule.least_rounds > 1:
        said.append(_("A tournament counts from %(rounds)s rounds played.") % {"rounds": figure(rule.least_rounds)})
    if rule.attendance > 1:
        said.append(_("Ranked from %(number)s tournaments.") % {"number": figure(rule.attendance)})
    if rule.ties:
        names = "; ".join(str(SEASON_TIE_NAMES[tie]) for tie in rule.ties)
        said.append(_("With equal points: %(ties)s.") % {"ties": names})
    return said


def _points(rule: SeasonRule) -> str:
    who = {
        RankedAs.PLAYERS: _("Players are ranked"),
        RankedAs.PAIRS: _("Pairs are ranked"),
        RankedAs.TEAMS: _("Teams are ranked"),
    }[rule.ranked]
    by = POINTS_NAMES[rule.points]
    if rule.points is not PointsBy.PLACE:
        return _("%(who)s. Points: %(by)s.") % {"who": who, "by": by}
    table = " · ".join(map(points_in_words, rule.table))
    return _("%(who)s. Points by place: %(table)s.") % {"who": who, "table": table}


def _counting(rule: SeasonRule) -> str:
    if rule.best is None:
        return _("All results count.")
    best = ngettext("The best result counts", "The best %(number)s results count", rule.best)
    best %= {"number": figure(rule.best)}
    if rule.per_venue is None:
        return f"{best}."
    return _("%(best)s, at most %(number)s of one venue.") % {"best": best, "number": figure(rule.per_venue)}
