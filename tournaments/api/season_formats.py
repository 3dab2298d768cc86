"""The parts of the answers about seasons, described for OpenAPI; the rule is as in docs/interchange.md §9."""

from typing import Literal

from django.utils.translation import gettext_lazy as _
from ninja import Schema

from scoring.api.formats import told

from .formats import Stretch


class SeasonListed(Schema):
    slug: str = told(_("The season’s part of every address."))
    name: str = told(_("Its name."))


class RuleFacts(Schema):
    ranked: Literal["players", "pairs", "teams"] = told(_("Who is ranked."))
    points: Literal["place", "field", "vp", "vp_share", "mp_difference"] = told(
        _("What a tournament’s points are made of.")
    )
    table: list[int] = told(_("What each place is worth, in hundredths of a point; looked at for points by place."))
    equal: Literal["mean", "better"] = told(_("Points for a shared place: the mean, or those of the better place."))
    bonus: int = told(_("For taking part, in hundredths of a point."))
    least_rounds: int = told(_("A tournament with fewer rounds played does not count."))
    best: int | None = told(_("Only this many best results count; null for all."))
    per_venue: int | None = told(_("At most this many of them from one venue; null for no limit."))
    attendance: int = told(_("Results needed to be ranked."))
    ties: list[Literal["places", "best", "direct", "difference", "lot"]] = told(_("Tie-breaks, in this order."))
    bonus_for: Literal["counting", "all"] = told(_("The results for which the points for taking part are given."))
    beaten: int = told(_("What each entrant left behind is worth, in hundredths; for points by place and field."))
    parts: list[int] = told(_("The tournaments in each part whose first meet in a final; empty for no parts."))
    qualified: int = told(_("How many of each part are in the final."))
    club_members: int = told(_("The members who count for their club; 0: clubs are not ranked."))


class SeasonTournamentFacts(Schema):
    slug: str = told(_("The tournament’s part of every address."))
    name: str = told(_("Its name."))
    date: str = told(_("Its day, as YYYY-MM-DD."))
    venue: str = told(_("Where it is played; empty where nobody said."))
    state: Literal["registration", "running", "checking", "final"] = told(
        _("How far it is; it counts as soon as it is final.")
    )
    weight: int = told(_("What its points are multiplied by, in hundredths."))


class SeasonFacts(SeasonListed):
    rule: RuleFacts = told(_("How it is ranked."))
    tournaments: list[SeasonTournamentFacts] = told(_("Its tournaments, in the order of their dates."))


class SeasonResult(Schema):
    tournament: str = told(_("The tournament’s slug."))
    place: int = told(_("The place there."))
    points: int = told(_("In hundredths of a point; 0 where it does not count as a result."))
    counts: Literal["yes", "dropped", "too_short"] = told(
        _("Whether it is in the sum: yes, dropped for better ones, or too short to be a result.")
    )


class SeasonRanked(Schema):
    place: int | None = told(_("The place; equal ones share it; null: not there often enough to be ranked."))
    names: str = told(_("The names, as everybody may read them."))
    points: int = told(_("The sum of what counts, in hundredths of a point."))
    attended: int = told(_("How many results there are, whether they count or not."))
    results: list[SeasonResult] = told(_("The tournaments that this is made of, in their order."))


class Seasons(Stretch):
    items: list[SeasonListed] = told(_("Those of this stretch."))


class SeasonRanking(Stretch):
    items: list[SeasonRanked] = told(_("Those of this stretch."))
