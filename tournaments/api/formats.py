"""The parts of the answers, described for OpenAPI; `tournaments/api/facts.py` makes them."""

from typing import Literal

from django.utils.translation import gettext_lazy as _
from ninja import Schema

from scoring.api.formats import member


class TournamentFacts(Schema):
    slug: str = member(_("The tournament’s part of every address."))
    name: str = member(_("Its name."))
    date: str = member(_("Its day, as YYYY-MM-DD."))
    venue: str = member(_("The venue; empty if none was given."))
    kind: Literal["pairs", "teams", "team_matches", "individual"] = member(_("Who is ranked."))
    state: Literal["registration", "running", "checking", "final"] = member(_("Its state."))
    rounds_planned: int | None = member(_("How many rounds are planned, if that is known."))


class PairFacts(Schema):
    pair: int = member(_("The number of the pair; of the player, in an individual tournament."))
    names: list[str] = member(_("The names, as they are shown in public."))
    team: int | None = member(_("The number of its team, in a team event."))
    withdrawn: bool = member(_("Whether it has withdrawn."))


class GironeSystem(Schema):
    girone: str = member(_("The letter of the girone."))
    system: str = member(_("How it is paired."))


class RoundFacts(Schema):
    round: int = member(_("The number of the round."))
    system: str = member(_("How it is paired."))
    state: Literal["published", "closed"] = member(_("Whether it is under way or closed."))
    by_girone: list[GironeSystem] | None = member(
        _("The gironi that are paired by another system; all of them in a knockout of each girone."), None
    )


class Seated(Schema):
    pair: int = member(_("The number of the pair; of the player, in an individual tournament."))
    names: list[str] = member(_("The names, as they are shown in public."))
    mp: int | None = member(_("The match points; null while there is no result."))
    vp: int | None = member(_("The victory points, with what the referee gave or took; null while there is no result."))


class TableFacts(Schema):
    table: int = member(_("The number of the table."))
    outcome: str = member(_("What the result is; open while there is none."))
    provisional: bool = member(_("Whether the result is only what both lines agreed on, in a round under way."))
    ns: list[Seated] = member(_("Who sits on the line ns."))
    ew: list[Seated] = member(_("Who sits on the line ew; nobody if a pair rests."))


class RankedRound(Schema):
    round: int = member(_("The number of the round."))
    table: int | None = member(_("The number of the table; null without a seat."))
    opponent: int | None = member(_("The number of the opponents; null without any."))
    mp: int = member(_("The match points."))
    vp: int = member(_("The victory points; those of all rounds add up to the pair’s own."))
    partner: int | None = member(_("In an individual tournament: the partner’s number."), None)
    opponents: list[int] | None = member(_("In an individual tournament: the numbers of both opponents."), None)


class CarriedPoints(Schema):
    vp: int = member(_("The victory points."))
    mp_difference: int = member(_("The match points less those of the opponents."))
    mp: int = member(_("The match points."))


class Ranked(Schema):
    place: int = member(_("The place; ties share it."))
    pair: int = member(_("The number of the pair; of the player, in an individual tournament."))
    names: str = member(_("The names, as they are shown in public."))
    vp: int = member(_("The victory points."))
    mp_difference: int = member(_("The match points less those of the opponents."))
    mp: int = member(_("The match points."))
    rounds: list[RankedRound] = member(_("The rounds that it is made up of."))
    girone: str | None = member(_("The letter of its girone, once the ranking was cut."), None)
    carried: CarriedPoints | None = member(
        _("What it began its girone with, in place of the rounds before the cut."), None
    )


class RankedTeam(Schema):
    place: int = member(_("The place; ties share it."))
    team: int = member(_("The number of the team."))
    names: str = member(_("Its name."))
    vp: int = member(_("The victory points."))
    mp_difference: int = member(_("The match points less those of the opponents."))
    mp: int = member(_("The match points."))
    pairs: list[int] = member(_("The numbers of its pairs."))


class MatchSide(Schema):
    team: int = member(_("The number of the team."))
    name: str = member(_("Its name."))
    vp: int | None = member(_("The victory points of the match; null while it is not over."))
    mp_difference: int | None = member(_("The match points less those of the opponents."))


class MatchSession(Schema):
    round: int = member(_("The number of the round."))
    home: list[int] = member(_("The line-up: the numbers of the pairs, table by table; nobody until both are in."))
    away: list[int] = member(_("The line-up of the other team."))


class MatchFacts(Schema):
    day: int = member(_("The number of the match day."))
    system: str = member(_("How it is paired."))
    match: int = member(_("The number of the match on its day."))
    home: MatchSide = member(_("The team that is named first."))
    away: MatchSide | None = member(_("The other team; null if a team rests."))
    tables: list[int] = member(_("The tables at which it is played."))
    sessions: list[MatchSession] = member(_("The rounds that make up the match."))


class Stretch(Schema):
    count: int = member(_("How many there are in all."))
    next: str | None = member(_("The address of the next page; null on the last."))


class Tournaments(Stretch):
    items: list[TournamentFacts] = member(_("Those on this page."))


class Pairs(Stretch):
    items: list[PairFacts] = member(_("Those on this page."))


class Rounds(Stretch):
    items: list[RoundFacts] = member(_("Those on this page."))


class Tables(Stretch):
    items: list[TableFacts] = member(_("Those on this page."))


class Ranking(Stretch):
    items: list[Ranked] = member(_("Those on this page."))


class TeamRanking(Stretch):
    items: list[RankedTeam] = member(_("Those on this page."))


class Matches(Stretch):
    items: list[MatchFacts] = member(_("Those on this page."))


class Problem(Schema):
    """As RFC 9457 describes it."""

    type: str = member(_("Always about:blank: the status says everything."))
    title: str = member(_("What the status means."))
    status: int = member(_("The status of the answer."))
    detail: str = member(_("What is wrong and what to do, in the language of the address."))
