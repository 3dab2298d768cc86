"""Tournaments for tests, created through the services as by a referee."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import islice
from random import Random
from typing import Any

from django.contrib.auth.models import User
from simple_history.utils import bulk_create_with_history

from accounts.models import Role
from accounts.services import account_create
from scoring.engine.hand import HandEnd, SlipEntry
from scoring.services import ruleset_for
from tournaments.models import Entry, LineUp, MatchDay, Pair, Player, Round, Table, Team, TeamMatch, Tournament
from tournaments.people.names import search_key
from tournaments.records import Kind, Outcome, RoundSettings, System
from tournaments.services import (
    HandEntry,
    line_up_set,
    pairs_add_many,
    round_close,
    round_draft,
    round_publish,
    session_publish,
    table_record,
    tournament_create,
)
from tournaments.simulation import FIRST_NAMES, LAST_NAMES, play_hand

AT = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)


def make_account(name: str = "anna", role: Role = Role.REFEREE, *, password: str | None = None) -> User:
    """Create an account. Without a password, only a test's `force_login` can log in."""
    return account_create(name=name, role=role, password=password)


def make_tournament(*, pairs: int = 0, here: bool = True, teams: Sequence[str] = (), **settings: Any) -> Tournament:
    """Create a tournament of this many pairs, all present, numbered from 1, with different names.

    With `kind="individual"`, it has this many players. `teams` names the team of each pair, with `kind="teams"`.
    """
    tournament = tournament_create(
        **{"name": "Torneo del venerdì", "date": date(2026, 11, 20), "seed": 7} | settings  # type: ignore[arg-type]
    )
    seats = 1 if tournament.kind == Kind.INDIVIDUAL else 2
    players = members(seats * pairs)
    lines = [players[seats * index : seats * (index + 1)] for index in range(pairs)]
    pairs_add_many(tournament=tournament, lines=lines, teams=teams, here=here)
    return tournament


def members(number: int) -> list[Player]:
    """Return the first `number` names as members of the club, and create the missing ones together."""
    names = list(islice(((last, first) for first in FIRST_NAMES for last in LAST_NAMES), number))
    meant = [Player(last_name=last, first_name=first) for last, first in names]
    for player in meant:
        player.search_name = search_key(player.full_name)
    known = {player.search_name: player for player in Player.objects.all()}
    bulk_create_with_history([player for player in meant if player.search_name not in known], Player)
    return [known.get(player.search_name, player) for player in meant]


def make_teams(teams: int = 3, *, pairs_each: int = 2, **settings: Any) -> Tournament:
    """Create a team event: pairs 1, 2 … belong to `Squadra 1`, the next to `Squadra 2`, and so on."""
    names = [f"Squadra {number}" for number in range(1, teams + 1) for _pair in range(pairs_each)]
    return make_tournament(**{"kind": Kind.TEAMS, "pairs": len(names), "teams": names} | settings)


def make_team_matches(teams: int = 4, *, pairs_each: int = 3, **settings: Any) -> Tournament:
    """Create a tournament whose teams play matches, with a reserve pair in each team unless `pairs_each` says so."""
    return make_teams(teams, pairs_each=pairs_each, **{"kind": Kind.TEAM_MATCHES} | settings)


def line_up(match: TeamMatch, team: Team, *pairs: int, session: int = 1) -> LineUp:
    """Hand in a team's line-up: these pairs, or the first ones of the team."""
    wanted = pairs or team.pairs.order_by("number").values_list("number", flat=True)[: team.tournament.match_tables]
    return line_up_set(match=match, session=session, team=team, pairs=list(wanted))


def start_session(day: MatchDay, session: int = 1) -> Round:
    """Hand in all line-ups that are missing, and publish the round."""
    for match in day.matches.exclude(away=None):
        for team in match.teams:
            if not match.line_ups.filter(team=team, session=session).exists():
                line_up(match, team, session=session)
    return session_publish(day=day, session=session, at=AT)


def draft_round(
    tournament: Tournament, system: System = System.REGISTRATION, *, seed: int | None = None, **settings: Any
) -> Round:
    """Draft the next round with these settings."""
    return round_draft(tournament=tournament, system=system, seed=seed, settings=RoundSettings(**settings))


def start_round(tournament: Tournament, system: System = System.REGISTRATION, **settings: Any) -> Round:
    """Draft and publish the next round."""
    return round_publish(round=draft_round(tournament, system, **settings), at=AT)


def slip(base: int = 300, points: int = 120, *, other_base: int = 0, other_points: int = 85) -> HandEntry:
    """Return a hand that NS won by closing, unless the figures say otherwise."""
    return HandEntry(
        HandEnd.CLOSED, SlipEntry(base=base, points=points), SlipEntry(base=other_base, points=other_points)
    )


def play_table(table: Table, *hands: HandEntry) -> Table:
    """Save a slip at a table, with these hands or with as many ordinary ones as a round has."""
    wanted = hands or (slip(),) * table.round.tournament.hands_per_round
    return table_record(table=table, version=table.version, hands=wanted, at=AT)


def play_round(round_: Round, *, seed: int = 0, close: bool = True) -> Round:
    """Save a different legal slip at every open table, and close the round."""
    tournament = round_.tournament
    rules, rng = ruleset_for(tournament.ruleset, tournament.options), Random(seed)
    for table in round_.tables.filter(outcome=Outcome.OPEN):
        hands = [play_hand(rng, rules, 0) for _ in range(tournament.hands_per_round)]
        play_table(table, *(HandEntry(hand.end, *hand.sides) for hand in hands))
    return round_close(round=round_) if close else round_


def start_on_phones(**settings: Any) -> Round:
    """Start round 1 of a tournament with slips on the players' phones: four pairs and two hands."""
    usual = {"pairs": 4, "hands_per_round": 2, "writing": Tournament.Writing.PHONES}
    return start_round(make_tournament(**usual | settings))


def make_entries(tournament: Tournament) -> None:
    """Give each pair an entry of its names: those with odd numbers are accepted, the others wait."""
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            name1=str(pair.player1),
            name2=str(pair.player2),
            people_key=f"{tournament.pk}-{pair.number}",
            contact=f"coppia{pair.number}@people.example",
            state=Entry.State.ACCEPTED if pair.number % 2 else Entry.State.WAITING,
            created_at=AT,
            token_hash=f"{tournament.pk}-{pair.number}",
            pair=pair if pair.number % 2 else None,
        )
        for pair in tournament.pairs.select_related("player1", "player2")
    )


def pair(tournament: Tournament, number: int) -> Pair:
    return tournament.pairs.get(number=number)
