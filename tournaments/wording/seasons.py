"""The words of a season: the parts of its rule, its faults, and points in hundredths as people write them."""

from collections.abc import Mapping

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tournaments.seasons.finals import SeasonPart
from tournaments.seasons.rule import (
    MOST_PLACES,
    MOST_TOURNAMENTS,
    POINT,
    BonusFor,
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
    PointsBy.FIELD: gettext_lazy("by place, for each entrant below"),
    PointsBy.VP: gettext_lazy("the VP of the tournament"),
    PointsBy.VP_SHARE: gettext_lazy("VP as a percentage of the maximum"),
    PointsBy.MP_DIFFERENCE: gettext_lazy("the MP difference"),
}
EQUAL_NAMES: Mapping[EqualPlaces, Promise] = {
    EqualPlaces.MEAN: gettext_lazy("the mean of the places they share"),
    EqualPlaces.BETTER: gettext_lazy("what the better place is worth"),
}
BONUS_NAMES: Mapping[BonusFor, Promise] = {
    BonusFor.COUNTING: gettext_lazy("for results that count"),
    BonusFor.ALL: gettext_lazy("for results that do not count, too"),
}
SEASON_TIE_NAMES: Mapping[SeasonTie, Promise] = {
    SeasonTie.PLACES: gettext_lazy("more first places, then more second places …"),
    SeasonTie.BEST: gettext_lazy("the higher best result"),
    SeasonTie.DIRECT: gettext_lazy("the rounds against each other"),
    SeasonTie.DIFFERENCE: gettext_lazy("the MP difference of all tournaments"),
    SeasonTie.LOT: gettext_lazy("lot"),
}
PART_NAMES = {
    "ranked": gettext_lazy("Who is ranked"),
    "points": gettext_lazy("Points"),
    "table": gettext_lazy("Points of each place"),
    "equal": gettext_lazy("Points for a shared place"),
    "bonus": gettext_lazy("Points for taking part"),
    "least_rounds": gettext_lazy("Rounds to be played"),
    "best": gettext_lazy("How many results count"),
    "per_venue": gettext_lazy("Of these, at most from one venue"),
    "attendance": gettext_lazy("Tournaments needed to be ranked"),
    "ties": gettext_lazy("Tie-breaks"),
    "bonus_for": gettext_lazy("The points for taking part are given"),
    "beaten": gettext_lazy("Points for each entrant below"),
    "parts": gettext_lazy("Parts of the season, in tournaments"),
    "qualified": gettext_lazy("In the final, from each part"),
    "club_members": gettext_lazy("Members who count for their club"),
}
"""By the names of the rule's own fields."""
FAULT_SENTENCES: Mapping[RuleFault, Promise] = {
    RuleFault.NO_TABLE: gettext_lazy("Points by place need a table: write what first place is worth, then the next."),
    RuleFault.TABLE_RISES: gettext_lazy("A place is worth more than the one before it: list the best place first."),
    RuleFault.VENUE_WITHOUT_BEST: gettext_lazy("A limit per venue needs a limit on results: say how many count."),
    RuleFault.VENUE_ABOVE_BEST: gettext_lazy(
        "The limit for one venue is higher than the number of results that count: change one of the two."
    ),
    RuleFault.CLUBS_OF_TEAMS: gettext_lazy(
        "A season of teams has no members to count for clubs: rank players or pairs, or write 0."
    ),
    RuleFault.PARTS_TOO_LONG: gettext_lazy("The parts have more tournaments than a season may have."),
    RuleFault.TIE_TWICE: gettext_lazy("A tie-break is listed twice: choose each once."),
}


def too_many_places(count: int) -> str:
    """Return the fault of a table that gives points to too many places."""
    return _("At most %(most)s places; you gave %(count)s.") % {"most": MOST_PLACES, "count": count}


def too_many_tournaments() -> str:
    return _("A season has at most %(most)s tournaments.") % {"most": MOST_TOURNAMENTS}


def points_in_words(hundredths: int) -> str:
    """Return `18`, `18,5`, `66,25` in the reader's language: no more decimals than there are."""
    whole, rest = divmod(abs(hundredths), POINT)
    decimals = f"{rest:02}".rstrip("0")
    written = figure(whole) + (f"{get_format('DECIMAL_SEPARATOR')}{decimals}" if decimals else "")
    return f"\u2212{written}" if hundredths < 0 else written


def parts_in_words(rule: SeasonRule) -> dict[str, str]:
    """Return each part of the rule in words, by its field."""
    return {
        "ranked": str(RANKED_NAMES[rule.ranked]),
        "points": str(POINTS_NAMES[rule.points]),
        "table": " · ".join(map(points_in_words, rule.table)) or _("none"),
        "equal": str(EQUAL_NAMES[rule.equal]),
        "bonus": points_in_words(rule.bonus),
        "least_rounds": figure(rule.least_rounds),
        "best": pgettext("results", "all of them") if rule.best is None else figure(rule.best),
        "per_venue": _("as many as there are") if rule.per_venue is None else figure(rule.per_venue),
        "attendance": figure(rule.attendance),
        "ties": "; ".join(str(SEASON_TIE_NAMES[tie]) for tie in rule.ties) or _("none"),
        "bonus_for": str(BONUS_NAMES[rule.bonus_for]),
        "beaten": points_in_words(rule.beaten),
        "parts": " + ".join(map(figure, rule.parts)) or _("none"),
        "qualified": figure(rule.qualified),
        "club_members": figure(rule.club_members),
    }


def rule_in_words(rule: SeasonRule) -> list[str]:
    """Return the rule, sentence by sentence."""
    sentences = [_points(rule), _counting(rule)]
    if rule.bonus:
        sentences.append(_("Points for taking part: %(points)s.") % {"points": points_in_words(rule.bonus)})
    if rule.bonus and rule.bonus_for is BonusFor.ALL:
        sentences.append(_("They count also where the result does not."))
    if rule.least_rounds > 1:
        sentences.append(
            _("A tournament counts if at least %(rounds)s rounds were played.") % {"rounds": figure(rule.least_rounds)}
        )
    if rule.attendance > 1:
        sentences.append(_("Ranked after at least %(number)s tournaments.") % {"number": figure(rule.attendance)})
    if rule.parts:
        facts = {"parts": " + ".join(map(figure, rule.parts)), "qualified": figure(rule.qualified)}
        sentences.append(_("Parts of %(parts)s tournaments: the first %(qualified)s of each are in the final.") % facts)
    if rule.club_members:
        sentences.append(
            _("Clubs are ranked by their best members: %(number)s.") % {"number": figure(rule.club_members)}
        )
    if rule.ties:
        names = "; ".join(str(SEASON_TIE_NAMES[tie]) for tie in rule.ties)
        sentences.append(_("Tie-breaks: %(ties)s.") % {"ties": names})
    return sentences


def _points(rule: SeasonRule) -> str:
    who = {
        RankedAs.PLAYERS: _("Players are ranked"),
        RankedAs.PAIRS: _("Pairs are ranked"),
        RankedAs.TEAMS: _("Teams are ranked"),
    }[rule.ranked]
    by = POINTS_NAMES[rule.points]
    if rule.points is PointsBy.FIELD:
        facts = {"who": who, "points": points_in_words(rule.beaten)}
        return _("%(who)s. Points for each entrant below: %(points)s.") % facts
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
    return _("%(best)s, at most %(number)s from one venue.") % {"best": best, "number": figure(rule.per_venue)}


def part_in_words(part: SeasonPart) -> str:
    facts = {"number": figure(part.number), "first": figure(part.first), "last": figure(part.last)}
    return _("Part %(number)s: tournaments %(first)s to %(last)s") % facts
