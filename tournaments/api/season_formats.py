"""The parts of the answers about seasons, described for OpenAPI; the rule is as in docs/interchange.md §9."""

from typing import Literal

from django.utils.translation import gettext_lazy as _
from ninja import Schema

from scoring.api.formats import member

from .formats import Stretch


class SeasonListed(Schema):
    slug: str = member(_("The season’s part of every address."))
    name: str = member(_("Its name."))


class RuleFacts(Schema):
    ranked: Literal["players", "pairs", "teams"] = member(_("Who is ranked."))
    points: Literal["place", "field", "vp", "vp_share", "mp_difference"] = member(
        _("What a tournament’s points are made of.")
    )
    table: list[int] = member(_("What each place is worth, in hundredths of a point; used for points by place."))
    equal: Literal["mean", "better"] = member(_("Points for a shared place: the mean, or those of the better place."))
    bonus: int = member(_("For taking part, in hundredths of a point."))
    least_rounds: int = member(_("A tournament with fewer rounds played does not count."))
    best: int | None = member(_("Only this many best results count; null for all."))
    per_venue: int | None = member(_("At most this many of them from one venue; null for no limit."))
    attendance: int = member(_("Results needed to be ranked."))
    ties: list[Literal["places", "best", "direct", "difference", "lot"]] = member(_("Tie-breaks, in this order."))
    bonus_for: Literal["counting", "all"] = member(_("The results for which the points for taking part are given."))
    beaten: int = member(_("What each entrant ranked below is worth, in hundredths; for points by place and field."))
    parts: list[int] = member(_("The tournaments in each part whose first meet in a final; empty for no parts."))
    qualified: int = member(_("How many of each part are in the final."))
    club_members: int = member(_("The members who count for their club; 0: clubs are not ranked."))


class SeasonTournamentFacts(Schema):
    slug: str = member(_("The tournament’s part of every address."))
    name: str = member(_("Its name."))
    date: str = member(_("Its day, as YYYY-MM-DD."))
    venue: str = member(_("The venue; empty if none was given."))
    state: Literal["registration", "running", "checking", "final"] = member(
        _("Its state; it counts as soon as it is final.")
    )
    weight: int = member(_("What its points are multiplied by, in hundredths."))


class SeasonFacts(SeasonListed):
    rule: RuleFacts = member(_("How it is ranked."))
    tournaments: list[SeasonTournamentFacts] = member(_("Its tournaments, in the order of their dates."))


class SeasonResult(Schema):
    tournament: str = member(_("The tournament’s slug."))
    place: int = member(_("The place there."))
    points: int = member(_("In hundredths of a point; 0 if it does not count as a result."))
    counts: Literal["yes", "dropped", "too_short"] = member(
        _("Whether it is in the sum: yes, dropped for better ones, or too short to be a result.")
    )


class SeasonRanked(Schema):
    place: int | None = member(_("The place; ties share it; null with too few results to be ranked."))
    names: str = member(_("The names, as they are shown in public."))
    points: int = member(_("The sum of what counts, in hundredths of a point."))
    attended: int = member(_("How many results there are, whether they count or not."))
    results: list[SeasonResult] = member(_("The tournaments that it is made up of, in order."))


class Seasons(Stretch):
    items: list[SeasonListed] = member(_("Those on this page."))


class SeasonRanking(Stretch):
    items: list[SeasonRanked] = member(_("Those on this page."))
