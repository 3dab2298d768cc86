"""A season for its pages and files: its tournaments, its ranking as of one of them, and the people in it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from tournaments.models import Pair, Player, Season, SeasonTournament, Tournament, public_name_of
from tournaments.records import Kind
from tournaments.seasons.clubs import SeasonClub, clubs_by_members
from tournaments.seasons.finals import SeasonPart, season_parts
from tournaments.seasons.ranking import SeasonRow, only, points_after_each, season_ranking
from tournaments.seasons.rule import RankedAs, SeasonRule
from tournaments.seasons.rule_json import rule_from_json
from tournaments.seasons.title_race import Entrants, NeededPlaces, still_needed
from tournaments.seasons.tournament_points import Finish, PlayedTournament, Ranked

from .final_standings import FinalOutcome, FinalRanking, finals_of, meetings_in, name_of_team

FIRST = 10
"""The number of entrants drawn in the chart."""
OFFERED = 400
"""The number of recent tournaments offered for a season."""
JOINED = "+"
"""The separator between the two players of a pair, in the key for programs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEntrant:
    """An entrant of the ranking, in words."""

    name: str
    """The full name, as in every list of the referees'."""
    public: str
    """The public name, as the players want it."""
    category: str = ""
    """The category; of a pair only if both have it."""
    club: str = ""
    """The club; likewise."""


@dataclass(slots=True)
class Meetings:
    """The rounds of a row of a tournament, read when a tie-break needs them."""

    rounds: Sequence[int]
    names: Mapping[int, tuple[Ranked, ...]]
    """The keys of the season for each number of the tournament."""
    away: Mapping[Ranked, Collection[int]]
    """The rounds in which a substitute sat."""
    who: Ranked

    def __iter__(self) -> Iterator[tuple[tuple[Ranked, ...], int]]:
        for number, met, vp in meetings_in(self.rounds):
            if number not in self.away.get(self.who, ()):
                there = (who for number in met for who in self.names.get(number, ()))
                yield tuple(who for who in there if number not in self.away.get(who, ())), vp


@dataclass(frozen=True, kw_only=True)
class SeasonView:
    """A season, ranked as of one of its tournaments."""

    season: Season
    rule: SeasonRule
    final: Sequence[SeasonTournament]
    """The tournaments that count, in order, up to the one chosen."""
    later: Sequence[SeasonTournament]
    """The final tournaments after the one chosen."""
    waiting: Sequence[SeasonTournament]
    """The tournaments that are not final yet."""
    played: Sequence[PlayedTournament]
    team_names: Mapping[Ranked, str]

    @cached_property
    def rows(self) -> tuple[SeasonRow, ...]:
        return season_ranking(self.played, self.rule, seed=self.season.seed)

    @cached_property
    def people(self) -> Mapping[Ranked, SeasonEntrant]:
        """Return all entrants of the rows. One query, none for teams."""
        if self.rule.ranked is RankedAs.TEAMS:
            return {who: SeasonEntrant(name=name, public=name) for who, name in self.team_names.items()}
        return people_named([row.who for row in self.rows])

    @property
    def categories(self) -> list[str]:
        """Return the categories in the rows, each once."""
        return sorted({person.category for person in self.people.values()} - {""})

    def of_category(self, category: str) -> tuple[SeasonRow, ...]:
        """Return the rows of one category, or all rows."""
        if not category:
            return self.rows
        return only(self.rows, {who for who, person in self.people.items() if person.category == category})

    @cached_property
    def parts(self) -> tuple[SeasonPart, ...]:
        """Return the parts of the season with those in the final; empty if the rule has none."""
        return season_parts(self.played, self.rule, seed=self.season.seed) if self.rule.parts else ()

    @cached_property
    def clubs(self) -> tuple[SeasonClub, ...]:
        """Return the clubs by their members; empty if the rule does not rank them."""
        if not self.rule.club_members:
            return ()
        of_club = {who: person.club for who, person in self.people.items()}
        return clubs_by_members(self.rows, of_club, best=self.rule.club_members)

    def courses(self, rows: Sequence[SeasonRow]) -> dict[Ranked, list[int]]:
        """Return the points of the first of these rows after each tournament."""
        return points_after_each(self.played, self.rule, [row.who for row in rows[:FIRST] if row.place is not None])

    @cached_property
    def needed(self) -> tuple[NeededPlaces, ...]:
        """Return what is still needed, while one tournament is missing and has entrants. One query then."""
        if len(self.waiting) != 1 or self.later:
            return ()
        (last,) = self.waiting
        field = _field(last.tournament, self.rule)
        coming = PlayedTournament(key=last.tournament_id, weight=last.weight, venue=last.tournament.venue)
        return still_needed(self.played, self.rule, last=coming, field=field)

    def name_of(self, who: Ranked) -> SeasonEntrant:
        """Return the names of an entrant who may not be in a row yet. One query in that case."""
        found = self.people.get(who)
        return found or people_named([who]).get(who) or SeasonEntrant(name=who, public=who)


def seasons_listed() -> QuerySet[Season]:
    """Return the seasons, the newest first, each with the tournaments that are `here`. Two queries."""
    here = SeasonTournament.objects.filter(tournament__deleted_at__isnull=True)
    return Season.objects.prefetch_related(Prefetch("entries", queryset=here, to_attr="here"))


def public_seasons() -> QuerySet[Season]:
    """Return the public seasons, the newest first. One query."""
    return Season.objects.filter(public=True)


def seasons_with(tournament: Tournament) -> list[Season]:
    """Return the seasons of the tournament, the newest first. One query."""
    return list(Season.objects.filter(entries__tournament=tournament))


def entries_of(season: Season) -> list[SeasonTournament]:
    """Return the season's tournaments in the order of their dates, without deleted ones. One query."""
    here = season.entries.filter(tournament__deleted_at__isnull=True)
    return list(here.select_related("tournament").order_by("tournament__date", "tournament_id"))


def tournaments_offered(season: Season | None) -> list[Tournament]:
    """Return the tournaments for the form of a season, the newest first: its own, and the club's latest."""
    newest = list(Tournament.objects.all()[:OFFERED])
    if season is None:
        return newest
    keys = {tournament.pk for tournament in newest}
    return newest + [entry.tournament for entry in entries_of(season) if entry.tournament_id not in keys]


def season_view_of(
    season: Season, *, after: int | None = None, entries: Sequence[SeasonTournament] | None = None
) -> SeasonView:
    """Return the season after this many final tournaments, or after all. Two queries, and those of `finals_of`."""
    entries = entries_of(season) if entries is None else entries
    final = [entry for entry in entries if entry.tournament.state == Tournament.State.FINAL]
    chosen, later = final[:after], [] if after is None else final[after:]
    rule = rule_from_json(season.rule)
    finals = finals_of([entry.tournament for entry in chosen])
    names: dict[Ranked, str] = {}
    for entry in chosen:
        team_names = finals[entry.tournament_id].team_names.values()
        names |= {Ranked(name_of_team(name)): name for name in team_names}
    return SeasonView(
        season=season,
        rule=rule,
        final=chosen,
        later=later,
        waiting=[entry for entry in entries if entry.tournament.state != Tournament.State.FINAL],
        played=[_played(entry, finals[entry.tournament_id], rule) for entry in chosen],
        team_names=names,
    )


def people_named(keys: Sequence[Ranked]) -> dict[Ranked, SeasonEntrant]:
    """Return the players and pairs with these keys, without those that no longer exist. One query."""
    numbers = {who: [int(key) for key in who.split(JOINED)] for who in keys}
    wanted = {number for pair in numbers.values() for number in pair}
    rows = Player.objects.filter(pk__in=wanted).values_list(
        "pk", "last_name", "first_name", "shown", "category", "club"
    )
    players = {
        pk: (f"{last} {first}".strip(), public_name_of(last, first, name_form), category, club)
        for pk, last, first, name_form, category, club in rows
    }
    people: dict[Ranked, SeasonEntrant] = {}
    for who, pair in numbers.items():
        if any(number not in players for number in pair):
            continue
        names, publics, categories, clubs = zip(*(players[number] for number in pair), strict=True)
        category, club = (words[0] if len(set(words)) == 1 else "" for words in (categories, clubs))
        people[who] = SeasonEntrant(name=" – ".join(names), public=" – ".join(publics), category=category, club=club)
    return people


def pair_key(players: Sequence[int]) -> Ranked:
    """Return the key of two players, in whatever order they were entered."""
    return Ranked(JOINED.join(map(str, sorted(players))))


def _played(entry: SeasonTournament, final: FinalRanking, rule: SeasonRule) -> PlayedTournament:
    rows = final.teams if rule.ranked is RankedAs.TEAMS else final.pairs
    names = {row.number: _names(row, final, rule) for row in rows}
    of_players = rule.ranked is RankedAs.PLAYERS
    away = {Ranked(str(who)): rounds for row in rows for who, *rounds in row.away} if of_players else {}
    finishes: dict[Ranked, Finish] = {}
    for row in rows:
        for who in names[row.number]:
            # Rows come best first: of two entries the better one is kept.
            if who not in finishes:
                there = row.rounds_of(int(who)) if of_players else row.rounds
                figures = (row.place, row.sharing, there, row.vp, row.possible, row.mp_difference)
                finishes[who] = Finish(who, *figures, Meetings(row.meetings, names, away, who), len(rows))
    return PlayedTournament(
        key=entry.tournament_id,
        weight=entry.weight,
        venue=entry.tournament.venue,
        finishes=tuple(finishes.values()),
    )


def _names(row: FinalOutcome, final: FinalRanking, rule: SeasonRule) -> tuple[Ranked, ...]:
    """Return the keys that the row stands for: a team, a pair, or each of its players."""
    if rule.ranked is RankedAs.TEAMS:
        return (Ranked(name_of_team(final.team_names[row.number])),)
    return _entered(row.players, rule)


def _entered(players: Sequence[int], rule: SeasonRule) -> Entrants:
    if rule.ranked is RankedAs.PLAYERS:
        return tuple(Ranked(str(key)) for key in players)
    return (pair_key(players),) if len(players) > 1 else ()


def _field(tournament: Tournament, rule: SeasonRule) -> list[Entrants]:
    """Return the keys that each entrant stands for, without those withdrawn. One query."""
    here = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN)
    if rule.ranked is RankedAs.TEAMS:
        names = here.filter(team__isnull=False).values_list("team__name", flat=True).order_by("team__number").distinct()
        return [(Ranked(name_of_team(name)),) for name in names]
    pairs = here.order_by("number").values_list("player1_id", "player2_id")
    field = [_entered([key for key in keys if key is not None], rule) for keys in pairs]
    return [entrants for entrants in field if entrants]


def fits(tournament: Tournament, ranked: RankedAs) -> bool:
    """Return whether a tournament of that kind has what the season ranks."""
    if ranked is RankedAs.TEAMS:
        return tournament.has_teams
    return ranked is RankedAs.PLAYERS or tournament.kind != Kind.INDIVIDUAL
