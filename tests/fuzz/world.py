"""A club with an evening of every kind under way, and the secrets that only some of its visitors may know."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import cycle

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from scoring.models import FreeGame
from scoring.rulesets.club import club_ruleset_create
from tests.factories import (
    draft_round,
    line_up,
    make_team_matches,
    make_teams,
    make_tournament,
    play_round,
    play_table,
    start_on_phones,
    start_round,
    start_session,
)
from tests.scoring.free_games.tables import make_game, play
from tests.tournaments.views.phone.visitors import PhoneAt, address, code, figures
from tournaments.models import TEST, FormatTrial, Mail, Round, Table, Team, Tournament
from tournaments.records import Carry, Line, System
from tournaments.records.club_messages import MessageKind
from tournaments.seasons.rule import PointsBy, SeasonRule, SeasonTie
from tournaments.selectors.mail_addresses import stop_token
from tournaments.services import (
    adjustment_add,
    club_choose_accent,
    club_keep_till,
    club_show_players,
    entry_make,
    entry_terms_set,
    incident_add,
    match_day_draw,
    offer_make,
    pair_pay,
    player_create,
    single_add,
    special_prize_add,
    till_terms_set,
    tournament_cut,
    tournament_delete,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.services.entries import SentEntry
from tournaments.services.ratings import ratings_switch
from tournaments.services.seasons import season_create
from tournaments.slips.codes import address_of, codes_of

COLOUR = "#8a1c1c"
CONTACT = "riservata@iscrizioni.example"
"""The contact of somebody who entered, for the club alone."""
ELSEWHERE = "Torneo Altrove Zyxwvut"
"""A tournament of years ago, which no player's page of another one may name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A visitor with cookies; `knows` is what nobody else may learn."""

    name: str
    cookies: Mapping[str, str] = field(default_factory=dict)
    knows: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Everything that a request can concern."""

    visitors: Sequence[Visitor]
    values: Mapping[str, Sequence[str]]
    """The values of an address's parameters, by name."""
    secrets: Mapping[str, frozenset[str]]
    """Nobody may learn a secret without having sent it, or one of its keys, in the request."""


def build_world() -> World:
    """Create the world through the club's services and pages, in the open database."""
    games = _games()
    table = _phones()
    secret = address_of(table.round.secret, table.number)
    registration, tokens = _registration()
    evenings = [_pairs(), registration, _individual(), _teams(), _knockout(), _final(), table.round.tournament]
    evenings += [_weekend(), _team_matches()]
    make_tournament(name=ELSEWHERE, venue=ELSEWHERE, date=date(2019, 1, 1), pairs=4)
    tournament_delete(tournament=make_tournament(name="Eliminato", pairs=2), by=None, at=timezone.now())
    club_ruleset_create(preset="italian", name="Nostro", options={"target": 1500})
    _trial_that_lasts()
    _seasons(evenings)
    _emails()
    for number, category in enumerate(("Seniores & co.", "", "=1+1")):
        player_create(details={"last_name": "Tesserata", "card": f"T-{number}", "category": category, "club": "Aurora"})
    return World(
        visitors=[*_visitors(), _phone(table)],
        values={
            "slug": [evening.slug for evening in evenings],
            "secret": [game.secret for game in games],
            "address": [secret],
            "key": ["italian", "fibur_2026", "nostro"],
            "place": ["1", "2"],
            "token": [secret, *tokens, stop_token("lettrice@people.example")],
            "kind": [kind.value for kind in MessageKind],
            "code": _team_codes(),
            "colour": [COLOUR[1:]],
            "name": ["0123456789abcdef-10x10"],
            "size": ["192", "512", "513"],
            "guide": ["laptop", "trouble", "interchange"],
            "picture": ["phone-pair-it"],
        },
        secrets=_secrets(games),
    )


def _seasons(evenings: Sequence[Tournament]) -> None:
    """Create a season under the slug of each evening, and show ratings and careers.

    The seasons have every kind of points, and are public or not.
    """
    for number, (evening, points) in enumerate(zip(evenings, cycle(PointsBy), strict=False)):
        rule = SeasonRule(points=points, best=2, attendance=1 + number % 3, ties=tuple(SeasonTie))
        weights = {evening.pk: 100 + 50 * number for evening in evenings}
        season_create(name=evening.name, rule=rule, tournaments=weights, public=number % 3 > 0, slug=evening.slug)
    ratings_switch(on=True)
    club_show_players(shown=True)
    club_choose_accent(accent=COLOUR)


def _emails() -> None:
    """Put an email in each state into the queue."""
    at = timezone.now()
    for state in Mail.State:
        Mail.objects.create(
            key=state.value,
            kind=TEST,
            address=f"{state}@people.example",
            subject="Prova",
            text="Ciao",
            message_id=state.value,
            state=state,
            error="550 <nobody> & co.",
            attempts=1,
            created_at=at,
            next_at=at,
            useful_until=at,
        )


def _games() -> list[FreeGame]:
    four, three = make_game(), make_game(players=3)
    play(four, 420, -85)
    play(three, 300, 120, alone=2)
    over = make_game(players=2, options={"target": 1005})
    play(over, 2000, 100, confirmed=True)
    return [four, three, over]


def _pairs() -> Tournament:
    """Create a tournament with one round closed, and the first table of the second entered."""
    tournament = make_tournament(name="Coppie", pairs=7, hands_per_round=2)
    first = play_round(start_round(tournament), seed=1)
    adjustment_add(round=first, pair=tournament.pairs.get(number=1), mp=-100, reason="Ritardo")
    stated = {"round": 1, "table": 1, "facts": "Una carta scoperta", "heard": "Rossi: è caduta\nVerdi:"}
    incident_add(tournament=tournament, details=stated)
    play_table(start_round(tournament, System.DANISH).tables.get(number=1))
    return tournament


def _registration() -> tuple[Tournament, list[str]]:
    """Create a tournament with online entries and a till; return the secrets of links to an entry and to an offer."""
    tournament = make_tournament(name="Iscrizioni", pairs=4, here=False)
    single_add(tournament=tournament, player="Solitario Ugo")
    club_keep_till(keeps=True)
    till_terms_set(tournament=tournament, terms={"fee": 1250, "fund_percent": 80})
    special_prize_add(tournament=tournament, details={"title": "Fortuna", "given_for": "lot"})
    pair_pay(pair=tournament.pairs.get(number=1), means="cash")
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": 6, "list_shown": True})
    tokens = [
        entry_make(
            tournament=tournament,
            sent=SentEntry(
                names=(f"Iscritta{at} Ada", f"Iscritto{at} Ugo"), club="", contact=CONTACT, form="a", sender=""
            ),
            at=timezone.now(),
        )[1]
        for at in range(4)
    ]
    alone = SentEntry(names=("Sola Ada",), club="", contact=CONTACT, form="b", sender="", looking=True)
    wanted, token = entry_make(tournament=tournament, sent=alone, at=timezone.now())
    offers = [replace(alone, names=(f"Solo{at} Ugo",)) for at in range(2)]
    tokens += [token, *(offer_make(wanted=wanted, sent=sent, at=timezone.now())[1] for sent in offers)]
    return tournament, [tokens[0], *tokens[4:]]


def _individual() -> Tournament:
    tournament = make_tournament(name="Individuale", kind="individual", pairs=9, hands_per_round=2)
    play_round(start_round(tournament, System.INDIVIDUAL), seed=2)
    draft_round(tournament, System.INDIVIDUAL)
    return tournament


def _teams() -> Tournament:
    tournament = make_teams(3, name="Squadre", hands_per_round=2)
    play_round(start_round(tournament, System.DRAW), seed=3, close=False)
    return tournament


def _team_matches() -> Tournament:
    """Create team matches with a day played by captains and referee, and a knockout day that lacks a line-up."""
    tournament = make_team_matches(3, name="Campionato", hands_per_round=2)
    play_round(start_session(match_day_draw(tournament=tournament, system=System.ROUND_ROBIN)), seed=8)
    match = match_day_draw(tournament=tournament, system=System.KNOCKOUT).matches.filter(away__isnull=False)[0]
    line_up(match, match.home)
    return tournament


def _knockout() -> Tournament:
    tournament = make_tournament(name="Coppa", pairs=8, hands_per_round=2)
    play_round(start_round(tournament, System.KNOCKOUT), seed=4)
    draft_round(tournament, System.KNOCKOUT)
    return tournament


def _weekend() -> Tournament:
    """Create a tournament cut into two gironi of odd and even size, with a round played there and one drafted."""
    tournament = make_tournament(name="Fine settimana", pairs=9, hands_per_round=2)
    play_round(start_round(tournament, System.MITCHELL), seed=6)
    tournament = tournament_cut(tournament=tournament, sizes=(5, 4), carry=Carry.HALF)
    play_round(start_round(tournament, System.DANISH), seed=7)
    draft_round(tournament, System.SWISS)
    return tournament


def _final() -> Tournament:
    tournament = make_tournament(name="Finito", pairs=4, hands_per_round=2, rounds_planned=1)
    play_round(start_round(tournament), seed=5)
    tournament_finish_play(tournament=tournament)
    return tournament_make_final(tournament=tournament)


def _phones() -> Table:
    """Start a tournament on phones in which table 1 is being written and table 2 was sent."""
    round_ = start_on_phones(name="Telefoni", round_minutes=50)
    sent = round_.tables.select_related("round__tournament").get(number=2)
    PhoneAt(sent, Line.NS).do("send", figures())
    return round_.tables.select_related("round__tournament").get(number=1)


def _trial_that_lasts() -> None:
    """Start a long trial, so that no other can start and no request leaves a process behind."""
    now = timezone.now()
    FormatTrial.objects.create(
        wanted={"entrants": 8, "hands": 2, "formats": [["danish"]]},
        evenings=10,
        made_at=now,
        beat_at=now + timedelta(days=1),
        state=FormatTrial.State.RUNNING,
    )


def _visitors() -> list[Visitor]:
    administrator = User.objects.create_superuser("amministratore", password="quattro-jolly-rossi")
    referee = User.objects.create_user("arbitro", password="quattro-jolly-neri")
    found, codes = [Visitor(name="nobody")], _team_codes()
    for user in (referee, administrator):
        client = Client()
        client.force_login(user)
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        knows = frozenset({*cookies.values(), CONTACT, *codes})
        found.append(Visitor(name=user.username, cookies=cookies, knows=knows))
    return found


def _phone(table: Table) -> Visitor:
    cookies = {name: morsel.value for name, morsel in PhoneAt(table, Line.NS).client.cookies.items()}
    known = {*cookies.values(), address(table).split("/")[-2], code(table, Line.NS)}
    return Visitor(name="phone", cookies=cookies, knows=frozenset(known))


def _team_codes() -> list[str]:
    """Return the codes of the captains' addresses, which only the referee may know."""
    return list(Team.objects.exclude(code="").values_list("code", flat=True))


def _secrets(games: Sequence[FreeGame]) -> dict[str, frozenset[str]]:
    found = {game.secret: frozenset[str]() for game in games}
    for round_ in Round.objects.prefetch_related("tables"):
        found[round_.secret] = frozenset()
        for table in round_.tables.all():
            codes = codes_of(round_.secret, table.number).values()
            found[address_of(round_.secret, table.number)] = frozenset(codes)
    found |= {code: frozenset() for code in _team_codes()}
    found |= {user.password: frozenset() for user in User.objects.all()}
    found[CONTACT] = frozenset()
    return found
