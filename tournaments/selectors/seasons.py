"""A season as its pages and files show it: its tournaments, its ranking as of one of them, and who is in it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from tournaments.models import Pair, Player, Season, SeasonTournament, Tournament
from tournaments.records import Kind
from tournaments.seasons.needed import Entrants, Needed, still_needed
from tournaments.seasons.played import Finish, PlayedTournament, Ranked
from tournaments.seasons.ranking import SeasonRow, only, points_after_each, season_ranking
from tournaments.seasons.rule import RankedAs, SeasonRule
from tournaments.seasons.rule_json import rule_from_json

from .final_standings import CameTo, FinalRanking, finals_of, meetings_in, name_of_team

FIRST = 10
"""So many are drawn in the chart."""
OFFERED = 400
"""So many of the last tournaments are offered for a season."""
JOINED = "+"
"""Between the two players of a pair, in the name for programs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Somebody:
    """Who is ranked, in words."""

    name: str
    """In full, as on every list of the referees'."""
    public: str
    """As the players want it shown to everybody."""
    category: str = ""
    """Of a pair only if both are in it."""


@dataclass(slots=True)
class Meetings:
    """The rounds of a row of a tournament, read when a tie-break asks for them."""

    rounds: Sequence[int]
    names: Mapping[int, tuple[Ranked, ...]]
    """Whom each number of the tournament stands for."""

    def __iter__(self) -> Iterator[tuple[tuple[Ranked, ...], int]]:
        for met, vp in meetings_in(self.rounds):
            yield tuple(who for each in met for who in self.names.get(each, ())), vp


@dataclass(frozen=True, kw_only=True)
class SeasonShown:
    """A season, ranked as of one of its tournaments."""

    season: Season
    rule: SeasonRule
    final: Sequence[SeasonTournament]
    """Those that count, in order, up to the one asked for."""
    later: Sequence[SeasonTournament]
    """Final too, but after the one asked for."""
    waiting: Sequence[SeasonTournament]
    """Not final yet."""
    played: Sequence[PlayedTournament]
    team_names: Mapping[Ranked, str]

    @cached_property
    def rows(self) -> tuple[SeasonRow, ...]:
        return season_ranking(self.played, self.rule, seed=self.season.seed)

    @cached_property
    def people(self) -> Mapping[Ranked, Somebody]:
        """Everybody in the rows. One query, none for teams."""
        if self.rule.ranked is RankedAs.TEAMS:
            return {who: Somebody(name=name, public=name) for who, name in self.team_names.items()}
        return people_named([row.who for row in self.rows])

    @property
    def categories(self) -> list[str]:
        """Those that somebody in the rows has, each once."""
        return sorted({each.category for each in self.people.values()} - {""})

    def of_category(self, category: str) -> tuple[SeasonRow, ...]:
        """Everybody's rows, or with a category those of its members."""
        if not category:
            return self.rows
        return only(self.rows, {who for who, each in self.people.items() if each.category == category})

    def courses(self, rows: Sequence[SeasonRow]) -> dict[Ranked, list[int]]:
        """The points of the first of these rows after each tournament."""
        return points_after_each(self.played, self.rule, [row.who for row in rows[:FIRST] if row.place is not None])

    @cached_property
    def needed(self) -> tuple[Needed, ...]:
        """What is still needed, while one tournament is missing and somebody is entered in it. One query then."""
        if len(self.waiting) != 1 or self.later:
            return ()
        (last,) = self.waiting
        field = _field(last.tournament, self.rule)
        coming = PlayedTournament(key=last.tournament_id, weight=last.weight, venue=last.tournament.venue)
        return still_needed(self.played, self.rule, last=coming, field=field)

    def name_of(self, who: Ranked) -> Somebody:
        """Of somebody who may be in no row yet. One query where that is so."""
        found = self.people.get(who)
        return found or people_named([who]).get(who) or Somebody(name=who, public=who)


def seasons_listed() -> QuerySet[Season]:
    """The seasons, the newest first, each with the tournaments that are `here`. Two queries."""
    here = SeasonTournament.objects.filter(tournament__deleted_at__isnull=True)
    return Season.objects.prefetch_related(Prefetch("entries", queryset=here, to_attr="here"))


def public_seasons() -> QuerySet[Season]:
    """Those that everybody may see, the newest first. One query."""
    return Season.objects.filter(public=True)


def seasons_with(tournament: Tournament) -> list[Season]:
    """Those that the tournament is in, the newest first. One query."""
    return list(Season.objects.filter(entries__tournament=tournament))


def entries_of(season: Season) -> list[SeasonTournament]:
    """Its tournaments in the order of their dates, without those that are put away. One query."""
    here = season.entries.filter(tournament__deleted_at__isnull=True)
    return list(here.select_related("tournament").order_by("tournament__date", "tournament_id"))


def tournaments_offered(season: Season | None) -> list[Tournament]:
    """What a season may be made of, the newest first: those that are in it, and the last ones of the club."""
    newest = list(Tournament.objects.all()[:OFFERED])
    if season is None:
        return newest
    known = {each.pk for each in newest}
    return newest + [each.tournament for each in entries_of(season) if each.tournament_id not in known]


def season_shown(
    season: Season, *, after: int | None = None, entries: Sequence[SeasonTournament] | None = None
) -> SeasonShown:
    """The season after so many of its final tournaments, or after all. Two queries, and what `finals_of` takes."""
    entries = entries_of(season) if entries is None else entries
    final = [entry for entry in entries if entry.tournament.state == Tournament.State.FINAL]
    chosen, later = final[:after], [] if after is None else final[after:]
    rule = rule_from_json(season.rule)
    finals = finals_of([entry.tournament for entry in chosen])
    names: dict[Ranked, str] = {}
    for entry in chosen:
        team_names = finals[entry.tournament_id].team_names.values()
        names |= {Ranked(name_of_team(name)): name for name in team_names}
    return SeasonShown(
        season=season,
        rule=rule,
        final=chosen,
        later=later,
        waiting=[entry for entry in entries if entry.tournament.state != Tournament.State.FINAL],
        played=[_played(entry, finals[entry.tournament_id], rule) for entry in chosen],
        team_names=names,
    )


def people_named(keys: Sequence[Ranked]) -> dict[Ranked, Somebody]:
    """Players and pairs by their names for programs; who is no more is left out. One query."""
    numbers = {who: [int(key) for key in who.split(JOINED)] for who in keys}
    wanted = {number for each in numbers.values() for number in each}
    rows = Player.objects.filter(pk__in=wanted).values_list("pk", "last_name", "first_name", "category", "shown")
    known = {pk: (f"{last} {first}".strip(), _public(last, first, shown), cat) for pk, last, first, cat, shown in rows}
    found: dict[Ranked, Somebody] = {}
    for who, each in numbers.items():
        if any(number not in known for number in each):
            continue
        names, publics, categories = zip(*(known[number] for number in each), strict=True)
        category = categories[0] if len(set(categories)) == 1 else ""
        found[who] = Somebody(name=" – ".join(names), public=" – ".join(publics), category=category)
    return found


def _public(last: str, first: str, shown: str) -> str:
    return f"{last} {first[:1]}." if shown == Player.Shown.SHORT and first else f"{last} {first}".strip()


def pair_key(players: Sequence[int]) -> Ranked:
    """Of two players, in whatever order they were entered."""
    return Ranked(JOINED.join(map(str, sorted(players))))


def _played(entry: SeasonTournament, final: FinalRanking, rule: SeasonRule) -> PlayedTournament:
    rows = final.teams if rule.ranked is RankedAs.TEAMS else final.pairs
    names = {row.number: _names(row, final, rule) for row in rows}
    finishes: dict[Ranked, Finish] = {}
    for row in rows:
        meetings = Meetings(row.meetings, names)
        for who in names[row.number]:
            # Rows come best first: of somebody entered twice the better one is kept.
            if who not in finishes:
                figures = (row.place, row.sharing, row.rounds, row.vp, row.possible, row.mp_difference)
                finishes[who] = Finish(who, *figures, meetings)
    return PlayedTournament(
        key=entry.tournament_id,
        weight=entry.weight,
        venue=entry.tournament.venue,
        finishes=tuple(finishes.values()),
    )


def _names(row: CameTo, final: FinalRanking, rule: SeasonRule) -> tuple[Ranked, ...]:
    """Whom the row stands for: a team, a pair, or each of its players."""
    if rule.ranked is RankedAs.TEAMS:
        return (Ranked(name_of_team(final.team_names[row.number])),)
    return _entered(row.players, rule)


def _entered(players: Sequence[int], rule: SeasonRule) -> Entrants:
    if rule.ranked is RankedAs.PLAYERS:
        return tuple(Ranked(str(key)) for key in players)
    return (pair_key(players),) if len(players) > 1 else ()


def _field(tournament: Tournament, rule: SeasonRule) -> list[Entrants]:
    """Who takes a place together, of everybody entered and not withdrawn. One query."""
    here = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN)
    if rule.ranked is RankedAs.TEAMS:
        names = here.filter(team__isnull=False).values_list("team__name", flat=True).order_by("team__number").distinct()
        return [(Ranked(name_of_team(name)),) for name in names]
    pairs = here.order_by("number").values_list("player1_id", "player2_id")
    field = [_entered([key for key in keys if key is not None], rule) for keys in pairs]
    return [entrants for entrants in field if entrants]


def fits(tournament: Tournament, ranked: RankedAs) -> bool:
    """Whether a tournament of that kind has what the season ranks."""
    if ranked is RankedAs.TEAMS:
        return tournament.kind == Kind.TEAMS
    return ranked is RankedAs.PLAYERS or tournament.kind != Kind.INDIVIDUAL
