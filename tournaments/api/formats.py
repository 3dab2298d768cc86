"""The parts of the answers, described for OpenAPI; `tournaments/api/facts.py` makes them."""

from typing import Literal

from django.utils.translation import gettext_lazy as _
from ninja import Schema

from scoring.api.formats import told


class TournamentFacts(Schema):
    slug: str = told(_("The tournament’s part of every address."))
    name: str = told(_("Its name."))
    date: str = told(_("Its day, as YYYY-MM-DD."))
    venue: str = told(_("Where it is played; empty where nobody said."))
    kind: Literal["pairs", "teams", "individual"] = told(_("Who is ranked."))
    state: Literal["registration", "running", "checking", "final"] = told(_("How far it is."))
    rounds_planned: int | None = told(_("How many rounds are planned, where that is known."))


class PairFacts(Schema):
    pair: int = told(_("The number of the pair; of the player, in an individual tournament."))
    names: list[str] = told(_("The names, as everybody may read them."))
    team: int | None = told(_("The number of its team, in a team event."))
    withdrawn: bool = told(_("Whether it has withdrawn."))


class RoundFacts(Schema):
    round: int = told(_("The number of the round."))
    system: str = told(_("How it is paired."))
    state: Literal["published", "closed"] = told(_("Whether it is under way or closed."))


class Seated(Schema):
    pair: int = told(_("The number of the pair; of the player, in an individual tournament."))
    names: list[str] = told(_("The names, as everybody may read them."))
    mp: int | None = told(_("The match points; null while there is no result."))
    vp: int | None = told(_("The victory points, with what the referee gave or took; null while there is no result."))


class TableFacts(Schema):
    table: int = told(_("The number of the table."))
    outcome: str = told(_("What the result is; open while there is none."))
    provisional: bool = told(_("Whether the result is only what both lines agreed on, of a round under way."))
    ns: list[Seated] = told(_("Who sits on the line ns."))
    ew: list[Seated] = told(_("Who sits on the line ew; nobody where a pair rests."))


class RankedRound(Schema):
    round: int = told(_("The number of the round."))
    table: int | None = told(_("The number of the table; null without a seat."))
    opponent: int | None = told(_("The number of the opponents; null without any."))
    mp: int = told(_("The match points."))
    vp: int = told(_("The victory points; those of all rounds add up to the pair’s own."))
    partner: int | None = told(_("In an individual tournament: the partner’s number."), None)
    opponents: list[int] | None = told(_("In an individual tournament: the numbers of both opponents."), None)


class CarriedPoints(Schema):
    vp: int = told(_("The victory points."))
    mp_difference: int = told(_("The match points less those of the opponents."))
    mp: int = told(_("The match points."))


class Ranked(Schema):
    place: int = told(_("The place; equal ones share it."))
    pair: int = told(_("The number of the pair; of the player, in an individual tournament."))
    names: str = told(_("The names, as everybody may read them."))
    vp: int = told(_("The victory points."))
    mp_difference: int = told(_("The match points less those of the opponents."))
    mp: int = told(_("The match points."))
    rounds: list[RankedRound] = told(_("The rounds that this is made of."))
    girone: str | None = told(_("The letter of its girone, once the ranking was cut."), None)
    carried: CarriedPoints | None = told(
        _("What it began its girone with; it stands for the rounds before the cut."), None
    )


class RankedTeam(Schema):
    place: int = told(_("The place; equal ones share it."))
    team: int = told(_("The number of the team."))
    names: str = told(_("Its name."))
    vp: int = told(_("The victory points."))
    mp_difference: int = told(_("The match points less those of the opponents."))
    mp: int = told(_("The match points."))
    pairs: list[int] = told(_("The numbers of its pairs."))


class Stretch(Schema):
    count: int = told(_("How many there are in all."))
    next: str | None = told(_("The address of those that follow; null at the end."))


class Tournaments(Stretch):
    items: list[TournamentFacts] = told(_("Those of this stretch."))


class Pairs(Stretch):
    items: list[PairFacts] = told(_("Those of this stretch."))


class Rounds(Stretch):
    items: list[RoundFacts] = told(_("Those of this stretch."))


class Tables(Stretch):
    items: list[TableFacts] = told(_("Those of this stretch."))


class Ranking(Stretch):
    items: list[Ranked] = told(_("Those of this stretch."))


class TeamRanking(Stretch):
    items: list[RankedTeam] = told(_("Those of this stretch."))


class Problem(Schema):
    """As RFC 9457 describes it."""

    type: str = told(_("Always about:blank: the status says all."))
    title: str = told(_("What the status means."))
    status: int = told(_("The status of the answer."))
    detail: str = told(_("What is wrong and what to do, in the language of the address."))
